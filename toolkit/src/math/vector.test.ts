import { describe, expect, it } from 'vitest';
import { numbers as N } from './numbers.js';
import {
  add3,
  cross3,
  direction3,
  dot3,
  identity3,
  type Mat3,
  mulMat,
  mulMatVec,
  mulTransposeVec,
  neg3,
  norm3,
  scale3,
  select3,
  skew,
  sub3,
  transpose,
  type Vec3,
} from './vector.js';

const a: Vec3<number> = [1, -2, 3];
const b: Vec3<number> = [0.5, 4, -1];
const A: Mat3<number> = [1, 2, 3, 4, 5, 6, 7, 8, 10];
const B: Mat3<number> = [0, 1, -1, 2, 0, 3, 1, 1, 1];

describe('vectors', () => {
  it('add, scale and multiply', () => {
    expect(add3(N, a, b)).toEqual([1.5, 2, 2]);
    expect(sub3(N, a, b)).toEqual([0.5, -6, 4]);
    expect(neg3(N, a)).toEqual([-1, 2, -3]);
    expect(scale3(N, 2, a)).toEqual([2, -4, 6]);
    expect(dot3(N, a, b)).toBe(-10.5);
    expect([select3(N, 1, a, b), select3(N, 0, a, b)]).toEqual([a, b]);
  });

  it('have right-handed products', () => {
    expect(cross3(N, [1, 0, 0], [0, 1, 0])).toEqual([0, 0, 1]);
    expect(cross3(N, [0, 1, 0], [0, 0, 1])).toEqual([1, 0, 0]);
    expect(cross3(N, [0, 0, 1], [1, 0, 0])).toEqual([0, 1, 0]);
    expect(cross3(N, a, b)).toEqual([-10, 2.5, 5]);
    expect(mulMatVec(N, skew(N, a), b)).toEqual(cross3(N, a, b));
  });

  it('have norms and directions, of nothing as well', () => {
    expect(norm3(N, [2, -3, 6])).toBe(7);
    expect(direction3(N, [0, -4, 0])).toEqual({ direction: [0, -1, 0], norm: 4 });
    const tiny: Vec3<number> = [1e-160, 0, 0];
    for (const nothing of [[0, 0, 0], tiny] as Vec3<number>[]) {
      expect(norm3(N, nothing)).toBe(0);
      expect(direction3(N, nothing)).toEqual({ direction: [0, 0, 0], norm: 0 });
    }
    expect(norm3(N, [1e-130, 0, 0])).toBeCloseTo(1e-130, 140);
  });
});

describe('matrices', () => {
  it('are row by row', () => {
    expect(mulMatVec(N, A, a)).toEqual([6, 12, 21]);
    expect(mulTransposeVec(N, A, a)).toEqual([14, 16, 21]);
    expect(mulTransposeVec(N, A, a)).toEqual(mulMatVec(N, transpose(A), a));
    expect(mulMat(N, A, B)).toEqual([7, 4, 8, 16, 10, 17, 26, 17, 27]);
    expect(mulMat(N, A, identity3(N))).toEqual(A);
    expect(transpose(mulMat(N, A, B))).toEqual(mulMat(N, transpose(B), transpose(A)));
  });
});
