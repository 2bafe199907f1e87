/** Eigenvalues and eigenvectors of small symmetric matrices of numbers, by Jacobi's rotations. */

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

/** L of M = L Lᵀ, lower triangular, row-major; throws where M is not positive definite. */
function cholesky(matrix: readonly number[], size: number): number[] {
  const lower = new Array<number>(size * size).fill(0);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * size + j];
      for (let k = 0; k < j; k++) sum -= lower[i * size + k] * lower[j * size + k];
      if (i > j) lower[i * size + j] = sum / lower[j * size + j];
      else if (sum > 0) lower[i * size + i] = Math.sqrt(sum);
      else throw new Error('symmetric: the matrix is not positive definite');
    }
  }
  return lower;
}

/**
 * λ and x with K x = λ M x, ascending, xᵀ M x = 1, for symmetric K and symmetric positive definite M: the
 * eigenvalues of L⁻¹ K L⁻ᵀ, M = L Lᵀ. Throws where M is not positive definite.
 */
export function generalisedEigen(K: readonly number[], M: readonly number[], size: number): Eigen {
  const lower = cholesky(M, size);
  // Columns of L⁻¹ K, then of L⁻¹ (L⁻¹ K)ᵀ.
  const forward = (b: readonly number[]): number[] => {
    const x: number[] = [];
    for (let i = 0; i < size; i++) {
      let sum = b[i];
      for (let k = 0; k < i; k++) sum -= lower[i * size + k] * x[k];
      x.push(sum / lower[i * size + i]);
    }
    return x;
  };
  const column = (m: readonly number[], j: number) => Array.from({ length: size }, (_, i) => m[i * size + j]);
  // Row j of `half` is column j of L⁻¹ K, that is, (L⁻¹ K)ᵀ row-major.
  const half = Array.from({ length: size }, (_, j) => forward(column(K, j))).flat();
  const whole = Array.from({ length: size }, (_, j) => forward(column(half, j))).flat();
  const { values, vectors } = symmetricEigen(whole, size);
  const back = (y: readonly number[]): number[] => {
    const x = [...y];
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) x[i] -= lower[k * size + i] * x[k];
      x[i] /= lower[i * size + i];
    }
    return x;
  };
  return { values, vectors: vectors.map(back) };
}
