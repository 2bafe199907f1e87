import { describe, expect, it } from 'vitest';
import { cross3, numbers as N, sub3, type Vec3, type Wrench } from '../math/index.js';
import { forwardKinematics } from './forward-kinematics.js';
import { frameJacobian } from './frame-jacobian.js';
import { frameOf, framePlacement } from './frames.js';
import { jointTorques } from './joint-torques.js';
import {
  apart,
  joint,
  link,
  made,
  planarArm,
  pose,
  robot,
  scale,
  someState,
  vector3,
  zoo,
} from './made.test.helper.js';

const none: Vec3<number> = [0, 0, 0];

describe('joint torques', () => {
  it('of a lifted tip', () => {
    const model = made(
      robot('one', [link('base'), link('arm')], [joint('j', 'revolute', 'base', 'arm', pose(), [0, 1, 0])]),
    );
    const force: Vec3<number> = [0, 0, 10];
    const wrench = { force, torque: cross3(N, [0.5, 0, 0.5], force) };
    expect(jointTorques(N, model, forwardKinematics(N, model, [0]), [wrench])).toEqual([-5]);
  });

  it('of a force in base axes do not depend on how the base stands', () => {
    for (const yaw of [0, 1.5707963267948966, -2.2]) {
      const model = made(planarArm([1, 1], [1, 1], { base: pose([0.3, -4, 2], [0, 0, yaw]) }));
      const kinematics = forwardKinematics(N, model, [0.3, 0.5]);
      const force: Vec3<number> = [5 * N.cos(yaw), 5 * N.sin(yaw), 0];
      const tip = framePlacement(N, kinematics, frameOf(model, 'tip')).position;
      const arm = sub3(N, tip, kinematics.placements[1].position);
      const torques = jointTorques(N, model, kinematics, [
        undefined,
        { force, torque: cross3(N, arm, force) },
      ]);
      expect(apart(torques, [-5.06438, -3.58678])).toBeLessThan(5e-6);
    }
  });

  for (const given of zoo()) {
    it(`are Σ Jᵀ f: ${given.name}`, () => {
      const model = made(given);
      const { q, next } = someState(model, 17);
      const kinematics = forwardKinematics(N, model, q);
      const wrenches: (Wrench<number> | undefined)[] = model.bodies.map((_, i) =>
        i % 3 === 1 ? undefined : { force: vector3(next, 9), torque: vector3(next, 4) },
      );
      const expected: number[] = new Array(model.nv).fill(0);
      wrenches.forEach((wrench, body) => {
        if (wrench === undefined) return;
        const here = { name: '', body, placement: pose() };
        const jacobian = frameJacobian(N, model, kinematics, here, 'worldAligned');
        [...wrench.force, ...wrench.torque].forEach((f, row) => {
          for (let k = 0; k < model.nv; k++) expected[k] += jacobian[row * model.nv + k] * f;
        });
      });
      const torques = jointTorques(N, model, kinematics, wrenches);
      expect(apart(torques, expected)).toBeLessThan(1e-13 * scale(expected));
      expect(
        jointTorques(
          N,
          model,
          kinematics,
          model.bodies.map(() => ({ force: none, torque: none })),
        ).every((x) => x === 0),
      ).toBe(true);
      expect(jointTorques(N, model, kinematics, [])).toEqual(new Array(model.nv).fill(0));
    });
  }
});
