import { add3, cross3, mulMatVec, type Primitive, scale3, sub3, type Twist } from '../math/index.js';
import type { Kinematics } from './forward-kinematics.js';
import { expectLength, jointChanges, jointRates } from './joint.js';
import type { Model } from './model.js';

/**
 * Classical acceleration of every body in world axes: `linear` is that of the body's origin as a material
 * point (d²p/dt²), `angular` dw/dt. Without `a` it is the velocity-dependent part J̇·v.
 *
 * α_B = α_P + R_B·α_J + w_P × (R_B·w_J);
 * a_B = a_P + α_P × d + w_P × (w_P × d) + 2·w_P × (R_P·ṙ) + R_P·r̈, with the curvature of a rail in r̈.
 */
export function bodyAccelerations<S>(
  A: Primitive<S>,
  model: Model,
  kinematics: Kinematics<S>,
  velocities: readonly Twist<S>[],
  v: readonly S[],
  a?: readonly S[],
): Twist<S>[] {
  expectLength('v', v, model.nv);
  if (a !== undefined) expectLength('a', a, model.nv);
  const two = A.constant(2);
  const accelerations: Twist<S>[] = [];
  model.bodies.forEach((body, i) => {
    const rates = jointRates(A, model, body, kinematics.poses[i], v);
    const changes = jointChanges(A, model, body, kinematics.poses[i], v, a);
    const rotation = kinematics.placements[i].rotation;
    const turning = mulMatVec(A, rotation, changes.angular);
    if (body.parent < 0) {
      accelerations.push({ linear: changes.linear, angular: turning });
      return;
    }
    const parent = accelerations[body.parent];
    const w = velocities[body.parent].angular;
    const d = kinematics.offsets[i];
    const outer = kinematics.placements[body.parent].rotation;
    const spin = mulMatVec(A, rotation, rates.angular);
    const slide = mulMatVec(A, outer, rates.linear);
    const angular = add3(A, add3(A, parent.angular, turning), cross3(A, w, spin));
    const carried = add3(A, cross3(A, parent.angular, d), cross3(A, w, cross3(A, w, d)));
    const sliding = add3(A, scale3(A, two, cross3(A, w, slide)), mulMatVec(A, outer, changes.linear));
    accelerations.push({
      linear: add3(A, add3(A, parent.linear, carried), sliding),
      angular,
    });
  });
  return accelerations;
}

/**
 * Spatial acceleration from the classical one, both in the same axes at the same point: the linear part
 * becomes a − w × v (Featherstone 2008, section 2.11); the angular part is the same.
 */
export function spatialAcceleration<S>(A: Primitive<S>, classical: Twist<S>, velocity: Twist<S>): Twist<S> {
  return {
    linear: sub3(A, classical.linear, cross3(A, velocity.angular, velocity.linear)),
    angular: classical.angular,
  };
}
