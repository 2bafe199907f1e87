import { add3, mulMatVec, type Primitive, type Vec3 } from '../math/index.js';
import type { Kinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { framePlacement } from './frames.js';
import type { Frame, Model } from './model.js';

/** Where the point `at` (m) of a frame is in the world. */
export function pointPosition<S>(
  A: Primitive<S>,
  kinematics: Kinematics<S>,
  frame: Frame,
  at: Vec3<S>,
): Vec3<S> {
  const { position, rotation } = framePlacement(A, kinematics, frame);
  return add3(A, position, mulMatVec(A, rotation, at));
}

/**
 * Linear Jacobian of the point of a frame's body that is at `position` (m) in the world, 3 × nv, row-major, world
 * axes: J_v·v is its velocity.
 */
export function pointJacobian<S>(
  A: Primitive<S>,
  model: Model,
  kinematics: Kinematics<S>,
  frame: Frame,
  position: Vec3<S>,
): S[] {
  const { nv } = model;
  const J = frameJacobian(A, model, kinematics, frame, 'world');
  const rows = new Array<S>(3 * nv);
  for (let k = 0; k < nv; k++) {
    // v + ω × p, row by row.
    for (const [row, next, last] of [
      [0, 1, 2],
      [1, 2, 0],
      [2, 0, 1],
    ]) {
      const turned = A.mul(J[(3 + next) * nv + k], position[last]);
      const back = A.mul(J[(3 + last) * nv + k], position[next]);
      rows[row * nv + k] = A.sub(A.add(J[row * nv + k], turned), back);
    }
  }
  return rows;
}
