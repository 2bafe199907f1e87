/**
 * Whether viscous joint damping can be stable in explicit steps, from the model alone.
 *
 * Left to its damping the arm has (M + R) v̇ = −D v. A Runge–Kutta step h of order 4 multiplies the mode with
 * λ (M + R) x = D x by 1 + z + z²/2 + z³/6 + z⁴/24, z = −h λ, which is at most 1 in magnitude for h λ up to
 * 2.785 ({@link rk4Range}).
 */
import { rk4Range } from '../math/index.js';
import { type Model, massMatrixWithRotors } from '../model/index.js';
import { type FastJoint, fastJoints } from './fast-joints.js';

/** Joints whose damping cannot be stable in steps of h (s) about q: N m s/rad or N s/m. None where M + R is singular. */
export function unstableDamping(
  model: Model,
  q: readonly number[],
  damping: readonly number[],
  rotorInertia: readonly number[],
  h: number,
): FastJoint[] {
  if (damping.every((d) => d === 0)) return [];
  return fastJoints(massMatrixWithRotors(model, q, rotorInertia), damping, rk4Range.real / h);
}
