import { describe, expect, it } from 'vitest';
import { diagonalMatrix, matrixPower, matrixProduct, matrixTimes } from './index.js';

describe('square matrices', () => {
  it('multiply each other and vectors, row by row', () => {
    const a = [1, 2, 0, 3];
    const b = [5, 7, 11, 13];
    expect(matrixProduct(a, b, 2)).toEqual([27, 33, 33, 39]);
    expect(matrixProduct(b, a, 2)).toEqual([5, 31, 11, 61]);
    expect(matrixTimes(b, [1, 10])).toEqual([75, 141]);
    for (const n of [1, 2, 5, 12]) expect(matrixPower([1, 1, 0, 1], n, 2)).toEqual([1, n, 0, 1]);
    expect(() => matrixPower(a, 0, 2)).toThrow(/at least 1/);
    expect(diagonalMatrix([2, 3])).toEqual([2, 0, 0, 3]);
  });
});
