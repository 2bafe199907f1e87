import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numbers, rotationFromRpy, type Sym3, turnSym, type Vec3 } from '../math/index.js';
import { principal } from './principal.js';

describe('principal moments', () => {
  it('come out sorted, with their axes', () => {
    const { values, axes } = principal([3, 1, 2, 0, 0, 0]);
    expect(values).toEqual([1, 2, 3]);
    expect(axes.map((axis) => axis.map(Math.abs))).toEqual([
      [0, 1, 0],
      [0, 0, 1],
      [1, 0, 0],
    ]);
  });

  it('has a zero where xy equals xx = yy', () => {
    const { values, axes } = principal([0.1, 0.1, 0.2, 0.1, 0, 0]);
    expect(values[0]).toBeCloseTo(0, 16);
    expect(values[1]).toBeCloseTo(0.2, 15);
    expect(values[2]).toBeCloseTo(0.2, 15);
    expect(Math.abs(axes[0][0])).toBeCloseTo(Math.SQRT1_2, 15);
    expect(axes[0][0]).toBeCloseTo(-axes[0][1], 15);
    expect(axes[0][2]).toBe(0);
  });

  it('finds the moments of a slipped tensor', () => {
    const { values } = principal([16616.493, -2240.0581, 0, -2240.0581, 0, 16616.324]);
    [-17851.901, 14479.746, 17748.59].forEach((x, i) => {
      expect(Math.abs(values[i] - x)).toBeLessThan(5e-4);
    });
  });

  it('is zero for zero, and finite at the ends of the range', () => {
    expect(principal([0, 0, 0, 0, 0, 0]).values).toEqual([0, 0, 0]);
    for (const scale of [1e-300, 1e300]) {
      const { values } = principal([3 * scale, scale, 2 * scale, 0.5 * scale, 0.1 * scale, -0.2 * scale]);
      expect(values.every(Number.isFinite)).toBe(true);
      expect(values[0] / scale).toBeCloseTo(principal([3, 1, 2, 0.5, 0.1, -0.2]).values[0], 12);
    }
  });

  it('does not change when the body is turned', () => {
    const moment = fc.double({ min: 1e-6, max: 10, noNaN: true });
    const angle = fc.double({ min: -7, max: 7, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(moment, moment, moment), fc.tuple(angle, angle, angle), (diagonal, [r, p, y]) => {
        const six: Sym3<number> = [...diagonal, 0, 0, 0];
        const { values, axes } = principal(turnSym(numbers, rotationFromRpy(numbers, r, p, y), six));
        const sorted = [...diagonal].sort((a, b) => a - b);
        for (let i = 0; i < 3; i++) expect(Math.abs(values[i] - sorted[i])).toBeLessThan(1e-14 * sorted[2]);
        const dot = (a: Vec3<number>, b: Vec3<number>): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        expect(Math.abs(dot(axes[0], axes[1]))).toBeLessThan(1e-14);
        expect(dot(axes[2], axes[2])).toBeCloseTo(1, 14);
      }),
      { seed: 7, numRuns: 300 },
    );
  });
});
