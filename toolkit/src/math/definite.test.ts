import { describe, expect, it } from 'vitest';
import { factorDefinite, solveDefinite } from './definite.js';
import { numbers as N } from './numbers.js';

/** B Bᵀ + 1/2 with entries of a fixed pattern; `branch` cuts the couplings between rows 1… and 3…, as a fork does. */
function definite(size: number, branch = false): number[] {
  const entry = (i: number, k: number) => ((7 * i + 3 * k * k + 5) % 11) / 11 - 0.4;
  return Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [(at - (at % size)) / size, at % size];
    const [low, high] = i < j ? [i, j] : [j, i];
    if (branch && low >= 1 && low < 3 && high >= 3) return 0;
    let total = i === j ? 0.5 + size / 2 : 0;
    for (let k = 0; k < size; k++) total += entry(i, k) * entry(j, k);
    return total;
  });
}

describe('definite systems', () => {
  for (const size of [1, 2, 5, 12]) {
    it(`solves ${size} equations`, () => {
      const matrix = definite(size);
      const factored = factorDefinite(N, matrix, size);
      expect(factored.pivots.every((d) => d > 0)).toBe(true);
      const b = Array.from({ length: size }, (_, i) => i - 1.5);
      const x = solveDefinite(N, factored, b);
      for (let i = 0; i < size; i++) {
        let row = 0;
        for (let j = 0; j < size; j++) row += matrix[i * size + j] * x[j];
        expect(Math.abs(row - b[i])).toBeLessThan(1e-13);
      }
    });
  }

  it('is Lᵀ D L', () => {
    const size = 6;
    const matrix = definite(size);
    const { lower, pivots } = factorDefinite(N, matrix, size);
    const L = (i: number, j: number) => (i === j ? 1 : i > j ? lower[i * size + j] : 0);
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        let sum = 0;
        for (let k = 0; k < size; k++) sum += L(k, i) * pivots[k] * L(k, j);
        expect(Math.abs(sum - matrix[i * size + j])).toBeLessThan(1e-14);
      }
    }
  });

  it('makes no fill-in between branches', () => {
    const size = 6;
    const { lower } = factorDefinite(N, definite(size, true), size);
    for (let i = 3; i < size; i++) for (let j = 1; j < 3; j++) expect(Math.abs(lower[i * size + j])).toBe(0);
  });

  it('shows an indefinite matrix by a pivot', () => {
    expect(factorDefinite(N, [1, 2, 2, 1], 2).pivots).toEqual([-3, 1]);
  });

  it('refuses wrong sizes', () => {
    expect(() => factorDefinite(N, [1, 2, 3], 2)).toThrow('expected 4 entries, got 3');
    expect(() => solveDefinite(N, factorDefinite(N, [2], 1), [1, 2])).toThrow('expected 1 entries, got 2');
  });
});
