import { add3, cross3, mulMatVec, type Primitive, type Twist, type Vec3 } from '../math/index.js';
import type { Kinematics } from './forward-kinematics.js';
import { expectLength, jointRates } from './joint.js';
import type { Model } from './model.js';

/**
 * Velocity of every body in world axes: `linear` of the body's origin, `angular`.
 * v_B = v_P + w_P × d + R_P·ṙ, w_B = w_P + R_B·w_J, with d from the parent's origin to the body's.
 */
export function bodyVelocities<S>(
  A: Primitive<S>,
  model: Model,
  kinematics: Kinematics<S>,
  v: readonly S[],
): Twist<S>[] {
  expectLength('v', v, model.nv);
  const twists: Twist<S>[] = [];
  model.bodies.forEach((body, i) => {
    const rates = jointRates(A, model, body, kinematics.poses[i], v);
    const spin = mulMatVec(A, kinematics.placements[i].rotation, rates.angular);
    if (body.parent < 0) {
      twists.push({ linear: rates.linear, angular: spin });
      return;
    }
    const parent = twists[body.parent];
    const slide = mulMatVec(A, kinematics.placements[body.parent].rotation, rates.linear);
    const carried = add3(A, parent.linear, cross3(A, parent.angular, kinematics.offsets[i]));
    twists.push({
      linear: add3(A, carried, slide),
      angular: add3(A, parent.angular, spin),
    });
  });
  return twists;
}

/** Velocity of a point at `offset` (world axes) from the body's origin: v + w × r. */
export function pointVelocity<S>(A: Primitive<S>, twist: Twist<S>, offset: Vec3<S>): Vec3<S> {
  return add3(A, twist.linear, cross3(A, twist.angular, offset));
}
