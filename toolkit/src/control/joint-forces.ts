/** Forces at points and joints as torques of the joints, and what that says of coordinates. */
import type { Algebra } from '../math/index.js';
import { bodyWrenches, type Coordinate, LoadSums, type SiteLoad } from '../mechanism/index.js';
import { jointTorques, type Kinematics, type Model } from '../model/index.js';

/** Joint torques (nv) of forces at sites and joints: Σ Jᵀ f in one sweep. */
export function torquesOf<S>(
  A: Algebra<S>,
  model: Model,
  kinematics: Kinematics<S>,
  sites: Iterable<SiteLoad<S>>,
  joints: ReadonlyMap<number, S> = new Map(),
): S[] {
  const torques = jointTorques(A, model, kinematics, bodyWrenches(A, model.bodies.length, sites));
  for (const [index, torque] of joints) torques[index] = A.add(torques[index], torque);
  return torques;
}

/**
 * Rows of the Jacobian J of a coordinate by its transpose, one for each entry, nv numbers each: ż = J v, less what
 * points and references that move by themselves add. A tension −1 on an entry has that row as its joint torques.
 */
export function jacobianRows<S>(
  A: Algebra<S>,
  model: Model,
  kinematics: Kinematics<S>,
  { reading, transpose }: Coordinate<S>,
): S[][] {
  return reading.rate.map((_, i) => {
    const loads = new LoadSums<S>(A);
    transpose(
      reading.rate.map((__, j) => A.constant(i === j ? -1 : 0)),
      false,
      loads,
    );
    return torquesOf(A, model, kinematics, loads.sites.values(), loads.joints);
  });
}
