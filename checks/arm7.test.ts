/** The seven-joint arm has the kinematics that its page says (robots.test.ts has the rest). */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { add3, type Mat3, mulMat, mulMatVec, numbers, type Vec3 } from '../toolkit/src/math/index.js';
import { type Robot, readUrdf } from '../toolkit/src/robot/index.js';

const outcome = readUrdf(readFileSync(new URL('../robots/arm7/arm7.urdf', import.meta.url)), {
  file: 'arm7.urdf',
});
const robot = outcome.value as Robot;

/** a, d, α of Craig's convention. */
const dh: readonly (readonly [number, number, number])[] = [
  [0, 0.333, 0],
  [0, 0, -Math.PI / 2],
  [0, 0.316, Math.PI / 2],
  [0.0825, 0, Math.PI / 2],
  [-0.0825, 0.384, -Math.PI / 2],
  [0, 0, Math.PI / 2],
  [0.088, 0, Math.PI / 2],
  [0, 0.107, 0],
];

/** Homogeneous transform from one frame to the next. */
function step(a: number, d: number, alpha: number, theta: number): number[][] {
  const [ca, sa, ct, st] = [Math.cos(alpha), Math.sin(alpha), Math.cos(theta), Math.sin(theta)];
  return [
    [ct, -st, 0, a],
    [st * ca, ct * ca, -sa, -d * sa],
    [st * sa, ct * sa, ca, d * ca],
    [0, 0, 0, 1],
  ];
}

function times(a: number[][], b: number[][]): number[][] {
  return a.map((row) => b[0].map((_, j) => row.reduce((sum, x, k) => sum + x * b[k][j], 0)));
}

describe('arm7', () => {
  it('is read without a remark', () => {
    expect(outcome.problems).toEqual([]);
    expect(robot.links.map((link) => link.name)).toEqual([
      'base',
      ...[1, 2, 3, 4, 5, 6, 7].map((i) => `link${i}`),
      'flange',
      'tool',
    ]);
    expect(robot.joints.filter((joint) => joint.type === 'revolute').map((joint) => joint.name)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((i) => `joint${i}`),
    );
  });

  it('has the published kinematics', () => {
    const q = [0.3, -0.7, 0.4, -1.9, 0.2, 1.4, -0.6];
    let wanted = step(0, 0, 0, 0);
    let position: Vec3<number> = [0, 0, 0];
    let rotation: Mat3<number> = [1, 0, 0, 0, 1, 0, 0, 0, 1];
    const chain = robot.joints.filter((joint) => joint.name !== 'tool_mount');
    expect(chain.length).toBe(dh.length);
    chain.forEach((joint, i) => {
      const [a, d, alpha] = dh[i];
      const theta = joint.type === 'revolute' ? q[i] : 0;
      wanted = times(wanted, step(a, d, alpha, theta));
      position = add3(numbers, position, mulMatVec(numbers, rotation, joint.origin.position));
      const [c, s] = [Math.cos(theta), Math.sin(theta)];
      rotation = mulMat(numbers, mulMat(numbers, rotation, joint.origin.rotation), [
        c,
        -s,
        0,
        s,
        c,
        0,
        0,
        0,
        1,
      ]);
      expect(joint.axis).toEqual(joint.type === 'revolute' ? [0, 0, 1] : [1, 0, 0]);
      for (let k = 0; k < 3; k++) expect(position[k]).toBeCloseTo(wanted[k][3], 14);
      for (let k = 0; k < 9; k++) expect(rotation[k]).toBeCloseTo(wanted[Math.floor(k / 3)][k % 3], 14);
    });
  });

  it('weighs 18 kg and the probe', () => {
    const total = robot.links.reduce((sum, { inertial }) => sum + (inertial?.mass ?? 0), 0);
    expect(total).toBeCloseTo(18.1, 12);
  });
});
