/**
 * Thresholds on what should be nothing: the collision monitor on the residuals of an observer or on a compensated wrench, and
 * the window that keeps single spikes from tripping it. A lower threshold tells of contact, an upper one stops; the values are
 * measured less what the model expects, so that a pose that weighs more trips nothing.
 */
import { formatQuantity, max, type Primitive, sum } from '../../math/index.js';

/**
 * How long a truth has stood without a break, s, this tick counted: `held` is what it was a tick of `elapsed` s ago. One tick
 * on which it does not hold makes it 0.
 */
export function standing<S>(A: Primitive<S>, truth: S, held: S, elapsed: S): S {
  return A.select(truth, A.add(held, elapsed), A.constant(0));
}

/** Whether what has stood for `held` s fills a window of `window` s, to half a tick; a window of 0 is full at once. */
export function fills<S>(A: Primitive<S>, held: S, window: S, elapsed: S): S {
  const short = A.sub(window, A.mul(A.constant(0.5), elapsed));
  return A.and(A.less(A.constant(0), held), A.lessEqual(short, held));
}

/**
 * Whether a reset is asked for: in the tick in which the slot `reset` rises. One that stays up lets go of no later stop, and one that
 * was asked for under load must be asked for anew.
 */
export function rises<S>(A: Primitive<S>, reset: S, last: S): S {
  return A.less(last, reset);
}

/** Thresholds of one number, in its unit. */
export interface Bounds<S> {
  readonly lower: S;
  readonly upper: S;
}

/** Whether a number has reached its upper bound or its lower one; false for NaN, which is a guard's business. */
export function outside<S>(A: Primitive<S>, x: S, { lower, upper }: Bounds<S>): S {
  return A.or(A.lessEqual(upper, x), A.lessEqual(x, lower));
}

export interface MonitorMemory<S> {
  /** How long the contact and the stop threshold have been reached without a break, s. */
  readonly touching: S;
  readonly pressing: S;
  /** 1 from the tick of the stop on, until it is reset. */
  readonly stopped: S;
}

export interface MonitorState<S> extends MonitorMemory<S> {
  /** 1 while the contact threshold is reached. */
  readonly contact: S;
}

/**
 * The monitor after a tick. `values`: measured less expected, with a contact and a stop bound each; any of them tells.
 * `window`: how long every sample must be beyond, s. The stop latches: `reset` (1 in a tick) alone lets go, and only where
 * no value is beyond its stop bound any more. Contact does not latch.
 */
export function monitorStep<S>(
  A: Primitive<S>,
  values: readonly S[],
  bounds: { readonly contact: readonly Bounds<S>[]; readonly stop: readonly Bounds<S>[] },
  window: S,
  elapsed: S,
  memory: MonitorMemory<S>,
  reset: S,
): MonitorState<S> {
  const any = (of: readonly Bounds<S>[]): S =>
    values.map((x, i) => outside(A, x, of[i])).reduce((all, x) => A.or(all, x));
  const beyond = any(bounds.stop);
  const touching = standing(A, any(bounds.contact), memory.touching, elapsed);
  const pressing = standing(A, beyond, memory.pressing, elapsed);
  const kept = A.and(memory.stopped, A.not(A.and(reset, A.not(beyond))));
  return {
    touching,
    pressing,
    contact: fills(A, touching, window, elapsed),
    stopped: A.or(kept, fills(A, pressing, window, elapsed)),
  };
}

/** The mean of the last readings, new ones first: `count` of them are there. 0 where none is. */
export function meanOf<S>(A: Primitive<S>, readings: readonly S[], count: S): S {
  const kept = readings.map((x, i) => A.select(A.less(A.constant(i), count), x, A.constant(0)));
  return A.div(sum(A, kept), max(A, count, A.constant(1)));
}

/** Readings with a new one in front of them, and the oldest gone; unchanged where it is not `fresh`. */
export function shifted<S>(A: Primitive<S>, readings: readonly S[], reading: S, fresh: S): S[] {
  return readings.map((x, i) => A.select(fresh, i === 0 ? reading : readings[i - 1], x));
}

/** What is wrong with a contact and a stop threshold, each with a unit where it has one name; undefined: nothing. */
export function thresholdFault(
  contact: number,
  stop: number,
  unit = '',
): { readonly code: string; readonly message: string; readonly hint: string } | undefined {
  if (contact < stop) return undefined;
  const [low, high, less] = [contact, stop, 0.75 * stop].map((x) => formatQuantity(x, unit));
  return {
    code: 'thresholds-order',
    message: `the contact threshold ${low} is not below the stop threshold ${high}: contact would never be told before the stop`,
    hint: `for instance ${less} and ${high}`,
  };
}
