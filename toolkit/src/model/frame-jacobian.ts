import { add3, cross3, lift3, mulMatVec, mulTransposeVec, neg3, type Primitive } from '../math/index.js';
import type { Kinematics } from './forward-kinematics.js';
import { framePlacement, type Reference } from './frames.js';
import { freedoms } from './joint.js';
import type { Frame, Model } from './model.js';

/**
 * Geometric Jacobian of a frame, 6 × nv, row-major: rows vx, vy, vz, wx, wy, wz (linear first), columns in
 * the order of v; J·v is {@link frameVelocity} in the same reference. A mimic adds to its master's column.
 */
export function frameJacobian<S>(
  A: Primitive<S>,
  model: Model,
  kinematics: Kinematics<S>,
  frame: Frame,
  reference: Reference,
): S[] {
  const { nv } = model;
  const jacobian: S[] = new Array(6 * nv).fill(A.constant(0));
  const { rotation } = framePlacement(A, kinematics, frame);
  if (frame.body < 0) return jacobian;
  // From the body's origin to the point at which the velocity is told.
  let arm = mulMatVec(A, kinematics.placements[frame.body].rotation, lift3(A, frame.placement.position));
  for (let i = frame.body; i >= 0; i = model.bodies[i].parent) {
    const body = model.bodies[i];
    const placement = kinematics.placements[i];
    const point = reference === 'world' ? neg3(A, placement.position) : arm;
    for (const { linear, angular, v, factor } of freedoms(A, model, body, kinematics.poses[i])) {
      const moved =
        body.parent < 0 ? linear : mulMatVec(A, kinematics.placements[body.parent].rotation, linear);
      let w = mulMatVec(A, placement.rotation, angular);
      let u = add3(A, moved, cross3(A, w, point));
      if (reference === 'local') {
        u = mulTransposeVec(A, rotation, u);
        w = mulTransposeVec(A, rotation, w);
      }
      [...u, ...w].forEach((x, row) => {
        const at = row * nv + v;
        jacobian[at] = A.add(jacobian[at], A.mul(A.constant(factor), x));
      });
    }
    arm = add3(A, kinematics.offsets[i], arm);
  }
  return jacobian;
}
