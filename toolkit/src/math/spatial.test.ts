import { describe, expect, it } from 'vitest';
import { numbers as N } from './numbers.js';
import { expSO3 } from './rotation.js';
import {
  addMoments,
  massMoments,
  moveMoments,
  moveTwist,
  moveWrench,
  mulSymVec,
  power,
  rotationalInertia,
  type Sym3,
  secondMoment,
  symToMat,
  turnMoments,
  turnSym,
} from './spatial.js';
import { cross3, mulMat, mulMatVec, transpose, type Vec3 } from './vector.js';

const points: readonly (readonly [number, Vec3<number>])[] = [
  [0.7, [0.1, 0.4, -0.2]],
  [1.1, [-0.3, 0.2, 0.5]],
  [0.4, [0.25, -0.35, 0.15]],
  [2.0, [0.05, 0.1, 0.3]],
];

/** Σ m, Σ m r, Σ m (r·r 1 − r rᵀ) of the points as seen after `place`. */
function summed(place: (r: Vec3<number>) => Vec3<number>) {
  let mass = 0;
  const first = [0, 0, 0];
  const inertia = [0, 0, 0, 0, 0, 0];
  for (const [m, r] of points) {
    const [x, y, z] = place(r);
    mass += m;
    [x, y, z].forEach((c, k) => {
      first[k] += m * c;
    });
    [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z].forEach((t, k) => {
      inertia[k] += m * t;
    });
  }
  return { mass, first, inertia };
}

function near(a: readonly number[], b: readonly number[], bound = 1e-14): void {
  expect(a.length).toBe(b.length);
  a.forEach((x, i) => {
    expect(Math.abs(x - b[i])).toBeLessThanOrEqual(bound);
  });
}

describe('spatial vectors', () => {
  it('moves a wrench with its lever arm, there and back', () => {
    const moved = moveWrench(N, { force: [0, 0, 10], torque: [0, 0, 0] }, [0.2, 0, 0]);
    expect(moved).toEqual({ force: [0, 0, 10], torque: [0, 2, 0] });
    expect(
      moveWrench(N, { force: [0, 0, 0], torque: [0, 0, 0] }, [1, 2, 3]).torque.every((x) => x === 0),
    ).toBe(true);
    const odd = { force: [1, -2, 3], torque: [0.4, 0.5, -0.6] } as const;
    const back = moveWrench(N, moveWrench(N, odd, [0.1, 0.7, -0.3]), [-0.1, -0.7, 0.3]);
    near(back.torque, odd.torque, 1e-15);
  });

  it('keeps the power of a wrench on a motion when both are moved', () => {
    const wrench = { force: [1, -2, 3], torque: [0.4, 0.5, -0.6] } as const;
    const twist = { linear: [0.3, 0.1, -0.8], angular: [1, 2, -0.5] } as const;
    const r: Vec3<number> = [0.2, -0.5, 0.9];
    const moved = power(N, moveWrench(N, wrench, r), moveTwist(N, twist, r));
    expect(moved).toBeCloseTo(power(N, wrench, twist), 14);
  });

  it('turns symmetric matrices as R s Rᵀ', () => {
    const R = expSO3(N, [0.4, -1.1, 0.7]);
    const s: Sym3<number> = [4, 3, 2, 0.3, 0.2, 0.1];
    near(symToMat(turnSym(N, R, s)), mulMat(N, mulMat(N, R, symToMat(s)), transpose(R)), 1e-15);
    near(mulSymVec(N, s, [1, 2, 3]), [4 + 0.6 + 0.6, 0.3 + 6 + 0.3, 0.2 + 0.2 + 6]);
  });

  it('has the moments of a cloud of points, turned and moved', () => {
    const { mass, first, inertia } = summed((r) => r);
    const centre = first.map((x) => x / mass) as unknown as Vec3<number>;
    const about = summed((r) => r.map((x, k) => x - centre[k]) as unknown as Vec3<number>);
    const moments = massMoments(N, mass, centre, about.inertia as unknown as Sym3<number>);
    near(moments.first, first);
    near(rotationalInertia(N, moments.second), inertia);
    near(secondMoment(N, rotationalInertia(N, moments.second)), moments.second);

    const R = expSO3(N, [0.2, 0.5, -0.9]);
    const p: Vec3<number> = [0.3, -0.7, 0.4];
    const placed = summed((r) => mulMatVec(N, R, r).map((x, k) => x + p[k]) as unknown as Vec3<number>);
    const there = moveMoments(N, turnMoments(N, R, moments), p);
    near(there.first, placed.first);
    near(rotationalInertia(N, there.second), placed.inertia);
    const both = addMoments(N, there, moments);
    expect(both.mass).toBe(2 * mass);
    near(
      both.first,
      first.map((x, k) => x + placed.first[k]),
    );
  });

  it('gives the angular momentum of the points', () => {
    const moments = summed((r) => r);
    const w: Vec3<number> = [0.3, -0.4, 1.2];
    const momentum = [0, 0, 0];
    for (const [m, r] of points) {
      cross3(N, r, cross3(N, w, r)).forEach((x, k) => {
        momentum[k] += m * x;
      });
    }
    near(mulSymVec(N, moments.inertia as unknown as Sym3<number>, w), momentum);
  });
});
