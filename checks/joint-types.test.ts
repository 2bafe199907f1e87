/** Spherical, planar and free joints, skew axes and rotor inertia against MuJoCo, on made-up trees. */

import { numbers as N, quaternionFromRotation, rotationToAxis } from 'pliant/math';
import { forwardKinematics, framePlacement, inverseDynamics, massMatrix } from 'pliant/model';
import type { Joint, Link, Pose, Robot } from 'pliant/robot';
import { beforeAll, describe, expect, it } from 'vitest';
import { made, someState, zoo } from '../toolkit/src/model/made.test.helper.js';
import { GRAVITY, relative } from './dynamics.js';
import { loadPeerMujoco } from './peer-mujoco.js';

const list = (values: readonly number[]) => values.join(' ');

/** A tree as MJCF; a planar joint is two slides and a hinge, as its velocities say. */
function mjcf({ links, joints, roots }: Robot): string {
  const placed = ({ position, rotation }: Pose) =>
    `pos="${list(position)}" quat="${list(quaternionFromRotation(N, rotation))}"`;
  const inertial = ({ inertial }: Link) =>
    inertial === undefined
      ? ''
      : `<inertial pos="${list(inertial.centre)}" mass="${inertial.mass}" fullinertia="${list(inertial.inertia)}"/>`;
  const moved = ({ name, type, axis, rotorInertia }: Joint): string => {
    const about = (kind: string, direction: readonly number[], suffix = '') =>
      `<joint name="${name}${suffix}" type="${kind}" axis="${list(direction)}" armature="${rotorInertia}"/>`;
    if (type === 'fixed') return '';
    if (type === 'free') return `<freejoint name="${name}"/>`;
    if (type === 'spherical') return `<joint name="${name}" type="ball" armature="${rotorInertia}"/>`;
    if (type === 'planar') {
      const Q = rotationToAxis(axis);
      const [x, y] = [0, 1].map((c) => [Q[c], Q[3 + c], Q[6 + c]]);
      return `${about('slide', x, '.x')}${about('slide', y, '.y')}${about('hinge', axis)}`;
    }
    return about(type === 'prismatic' ? 'slide' : 'hinge', axis);
  };
  const body = (name: string, pose: Pose, joint: string): string => {
    const link = links.find((l) => l.name === name)!;
    const children = joints.filter((j) => j.parent === name).sort((a, b) => (a.name < b.name ? -1 : 1));
    const inside = children.map((child) => body(child.child, child.origin, moved(child))).join('');
    return `<body name="${name}" ${placed(pose)}>${joint}${inertial(link)}${inside}</body>`;
  };
  const trees = [...roots]
    .sort((a, b) => (a.link < b.link ? -1 : 1))
    .map(({ link, pose, base }) => body(link, pose, base === 'free' ? `<freejoint name="${link}"/>` : ''));
  return `<mujoco><compiler angle="radian"/><option gravity="${list(GRAVITY)}"/><worldbody>${trees.join('')}</worldbody></mujoco>`;
}

describe('joint types against MuJoCo', () => {
  let mj: Awaited<ReturnType<typeof loadPeerMujoco>>;
  beforeAll(async () => {
    mj = await loadPeerMujoco();
  });

  for (const given of zoo()) {
    // MuJoCo has no screws and no rails, its free joint no rotor and stands on the world only; mimics are tried elsewhere.
    const joints = given.joints.filter((j) => j.type === 'free');
    if (given.joints.some(({ type, mimic }) => type === 'helical' || type === 'rail' || mimic !== undefined))
      continue;
    if (joints.length > 0) continue;
    it(given.name, () => {
      const model = made(given);
      const peer = mj.MjModel.from_xml_string(mjcf(given));
      const data = new mj.MjData(peer);
      expect([peer.nq, peer.nv]).toEqual([model.nq, model.nv]);
      for (let seed = 1; seed <= 5; seed++) {
        const { q, v, a } = someState(model, 200 + seed);
        data.qpos.set(q);
        data.qvel.set(v);
        data.qacc.set(a);
        mj.mj_inverse(peer, data);
        expect(relative(inverseDynamics(N, model, q, v, a, GRAVITY), [...data.qfrc_inverse])).toBeLessThan(
          1e-9,
        );
        const full = new mj.DoubleBuffer(model.nv * model.nv);
        mj.mj_fullM(peer, data, full);
        expect(relative(massMatrix(N, model, q), [...full.GetView()])).toBeLessThan(1e-9);
        full.delete();
        const kinematics = forwardKinematics(N, model, q);
        for (const frame of model.frames) {
          const id = mj.mj_name2id(peer, mj.mjtObj.mjOBJ_BODY.value, frame.name);
          const { position, rotation } = framePlacement(N, kinematics, frame);
          expect(relative(position, [...data.xpos.subarray(3 * id, 3 * id + 3)])).toBeLessThan(1e-9);
          expect(relative(rotation, [...data.xmat.subarray(9 * id, 9 * id + 9)])).toBeLessThan(1e-9);
        }
      }
      data.delete();
      peer.delete();
    });
  }
});
