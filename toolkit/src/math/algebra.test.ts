import { describe, expect, it } from 'vitest';
import { ceil, clamp, max, min, sign, sum } from './algebra.js';
import { numbers as N } from './numbers.js';

const nan = Number.NaN;
const inf = Number.POSITIVE_INFINITY;

describe('choices by comparison', () => {
  it.each([
    [1, 2, 1, 2],
    [2, 1, 1, 2],
    [-inf, inf, -inf, inf],
    // Ties and what is no number: the first operand stays unless the second one is strictly beyond it.
    [0, -0, 0, 0],
    [-0, 0, -0, -0],
    [nan, 1, nan, nan],
    [1, nan, 1, 1],
  ])('least and greatest of %d and %d are %d and %d', (a, b, least, greatest) => {
    expect([min(N, a, b), max(N, a, b)]).toEqual([least, greatest]);
  });

  it.each([
    [0, -1, 2, 0],
    [-5, -1, 2, -1],
    [5, -1, 2, 2],
    [-1, -1, 2, -1],
    [inf, -1, 2, 2],
    [-inf, -1, 2, -1],
    [0.5, 1, 3, 1],
    [-0, 0, 1, -0],
    // Bounds that stand the wrong way round: the upper one holds.
    [5, 2, 1, 1],
  ])('%d inside [%d, %d] is %d', (x, lower, upper, held) => {
    expect(clamp(N, x, lower, upper)).toBe(held);
  });

  it('leave what is no number to be seen', () => {
    expect(clamp(N, nan, -1, 1)).toBeNaN();
  });
});

describe('signs, whole numbers and sums', () => {
  it('are as stated', () => {
    expect([-3, -0, 0, 2, nan, -inf].map((x) => sign(N, x))).toEqual([-1, 0, 0, 1, 0, -1]);
    expect([1.2, -1.2, 3, -0.5].map((x) => ceil(N, x))).toEqual([2, -1, 3, -0]);
    expect([sum(N, []), sum(N, [-0]), sum(N, [0.1, 0.2, 0.3])]).toEqual([0, -0, 0.1 + 0.2 + 0.3]);
  });
});
