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

/** Aⁿ of a square matrix, row-major, for a whole n ≥ 1, by repeated squaring. */
export function matrixPower(matrix: readonly number[], n: number, size: number): number[] {
  let power: readonly number[] = matrix;
  let result: number[] | undefined;
  for (let rest = n; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = result === undefined ? [...power] : matrixProduct(result, power, size);
    if (rest > 1) power = matrixProduct(power, power, size);
  }
  if (result === undefined) throw new Error(`matrixPower: expected a power of at least 1, got ${n}`);
  return result;
}

/** M x of a square matrix, row-major. */
export function matrixTimes(matrix: readonly number[], x: readonly number[]): number[] {
  return x.map((_, i) => x.reduce((sum, xj, j) => sum + matrix[i * x.length + j] * xj, 0));
}

/** The square matrix with these on its diagonal, row-major. */
export function diagonalMatrix(entries: readonly number[]): number[] {
  return entries.flatMap((x, i) => entries.map((_, j) => (i === j ? x : 0)));
}
