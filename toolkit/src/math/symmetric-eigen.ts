/** Eigenvalues and eigenvectors of small symmetric matrices of numbers, by Jacobi's rotations. */
import { factorDefinite, solveTransposedLower, solveUnitLower } from './definite.js';
import { numbers } from './numbers.js';

export interface Eigen {
  /** Ascending. */
  readonly values: readonly number[];
  /** `vectors[k]` of unit length belongs to `values[k]`. */
  readonly vectors: readonly (readonly number[])[];
}

/**
 * Eigenvalues of a symmetric matrix (row-major, size × size; the lower triangle is read), to a few ulp of the
 * largest. Cyclic Jacobi (Golub and Van Loan, Matrix Computations, section 8.5).
 */
export function symmetricEigen(matrix: readonly number[], size: number): Eigen {
  const a = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i >= j ? matrix[i * size + j] : matrix[j * size + i])),
  );
  const vectors = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => (i === j ? 1 : 0)),
  );
  const scale = a.flat().reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0);
  for (let sweep = 0; sweep < 60; sweep++) {
    let rest = 0;
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) rest += Math.abs(a[i][j]);
    if (rest <= 1e-17 * scale) break;
    for (let p = 0; p < size; p++) for (let r = p + 1; r < size; r++) rotate(a, vectors, p, r);
  }
  const order = a.map((row, i) => ({ value: row[i], vector: vectors[i] })).sort((x, y) => x.value - y.value);
  return {
    values: order.map((e) => e.value),
    vectors: order.map((e) => e.vector),
  };
}

/** Turns the plane (p, r) so that a[p][r] becomes 0; `vectors` holds the eigenvectors as rows. */
function rotate(a: number[][], vectors: number[][], p: number, r: number): void {
  const off = a[p][r];
  if (off === 0) return;
  const theta = (a[r][r] - a[p][p]) / (2 * off);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (const row of a) {
    const [x, y] = [row[p], row[r]];
    row[p] = c * x - s * y;
    row[r] = s * x + c * y;
  }
  for (const rows of [a, vectors]) {
    const [x, y] = [rows[p], rows[r]];
    rows[p] = x.map((e, k) => c * e - s * y[k]);
    rows[r] = x.map((e, k) => s * e + c * y[k]);
  }
}

export function leastEigenvalue(matrix: readonly number[], size: number): number {
  return symmetricEigen(matrix, size).values[0];
}

/**
 * λ and x with K x = λ M x, ascending, xᵀ M x = 1, for symmetric K and symmetric positive definite M: with
 * M = Bᵀ B, B = D^½ L (see definite.ts), the eigenvalues of B⁻ᵀ K B⁻¹ and x = B⁻¹ y of its eigenvectors y. Throws
 * where M is not positive definite.
 */
export function generalisedEigen(K: readonly number[], M: readonly number[], size: number): Eigen {
  const factored = factorDefinite(numbers, M, size);
  if (!factored.pivots.every((pivot) => pivot > 0)) {
    throw new Error('generalisedEigen: the second matrix is not positive definite');
  }
  const roots = factored.pivots.map((pivot) => Math.sqrt(pivot));
  const transposed = (b: readonly number[]): number[] =>
    solveTransposedLower(numbers, factored, b).map((x, i) => x / roots[i]);
  const column = (m: readonly number[], j: number) => Array.from({ length: size }, (_, i) => m[i * size + j]);
  // Row j of `half` is column j of B⁻ᵀ K, that is, (B⁻ᵀ K)ᵀ row-major.
  const half = Array.from({ length: size }, (_, j) => transposed(column(K, j))).flat();
  const whole = Array.from({ length: size }, (_, j) => transposed(column(half, j))).flat();
  const { values, vectors } = symmetricEigen(whole, size);
  return {
    values,
    vectors: vectors.map((y) =>
      solveUnitLower(
        numbers,
        factored,
        y.map((x, i) => x / roots[i]),
      ),
    ),
  };
}
