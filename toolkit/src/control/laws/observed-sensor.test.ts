import { describe, expect, it } from 'vitest';
import { numbers as N } from '../../math/index.js';
import { planar } from '../../mechanism/arms.test.helper.js';
import { forwardDynamics, forwardKinematics, frameJacobian, frameOf } from '../../model/index.js';
import type { Design } from '../design.js';
import { designProblems } from '../index.js';
import { LawKernel } from './laws.test.helper.js';

const design: Design = {
  name: 'observed',
  model: planar([Math.PI / 2, 0, 0]),
  period: 1e-3,
  points: [{ name: 'tip', frame: 'l3' }],
  elements: [],
  compensate: ['gravity'],
  sensors: [{ name: 'tip', at: 'tip', observer: { gain: 50 } }],
};

describe('a sensor that is estimated', () => {
  it('tells a force at the tip while the arm swings, behind a low-pass', () => {
    const { model } = design;
    const kernel = new LawKernel(design);
    let q = [0.3, 0.9];
    let v = [0.4, -0.5];
    const force = [3, 0, -4];
    for (let k = 0; k < 200; k++) {
      kernel.step(q, v);
      const J = frameJacobian(N, model, forwardKinematics(N, model, q), frameOf(model, 'l3'), 'worldAligned');
      const tau = kernel
        .numbers('torque')
        .map((x, i) => x + J[i] * force[0] + J[2 + i] * force[1] + J[4 + i] * force[2]);
      const a = forwardDynamics(N, model, q, v, tau, [0, 0, -9.81]);
      v = v.map((x, i) => x + 1e-3 * a[i]);
      q = q.map((x, i) => x + 1e-3 * v[i]);
    }
    // Sensor axes are the tip’s: turned back by the joints and the base.
    const turn = q[0] + q[1];
    const [fx, fy, fz] = kernel.numbers('sensor.tip.wrench');
    expect(Math.abs(Math.cos(turn) * fx - Math.sin(turn) * fy - 3)).toBeLessThan(0.1);
    expect(Math.abs(Math.sin(turn) * fx + Math.cos(turn) * fy + 4)).toBeLessThan(0.1);
    expect(fz).toBeCloseTo(0, 9);
  });

  it('needs torques that are known', () => {
    const codes = (more: Partial<Design>) => designProblems({ ...design, ...more }).map(({ code }) => code);
    expect(codes({})).toEqual([]);
    expect(codes({ sensors: [{ name: 'tip', at: 'tip', observer: { gain: 0 } }] })).toEqual([
      'observer-gain',
    ]);
    expect(codes({ servo: { at: 'tip', follow: { kind: 'drive' } } })).toContain('observer-drive');
  });
});
