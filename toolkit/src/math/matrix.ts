/** A B of two square matrices of numbers, row-major, size × size. What A has no entry for is skipped. */
export function matrixProduct(a: readonly number[], b: readonly number[], size: number): number[] {
  const out = new Array<number>(size * size).fill(0);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const factor = a[i * size + k];
      if (factor === 0) continue;
      for (let j = 0; j < size; j++) out[i * size + j] += factor * b[k * size + j];
    }
  }
  return out;
}

/** M x of a square matrix, row-major. */
export function matrixTimes(matrix: readonly number[], x: readonly number[]): number[] {
  return x.map((_, i) => x.reduce((sum, xj, j) => sum + matrix[i * x.length + j] * xj, 0));
}

/** The square matrix with these on its diagonal, row-major. */
export function diagonalMatrix(entries: readonly number[]): number[] {
  return entries.flatMap((x, i) => entries.map((_, j) => (i === j ? x : 0)));
}
