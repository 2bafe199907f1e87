import { describe, expect, it } from 'vitest';
import { generalisedEigen, leastEigenvalue, symmetricEigen } from './index.js';

describe('symmetric matrices', () => {
  let seed = 62;
  /** −1 … 1, the same on every run. */
  const random = (): number => {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    return seed / 2 ** 31;
  };
  const symmetric = (n: number) => {
    const a = Array.from({ length: n * n }, random);
    return a.map((x, at) => x + a[(at % n) * n + Math.floor(at / n)]);
  };

  it('have eigenvalues and vectors', () => {
    const K = symmetric(6);
    const B = Array.from({ length: 36 }, random);
    const M = Array.from({ length: 36 }, (_, at) => {
      const [i, j] = [Math.floor(at / 6), at % 6];
      return [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + B[6 * i + k] * B[6 * j + k], i === j ? 0.5 : 0);
    });
    const times = (m: readonly number[], x: readonly number[]) =>
      x.map((_, i) => x.reduce((sum, y, j) => sum + m[6 * i + j] * y, 0));
    for (const [{ values, vectors }, right] of [
      [symmetricEigen(K, 6), symmetricEigen(K, 6).values.map((_, i) => i)],
      [generalisedEigen(K, M, 6), undefined],
    ] as const) {
      expect([...values].sort((a, b) => a - b)).toEqual(values);
      vectors.forEach((x, k) => {
        const Mx = right === undefined ? times(M, x) : x;
        times(K, x).forEach((y, i) => {
          expect(y).toBeCloseTo(values[k] * Mx[i], 10);
        });
        expect(x.reduce((sum, y, i) => sum + y * Mx[i], 0)).toBeCloseTo(1, 10);
      });
    }
    expect(leastEigenvalue(K, 6)).toBe(symmetricEigen(K, 6).values[0]);
    expect(() =>
      generalisedEigen(
        K,
        K.map((x) => -x * x),
        6,
      ),
    ).toThrow(/positive definite/);
  });
});
