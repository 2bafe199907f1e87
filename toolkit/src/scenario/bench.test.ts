import { describe, expect, it } from 'vitest';
import type { Channel } from '../port/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { scenarioSchema } from './scenario.js';
import { writeYaml } from './write.js';

const text = `pliant: 1
duration: 0.2 s
robots:
  tool: { bench: { axes: [x], mass: 2 kg }, start: { x: -1 mm } }
world:
  wall: { plane: [-1, 0, 0], stiffness: 50 N/mm }
control:
  points: { goal: { in: world, at: [5 mm, 0, 0] } }
  elements:
    spring: { spring: linear, from: tool, to: goal, stiffness: 500 N/m }
    damp: { damper: linear, from: tool, to: world, damping: 60 N s/m }
plant:
  bench: { sensors: { wrist: { rate: 1 kHz } } }
`;

const filesOf = (more: Readonly<Record<string, string>> = {}) => memoryFiles({ 'a.yaml': text, ...more });

function assembled(sets: readonly string[] = [], more: Readonly<Record<string, string>> = {}) {
  const files = filesOf(more);
  const loaded = loadScenario(files, 'a.yaml', sets);
  if (loaded.value === undefined) throw new Error(JSON.stringify(loaded.problems));
  const { value, problems } = assemble(loaded.value, files);
  if (value === undefined) throw new Error(JSON.stringify(problems));
  return value;
}

/** The last sample of a channel, and of all its samples the first numbers. */
function recorded(sets: readonly string[], channel: string, more: Readonly<Record<string, string>> = {}) {
  const samples: number[][] = [];
  let [at, width, group] = [0, 0, ''];
  const sink = {
    open(channels: readonly Channel[]) {
      group = channels.find(({ name }) => name === channel)?.group ?? '';
      for (const { name, labels } of channels.filter((own) => own.group === group)) {
        width = labels.length;
        if (name === channel) return;
        at += width;
      }
    },
    sample(own: string, _: number, values: Float64Array) {
      if (own === group) samples.push([...values.subarray(at, at + width)]);
    },
    close() {},
  };
  const run = assembled(['record.rate=1 kHz', ...sets], more).begin([sink]);
  expect(run.complete().status).toBe('done');
  return samples;
}

const last = <T>(list: readonly T[]): T => list[list.length - 1];

describe('a bench in a scenario', () => {
  it('runs its mass against a wall, and its sensor feels it', () => {
    const sets = ['duration=1.5 s'];
    const wanted = ((500 * 5e4) / (500 + 5e4)) * 5e-3;
    expect(last(recorded(sets, 'contact.wall.force'))[0]).toBeCloseTo(wanted, 6);
    expect(last(recorded(sets, 'sensor.wrist'))[0]).toBeCloseTo(-wanted, 6);
    const soft = [
      ...sets,
      'plant.bench.series={ gripper: 5 N/mm }',
      'plant.bench.flexible={ frequency: 30 Hz }',
    ];
    const felt = 1 / (1 / 5e4 + 1 / 5e3);
    const pressed = last(recorded(soft, 'contact.wall.force'))[0];
    expect(pressed / last(recorded(soft, 'contact.wall.felt'))[0]).toBeCloseTo(felt, 6);
    expect(pressed / last(recorded(soft, 'contact.wall.depth'))[0]).toBeCloseTo(5e4, 6);
  });

  it('has no gravity unless the scenario says so, and says it when it is written out', () => {
    const { scenario, timing } = assembled();
    expect(scenario.world.gravity).toEqual([0, 0, 0]);
    expect([timing.tick, timing.step, timing.steps]).toEqual([1e-3, 1e-5, 100]);
    expect(scenario.plant.bench?.step).toBe(1e-5);
    expect('rigid' in scenario.plant).toBe(false);
    const written = writeYaml(scenarioSchema, scenario, 'again');
    const again = loadScenario(memoryFiles({ 'b.yaml': written }), 'b.yaml');
    expect(again.problems).toEqual([]);
    const files = memoryFiles({ 'b.yaml': written });
    const value = again.value && assemble(again.value, files).value;
    expect(value?.scenario).toEqual(scenario);
    const heavy = assembled(['world.gravity=[2, 0, 0]']);
    expect(heavy.bench?.gravity).toEqual([2, 0, 0]);
  });

  it('takes a step that makes its ticks', () => {
    expect(assembled(['control.rate=3 kHz']).timing.steps).toBe(34);
    expect(assembled(['control.rate=64 kHz']).timing.step).toBe(1 / 128e3);
  });

  it('turns with its base', () => {
    const { bench } = assembled([
      'robots.tool.base={ at: [0, 1, 0], rpy: [0, 0, 90 deg] }',
      'plant.bench.sensors.wrist={ at: [0, 0, 10 cm], rpy: [0, 90 deg, 0], below: { mass: 1, centre: [0, 0, 0.1] } }',
    ]);
    const round = (list: readonly number[] | undefined) => list?.map((x) => Math.round(x * 1e9) / 1e9 + 0);
    expect(round(bench?.axes[0])).toEqual([0, 1, 0]);
    const sensor = bench?.sensors?.[0];
    expect(round(sensor?.at)).toEqual([0, 1, 0.1]);
    // Its z along the base's x, the world's y.
    expect(round(sensor?.below?.centre)).toEqual([0, 1.1, 0.1]);
  });

  it('has sensors that go wrong when an event says so', () => {
    const sample = (events: string) => recorded([`events=[${events}]`], 'sensor.wrist').map(([fx]) => fx);
    const spike = sample('{ fault: spike, sensor: wrist, force: [-40 N, 0, 0], at: 0.05 s, for: 10 ms }');
    expect(Math.min(...spike.slice(0, 50))).toBeGreaterThan(-20);
    expect(spike[55]).toBeLessThan(-40);
    expect(spike[61]).toBeGreaterThan(-20);
    const ages = recorded(['events=[{ fault: lost, sensor: wrist, at: 0.1 s }]'], 'sensor.wrist.age');
    expect(last(ages)[0]).toBeCloseTo(0.1, 9);
    expect(ages[99][0]).toBeCloseTo(0, 9);
  });

  it('is pushed by a recorded force, of the scenario or of a file', () => {
    const rows = [
      [0, 0],
      [0.1, 8],
      [0.15, 0],
    ];
    const free = ['control.elements=null', 'world.wall=null', 'robots.tool.start=null'];
    const speed = (signal: string, more = {}) =>
      last(recorded([...free, `plant.bench.signal=${signal}`], 'joints.velocity', more))[0];
    expect(speed(JSON.stringify(rows))).toBeCloseTo((0.5 * 8 * 0.15) / 2, 6);
    const file = ['time, force', '# a remark', ...rows.map((row) => row.join(', '))].join('\r\n');
    expect(speed('push.csv', { 'push.csv': file })).toBe(speed(JSON.stringify(rows)));
  });
});

describe('what check says of a bench', () => {
  it.each([
    ['plant.bench.step=20 ms', 'step-uneven', 'plant.bench.step'],
    [
      'plant.bench={ step: 1 ms, flexible: { frequency: 200 Hz } }',
      'mode-step',
      'plant.bench.flexible.frequency',
    ],
    ['plant.bench.flexible={ frequency: 20 kHz }', 'mode-step', 'plant.bench.flexible.frequency'],
    ['plant.bench.drive={ position: { bandwidth: 15 Hz } }', 'drive-command', 'plant.bench.drive'],
    ['plant.bench.drive=exact', 'drive-command', 'plant.bench.drive'],
    ['plant.bench.drive={ force: { delay: 15.5 us } }', 'drive-delay', 'plant.bench.drive.force.delay'],
    ['plant.bench.drive={ force: { delay: 1 s } }', 'drive-late', 'plant.bench.drive.force.delay'],
    ['plant.bench.sensors.wrist.on=tol', 'unknown-link', 'plant.bench.sensors.wrist.on'],
    ['plant.bench.sensors.wrist.on=base', 'sensor-fixed', 'plant.bench.sensors.wrist.on'],
    ['plant.bench.sensors.wrist.rate=200 kHz', 'sensor-rate', 'plant.bench.sensors.wrist.rate'],
    ['plant.bench.sensors.wrist.delay=3.5 ms', 'sensor-delay', 'plant.bench.sensors.wrist.delay'],
    ['plant.bench.sensors.wrist.delay=1 s', 'sensor-late', 'plant.bench.sensors.wrist.delay'],
    [
      'plant.bench.sensors.wrist={ noise: 2 N, range: 1 N }',
      'sensor-range',
      'plant.bench.sensors.wrist.noise',
    ],
    ['events=[{ fault: lost, sensor: wrst, at: 1 ms }]', 'unknown-sensor-of-the-plant', 'events.0.sensor'],
    ['events=[{ fault: spike, sensor: wrist, at: 1 ms }]', 'spike-nothing', 'events.0'],
    ['events=[{ fault: nan, sensor: wrist, force: [1, 0, 0], at: 1 ms }]', 'fault-size', 'events.0'],
    ['robots.tool.bench.axes=[x, x]', 'word-twice', 'robots.tool.bench.axes.1'],
    ['robots.tool.bench.axes=[w]', 'unknown-word', 'robots.tool.bench.axes.0'],
    ['robots.tool.bench.mass=0 kg', 'out-of-range', 'robots.tool.bench.mass'],
    ['robots.tool.file=arm.urdf', 'kind-twice', 'robots.tool'],
    ['plant.bench.signal=nofile.csv', 'file-missing', 'plant.bench.signal'],
    ['plant.bench.signal=bad.csv', 'signal-number', 'plant.bench.signal'],
    ['plant.bench.signal=[[0, 1], [0, 2]]', 'signal-order', 'plant.bench.signal.1'],
    ['plant.bench.signal=[[0, 1, 2], [1, 2, 3]]', 'signal-row', 'plant.bench.signal.0'],
    ['control.rate=continuous', 'continuous-bench', 'control.rate'],
    ['record.groups=[bnch]', 'unknown-group', 'record.groups.0'],
    ['world.wall.damping=1e6 N s/m', 'contact-step', 'world.wall.damping'],
    ['world.wall.stiffness=1e12 N/m', 'contact-step', 'world.wall.stiffness'],
    [
      'control.points.pad={ on: tool, capsule: { radius: 1 cm, length: 1 cm } }',
      'bench-shape',
      'control.points.pad',
    ],
  ])('%s: %s', (set, code, path) => {
    const found = checkScenario(filesOf({ 'bad.csv': '0, 1\n1; x\n' }), 'a.yaml', [set]);
    expect(found.map((problem) => [problem.code, problem.where.path])).toEqual([[code, path]]);
  });

  it('names the step that would do, which does', () => {
    const set = 'world.wall.stiffness=1e12 N/m';
    const [problem] = checkScenario(filesOf(), 'a.yaml', [set]);
    const step = /set plant\.bench\.step to (.*) or less/.exec(problem.hint ?? '')?.[1];
    expect(step).toBe('0.84 µs');
    const better = [set, 'plant.bench.step=0.84 us', `control.rate=${1 / (1250 * 0.84e-6)}`];
    const sensor = 'plant.bench.sensors=null';
    expect(checkScenario(filesOf(), 'a.yaml', [...better, sensor]).map(({ code }) => code)).toEqual([]);
  });

  it('is that an arm of a file is none', () => {
    const arm =
      '<robot name="r"><link name="b"/><link name="l"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="x" type="prismatic"><parent link="b"/><child link="l"/><limit lower="-1" upper="1" effort="100" velocity="9"/></joint></robot>';
    const files = memoryFiles({
      'a.yaml': text.replace('bench: { axes: [x], mass: 2 kg }', 'file: arm.urdf'),
      'arm.urdf': arm,
    });
    const found = checkScenario(files, 'a.yaml');
    expect(found.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual([
      'bench-robot',
    ]);
  });
});
