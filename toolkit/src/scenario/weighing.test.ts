/** Tools that are weighed in runs, held to what the plant has: mass, centre and bias, by seeds and noises. */
import { describe, expect, it } from 'vitest';
import { identifyTool, stillPoses, studentBound, type ToolNumber, toolNumbers } from '../analyse/index.js';
import { view } from '../graph/index.js';
import { standardGravity } from '../model/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenario } from './load.js';

const link = (name: string) =>
  `<link name="${name}"><inertial><mass value="0.5"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
const joint = (name: string, parent: string, child: string, axis: string) =>
  `<joint name="${name}" type="revolute"><parent link="${parent}"/><child link="${child}"/><axis xyz="${axis}"/><limit lower="-4" upper="4" velocity="20" effort="200"/></joint>`;
const urdf = `<robot name="wrist"><link name="base"/>${link('one')}${link('two')}${link('three')}
${joint('a', 'base', 'one', '1 0 0')}${joint('b', 'one', 'two', '0 1 0')}${joint('c', 'two', 'three', '0 0 1')}</robot>`;

/** Each axis of the sensor points down once, and one pose between. */
const poses = [
  [0, 0, 0],
  [90, 0, 0],
  [-90, 0, 0],
  [0, 90, 0],
  [0, -90, 0],
  [180, 0, 0],
  [30, 40, 60],
];
const truth: Readonly<Record<ToolNumber, number>> = {
  mass: 1.2,
  'force bias x': 1,
  'force bias y': -2,
  'force bias z': 0.5,
  'centre x': 0.01,
  'centre y': -0.02,
  'centre z': 0.08,
  'torque bias x': 0.1,
  'torque bias y': 0.05,
  'torque bias z': -0.2,
};

const scenario = (seed: number, force: number, more = '') => `pliant: 1
name: weigh
seed: ${seed}
duration: ${0.8 * poses.length} s
record: { rate: 500 Hz }
robots: { arm: { file: wrist.urdf, tool: { on: three } } }
control:
  buffers: none
  sensors: { wrist: {} }
  laws: { go: { law: joints, position: { a: 0 }, time: 30 ms } }
  servo: { follow: { computed torque: { bandwidth: 100 rad/s } } }
  compensate: [gravity]
  payload: { mass: 1.2 kg, centre: [1 cm, -2 cm, 8 cm] }
task:
  phases:
${poses.map((q, i) => `    p${i}: { laws: [go], set: { go.position: [${q.map((x) => `${x} deg`).join(', ')}] }${i === poses.length - 1 ? '' : ', until: { after: 0.8 s }'} }`).join('\n')}
plant:
  rigid:
    joints: { coulomb: 0, viscous: 0 }
    sensors:
      wrist: { below: { mass: 1.2 kg, centre: [10 mm, -20 mm, 80 mm] }, rate: 500 Hz, delay: 4 ms, noise: { force: ${force} N, torque: ${0.03 * force} N m }, bias: { force: [1 N, -2 N, 0.5 N], torque: [0.1 N m, 0.05 N m, -0.2 N m] }${more} }
`;

function weighed(text: string) {
  const source = memoryFiles({ 'a.yaml': text, 'wrist.urdf': urdf });
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  const { kernel, begin } = outcome.value;
  const of = (name: string) => view(kernel.layout, kernel.memory, name);
  const [time, age]: [number[], number[]] = [[], []];
  const wrench: number[][] = [[], [], [], [], [], []];
  const attitude: number[][] = [[], [], [], []];
  begin([
    {
      open() {},
      close() {},
      sample() {
        if (of('sensor.wrist.valid')[0] === 0) return;
        kernel.run.observe();
        time.push(of('time')[0]);
        age.push(of('sensor.wrist.age')[0]);
        wrench.forEach((column, i) => {
          column.push(of('sensor.wrist')[i]);
        });
        attitude.forEach((column, i) => {
          column.push(of('wrist-sensor.orientation')[i]);
        });
      },
    },
  ]).complete();
  const still = stillPoses(
    { time, age, wrench, attitude },
    { angle: 0.0035, least: 0.3, settle: 0.15, gravity: standardGravity },
  );
  const { value, problems } = identifyTool(still.map(({ reading }) => reading));
  if (value === undefined) throw new Error(problems.map(wording).join('\n'));
  const got = [value.mass, ...value.bias.slice(0, 3), ...value.centre, ...value.bias.slice(3)];
  return { value, count: still.length, got };
}

describe('a tool that is weighed in a run', () => {
  it.each([0.03, 0.3, 2])(
    'is what the plant has, within its bounds in 95 of 100 cases, noise %d N',
    (noise) => {
      let [outside, all] = [0, 0];
      for (let seed = 1; seed <= 8; seed++) {
        const { value, count, got } = weighed(scenario(seed, noise));
        expect(count).toBe(poses.length);
        toolNumbers.forEach((name, i) => {
          const bound = value.bound?.[name] ?? 0;
          const off = Math.abs(got[i] - truth[name]);
          all++;
          if (off > bound) outside++;
          // Far outside is no chance: one in a million.
          expect(off).toBeLessThan(4 * bound);
        });
      }
      expect(all).toBe(80);
      // Four of 80 are to be expected. More than 12 come of bounds that are too narrow, none at all of ones that are too wide.
      expect(outside).toBeLessThanOrEqual(12);
      expect(outside).toBeGreaterThan(0);
    },
  );
});

describe('the quantile of Student’s t', () => {
  it('is that of the tables', () => {
    const tables = [12.706, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.306, 2.2622, 2.2281];
    tables.forEach((t, i) => {
      expect(Math.abs(studentBound(i + 1) / t - 1)).toBeLessThan(i === 2 ? 3e-3 : 1e-3);
    });
    expect(studentBound(1e9)).toBeCloseTo(1.959964, 6);
  });
});
