import { describe, expect, it } from 'vitest';
import { numbers as N } from './numbers.js';
import {
  angleBetween,
  conjugate,
  expSO3,
  integrateQuaternion,
  leftJacobian,
  leftJacobianInverse,
  logSO3,
  normalised,
  type Quaternion,
  quaternionExp,
  quaternionFromRotation,
  quaternionLog,
  quaternionProduct,
  rightJacobian,
  rightJacobianInverse,
  rotationAbout,
  rotationFromQuaternion,
  rotationFromRpy,
  rotationToAxis,
  snapRotation,
} from './rotation.js';
import { type Mat3, mulMat, mulMatVec, scale3, transpose, type Vec3 } from './vector.js';

const PI = 3.141592653589793;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** Seeded numbers in −1 … 1 (a linear congruential generator is enough here). */
function* stream(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) | 0;
    yield state / 2147483648;
  }
}

function directions(count: number, seed = 1): Vec3<number>[] {
  const next = stream(seed);
  const list: Vec3<number>[] = [
    [1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ];
  while (list.length < count) {
    const v = [next.next().value, next.next().value, next.next().value] as [number, number, number];
    const length = Math.sqrt(v[0] ** 2 + v[1] ** 2 + v[2] ** 2);
    if (length > 0.1) list.push([v[0] / length, v[1] / length, v[2] / length]);
  }
  return list;
}

function apart(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return a.reduce((most, x, i) => {
    const d = Math.abs(x - b[i]);
    return d > most || Number.isNaN(d) ? d : most;
  }, 0);
}

/** Column by column, central differences of a function of three numbers. */
function differences(f: (x: Vec3<number>) => Vec3<number>, at: Vec3<number>, h = 1e-5): Mat3<number> {
  const columns = [0, 1, 2].map((k) => {
    const moved = (step: number) => f(at.map((x, i) => (i === k ? x + step : x)) as unknown as Vec3<number>);
    const [ahead, behind] = [moved(h), moved(-h)];
    return ahead.map((x, i) => (x - behind[i]) / (2 * h));
  });
  return [0, 1, 2].flatMap((i) => columns.map((c) => c[i])) as unknown as Mat3<number>;
}

const angles = [0, 1e-300, 1e-160, 1e-12, 1e-8, 1e-5, 1e-3, 0.02, 0.1, 0.4999, 0.5001, 1, 2, 3, 3.1, 3.14159];

describe('rotations', () => {
  it('reads rpy about fixed axes: yaw of pitch of roll', () => {
    const [r, p, y] = [0.3, -0.7, 1.1];
    const about = (axis: Vec3<number>, angle: number) => rotationAbout(N, axis, angle);
    const expected = mulMat(N, mulMat(N, about([0, 0, 1], y), about([0, 1, 0], p)), about([1, 0, 0], r));
    expect(apart(rotationFromRpy(N, r, p, y), expected)).toBeLessThan(1e-15);
    // Roll first: x stays, y goes to z.
    const quarter = snapRotation(rotationFromRpy(N, PI / 2, 0, 0));
    expect(mulMatVec(N, quarter, [0, 1, 0])).toEqual([0, 0, 1]);
  });

  it('snaps entries within 4 ulp of 0 and ±1 and nothing looser', () => {
    expect(snapRotation(rotationFromRpy(N, PI / 2, PI, -PI / 2)).every((x) => Number.isInteger(x))).toBe(
      true,
    );
    const tilt = rotationFromRpy(N, 1e-15, 0, 0);
    expect(snapRotation(tilt)[7]).toBe(1e-15);
    expect(snapRotation(rotationFromRpy(N, 8e-16, 0, 0))[7]).toBe(0);
  });

  it('finds a rotation that takes z to an axis', () => {
    for (const axis of [
      ...directions(40),
      [0, 0, -1],
      [-1, 0, 0],
      [0, 1, 0],
      [1e-9, 0, 1],
    ] as Vec3<number>[]) {
      const R = rotationToAxis(axis);
      expect(apart(mulMatVec(N, R, [0, 0, 1]), axis)).toBe(0);
      expect(apart(mulMat(N, R, transpose(R)), identity)).toBeLessThan(1e-15);
      const [a, b, c, d, e, f, g, h, i] = R;
      expect(a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)).toBeCloseTo(1, 14);
    }
  });

  it('goes from matrix to quaternion and back, in all four branches', () => {
    for (const axis of directions(60, 3)) {
      for (const angle of [0, 1e-9, 0.7, 2, 3.1, PI]) {
        const R = rotationAbout(N, axis, angle);
        const q = quaternionFromRotation(N, R);
        expect(q.reduce((s, x) => s + x * x, 0)).toBeCloseTo(1, 14);
        expect(apart(rotationFromQuaternion(N, q), R)).toBeLessThan(2e-15);
        const longer = q.map((x) => -3 * x) as unknown as Quaternion<number>;
        expect(apart(rotationFromQuaternion(N, longer), R)).toBeLessThan(2e-15);
      }
    }
  });

  it('multiplies quaternions as it multiplies matrices', () => {
    const [a, b, c] = directions(6, 9).slice(3);
    const p = quaternionExp(N, scale3(N, 1.3, a));
    const q = quaternionExp(N, scale3(N, 2.9, b));
    const product = rotationFromQuaternion(N, quaternionProduct(N, p, q));
    const matrices = mulMat(N, rotationFromQuaternion(N, p), rotationFromQuaternion(N, q));
    expect(apart(product, matrices)).toBeLessThan(1e-15);
    expect(apart(quaternionProduct(N, p, conjugate(N, p)), [1, 0, 0, 0])).toBeLessThan(1e-15);
    expect(angleBetween(N, p, quaternionProduct(N, p, quaternionExp(N, scale3(N, 0.25, c))))).toBeCloseTo(
      0.25,
      14,
    );
    expect(angleBetween(N, q, q.map((x) => -x) as unknown as Quaternion<number>)).toBeLessThan(1e-15);
    expect(normalised(N, [0, 0, 0, 0])).toEqual([1, 0, 0, 0]);
    expect(normalised(N, [0, 0, -4, 3])).toEqual([0, 0, -0.8, 0.6000000000000001]);
  });

  it('exponential and logarithm undo each other from nothing to half a turn', () => {
    for (const axis of directions(25, 5)) {
      for (const angle of angles) {
        const phi = scale3(N, angle, axis);
        const bound = 4e-15 * (angle > 1 ? 1 : angle) + 1e-307;
        expect(apart(quaternionLog(N, quaternionExp(N, phi)), phi)).toBeLessThanOrEqual(bound);
        expect(apart(logSO3(N, expSO3(N, phi)), phi)).toBeLessThanOrEqual(4e-15 * (angle > 1e-3 ? 1 : 0.1));
        expect(apart(expSO3(N, phi), rotationFromQuaternion(N, quaternionExp(N, phi)))).toBeLessThan(2e-15);
        expect(apart(expSO3(N, phi), rotationAbout(N, axis, angle))).toBeLessThan(2e-15);
      }
    }
  });

  it('takes the short way, the same for q and −q', () => {
    for (const [degrees, expected] of [
      [190, -170],
      [350, -10],
      [170, 170],
      [-200, 160],
    ]) {
      for (const axis of directions(8, 4)) {
        const half = ((degrees / 180) * PI) / 2;
        const s = N.sin(half);
        const q: Quaternion<number> = [N.cos(half), s * axis[0], s * axis[1], s * axis[2]];
        const minus = q.map((x) => -x) as unknown as Quaternion<number>;
        const phi = quaternionLog(N, q);
        expect(apart(phi, scale3(N, (expected / 180) * PI, axis))).toBeLessThan(4e-15);
        expect(quaternionLog(N, minus)).toEqual(phi);
      }
    }
  });

  it('is finite at half a turn, with a stated sign', () => {
    for (const axis of directions(20, 6)) {
      // 2 n nᵀ − 1 is symmetric to the last bit, so that w is 0; elsewhere at 180° rounding chooses the sign.
      const [x, y, z] = axis;
      const [xy, xz, yz] = [2 * x * y, 2 * x * z, 2 * y * z];
      const R: Mat3<number> = [2 * x * x - 1, xy, xz, xy, 2 * y * y - 1, yz, xz, yz, 2 * z * z - 1];
      const phi = logSO3(N, R);
      const largest = [...axis].sort((a, b) => Math.abs(b) - Math.abs(a))[0];
      expect(apart(phi, scale3(N, largest > 0 ? PI : -PI, axis))).toBeLessThan(2e-15);
      const noisy = logSO3(N, rotationAbout(N, axis, PI));
      expect(Math.abs(noisy.reduce((s, c, k) => s + c * axis[k], 0))).toBeCloseTo(PI, 14);
    }
    // A tool that points down with 30° of yaw.
    const down = mulMat(N, rotationAbout(N, [0, 0, 1], PI / 6), rotationAbout(N, [1, 0, 0], PI));
    const phi = logSO3(N, down);
    expect(apart(phi, [3.034545, 0.813104, 0])).toBeLessThan(5e-7);
  });

  it('has the Jacobians of its exponential', () => {
    for (const axis of directions(8, 8)) {
      for (const angle of [0, 1e-6, 0.1, 0.49, 0.51, 1.5, 3, PI, 4.5]) {
        const phi = scale3(N, angle, axis);
        // exp(φ + δ) = exp(J_l δ) exp(φ) = exp(φ) exp(J_r δ).
        const R = expSO3(N, phi);
        const left = differences((x) => logSO3(N, mulMat(N, expSO3(N, x), transpose(R))), phi);
        const right = differences((x) => logSO3(N, mulMat(N, transpose(R), expSO3(N, x))), phi);
        expect(apart(leftJacobian(N, phi), left)).toBeLessThan(2e-10);
        expect(apart(rightJacobian(N, phi), right)).toBeLessThan(2e-10);
        const product = mulMat(N, leftJacobian(N, phi), leftJacobianInverse(N, phi));
        expect(apart(product, identity)).toBeLessThan(5e-15);
        expect(apart(mulMat(N, rightJacobianInverse(N, phi), rightJacobian(N, phi)), identity)).toBeLessThan(
          5e-15,
        );
      }
    }
  });

  it('has series that meet the closed forms at their bounds', () => {
    for (const f of [expSO3, leftJacobian, leftJacobianInverse]) {
      for (const axis of directions(10, 10)) {
        const [below, above] = [0.4999999999, 0.5000000001].map((angle) => f(N, scale3(N, angle, axis)));
        expect(apart(below, above)).toBeLessThan(2.1e-10);
        const middle = below.map((x, i) => (x + above[i]) / 2);
        expect(apart(f(N, scale3(N, 0.5, axis)), middle)).toBeLessThan(1e-15);
      }
    }
  });

  it('integrates a held angular velocity exactly and stays unit', () => {
    let q = quaternionExp(N, [0.4, -0.2, 0.9]);
    const start = q;
    const w: Vec3<number> = [0.3, 2, -1];
    for (let k = 0; k < 1000; k++) q = integrateQuaternion(N, q, w, 1e-3);
    const there = quaternionProduct(N, start, quaternionExp(N, w));
    expect(apart(q, there)).toBeLessThan(1e-13);
    expect(Math.abs(q.reduce((s, x) => s + x * x, 0) - 1)).toBeLessThan(1e-15);
  });
});
