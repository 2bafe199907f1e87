/**
 * Spectral radius of a square matrix (row-major) by repeated squaring: |A^(2^k)|^(1/2^k) with the scale kept as a
 * logarithm, so that nothing overflows. After 40 squarings a defective pole of the size's order is off by less
 * than 1e-10. NaN where the matrix has one.
 */
import { matrixProduct } from './matrix.js';
import { numbers } from './numbers.js';

const squarings = 40;

export function spectralRadius(matrix: readonly number[], size: number): number {
  let power = [...matrix];
  // ln of the factor that was taken out of A^(2^k).
  let scale = 0;
  for (let k = 0; k <= squarings; k++) {
    let largest = 0;
    for (const x of power) {
      if (Number.isNaN(x)) return Number.NaN;
      if (Math.abs(x) > largest) largest = Math.abs(x);
    }
    if (largest === 0) return 0;
    for (let i = 0; i < power.length; i++) power[i] /= largest;
    scale += numbers.log(largest);
    if (k === squarings) break;
    power = matrixProduct(power, power, size);
    scale *= 2;
  }
  return numbers.exp(scale * numbers.pow2(-squarings));
}
