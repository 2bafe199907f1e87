import { type Algebra, add3, dot3, lift3, mulMatVec, type Vec3 } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import type { Loads } from './loads.js';
import type { Model } from './model.js';

/**
 * Gravitational potential −Σ m·g·c of the moving bodies in joules, zero for a mass at the world's origin. What
 * is bolted to the world cannot give any and is left out.
 */
export function potentialEnergy<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  gravity: Vec3<S>,
  loads: Pick<Loads<S>, 'payloads'> = {},
): S {
  const { placements } = forwardKinematics(A, model, q);
  let energy = A.constant(0);
  const lift = (mass: S, moment: Vec3<S>, body: number) => {
    const { position, rotation } = placements[body];
    const carried: Vec3<S> = [A.mul(mass, position[0]), A.mul(mass, position[1]), A.mul(mass, position[2])];
    energy = A.sub(energy, dot3(A, gravity, add3(A, carried, mulMatVec(A, rotation, moment))));
  };
  model.bodies.forEach(({ inertia: { mass, centre } }, i) => {
    lift(A.constant(mass), lift3(A, [mass * centre[0], mass * centre[1], mass * centre[2]]), i);
  });
  for (const { body, moments } of loads.payloads ?? []) lift(moments.mass, moments.first, body);
  return energy;
}
