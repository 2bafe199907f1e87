import { describe, expect, it } from 'vitest';
import { numbers as N, type Vec3 } from '../../math/index.js';
import {
  forwardDynamics,
  forwardKinematics,
  frameJacobian,
  frameOf,
  gravityTorque,
  massMatrix,
  momentumBalance,
} from '../../model/index.js';
import { made, planarArm, quarterTurnArm } from '../../model/made.test.helper.js';
import { residualStep, wrenchOfTorques } from './observer.js';

const rowsOf = (jacobian: readonly number[], nv: number) =>
  Array.from({ length: jacobian.length / nv }, (_, i) => jacobian.slice(i * nv, (i + 1) * nv));
const back = (rows: readonly (readonly number[])[], wrench: readonly number[]) =>
  rows[0].map((_, k) => rows.reduce((sum, row, i) => sum + row[k] * wrench[i], 0));

describe('the wrench of external joint torques', () => {
  const arm = made(planarArm([1, 1], [1, 1]));
  const q = [0.3, 0.5];
  const rows = rowsOf(
    frameJacobian(N, arm, forwardKinematics(N, arm, q), frameOf(arm, 'tip'), 'worldAligned'),
    2,
  );
  const M = massMatrix(N, arm, q);

  it('is that of the tip force that balances them', () => {
    const got = wrenchOfTorques(N, rows.slice(0, 2), M, [-16.736936, -9.960388]);
    expect(got[0]).toBeCloseTo(10, 5);
    expect(got[1]).toBeCloseTo(-4, 5);
    expect(wrenchOfTorques(N, rows.slice(0, 2), M, [0, 0])).toEqual([0, 0]);
  });

  it('is 0 along what the arm cannot feel, and stays bounded where it stretches', () => {
    const [x, y, z] = wrenchOfTorques(N, rows.slice(0, 3), M, back(rows.slice(0, 3), [10, -4, 25]));
    expect([x, y, z].map((f) => Math.round(f * 1e9) / 1e9)).toEqual([10, -4, 0]);
    let most = 0;
    for (const bend of [0.03, 0.01, 0.007, 0.005, 0.003, 1e-3, 1e-4, 1e-6, 0]) {
      const at = [0.3, bend];
      const stretched = rowsOf(
        frameJacobian(N, arm, forwardKinematics(N, arm, at), frameOf(arm, 'tip'), 'worldAligned'),
        2,
      ).slice(0, 2);
      const force = wrenchOfTorques(N, stretched, massMatrix(N, arm, at), [1, -1]);
      most = Math.max(most, Math.hypot(...force));
      if (bend === 0) expect(Math.hypot(...force)).toBeLessThan(1.1);
    }
    // 1/0.0045 by 1.3 at the edge; without it 3e6 at the last but one.
    expect(most).toBeLessThan(500);
  });
});

describe('the momentum observer', () => {
  const arm = made(quarterTurnArm());
  const frame = frameOf(arm, 'flange');
  const gravity: Vec3<number> = [0, 0, -9.81];
  const still = new Array(7).fill(0);

  /** The residual's wrench at the flange while the arm swings at about 1 rad/s, with a wrench on it from `from` on. */
  function swing(period: number, ticks: number, wrench: readonly number[], from: number, gain = 200) {
    let q = [0.3, 0.6, -0.2, -1.2, 0.4, 0.9, 0.1];
    let v = [0.9, -0.7, 0.5, 0.8, -0.6, 0.7, 1];
    let last = { ...momentumBalance(N, arm, q, v, gravity), residual: still };
    const seen: number[][] = [];
    for (let k = 0; k < ticks; k++) {
      const tau = gravityTorque(N, arm, q, gravity).map((g, i) => g + 0.8 * Math.sin(3 * k * period + i));
      const sub = 2;
      for (let s = 0; s < sub; s++) {
        const kinematics = forwardKinematics(N, arm, q);
        const rows = rowsOf(frameJacobian(N, arm, kinematics, frame, 'worldAligned'), 7);
        const external = k >= from ? back(rows, wrench) : still;
        const a = forwardDynamics(
          N,
          arm,
          q,
          v,
          tau.map((t, i) => t + external[i]),
          gravity,
        );
        v = v.map((x, i) => x + (a[i] * period) / sub);
        q = q.map((x, i) => x + (v[i] * period) / sub);
      }
      const now = momentumBalance(N, arm, q, v, gravity);
      const residual = residualStep(N, last, now, tau, period, gain);
      last = { ...now, residual };
      const rows = rowsOf(frameJacobian(N, arm, forwardKinematics(N, arm, q), frame, 'worldAligned'), 7);
      seen.push(wrenchOfTorques(N, rows, massMatrix(N, arm, q), residual));
    }
    return seen;
  }

  it('sees nothing of an arm that swings free, and 10 N as 10 N', () => {
    const seen = swing(0.002, 60, [0, 10, -6, 0, 0, 0], 30);
    const quiet = seen.slice(0, 30).map((w) => Math.hypot(w[0], w[1], w[2]));
    expect(Math.max(...quiet)).toBeLessThan(0.1);
    const [x, y, z, ...torque] = seen[59];
    expect(Math.hypot(x, y - 10, z + 6)).toBeLessThan(0.1);
    expect(Math.hypot(...torque)).toBeLessThan(0.05);
  });

  it('is a low-pass of the same cut-off at every tick', () => {
    for (const period of [0.001, 0.004]) {
      let residual = [0];
      const wait = 0.02 / period;
      for (let k = 0; k < wait; k++) {
        // A mass under 3 N from outside and a held 2 N: p grows by 5 N T a tick.
        const last = { momentum: [5 * k * period], drift: [0], residual };
        residual = residualStep(N, last, { momentum: [5 * (k + 1) * period], drift: [0] }, [2], period, 30);
      }
      expect(residual[0]).toBeCloseTo(3 * (1 - Math.exp(-30 * 0.02)), 12);
    }
  });

  it('waits where a tick has no length', () => {
    const last = { momentum: [1], drift: [0], residual: [4] };
    expect(residualStep(N, last, { momentum: [2], drift: [0] }, [0], 0, 30)).toEqual([4]);
  });
});
