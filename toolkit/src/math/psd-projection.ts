/** The nearest symmetric positive semidefinite matrix. */
import { symmetricEigen } from './symmetric-eigen.js';

export interface Projected {
  /** Row-major, symmetric, no eigenvalue below 0 but for rounding. */
  readonly matrix: readonly number[];
  /** Eigenvalues of the symmetric part that were below 0, ascending. */
  readonly cut: readonly number[];
  /** How far the matrix is from the given one: Frobenius norm of the difference, its unsymmetric part included. */
  readonly change: number;
}

/**
 * The symmetric positive semidefinite matrix that is nearest to a square one (row-major, size × size) in the Frobenius
 * norm: its symmetric part with the negative eigenvalues set to 0 (Higham, Computing a nearest symmetric positive
 * semidefinite matrix (1988), theorem 2.1).
 */
export function projectSemidefinite(matrix: readonly number[], size: number): Projected {
  if (matrix.length !== size * size) {
    throw new Error(`projectSemidefinite: expected ${size * size} entries, got ${matrix.length}`);
  }
  const symmetric = matrix.map((x, k) => 0.5 * (x + matrix[(k % size) * size + Math.floor(k / size)]));
  const { values, vectors } = symmetricEigen(symmetric, size);
  const cut = values.filter((value) => value < 0);
  const projected = [...symmetric];
  cut.forEach((value, k) => {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) projected[i * size + j] -= value * (vectors[k][i] * vectors[k][j]);
    }
  });
  const change = Math.sqrt(projected.reduce((sum, x, k) => sum + (x - matrix[k]) * (x - matrix[k]), 0));
  return { matrix: projected, cut, change };
}
