/** Which element makes a run diverge: judged at its last two states, from the law and the kernel's numbers. */
import { view } from '../graph/index.js';
import { numbers } from '../math/index.js';
import { LoadSums } from '../mechanism/index.js';
import { wholeDesign } from './bodies.js';
import type { Design } from './design.js';
import { type Acting, controlLaw, type Law, ordered, torquesOf } from './law.js';
import { type Held, memorySlots } from './memory-slots.js';

export interface JointMotion {
  readonly q: ArrayLike<number>;
  readonly v: ArrayLike<number>;
}

/** The last interval of a run whose speeds or torques left their bound. */
export interface LastInterval {
  /** The last state that was one. */
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

/**
 * The element that gained. With a state after: the one whose port gave most beyond its own books,
 *
 *     W = τ·Δs + ΔE + ½ T (P + P⁺),   τ = its joint torques at the start, held over the travel Δs
 *
 * (E what it stores, P what it takes out less what it puts in), which is its part of the ledger's sampling line in this
 * interval, virtual bodies taken where they are now; undefined where none gave anything. Without: the first by name whose torque is no number, else the
 * one with the greatest torque at `joint`.
 */
export function gainingElement(design: Design, held: Held, last: LastInterval): string | undefined {
  const whole = wholeDesign(ordered(design));
  const slots = memorySlots(whole, held);
  const bodies = design.bodies && {
    q: view(held.layout, held.memory, 'bodies.q'),
    v: view(held.layout, held.memory, 'bodies.v'),
  };
  const lawAt = ({ q, v }: JointMotion): Law<number> =>
    controlLaw(
      numbers,
      whole,
      slots,
      [...Array.from(q), ...(bodies?.q ?? [])],
      [...Array.from(v), ...(bodies?.v ?? [])],
    );
  const before = lawAt(last.before);
  const torques = before.acting.map((acting) => torquesOfOne(whole, before, acting));
  const { after, travel } = last;
  if (after === undefined || travel === undefined) {
    const broken = torques.findIndex((torque) => !torque.every(Number.isFinite));
    const sizes = torques.map((torque) => Math.abs(torque[last.joint]));
    return before.acting[broken < 0 ? greatest(sizes) : broken]?.element.name;
  }
  const then = lawAt(after).acting;
  const gains = before.acting.map(({ effect }, i) => {
    const next = then[i].effect;
    const work = torques[i].reduce((sum, torque, j) => sum + torque * (travel[j] ?? 0), 0);
    const stored = (next.energy ?? 0) - (effect.energy ?? 0);
    return work + stored + 0.5 * last.period * (outflow(effect) + outflow(next));
  });
  const most = greatest(gains);
  return gains[most] > 0 ? before.acting[most].element.name : undefined;
}

function outflow({ dissipated = 0, supplied = 0 }: Acting<number>['effect']): number {
  return dissipated - supplied;
}

/** Joint torques of one element at work. */
function torquesOfOne(design: Design, law: Law<number>, { coordinate, effect }: Acting<number>): number[] {
  const loads = new LoadSums<number>(numbers);
  coordinate.transpose(effect.force, effect.radial === true, loads);
  return torquesOf(numbers, design.model, law.kinematics, loads.sites.values(), loads.joints);
}

/** The place of the largest; −1 of none. */
function greatest(values: readonly number[]): number {
  let most = values.length === 0 ? -1 : 0;
  for (let i = 1; i < values.length; i++) if (values[i] > values[most]) most = i;
  return most;
}
