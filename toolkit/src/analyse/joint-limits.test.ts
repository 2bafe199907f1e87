import { describe, expect, it } from 'vitest';
import { type Model, modelOf } from '../model/index.js';
import type { Channel } from '../port/index.js';
import { readUrdf } from '../robot/index.js';
import { LimitWatch, limitProblems } from './index.js';

const joint = (name: string, type: string, child: string, limit: string): string =>
  `<joint name="${name}" type="${type}"><parent link="base"/><child link="${child}"/><axis xyz="0 0 1"/>${limit}</joint>`;
const link = (name: string): string =>
  `<link name="${name}"><inertial><mass value="1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>`;

function model(): Model {
  const text = `<robot name="made"><link name="base"/>${['a', 'b', 'c'].map((name) => link(name)).join('')}
${joint('bend', 'revolute', 'a', '<limit lower="-1" upper="2" velocity="3" effort="5"/>')}
${joint('slide', 'prismatic', 'b', '<limit lower="-0.5" upper="0.5" velocity="0" effort="0"/>')}
${joint('spin', 'continuous', 'c', '<limit velocity="4" effort="5"/>')}</robot>`;
  const robot = readUrdf(text, { file: 'made.urdf' }).value;
  const made = robot && modelOf(robot).value;
  if (made === undefined) throw new Error('the made robot is good');
  return made;
}

const names = ['bend', 'slide', 'spin'];
const channels: readonly Channel[] = [
  { name: 'tool.position', unit: 'm', labels: ['x'], group: 'tool' },
  { name: 'joints.position', unit: 'rad', labels: names, group: 'joints' },
  { name: 'joints.velocity', unit: 'rad/s', labels: names, group: 'joints' },
  { name: 'joints.asked', unit: 'N m', labels: names, group: 'joints' },
  { name: 'joints.torque', unit: 'N m', labels: names, group: 'joints' },
];

function passed(rows: readonly (readonly number[])[]) {
  const watch = new LimitWatch(model());
  watch.open(channels);
  rows.forEach((row, k) => {
    watch.sample('joints', k, Float64Array.from(row));
    watch.sample('tool', k, Float64Array.of(1e9));
  });
  watch.close();
  return watch.passed();
}

const calm = new Array<number>(12).fill(0);
const row = (entries: Readonly<Record<number, number>>): number[] => calm.map((x, i) => entries[i] ?? x);

describe('limits that a run passed', () => {
  it('are told with the first time and the farthest', () => {
    const found = passed([row({}), row({ 0: 2.1 }), row({ 0: 2.3, 4: 0 }), row({ 0: 2.2, 1: -0.7 })]);
    expect(found).toEqual([
      { joint: 'bend', of: 'position', limit: 2, unit: 'rad', first: 1, most: 2.3, at: 2 },
      { joint: 'slide', of: 'position', limit: -0.5, unit: 'm', first: 3, most: -0.7, at: 3 },
    ]);
    expect(limitProblems(found)).toMatchObject([
      {
        code: 'joint-limit-passed',
        severity: 'warning',
        where: { name: 'joint "bend"' },
        message: 'the joint went beyond its range from 1 s on',
        expected: 'at most 2 rad',
        got: '2.3 rad at 2 s',
      },
      { expected: 'at least -0.5 m', got: '-0.7 m at 3 s' },
    ]);
  });

  it('count the size of speeds and of applied torques', () => {
    const found = passed([row({ 3: -3.5, 5: 4.5, 11: -6 }), row({ 3: 3.2, 6: 100 })]);
    expect(found).toEqual([
      { joint: 'bend', of: 'speed', limit: 3, unit: 'rad/s', first: 0, most: 3.5, at: 0 },
      { joint: 'spin', of: 'speed', limit: 4, unit: 'rad/s', first: 0, most: 4.5, at: 0 },
      { joint: 'spin', of: 'effort', limit: 5, unit: 'N m', first: 0, most: 6, at: 0 },
    ]);
  });

  it('are none where a joint is at them, goes round, or has none', () => {
    const at = row({ 0: 2 + 1e-7, 2: 100, 3: 3 * (1 + 1e-12), 4: 50, 9: -5, 10: 70 });
    expect(passed([at])).toEqual([]);
  });
});
