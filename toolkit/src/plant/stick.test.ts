import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { seeded } from './arms.test.helper.js';
import { type StickProblem, solveFace, stopLoss, sweep, towards } from './stick.js';

/** A random definite matrix with the strong coupling of a chain: M = Σ m JᵀJ, masses falling along it. */
function chainMatrix(count: number, next: () => number): number[] {
  const matrix = new Array<number>(count * count).fill(0);
  const axes = Array.from({ length: count }, () => [next(), next(), next()]);
  let mass = 4;
  for (let body = 0; body < count; body++) {
    const rows = [0, 1, 2].map((k) =>
      Array.from({ length: body + 1 }, (_, i) => axes[i][k] * (body - i + 0.5)),
    );
    for (const row of rows) {
      for (let i = 0; i <= body; i++) {
        for (let j = 0; j <= body; j++) matrix[i * count + j] += mass * row[i] * row[j] * 0.04;
      }
    }
    for (let i = 0; i <= body; i++) matrix[i * count + i] += mass * 0.002;
    mass *= 0.6;
  }
  return matrix;
}

function problem(count: number, next: () => number): { problem: StickProblem<number>; v: number[] } {
  const matrix = chainMatrix(count, next);
  const v = Array.from({ length: count }, () => (next() < -0.4 ? 0 : next()));
  const times = (x: readonly number[], i: number) =>
    x.reduce((s, xj, j) => s + matrix[i * count + j] * xj, 0);
  return {
    v,
    problem: {
      matrix,
      momentum: v.map((_, i) => times(v, i) + 3e-3 * next()),
      friction: v.map(() => (next() < -0.6 ? undefined : 1e-3 * (1 + next()))),
      bounds: v.map(() =>
        next() < -0.5 ? { lower: -0.2 * (1 + next()), upper: next() < 0 ? 0 : 0.3 } : undefined,
      ),
    },
  };
}

function run(
  p: StickProblem<number>,
  start: readonly number[],
): { passes: number; v: readonly number[]; stop: readonly number[] } {
  let v: readonly number[] = start;
  let letGo = true;
  for (let passes = 1; passes <= 100; passes++) {
    if (letGo || passes <= 4) v = sweep(N, p, v);
    const face = solveFace(N, p, v);
    if (face.feasible !== 0 && face.held !== 0) return { passes, v: face.velocity, stop: face.stopImpulse };
    letGo = face.feasible !== 0;
    v = letGo ? face.velocity : towards(N, p, v, face.velocity);
  }
  return { passes: Number.POSITIVE_INFINITY, v, stop: [] };
}

/** ½ vᵀMv − rᵀv + Σ c|v|. */
function objective({ matrix, momentum, friction }: StickProblem<number>, v: readonly number[]): number {
  return v.reduce((total, x, i) => {
    const row = v.reduce((s, y, j) => s + matrix[i * v.length + j] * y, 0);
    return total + 0.5 * x * row - momentum[i] * x + (friction[i] ?? 0) * Math.abs(x);
  }, 0);
}

describe('friction and stops', () => {
  it('ends at the one minimum, with all conditions met, in few passes', () => {
    const next = seeded(4);
    for (const count of [1, 2, 7, 20]) {
      let most = 0;
      for (let trial = 0; trial < 100; trial++) {
        const { problem: p, v: start } = problem(count, next);
        const { passes, v, stop } = run(p, start);
        most = Math.max(most, passes);
        v.forEach((x, i) => {
          const bound = p.bounds[i];
          const c = p.friction[i] ?? 0;
          const impulse = v.reduce((s, y, j) => s + p.matrix[i * count + j] * y, -p.momentum[i]);
          const tolerance = 1e-12 * p.matrix[i * count + i] + 1e-15;
          // λ_friction = impulse − stop impulse is inside the cone, and opposes the motion fully where there is any.
          const friction = impulse - stop[i];
          expect(Math.abs(friction)).toBeLessThanOrEqual(c + tolerance);
          if (x !== 0) expect(Math.abs(friction + c * Math.sign(x))).toBeLessThanOrEqual(tolerance);
          if (bound !== undefined) {
            expect(x).toBeGreaterThanOrEqual(bound.lower);
            expect(x).toBeLessThanOrEqual(bound.upper);
          }
          // A stop never pulls and acts only where it is reached.
          if (stop[i] > tolerance) expect(x).toBe(bound?.lower);
          if (stop[i] < -tolerance) expect(x).toBe(bound?.upper);
        });
        const least = objective(p, v);
        for (let k = 0; k < 5; k++) {
          const other = v.map((x, i) => {
            const y = x + 0.1 * next();
            const bound = p.bounds[i];
            return bound === undefined ? y : Math.min(Math.max(y, bound.lower), bound.upper);
          });
          expect(objective(p, other)).toBeGreaterThanOrEqual(least - 1e-15);
        }
      }
      expect(most).toBeLessThanOrEqual(count + 3);
    }
  });

  it('goes towards a point until the first joint turns round or reaches its bound', () => {
    const p: StickProblem<number> = {
      matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      momentum: [0, 0, 0],
      friction: [0.1, undefined, 0.1],
      bounds: [undefined, { lower: -1, upper: 2 }, undefined],
    };
    expect(towards(N, p, [1, 1, 1], [-1, 1.5, 2])).toEqual([0, 1.25, 1.5]);
    expect(towards(N, p, [1, 1, 1], [0.5, 5, 2])).toEqual([0.875, 2, 1.25]);
    expect(towards(N, p, [1, -1, -1], [2, -1.5, -3])).toEqual([1, -1, -1]);
    expect(towards(N, p, [1, 1, 1], [2, 1.5, 3])).toEqual([2, 1.5, 3]);
  });

  it('holds a joint at exactly 0 while its friction can', () => {
    const p: StickProblem<number> = {
      matrix: [2],
      momentum: [0.003],
      friction: [0.003],
      bounds: [undefined],
    };
    expect(run(p, [0]).v[0]).toBe(0);
    expect(run({ ...p, momentum: [0.0031] }, [0]).v[0]).toBeCloseTo(0.0001 / 2, 15);
    expect(run({ ...p, momentum: [-0.0031] }, [0]).v[0]).toBeCloseTo(-0.0001 / 2, 15);
  });

  it('never turns a joint round: friction stops it at most', () => {
    const p: StickProblem<number> = {
      matrix: [2],
      momentum: [0.002],
      friction: [0.003],
      bounds: [undefined],
    };
    expect(run(p, [0.001]).v[0]).toBe(0);
  });

  it('lets a stop take the kinetic energy of an impact and nothing of a joint that rests', () => {
    const p: StickProblem<number> = {
      matrix: [2],
      momentum: [6],
      friction: [undefined],
      bounds: [{ lower: -1, upper: 0 }],
    };
    const hit = run(p, [3]);
    expect(hit.v).toEqual([0]);
    expect(hit.stop).toEqual([-6]);
    expect(stopLoss(N, hit.stop, [3], hit.v)).toBe(9);
    const rest = run({ ...p, momentum: [0.01] }, [0]);
    expect(rest.v).toEqual([0]);
    expect(stopLoss(N, rest.stop, [0], rest.v)).toBe(0);
  });
});
