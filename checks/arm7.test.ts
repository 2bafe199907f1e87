/** The project's own arm is what its page says. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { add3, type Mat3, mulMat, mulMatVec, numbers, type Vec3 } from '../toolkit/src/math/index.js';
import { type Geometry, type Robot, readUrdf } from '../toolkit/src/robot/index.js';

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

function volume({ shape }: Geometry): number {
  if (shape.kind === 'box') return shape.size[0] * shape.size[1] * shape.size[2];
  if (shape.kind === 'cylinder') return Math.PI * shape.radius ** 2 * shape.length;
  throw new Error(`no volume for a ${shape.kind}`);
}

/** Second moments of a unit mass about the shape's centre, in its own axes. */
function moments({ shape }: Geometry): Vec3<number> {
  if (shape.kind === 'box') {
    const [x, y, z] = shape.size.map((side) => (side * side) / 12);
    return [y + z, x + z, x + y];
  }
  if (shape.kind === 'cylinder') {
    const across = shape.radius ** 2 / 4 + shape.length ** 2 / 12;
    return [across, across, shape.radius ** 2 / 2];
  }
  throw new Error(`no moments for a ${shape.kind}`);
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

  it('weighs what its shapes weigh, evenly dense', () => {
    let total = 0;
    for (const { name, inertial, visuals } of robot.links) {
      if (inertial === undefined) continue;
      total += inertial.mass;
      const all = visuals.reduce((sum, shape) => sum + volume(shape), 0);
      const centre = [0, 1, 2].map((i) =>
        visuals.reduce((sum, shape) => sum + (volume(shape) / all) * shape.pose.position[i], 0),
      );
      const tensor = new Array<number>(9).fill(0);
      for (const shape of visuals) {
        const mass = (inertial.mass * volume(shape)) / all;
        const own = moments(shape);
        const r = shape.pose.rotation;
        const offset = centre.map((c, i) => shape.pose.position[i] - c);
        const square = offset.reduce((sum, x) => sum + x * x, 0);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const turned = own.reduce((sum, moment, k) => sum + r[3 * i + k] * moment * r[3 * j + k], 0);
            tensor[3 * i + j] += mass * (turned + (i === j ? square : 0) - offset[i] * offset[j]);
          }
        }
      }
      const six = [tensor[0], tensor[4], tensor[8], tensor[1], tensor[2], tensor[5]];
      const size = Math.max(...six);
      centre.forEach((c, i) => {
        expect(Math.abs(inertial.centre[i] - c), name).toBeLessThan(1e-7);
      });
      six.forEach((x, i) => {
        expect(Math.abs(inertial.inertia[i] - x) / size, name).toBeLessThan(1e-6);
      });
    }
    expect(total).toBeCloseTo(18.1, 12);
  });
});
