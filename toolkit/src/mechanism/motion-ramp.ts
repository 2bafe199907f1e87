/**
 * Ramps: how far along its way, s from 0 to 1, a motion is at the time τ since it began.
 *
 *     linear        s = v τ/L
 *     trapezoidal   speeds up at a until u = min(v, √(a L)), slows down at a: over after L/u + u/a
 *     minimum-jerk  s = 10 p³ − 15 p⁴ + 6 p⁵, p = τ/T, T = 15 L/(8 v), so that v is the greatest speed
 *
 * L is the length of the way, v the greatest speed. s is 0 up to τ = 0 and exactly 1 from the end on. A way without
 * length is at its end at once. s is a function of τ and of the numbers as they are: one that is changed on the way makes s
 * jump to what it would be had it always been so. Minimum jerk: Flash and Hogan, The coordination of arm movements (1985).
 */
import { type Algebra, clamp, min, quinticStep } from '../math/index.js';

export const ramps = ['linear', 'trapezoidal', 'minimum-jerk'] as const;
export type Ramp = (typeof ramps)[number];

export const rampMeanings: Readonly<Record<Ramp, string>> = {
  linear: 'At the speed from begin to end: the velocity jumps at both',
  trapezoidal: 'Speeds up and slows down at the acceleration, at the speed between',
  'minimum-jerk': 'Speeds up and slows down smoothly, 10 p³ − 15 p⁴ + 6 p⁵; the speed is the greatest one',
};

export interface Way<S> {
  /** L, m. */
  readonly length: S;
  /** v, m/s. */
  readonly speed: S;
  /** a, m/s²; of the trapezoidal ramp only. */
  readonly acceleration?: S | undefined;
  /** Whether it goes back at the end, and begins again when it is back. */
  readonly returns: boolean;
}

/** s at τ (s). */
export function progress<S>(A: Algebra<S>, ramp: Ramp, way: Way<S>, elapsed: S): S {
  const zero = A.constant(0);
  const one = A.constant(1);
  const { speed: v, returns } = way;
  const moves = A.less(zero, way.length);
  // A way without length is one of any length that is over already.
  const length = A.select(moves, way.length, one);
  const folded = (total: S): S => (returns ? backAndForth(A, elapsed, total) : elapsed);
  let s: S;
  if (ramp === 'linear') {
    const total = A.div(length, v);
    s = share(A, folded(total), total);
  } else if (ramp === 'minimum-jerk') {
    const total = A.div(A.mul(A.constant(1.875), length), v);
    s = quinticStep(A, A.div(folded(total), total));
  } else {
    const { acceleration: a } = way;
    if (a === undefined) throw new Error('motion: a trapezoidal ramp needs an acceleration');
    const top = min(A, v, A.sqrt(A.mul(a, length)));
    const rise = A.div(top, a);
    const total = A.add(A.div(length, top), rise);
    const t = clamp(A, folded(total), zero, total);
    const left = A.sub(total, t);
    const half = A.constant(0.5);
    const begin = A.mul(A.mul(half, a), A.mul(t, t));
    const middle = A.mul(top, A.sub(t, A.mul(half, rise)));
    const end = A.sub(length, A.mul(A.mul(half, a), A.mul(left, left)));
    const gone = A.select(A.less(t, rise), begin, A.select(A.less(left, rise), end, middle));
    s = A.select(A.less(t, total), A.div(gone, length), one);
  }
  return A.select(moves, s, one);
}

/** t/total held in [0, 1]. */
function share<S>(A: Algebra<S>, t: S, total: S): S {
  return clamp(A, A.div(t, total), A.constant(0), A.constant(1));
}

/** The time of a way there that stands for the time of a way there and back, again and again; before 0 it is 0. */
function backAndForth<S>(A: Algebra<S>, t: S, total: S): S {
  const zero = A.constant(0);
  const late = A.select(A.less(zero, t), t, zero);
  const round = A.mul(A.constant(2), total);
  const into = A.sub(late, A.mul(round, A.floor(A.div(late, round))));
  return A.select(A.less(total, into), A.sub(round, into), into);
}
