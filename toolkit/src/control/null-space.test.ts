import { describe, expect, it } from 'vitest';
import { numbers, symmetricEigen } from '../math/index.js';
import { chain, noise, planar, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import {
  forwardKinematics,
  frameJacobian,
  frameOf,
  type Model,
  massMatrix,
  pointJacobian,
} from '../model/index.js';
import { dampedBelow, nullSpaceOf } from './null-space.js';

type Rows = readonly (readonly number[])[];

function rowsOf(flat: readonly number[], nv: number): number[][] {
  return Array.from({ length: flat.length / nv }, (_, i) => flat.slice(i * nv, (i + 1) * nv));
}

/** Translation and rotation of a frame, or its x and y alone. */
function task(model: Model, q: readonly number[], frame: string, flat = false): number[][] {
  const kinematics = forwardKinematics(numbers, model, q);
  const at = frameOf(model, frame);
  if (!flat) return rowsOf(frameJacobian(numbers, model, kinematics, at, 'world'), model.nv);
  const p = kinematics.placements[at.body];
  const [x, y, z] = at.placement.position;
  const R = p.rotation;
  const tip = [0, 1, 2].map((i) => p.position[i] + R[3 * i] * x + R[3 * i + 1] * y + R[3 * i + 2] * z);
  const all = pointJacobian(numbers, model, kinematics, at, [tip[0], tip[1], tip[2]]);
  return rowsOf(all, model.nv).slice(0, 2);
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** A x = b by Gauss with pivoting, on its own. */
function solve(flat: readonly number[], b: readonly number[]): number[] {
  const n = b.length;
  const m = rowsOf(flat, n).map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k; i < n; i++) if (Math.abs(m[i][k]) > Math.abs(m[best][k])) best = i;
    [m[k], m[best]] = [m[best], m[k]];
    for (let i = 0; i < n; i++) {
      if (i === k) continue;
      const f = m[i][k] / m[k][k];
      for (let j = k; j <= n; j++) m[i][j] -= f * m[k][j];
    }
  }
  return m.map((row, i) => row[n] / row[i]);
}

/** J M⁻¹ τ. */
const accelerated = (rows: Rows, M: readonly number[], torque: readonly number[]) => {
  const a = solve(M, torque);
  return rows.map((row) => dot(row, a));
};

const kept = (rows: Rows, M: readonly number[], torque: readonly number[], damping?: number): number[] => {
  const { torque: taken } = nullSpaceOf(numbers, rows, M, damping).task(torque);
  return torque.map((x, i) => x - taken[i]);
};

const size = (x: readonly number[]) => Math.sqrt(dot(x, x));

/** Lengths .4, .3, .2 m with 2, 1.5, 1 kg at their ends. */
const three = chain([
  { mass: 2, centre: [0.4, 0, 0] },
  { mass: 1.5, xyz: [0.4, 0, 0], centre: [0.3, 0, 0] },
  { mass: 1, xyz: [0.3, 0, 0], centre: [0.2, 0, 0] },
  { type: 'fixed', xyz: [0.2, 0, 0] },
]);
const bent = [0.3, 0.5, -0.4];

describe('the null space of a task', () => {
  it('leaves a tip where it is: three links, where the plain pseudoinverse moves it', () => {
    const rows = task(three, bent, 'l4', true);
    const M = massMatrix(numbers, three, bent);
    const torque = kept(rows, M, [1, 0, 0]);
    expect(size(torque)).toBeGreaterThan(0.1);
    for (const a of accelerated(rows, M, torque)) expect(Math.abs(a)).toBeLessThan(1e-12);
    // The same with the identity in place of M: orthogonal to the rows, but not to M⁻¹ times them.
    const one = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const plain = kept(rows, one, [1, 0, 0]);
    const [x, y] = accelerated(rows, M, plain);
    expect(x).toBeCloseTo(0.15912, 4);
    expect(y).toBeCloseTo(-1.57019, 4);
  });

  it('is a projector, and one with a damped inverse is none: what leaks is told', () => {
    const rows = task(three, bent, 'l4', true);
    const one = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const M = massMatrix(numbers, three, bent);
    for (const inertia of [one, M]) {
      const once = kept(rows, inertia, [1, -0.3, 0.7], 0);
      const twice = kept(rows, inertia, once, 0);
      twice.forEach((x, i) => {
        expect(x).toBeCloseTo(once[i], 12);
      });
    }
    // With M = 1 the added diagonal is ρ² itself: λ² (J Jᵀ + λ²)⁻¹ J z.
    const space = nullSpaceOf(numbers, rows, one, 0.04);
    const { leak, torque } = space.task([1, 0, 0]);
    expect(leak[0]).toBeCloseTo(0.00532, 5);
    expect(leak[1]).toBeCloseTo(0.040254, 5);
    const rest = [1, 0, 0].map((x, i) => x - torque[i]);
    rows.forEach((row, i) => {
      expect(dot(row, rest)).toBeCloseTo(leak[i], 12);
    });
  });

  it('accelerates nothing off singularities, with 6, 7 and 8 joints', () => {
    const seven = sevenJoints();
    const six = chain([
      { axis: [0, 0, 1], centre: [0, 0.05, 0.1], inertia: [0.02, 0.03, 0.02] },
      { axis: [0, 1, 0], xyz: [0, 0, 0.3], centre: [0.1, 0, 0.2], inertia: [0.02, 0.01, 0.02] },
      { axis: [0, 1, 0], xyz: [0, 0, 0.4], centre: [0.1, 0, 0.1], inertia: [0.02, 0.01, 0.03] },
      { axis: [1, 0, 0], xyz: [0.2, 0, 0.1], centre: [0.1, 0, 0], inertia: [0.01, 0.01, 0.01] },
      { axis: [0, 1, 0], xyz: [0.2, 0, 0], centre: [0.05, 0, 0], inertia: [0.01, 0.02, 0.01] },
      { axis: [1, 0, 0], xyz: [0.1, 0, 0], centre: [0.05, 0.02, 0], inertia: [0.01, 0.01, 0.02] },
    ]);
    const eight = chain([
      { type: 'prismatic', axis: [1, 0, 0], mass: 3, inertia: [0.1, 0.1, 0.1] },
      ...[0, 1, 2, 3, 4, 5, 6].map((i) => ({
        axis: [[0, 0, 1] as const, [0, 1, 0] as const, [1, 0, 0] as const][i % 3],
        xyz: [0.05, 0, 0.25] as const,
        centre: [0.02, 0.03, 0.1] as const,
        inertia: [0.02, 0.03, 0.01] as const,
        rotorInertia: 0.05,
      })),
    ]);
    for (const [model, frame] of [
      [six, 'l6'],
      [seven, 'l8'],
      [eight, 'l8'],
    ] as const) {
      const random = noise(31);
      let tried = 0;
      for (let k = 0; k < 40; k++) {
        const { q } = randomState(model, random);
        const rows = task(model, q, frame).slice(0, model.nv === 6 ? 3 : 6);
        const M = massMatrix(numbers, model, q);
        const { square, damping } = nullSpaceOf(numbers, rows, M);
        const least = symmetricEigen(gram(rows), rows.length).values[0];
        // Never above the true one, and little below.
        expect(square).toBeLessThanOrEqual(least + 1e-10);
        expect(square).toBeGreaterThan(least / Math.sqrt(Math.sqrt(rows.length)) - 1e-9);
        if (damping > 0) continue;
        tried++;
        const torque = Array.from({ length: model.nv }, () => 5 * random());
        for (const a of accelerated(rows, M, kept(rows, M, torque))) expect(Math.abs(a)).toBeLessThan(1e-9);
      }
      expect(tried).toBeGreaterThan(15);
    }
  });

  it('damps a straight arm, smoothly: bounded, and as without from a bend of 1 rad on', () => {
    const arm = planar();
    const wanted: [number, number][] = [];
    for (const q2 of [1, 0.1, 0.01, 0.001, 0]) {
      const q = [0.3, q2];
      const rows = task(arm, q, 'l3', true);
      const M = massMatrix(numbers, arm, q);
      const along = [Math.cos(0.3 + q2 / 2), Math.sin(0.3 + q2 / 2)];
      // The torques with J M⁻¹ τ = a are those that are taken of any with that acceleration.
      const asked = solve(
        [
          dot(rows[0], rows[0]) + 1e-30,
          dot(rows[0], rows[1]),
          dot(rows[0], rows[1]),
          dot(rows[1], rows[1]) + 1e-30,
        ],
        along,
      );
      const joint = [0, 1].map((j) => rows[0][j] * asked[0] + rows[1][j] * asked[1]);
      const free = [M[0] * joint[0] + M[1] * joint[1], M[2] * joint[0] + M[3] * joint[1]];
      if (q2 > 0) {
        const { torque } = nullSpaceOf(numbers, rows, M).task(free);
        wanted.push([torque[0], torque[1]]);
      }
      expect(nullSpaceOf(numbers, rows, M).task([1, -1]).torque.every(Number.isFinite)).toBe(true);
    }
    expect(wanted[0][0]).toBeCloseTo(1.0429, 3);
    expect(wanted[0][1]).toBeCloseTo(-0.4794, 3);
    expect(wanted[1][0]).toBeCloseTo(10.004, 2);
    // Undamped 100 and 1000.
    expect(wanted[2][0]).toBeLessThan(60);
    expect(wanted[3][0]).toBeLessThan(20);
  });

  it('never makes torques larger as the inertia measures them, and changes them steadily, through singular poses', () => {
    const model = sevenJoints();
    const random = noise(77);
    for (let k = 0; k < 8; k++) {
      const q0 = randomState(model, random).q;
      // Elbow and wrist straight in the middle of the way.
      const through = (s: number) => q0.map((x, i) => (i === 3 || i === 5 ? s * x : x));
      const torque = Array.from({ length: 7 }, () => 5 * random());
      const longest = (steps: number): number => {
        let before: number[] | undefined;
        let most = 0;
        for (let n = 0; n <= steps; n++) {
          const q = through((n / steps - 0.5) / 5);
          const rows = task(model, q, 'l8');
          const M = massMatrix(numbers, model, q);
          const left = kept(rows, M, torque);
          expect(left.every(Number.isFinite)).toBe(true);
          const energy = (x: readonly number[]) => dot(x, solve(M, x));
          expect(energy(left)).toBeLessThanOrEqual(energy(torque) * (1 + 1e-9));
          const last = before;
          if (last !== undefined) most = Math.max(most, size(left.map((x, i) => x - last[i])));
          before = left;
        }
        return most;
      };
      // A jump would stay as large as it is, however short the steps.
      expect(longest(800)).toBeLessThan(0.6 * longest(400));
    }
    expect(dampedBelow).toBe(0.02);
  });

  it('takes nothing where nothing moves, and tasks that say the same twice', () => {
    const M = massMatrix(numbers, three, bent);
    const [x, y] = task(three, bent, 'l4', true);
    const still = nullSpaceOf(numbers, [[0, 0, 0]], M).task([1, 2, 3]);
    expect(still.torque).toEqual([0, 0, 0]);
    const once = kept([x, y], M, [1, 0, 0]);
    const again = kept([x, y, x], M, [1, 0, 0]);
    again.forEach((t, i) => {
      expect(t).toBeCloseTo(once[i], 3);
    });
  });
});

function gram(rows: Rows): number[] {
  return rows.flatMap((a) => rows.map((b) => dot(a, b)));
}
