/**
 * Joint gains that are too large for the inertia they act on, from matrices alone.
 *
 * The λ of λ A x = G x, with G = diag(g) ≥ 0, are the eigenvalues of S = G^½ A⁻¹ G^½. None of its diagonal entries
 * gᵢ (A⁻¹)ᵢᵢ is above the greatest of them, so a joint whose own entry is too large is too large whatever the others
 * are.
 */
import { factorDefinite, numbers, solveDefinite, symmetricEigen } from '../math/index.js';

export interface FastJoint {
  /** Entry of v. */
  readonly index: number;
  /** Up to here its gain is stable; of a joint that is not `alone`, all gains reduced alike. */
  readonly most: number;
  /** Whether this joint's gain is too large by itself. */
  readonly alone: boolean;
}

/**
 * Joints whose gains (n, each ≥ 0) make a λ above `most`: each that does by itself, else, where all together do, the
 * one with the largest part in the fastest mode. A is symmetric, n × n, row-major. None where it is singular.
 */
export function fastJoints(A: readonly number[], gains: readonly number[], most: number): FastJoint[] {
  const n = gains.length;
  const factored = factorDefinite(numbers, A, n);
  if (!factored.pivots.every((pivot) => pivot > 0)) return [];
  const roots = gains.map((g) => Math.sqrt(g));
  const S = roots.flatMap((root, j) => {
    const unit = roots.map((_, i) => (i === j ? root : 0));
    return solveDefinite(numbers, factored, unit).map((x, i) => roots[i] * x);
  });
  const alone = gains.flatMap((g, index) => {
    const rate = S[index * n + index];
    return rate > most ? [{ index, most: (g * most) / rate, alone: true }] : [];
  });
  if (alone.length > 0) return alone;
  const { values, vectors } = symmetricEigen(S, n);
  const [value, vector] = [values[n - 1], vectors[n - 1]];
  if (!(value > most)) return [];
  const index = vector.reduce((best, x, i) => (Math.abs(x) > Math.abs(vector[best]) ? i : best), 0);
  return [{ index, most: (gains[index] * most) / value, alone: false }];
}
