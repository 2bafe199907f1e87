/** What a run is given and what comes out of it. */
import type { Channel, Kernel, LogSink, Plant } from '../port/index.js';
import type { FinerPlant } from './doubling.js';
import type { RunEvent } from './events.js';
import type { Ledger } from './ledger.js';
import type { LedgerLine } from './ledger-lines.js';
import type { LedgerVerdict } from './verdict.js';

/** sampled: the torque is held for a tick. continuous: the law is evaluated at every stage of the plant's step. */
export type Rate = 'sampled' | 'continuous';

/** Takes samples every so many ticks, the first at the start and a last one at the end. */
export interface Listener {
  readonly sink: LogSink;
  readonly every: number;
  /** Groups of channels to take; all by default. Few groups are cheap, and without `ledger` no energies are worked out. */
  readonly groups?: readonly string[];
  /** Which channels of these; all by default. */
  readonly takes?: (channel: Channel) => boolean;
}

export interface RunOptions {
  readonly kernel: Kernel;
  /** In its state at the start. For `continuous` a {@link StagedPlant}. */
  readonly plant: Plant;
  readonly rate?: Rate;
  /** T, s: a whole number of the plant's steps. */
  readonly tick: number;
  /** s, rounded to whole ticks. */
  readonly duration: number;
  readonly events?: readonly RunEvent[];
  readonly listeners?: readonly Listener[];
  /** Writes the kernel's other inputs (moving points, sensors) for a time; called before each control step. */
  readonly inputs?: (time: number) => void;
  /** Largest |v| (rad/s, m/s) of a run that is still taken for one; {@link SPEED_BOUND} by default. */
  readonly speedBound?: number;
  /**
   * Step doubling: a second plant of half the step that can take over the first one. It repeats every
   * tick; the ledger's integration line comes from the difference. Without it there is no such line.
   */
  readonly double?: FinerPlant;
  /** Names the element that made a run diverge; asked once, when it did. */
  readonly blame?: (last: LastInterval) => string | undefined;
}

/** The end of a run whose speeds or torques left their bound. */
export interface LastInterval {
  /** The last state of the joints that was one. */
  readonly before: JointMotion;
  /** The state that it led to; absent where that is no number, or where the torque of `before` is what is wrong. */
  readonly after?: JointMotion;
  /** Travel of each joint in between, rad or m; with `after`. */
  readonly travel?: ArrayLike<number>;
  /** s. */
  readonly period: number;
  /** Entry of v at which it is no number, or largest. */
  readonly joint: number;
}

export interface JointMotion {
  readonly q: ArrayLike<number>;
  readonly v: ArrayLike<number>;
}

/** running: may be advanced. done: the duration is over. diverged: speeds or torques left their bound or were no numbers. */
export type RunStatus = 'running' | 'done' | 'diverged';

/** Why and where a run diverged. */
export interface Divergence {
  /** s. */
  readonly time: number;
  readonly quantity: 'speed' | 'torque';
  readonly reason: 'not a number' | 'too fast' | 'too great';
  /** The joint (entry of v) at which it is no number, the first of them, else at which it is largest. */
  readonly joint: string;
  /**
   * The ledger's line that put in most energy, sources among them (see {@link Ledger.cause}); of energies as they were
   * last looked at where they are no numbers now.
   */
  readonly gained: LedgerLine | undefined;
  /** The element that gained: the source itself, else what {@link RunOptions.blame} says. */
  readonly element: string | undefined;
}

/** A change of the kernel's `fault`, 0 being none. */
export interface FaultChange {
  readonly time: number;
  readonly fault: number;
}

export interface RunResult {
  readonly status: RunStatus;
  /** s: how far it came. */
  readonly time: number;
  readonly ticks: number;
  readonly divergence: Divergence | undefined;
  readonly faults: readonly FaultChange[];
  readonly ledger: readonly LedgerLine[];
  readonly verdict: LedgerVerdict;
  /** Steps of the plant that its solver left before it met all conditions. */
  readonly unsolved: number;
}
