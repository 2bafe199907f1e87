import { type Algebra, wrappedAngle } from '../math/index.js';
import type { Coordinate } from './coordinate.js';

/** One revolute, continuous, prismatic or helical joint as it is now. */
export interface JointState<S> {
  /** Entry of v (and of forces) that it owns. */
  readonly index: number;
  readonly position: S;
  readonly velocity: S;
  /** A joint without end stops that comes round to where it was. */
  readonly continuous: boolean;
}

/**
 * How far a joint is off its target, e = target − q, rad or m. On a continuous joint the short way round
 * ({@link wrappedAngle}); half a turn off, the sign jumps.
 *
 * ė = −q̇ (the target stands still). Back: φ acts along the joint.
 */
export function jointOffset<S>(A: Algebra<S>, joint: JointState<S>, target: S): Coordinate<S> {
  const straight = A.sub(target, joint.position);
  const e = joint.continuous ? wrappedAngle(A, straight) : straight;
  return {
    reading: { value: [e], rate: [A.neg(joint.velocity)] },
    transpose: ([force], _radial, loads) => loads.joint(joint.index, force),
  };
}
