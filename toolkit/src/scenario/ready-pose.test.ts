import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { gravityTorque, type Model } from '../model/index.js';
import { longestChainEnd } from './chain.js';
import { pointInertia } from './elements.js';
import { effortLimits } from './joints.js';
import { madeArm, madeModel } from './made-arm.test.helper.js';
import { readyPose } from './ready-pose.js';

const g = [0, 0, -9.81] as const;

describe('the ready pose', () => {
  const model = madeModel();
  const tip = longestChainEnd(model);

  it('stands off the limits, and gives way in every direction where the neutral pose does not', () => {
    const end = { frame: tip, at: [0, 0, 0] as const };
    const q = readyPose(model, end, g);
    for (const body of model.bodies) {
      const { lower, upper } = body.limits ?? {};
      if (body.nv === 0 || body.joint === 'finger' || lower === undefined || upper === undefined) continue;
      expect(q[body.q]).toBeGreaterThan(lower + 0.1 * (upper - lower));
      expect(q[body.q]).toBeLessThan(upper - 0.1 * (upper - lower));
    }
    expect(q[model.bodies[0].q]).toBe(0);
    const point = { name: 'tool', frame: tip.name };
    expect(pointInertia(model, point, q).blocked).toBe(false);
    expect(pointInertia(model, point, model.neutral).blocked).toBe(true);
    expect(readyPose(model, end, g)).toEqual(q);
  });

  /** The largest gravity torque over its limit. */
  function share(model: Model, q: readonly number[]): number {
    const limits = effortLimits(model);
    return Math.max(...gravityTorque(numbers, model, q, g).map((torque, i) => Math.abs(torque) / limits[i]));
  }

  it.each([2, 3, 5, 8])('is held by a shoulder of %d N m', (shoulder) => {
    const weak = madeModel(madeArm({ shoulder }));
    const q = readyPose(weak, { frame: longestChainEnd(weak), at: [0, 0, 0] }, g);
    expect(share(weak, q)).toBeLessThan(1);
  });

  it('is a lighter one where no pose can be held', () => {
    const leaning = (shoulder: number) =>
      madeModel(
        madeArm({ shoulder }).replace('lower="-2" upper="2"', 'lower="0.8" upper="2"').replace('-2.6', '0.1'),
      );
    const pose = (model: Model) => readyPose(model, { frame: longestChainEnd(model), at: [0, 0, 0] }, g);
    const [weak, strong] = [leaning(0.5), leaning(500)];
    expect(share(weak, pose(weak))).toBeGreaterThan(1);
    expect(share(weak, pose(weak))).toBeLessThan(0.9 * share(weak, pose(strong)));
  });

  it('has the other joints where their limits hold them, if they are too weak where they are', () => {
    const withSide = (effort: number) =>
      madeModel(
        madeArm().replace(
          '</robot>',
          `<link name="side"><inertial><origin xyz="0.3 0 0"/><mass value="1"/>
          <inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>
          <joint name="aside" type="revolute"><parent link="base"/><child link="side"/><axis xyz="0 1 0"/>
          <limit lower="-2" upper="2" effort="${effort}" velocity="3"/></joint></robot>`,
        ),
      );
    const pose = (model: Model) => readyPose(model, { frame: longestChainEnd(model), at: [0, 0, 0] }, g);
    const at = (model: Model) =>
      pose(model)[model.bodies.find(({ joint }) => joint === 'aside')?.q ?? Number.NaN];
    // 0.3 m of 1 kg: 2.94 N m where it stands out.
    const [strong, weak] = [withSide(3), withSide(2.5)];
    expect(at(strong)).toBe(0);
    expect(at(weak)).not.toBe(0);
    expect(share(weak, pose(weak))).toBeLessThan(1);
    expect(share(weak, weak.neutral)).toBeGreaterThan(1);
  });
});
