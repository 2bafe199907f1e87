import type { Algebra } from '../math/index.js';

/**
 * A stiffness that rises with the force on what it holds: k(F) = k₀ + (k₁ − k₀) (1 − e^(−a F)), N/m; F in N, F ≥ 0, a in
 * 1/N. From k₀ without force to k₁ under a large one. Changing a stiffness while its spring is stretched puts in
 * ½ Δk z²: it is a source unless something pays for it. Source: the stiffening gain of virtualmodelcontrol.
 */
export function stiffening<S>(A: Algebra<S>, relaxed: S, stiffest: S, steepness: S, force: S): S {
  const share = A.sub(A.constant(1), A.exp(A.neg(A.mul(steepness, force))));
  return A.add(relaxed, A.mul(A.sub(stiffest, relaxed), share));
}
