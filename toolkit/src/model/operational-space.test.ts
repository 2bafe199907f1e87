import { describe, expect, it } from 'vitest';
import { factorDefinite, numbers as N, solveDefinite } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { frameOf } from './frames.js';
import { apart, chain, made, planarArm, scale, someState, times, vector } from './made.test.helper.js';
import { massMatrix } from './mass-matrix.js';
import { nullSpaceTorque, operationalSpaceInertia, taskMobility } from './operational-space.js';

/** Mass matrix and the rows x, y of the tip's Jacobian. */
function planar(lengths: number[], masses: number[], q: number[]) {
  const model = made(planarArm(lengths, masses));
  const J = frameJacobian(N, model, forwardKinematics(N, model, q), frameOf(model, 'tip'), 'worldAligned');
  return { M: massMatrix(N, model, q), J: J.slice(0, 2 * lengths.length) };
}

/** Jᵀ f. */
function transposed(J: readonly number[], f: readonly number[]): number[] {
  const n = J.length / f.length;
  return Array.from({ length: n }, (_, k) => f.reduce((s, x, i) => s + J[i * n + k] * x, 0));
}

describe('operational space', () => {
  it('asks for ever more torque as an arm is stretched, unless damped', () => {
    const rows: [number, number, number][] = [
      [0.1, 10.004, 101.3],
      [0.01, 100, 1.0e4],
      [0.001, 1000, 1.0e6],
    ];
    const torques = (q2: number, damping?: number) => {
      const { M, J } = planar([1, 1], [1, 1], [0.3, q2]);
      const along = [N.cos(0.3 + q2 / 2), N.sin(0.3 + q2 / 2)];
      return transposed(J, times(operationalSpaceInertia(N, M, J, 2, damping), along));
    };
    expect(apart(torques(1), [1.0429, -0.4794])).toBeLessThan(5e-5);
    for (const [q2, first, condition] of rows) {
      expect(Math.abs(torques(q2)[0] / first - 1)).toBeLessThan(1e-4);
      const { M, J } = planar([1, 1], [1, 1], [0.3, q2]);
      const [a, b, , d] = taskMobility(N, M, J, 2);
      const mean = (a + d) / 2;
      const spread = Math.sqrt(((a - d) / 2) ** 2 + b * b);
      expect(Math.abs((mean + spread) / ((a * d - b * b) / (mean + spread)) / condition - 1)).toBeLessThan(
        0.02,
      );
      // Within 1 % undamped where it is far from singular, bounded where it is.
      const damping = 2e-3;
      expect(apart(torques(1, damping), torques(1))).toBeLessThan(0.01 * 1.0429);
      expect(scale(torques(q2, damping))).toBeLessThan(30);
    }
    expect(torques(0, 2e-3).every(Number.isFinite)).toBe(true);
    const { J } = planar([1, 1], [1, 1], [0.3, 0.1]);
    const along = [N.cos(0.35), N.sin(0.35)];
    expect(transposed(J, along).every((t) => Math.abs(t) < 0.05)).toBe(true);
  });

  it('projects joint torques so that the tip does not accelerate', () => {
    const { M, J } = planar([0.4, 0.3, 0.2], [2, 1.5, 1], [0.3, 0.5, -0.4]);
    const inertia = operationalSpaceInertia(N, M, J, 2);
    const factored = factorDefinite(N, M, 3);
    const acceleration = (tau: readonly number[]) => times(J, solveDefinite(N, factored, tau));
    const inside = nullSpaceTorque(N, M, J, inertia, [1, 0, 0]);
    expect(apart(acceleration(inside), [0, 0])).toBeLessThan(1e-13);
    expect(apart(nullSpaceTorque(N, M, J, inertia, inside), inside)).toBeLessThan(1e-13);
    // The plain pseudoinverse, for comparison: τ − Jᵀ (J Jᵀ)⁻¹ J τ moves the tip.
    const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const plain = nullSpaceTorque(N, identity, J, operationalSpaceInertia(N, identity, J, 2), [1, 0, 0]);
    expect(apart(acceleration(plain), [0.15912, -1.57019])).toBeLessThan(5e-6);
  });

  it('is the inverse of J M⁻¹ Jᵀ for six rows', () => {
    const model = made(
      chain('seven', ['revolute', 'revolute', 'revolute', 'prismatic', 'revolute', 'spherical'], 13),
    );
    const { q, next } = someState(model, 2);
    const frame = {
      name: 'tip',
      body: model.bodies.length - 1,
      placement: { position: [0.1, 0, 0.2], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
    } as const;
    const J = frameJacobian(N, model, forwardKinematics(N, model, q), frame, 'worldAligned');
    const M = massMatrix(N, model, q);
    const inertia = operationalSpaceInertia(N, M, J, 6);
    // A force f at the frame accelerates it by Λ⁻¹ f.
    const f = vector(next, 6);
    const moved = times(J, solveDefinite(N, factorDefinite(N, M, model.nv), transposed(J, f)));
    expect(apart(times(inertia, moved), f)).toBeLessThan(1e-10);
    expect(apart(times(taskMobility(N, M, J, 6), f), moved)).toBeLessThan(1e-12 * scale(moved));
  });
});
