/** Meshes stand where MuJoCo's vertices stand, whatever was done to them on the way. */
import type { MainModule } from '@mujoco/mujoco';
import { beforeAll, describe, expect, it } from 'vitest';
import { bodyWith, codes, mujocoOnce, Oracle, robotFrom } from './reading.test.helper.js';

let mujoco: MainModule;
beforeAll(async () => {
  mujoco = await mujocoOnce();
});

const corners = [
  [0.1, 0.2, 0.3],
  [1.1, 0.3, 0.2],
  [0.2, 2.2, 0.1],
  [0, 0.4, 3.3],
  [-0.5, -0.7, -0.2],
];
const obj = `${corners.map((v) => `v ${v.join(' ')}\n`).join('')}f 1 2 3\nf 1 3 4\nf 1 4 2\nf 2 3 5\n`;
const geom = '<geom type="mesh" mesh="m" pos=".3 -.2 .1" euler="20 -40 70"/>';
const asset = (source: string, attributes: string) =>
  `<asset><mesh name="m" ${source} inertia="shell" ${attributes}/></asset>`;

describe('the vertices of a mesh', () => {
  it.each([
    '',
    'scale=".2 .3 -.4"',
    'refpos=".5 -1 2"',
    'scale="2 3 4" refpos=".5 -1 2"',
    'refquat=".9 .3 -.2 .5"',
    'refquat="2 1 0 0" scale="-.5 -.5 -.5"',
    'refquat="0 1 1 1" refpos=".5 -1 2" scale=".1 .1 .1"',
  ])('are where MuJoCo has them: %s', (attributes) => {
    const robot = robotFrom(mujoco, bodyWith(geom, asset('file="m.obj"', attributes)), { 'm.obj': obj });
    const [{ pose, shape }] = robot.links[0].visuals;
    if (shape.kind !== 'mesh') throw new Error(shape.kind);
    const { position: p, rotation: R } = pose;
    const ours = corners.map((corner) => {
      const v = corner.map((x, i) => x * shape.scale[i]);
      return [0, 1, 2].map((k) => p[k] + R[3 * k] * v[0] + R[3 * k + 1] * v[1] + R[3 * k + 2] * v[2]);
    });
    const inline = `vertex="${corners.flat().join(' ')}"`;
    const oracle = new Oracle(mujoco, bodyWith(geom, asset(inline, attributes)));
    const theirs = oracle.vertices(0);
    oracle.delete();
    expect(theirs).toHaveLength(corners.length);
    for (const v of ours) {
      const far = theirs.map((w) => Math.max(...w.map((x, i) => Math.abs(x - v[i]))));
      expect(Math.min(...far)).toBeLessThan(1e-6);
    }
  });

  it('are not there where they are turned and then scaled unevenly, which is no pose after a scale', () => {
    const text = bodyWith(geom, asset('file="m.obj"', 'refquat="1 1 0 0" scale="1 2 1"'));
    expect(codes(mujoco, text, { 'm.obj': obj })).toEqual(['geometry-left-out']);
  });
});
