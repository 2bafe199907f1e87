import { describe, expect, it } from 'vitest';
import { chance } from '../../../checks/made-robots.js';
import { interpret, ProgramBuilder, programRepeat, view } from '../graph/index.js';
import {
  generalisedEigen,
  modalDamping,
  modalDampingMatrix,
  numbers as N,
  symmetricEigen,
  symmetricModes,
  unrolled,
  vibration,
} from './index.js';

const sorted = (x: readonly number[]) => [...x].sort((a, b) => a - b);
const times = (m: readonly number[], x: readonly number[]) =>
  x.map((_, i) => x.reduce((sum, y, j) => sum + m[i * x.length + j] * y, 0));
const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** Q diag(values) Qᵀ with Q from the eigenvectors of a random symmetric matrix. */
function withValues(next: () => number, values: readonly number[]): number[] {
  const n = values.length;
  const a = Array.from({ length: n * n }, () => next() - 0.5);
  const symmetric = a.map((x, at) => x + a[(at % n) * n + Math.floor(at / n)]);
  const { vectors } = symmetricEigen(symmetric, n);
  return a.map((_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return vectors.reduce((sum, v, k) => sum + values[k] * v[i] * v[j], 0);
  });
}

const decades = (next: () => number, n: number, span: number) =>
  Array.from({ length: n }, () => 10 ** ((next() - 0.5) * span));

describe('eigenvalues by Jacobi with a fixed number of sweeps', () => {
  it('stand to rounding for three and six rows, whatever their spread', () => {
    const next = chance(11);
    let worst = 0;
    for (let trial = 0; trial < 120; trial++) {
      const n = trial % 2 === 0 ? 3 : 6;
      const values = decades(next, n, trial % 3 === 0 ? 12 : 2);
      if (trial % 5 === 0) values[0] = 0;
      if (trial % 7 === 0) values[1] = values[2];
      const matrix = withValues(next, values);
      const { values: got, vectors } = symmetricModes(N, matrix, n);
      const scale = Math.max(...values);
      sorted(got).forEach((x, k) => {
        worst = Math.max(worst, Math.abs(x - sorted(values)[k]) / scale);
      });
      vectors.forEach((v, k) => {
        times(matrix, v).forEach((y, i) => {
          worst = Math.max(worst, Math.abs(y - got[k] * v[i]) / scale);
        });
        vectors.forEach((w, l) => {
          worst = Math.max(worst, Math.abs(dot(v, w) - (k === l ? 1 : 0)));
        });
      });
    }
    expect(worst).toBeLessThan(3e-14);
  });

  it('are the matrix itself where it is diagonal or nothing', () => {
    expect(symmetricModes(N, [4, 0, 0, 0, 0, 0, 0, 0, 9], 3).values).toEqual([4, 0, 9]);
    expect(symmetricModes(N, new Array(36).fill(0), 6).values).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('are the same bits in a loop of a program', () => {
    const matrix = withValues(chance(3), [1, 20, 3, 1e4, 0, 7]);
    const p = new ProgramBuilder('modes');
    const a = p.field({ name: 'a', region: 'inputs', size: 36, unit: '' });
    const values = p.field({ name: 'values', region: 'outputs', size: 6, unit: '' });
    p.procedure('step', () => {
      p.storeAll(values, symmetricModes(p.graph, p.loadAll(a), 6, programRepeat(p, 'sweeps')).values);
    });
    const { layout, memory, run } = interpret(p.finish());
    view(layout, memory, 'a').set(matrix);
    run.step();
    expect([...view(layout, memory, 'values')]).toEqual(symmetricModes(N, matrix, 6, unrolled).values);
  });
});

describe('damping that is true in every mode', () => {
  it('is that of two axes with a coupled inertia', () => {
    // Λ = [[2, 1], [1, 3]], K = diag(100, 400), ζ = 0.7.
    const mobility = [0.6, -0.2, -0.2, 0.4];
    const D = modalDampingMatrix(N, vibration(N, [100, 0, 0, 400], mobility, 2), 0.7);
    [19.5492, 6.2697, 6.2697, 46.8483].forEach((x, k) => {
      expect(D[k]).toBeCloseTo(x, 4);
    });
    expect(modalDampingMatrix(N, vibration(N, [400], [0.25], 1), 0.7)[0]).toBeCloseTo(56, 12);
  });

  it('splits any stiffness and inertia into modes with that ratio and no other', () => {
    const next = chance(5);
    for (let trial = 0; trial < 40; trial++) {
      const n = trial % 2 === 0 ? 3 : 6;
      const K = withValues(next, decades(next, n, 4));
      const inertias = decades(next, n, 4);
      const seed = 100 + trial;
      const inertia = withValues(chance(seed), inertias);
      const mobility = withValues(
        chance(seed),
        inertias.map((x) => 1 / x),
      );
      const modes = vibration(N, K, mobility, n);
      const D = modalDampingMatrix(N, modes, 0.7);
      const right = generalisedEigen(K, inertia, n);
      const spread = Math.max(...right.values);
      sorted(modes.squares).forEach((x, k) => {
        expect(Math.abs(x - right.values[k]) / spread).toBeLessThan(1e-10);
      });
      modes.shapes.forEach((x, k) => {
        // Λ (x'' = −λ x, and D x = 2 ζ ω Λ x): each mode is an oscillator of its own.
        const push = times(inertia, x);
        const size = Math.max(...push.map(Math.abs));
        const most = 1e-7 * size * Math.sqrt(spread);
        times(D, x).forEach((d, i) => {
          expect(Math.abs(d - 1.4 * Math.sqrt(modes.squares[k]) * push[i])).toBeLessThan(most);
          expect(Math.abs(push[i] - modes.momenta[k][i])).toBeLessThan(1e-8 * size);
        });
      });
      const u = Array.from({ length: n }, () => next() - 0.5);
      const { force, power } = modalDamping(N, modes, 0.7, u);
      expect(power).toBeCloseTo(dot(force, u), 6);
      expect(power).toBeGreaterThan(0);
    }
  });

  it('leaves a direction without stiffness undamped', () => {
    const D = modalDampingMatrix(
      N,
      vibration(N, [100, 0, 0, 0, 0, 0, 0, 0, 25], [1, 0, 0, 0, 2, 0, 0, 0, 4], 3),
      1,
    );
    expect(D[4]).toBe(0);
    expect(D[0]).toBeCloseTo(20, 12);
    expect(D[8]).toBeCloseTo(2 * Math.sqrt(25 / 4), 12);
  });
});
