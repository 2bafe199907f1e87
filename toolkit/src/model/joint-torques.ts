import {
  add3,
  cross3,
  dot3,
  mulTransposeVec,
  type Primitive,
  type Vec3,
  type Wrench,
} from '../math/index.js';
import type { Kinematics } from './forward-kinematics.js';
import { freedoms } from './joint.js';
import type { Model } from './model.js';

/**
 * Joint forces that wrenches on the bodies amount to: τ = Σ Jᵀ f, in one sweep to the base, without a Jacobian.
 * `wrenches[i]` acts on body i in world axes, torque about the body's origin; undefined is none. To hold
 * against external wrenches the drives give −τ.
 */
export function jointTorques<S>(
  A: Primitive<S>,
  model: Model,
  kinematics: Kinematics<S>,
  wrenches: readonly (Wrench<S> | undefined)[],
): S[] {
  const torques: S[] = new Array(model.nv).fill(A.constant(0));
  const totals: (Wrench<S> | undefined)[] = model.bodies.map((_, i) => wrenches[i]);
  for (let i = model.bodies.length - 1; i >= 0; i--) {
    const total = totals[i];
    if (total === undefined) continue;
    const body = model.bodies[i];
    const { force, torque } = total;
    // Into the axes of the columns; what a column does not ask for folds away.
    const outer: Vec3<S> =
      body.parent < 0 ? force : mulTransposeVec(A, kinematics.placements[body.parent].rotation, force);
    const inner = mulTransposeVec(A, kinematics.placements[i].rotation, torque);
    for (const { linear, angular, v, factor } of freedoms(A, model, body, kinematics.poses[i])) {
      const felt = A.add(dot3(A, linear, outer), dot3(A, angular, inner));
      torques[v] = A.add(torques[v], A.mul(A.constant(factor), felt));
    }
    if (body.parent < 0) continue;
    const moved = add3(A, torque, cross3(A, kinematics.offsets[i], force));
    const before = totals[body.parent];
    totals[body.parent] =
      before === undefined
        ? { force, torque: moved }
        : {
            force: add3(A, before.force, force),
            torque: add3(A, before.torque, moved),
          };
  }
  return torques;
}
