import type { Algebra, Vec3 } from '../math/index.js';
import { inverseDynamics } from './inverse-dynamics.js';
import type { Loads } from './loads.js';
import type { Model } from './model.js';

/** Nonlinear effects b(q, v): Coriolis, centrifugal and gravity forces less Σ Jᵀ f; τ = M·a + b. */
export function biasForces<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  gravity: Vec3<S>,
  loads: Loads<S> = {},
): S[] {
  return inverseDynamics(A, model, q, v, new Array(model.nv).fill(A.constant(0)), gravity, loads);
}
