import type { Algebra } from '../math/index.js';
import type { Coordinate } from './coordinate.js';

const TWO_PI = 6.283185307179586;

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
 * How far a joint is off its target, e = target − q, rad or m. On a continuous joint the short way round:
 * e − 2π ⌊(e + π)/2π⌋, in [−π, π); half a turn off, the sign jumps.
 *
 * ė = −q̇ (the target stands still). Back: φ acts along the joint.
 */
export function jointOffset<S>(A: Algebra<S>, joint: JointState<S>, target: S): Coordinate<S> {
  const straight = A.sub(target, joint.position);
  const turns = A.floor(A.add(A.mul(straight, A.constant(1 / TWO_PI)), A.constant(0.5)));
  const e = joint.continuous ? A.sub(straight, A.mul(turns, A.constant(TWO_PI))) : straight;
  return {
    reading: { value: [e], rate: [A.neg(joint.velocity)] },
    transpose: ([force], _radial, loads) => loads.joint(joint.index, force),
  };
}
