import { describe, expect, it } from 'vitest';
import { dot, type Field, flat, greatest, times } from './descent.js';
import { minimise } from './minimise.js';

/** A potential on ℝⁿ by its force, Hessian by differences. */
function field(size: number, force: (q: readonly number[]) => number[]): Field {
  const move = (q: readonly number[], step: readonly number[]) => q.map((x, i) => x + step[i]);
  return {
    size,
    force,
    move,
    hessian(q) {
      const h = 1e-5;
      const matrix = new Array<number>(size * size);
      for (let j = 0; j < size; j++) {
        const shift = Array.from({ length: size }, (_, i) => (i === j ? h : 0));
        const [up, down] = [
          force(move(q, shift)),
          force(
            move(
              q,
              shift.map((x) => -x),
            ),
          ),
        ];
        for (let i = 0; i < size; i++) matrix[i * size + j] = (down[i] - up[i]) / (2 * h);
      }
      return { matrix, curl: 0 };
    },
  };
}

describe('minimise', () => {
  it('solves a quadratic exactly, and gives its eigenvalues', () => {
    const H = [4, 1, 0, 1, 3, 1, 0, 1, 2];
    const to = [0.3, -0.7, 0.2];
    const found = minimise(
      field(3, (q) =>
        times(
          H,
          to.map((x, i) => x - q[i]),
          3,
        ),
      ),
      [5, 5, 5],
    )!;
    expect(greatest(found.q.map((x, i) => x - to[i]))).toBeLessThan(1e-9);
    expect(found.eigenvalues.reduce((a, b) => a + b)).toBeCloseTo(9, 6);
    expect(found.eigenvalues[0]).toBeGreaterThan(1);
    expect(found.flat).toEqual([]);
    expect(found.steps).toBeLessThan(60);
  });

  it('goes down a curved valley to its end', () => {
    // Rosenbrock's: (1 − x)² + 100 (y − x²)².
    const found = minimise(
      field(2, ([x, y]) => [2 * (1 - x) + 400 * x * (y - x * x), -200 * (y - x * x)]),
      [-1.2, 1],
    )!;
    expect(found.q[0]).toBeCloseTo(1, 8);
    expect(found.q[1]).toBeCloseTo(1, 8);
  });

  it('leaves a saddle on which it starts', () => {
    // (x² − 1)² + y²: a saddle at 0, minima at ±1.
    const found = minimise(
      field(2, ([x, y]) => [-4 * x * (x * x - 1), -2 * y]),
      [0, 0],
    )!;
    expect(Math.abs(found.q[0])).toBeCloseTo(1, 8);
    expect(found.eigenvalues[0]).toBeCloseTo(2, 4);
  });

  it('names what is flat, and calls it no saddle', () => {
    // ½ (x + y)²: flat along (1, −1).
    const found = minimise(
      field(2, ([x, y]) => [-(x + y), -(x + y)]),
      [1, 0.5],
    )!;
    expect(found.flat).toHaveLength(1);
    expect(Math.abs(dot(found.flat[0], [1, 1]))).toBeLessThan(1e-6);
    expect(Math.abs(found.eigenvalues[0])).toBeLessThan(flat * found.eigenvalues[1]);
    expect(found.q[0] + found.q[1]).toBeCloseTo(0, 9);
    // Nothing pulled along it.
    expect(found.q[0] - found.q[1]).toBeCloseTo(0.5, 6);
  });

  it('has no minimum where the force pushes away for ever', () => {
    expect(
      minimise(
        field(1, ([x]) => [x]),
        [1],
      ),
    ).toBeUndefined();
    expect(
      minimise(
        field(1, ([x]) => [1 / (1 + x * x)]),
        [0],
        { most: 50 },
      ),
    ).toBeUndefined();
    expect(
      minimise(
        field(1, () => [Number.NaN]),
        [0],
      ),
    ).toBeUndefined();
  });
});
