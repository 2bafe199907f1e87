import { type Algebra, factorDefinite, solveDefinite, type Vec3 } from '../math/index.js';
import { articulate, solveArticulated } from './articulated.js';
import { biasForces } from './bias-forces.js';
import { expectLength } from './joint.js';
import type { Loads } from './loads.js';
import { massMatrix } from './mass-matrix.js';
import type { Model } from './model.js';

export interface ForwardOptions<S> extends Loads<S> {
  /** Added to the diagonal of M (nv): implicit joint damping h·d, for example. */
  readonly diagonal?: readonly S[];
}

/**
 * Accelerations (M(q) + diagonal)⁻¹·(τ − b(q, v)) under the joint forces τ, by articulated bodies. A model
 * with mimics goes through {@link forwardDynamicsByMatrix}. Impossible where `model.massless` is not empty
 * and neither rotor inertia nor `diagonal` helps: infinities or NaN.
 */
export function forwardDynamics<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  torques: readonly S[],
  gravity: Vec3<S>,
  options: ForwardOptions<S> = {},
): S[] {
  if (model.bodies.some((body) => body.mimic !== undefined)) {
    return forwardDynamicsByMatrix(A, model, q, v, torques, gravity, options);
  }
  const articulated = articulate(A, model, q, options, options.diagonal);
  return solveArticulated(A, articulated, drive(A, model, q, v, torques, gravity, options));
}

/** The same by the mass matrix and its LᵀDL factors: fewer operations for a short chain, and mimics. */
export function forwardDynamicsByMatrix<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  torques: readonly S[],
  gravity: Vec3<S>,
  options: ForwardOptions<S> = {},
): S[] {
  const { nv } = model;
  const { diagonal } = options;
  const matrix = massMatrix(A, model, q, options);
  if (diagonal !== undefined) {
    expectLength('diagonal', diagonal, nv);
    diagonal.forEach((x, i) => {
      matrix[i * nv + i] = A.add(matrix[i * nv + i], x);
    });
  }
  return solveDefinite(A, factorDefinite(A, matrix, nv), drive(A, model, q, v, torques, gravity, options));
}

/** τ − b(q, v). */
function drive<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  torques: readonly S[],
  gravity: Vec3<S>,
  loads: Loads<S>,
): S[] {
  expectLength('torques', torques, model.nv);
  const bias = biasForces(A, model, q, v, gravity, loads);
  return torques.map((x, k) => A.sub(x, bias[k]));
}
