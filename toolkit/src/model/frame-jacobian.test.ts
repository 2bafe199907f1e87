import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { frameOf, framePlacement } from './frames.js';
import { apart, joint, link, made, planarArm, pose, robot } from './made.test.helper.js';

describe('frame Jacobian', () => {
  it('has linear rows about the frame, not about the world', () => {
    const model = made(
      robot(
        'one',
        [link('base'), link('arm'), link('tip')],
        [
          joint('j', 'revolute', 'base', 'arm', pose(), [0, 1, 0]),
          joint('t', 'fixed', 'arm', 'tip', pose([0.5, 0, 0.5])),
        ],
      ),
    );
    const kinematics = forwardKinematics(N, model, [0]);
    const tip = frameOf(model, 'tip');
    expect(frameJacobian(N, model, kinematics, tip, 'worldAligned')).toEqual([0.5, 0, -0.5, 0, 1, 0]);
    expect(apart(frameJacobian(N, model, kinematics, tip, 'world'), [0, 0, 0, 0, 1, 0])).toBe(0);
    const turned = frameJacobian(N, model, forwardKinematics(N, model, [0.7]), tip, 'local');
    expect(apart(turned, [0.5, 0, -0.5, 0, 1, 0])).toBeLessThan(1e-15);
  });

  it('is that of a planar arm, whatever fixed joints stand in between', () => {
    const rows = [-1.012876, -0.717356, 1.652043, 0.696707];
    const plain = planarArm([1, 1], [1, 1]);
    const joints = plain.joints.map((j) =>
      j.name === 'j0'
        ? { ...j, parent: 'stand' }
        : j.name === 'j1'
          ? { ...j, parent: 'between', origin: pose() }
          : j,
    );
    const spaced = robot(
      'spaced',
      [...plain.links, link('stand'), link('between')],
      [
        ...joints,
        joint('s', 'fixed', 'base', 'stand'),
        joint('b', 'fixed', 'l0', 'between', pose([1, 0, 0])),
      ],
    );
    for (const given of [plain, spaced]) {
      const model = made(given);
      const tip = frameOf(model, 'tip');
      const jacobian = frameJacobian(N, model, forwardKinematics(N, model, [0.3, 0.5]), tip, 'worldAligned');
      expect(apart(jacobian.slice(0, 4), rows)).toBeLessThan(5e-7);
      expect(jacobian.slice(4)).toEqual([0, 0, 0, 0, 0, 0, 1, 1]);
      const h = 1e-5;
      for (const k of [0, 1]) {
        const [ahead, behind] = [h, -h].map((step) => {
          const q = [0.3, 0.5].map((x, i) => (i === k ? x + step : x));
          return framePlacement(N, forwardKinematics(N, model, q), tip).position;
        });
        for (const row of [0, 1, 2]) {
          expect(Math.abs(jacobian[2 * row + k] - (ahead[row] - behind[row]) / (2 * h))).toBeLessThan(1e-6);
        }
      }
    }
  });
});
