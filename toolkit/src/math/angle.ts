import type { Algebra } from './algebra.js';

/** 2π. */
const TURN = 6.283185307179586;

/** The short way round to an angle: a − 2π ⌊a/2π + ½⌋, in [−π, π) to rounding; the value jumps at half a turn. */
export function wrappedAngle<S>(A: Algebra<S>, angle: S): S {
  const turns = A.floor(A.add(A.mul(angle, A.constant(1 / TURN)), A.constant(0.5)));
  return A.sub(angle, A.mul(turns, A.constant(TURN)));
}
