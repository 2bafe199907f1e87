/** Stopping at a constant deceleration, in ticks. */
import type { Primitive } from '../../math/index.js';

/**
 * Way of a stop that begins in this tick: the speed falls by a T at once and is then moved with for a tick each, so that
 * with n = ⌊v/(a T)⌋ the way is T (n v − a T n (n + 1)/2) = v²/2a − v T/2 where a T divides v.
 */
export function brakingWay<S>(A: Primitive<S>, speed: S, deceleration: S, tick: S): S {
  const drop = A.mul(deceleration, tick);
  const n = A.floor(A.div(speed, drop));
  const pairs = A.mul(A.constant(0.5), A.mul(n, A.add(n, A.constant(1))));
  return A.mul(tick, A.sub(A.mul(n, speed), A.mul(drop, pairs)));
}

/** The speed after one tick of braking, never below 0. */
export function braked<S>(A: Primitive<S>, speed: S, deceleration: S, tick: S): S {
  const rest = A.sub(speed, A.mul(deceleration, tick));
  return A.select(A.less(A.constant(0), rest), rest, A.constant(0));
}
