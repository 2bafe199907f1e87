/** Following a pose: the way over a tick, and the speed at its end. */
import {
  type Algebra,
  add3,
  conjugate,
  logSO3,
  type Mat3,
  mulMat,
  norm3,
  type Quaternion,
  quaternionLog,
  quaternionProduct,
  scale3,
  sub3,
  transpose,
  type Vec3,
} from '../../math/index.js';
import type { MotionAct } from './declaration.js';

export interface Moving<S> {
  readonly position: Vec3<S>;
  readonly rotation: Mat3<S>;
  /** The rotation as a unit quaternion, where it is known. */
  readonly attitude?: Quaternion<S>;
  readonly velocity: Vec3<S>;
  readonly spin: Vec3<S>;
}

/** From one pose to another, world axes: way, and turn as a rotation vector (exp(turn) R_from = R_to, the short way). */
export function poseError<S>(
  A: Algebra<S>,
  from: Pick<Moving<S>, 'position' | 'rotation' | 'attitude'>,
  to: Pick<Moving<S>, 'position' | 'rotation' | 'attitude'>,
): { readonly way: Vec3<S>; readonly turn: Vec3<S> } {
  const way = sub3(A, to.position, from.position);
  if (to.attitude === undefined || from.attitude === undefined)
    return { way, turn: logSO3(A, mulMat(A, to.rotation, transpose(from.rotation))) };
  return { way, turn: quaternionLog(A, quaternionProduct(A, to.attitude, conjugate(A, from.attitude))) };
}

/** v, or shorter in its direction where it is longer than `most`. */
export function shortened<S>(A: Algebra<S>, v: Vec3<S>, most: S): Vec3<S> {
  const length = norm3(A, v);
  const over = A.less(most, length);
  const factor = A.select(over, A.div(most, A.select(over, length, A.constant(1))), A.constant(1));
  return scale3(A, factor, v);
}

/** The velocity at which a time constant closes an error: (1 − exp(−T/τ))/T of it a second; all of it in a tick for τ = 0. */
export function closing<S>(A: Algebra<S>, constant: S, elapsed: S): S {
  const positive = A.less(A.constant(0), constant);
  const share = A.sub(
    A.constant(1),
    A.exp(A.neg(A.div(elapsed, A.select(positive, constant, A.constant(1))))),
  );
  const whole = A.select(positive, share, A.constant(1));
  const runs = A.less(A.constant(0), elapsed);
  return A.select(runs, A.div(whole, A.select(runs, elapsed, A.constant(1))), A.constant(0));
}

/**
 * Follows a target that moves: its velocity and what closes the error e, e(t + T) = exp(−T/τ) e(t), the sum no faster than
 * `speed` and `turning`.
 */
export function towards<S>(
  A: Algebra<S>,
  from: Moving<S>,
  to: Moving<S>,
  { constant, speed, turning }: { readonly constant: S; readonly speed: S; readonly turning: S },
  elapsed: S,
): MotionAct<S> {
  const { way, turn } = poseError(A, from, to);
  const rate = closing(A, constant, elapsed);
  const velocity = shortened(A, add3(A, to.velocity, scale3(A, rate, way)), speed);
  const spin = shortened(A, add3(A, to.spin, scale3(A, rate, turn)), turning);
  return {
    motion: { move: scale3(A, elapsed, velocity), turn: scale3(A, elapsed, spin), velocity, spin },
  };
}
