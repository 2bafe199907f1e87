import { type Algebra, add3, cross3, dot3, scale3, type Vec3 } from '../math/index.js';
import { freedoms, jointPoses } from './joint.js';
import { bodyMoments, type Loads } from './loads.js';
import type { Model } from './model.js';
import { turnVector, turnVectorBack } from './turn.js';

/** Acceleration of free fall in the world where nothing else is said, m/s²; z is up. */
export const standardGravity: Vec3<number> = [0, 0, -9.81];

/**
 * Joint forces that hold the model at rest under gravity alone, g(q); `gravity` is the acceleration of free
 * fall in the world ({@link standardGravity}).
 *
 * In body axes: h_B, the first moment of B and everything it carries, about B's origin, comes down the tree,
 * h_P = h + Σ (m_B·r + R·h_B), gravity goes up, g_B = Rᵀ g_P. The joint holds the force −m·g and the torque
 * g × h.
 */
export function gravityTorque<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  gravity: Vec3<S>,
  loads: Pick<Loads<S>, 'payloads'> = {},
): S[] {
  const { bodies } = model;
  const poses = jointPoses(A, model, q);
  const moments = bodyMoments(A, model, loads);
  const masses = moments.map((m) => m.mass);
  const firsts = moments.map((m) => m.first);
  // What is constant is summed first, so that a graph folds it.
  for (let i = bodies.length - 1; i >= 0; i--) {
    const { parent } = bodies[i];
    if (parent < 0) continue;
    firsts[parent] = add3(A, firsts[parent], scale3(A, masses[i], poses[i].position));
    masses[parent] = A.add(masses[parent], masses[i]);
  }
  for (let i = bodies.length - 1; i >= 0; i--) {
    const { parent } = bodies[i];
    if (parent >= 0) firsts[parent] = add3(A, firsts[parent], turnVector(A, poses[i].turn, firsts[i]));
  }
  const torques: S[] = new Array(model.nv).fill(A.constant(0));
  const down: Vec3<S>[] = [];
  bodies.forEach((body, i) => {
    const outer = body.parent < 0 ? gravity : down[body.parent];
    const inner = turnVectorBack(A, poses[i].turn, outer);
    down.push(inner);
    const torque = cross3(A, inner, firsts[i]);
    for (const { linear, angular, v, factor } of freedoms(A, model, body, poses[i])) {
      const felt = A.sub(dot3(A, angular, torque), A.mul(masses[i], dot3(A, linear, outer)));
      torques[v] = A.add(torques[v], A.mul(A.constant(factor), felt));
    }
  });
  return torques;
}
