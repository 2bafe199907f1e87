import { describe, expect, it } from 'vitest';
import type { Channel } from '../port/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { scenarioSchema } from './scenario.js';
import { writeYaml } from './write.js';

const control = '  elements: { brake: { damper: linear, from: tool, to: world, damping: 40 N s/m } }\n';
const text = madeScenario(
  control,
  'plant: { rigid: { sensors: { wrist: { on: wrist, rate: 1 kHz, below: { mass: 0.4 kg, centre: [0, 0, 5 cm] } } } } }\n',
);
const filesOf = (scenario = text) => memoryFiles({ 'a.yaml': scenario, 'arm.urdf': madeArm() });

function assembled(sets: readonly string[] = [], scenario = text) {
  const files = filesOf(scenario);
  const loaded = loadScenario(files, 'a.yaml', sets);
  const value = loaded.value && assemble(loaded.value, files).value;
  if (value === undefined) throw new Error(JSON.stringify(checkScenario(files, 'a.yaml', sets)));
  return value;
}

/** The last sample of a channel. */
function last(sets: readonly string[], channel: string): number[] {
  let sample: number[] = [];
  let channels: readonly Channel[] = [];
  const sink = {
    open: (all: readonly Channel[]) => {
      channels = all;
    },
    sample(group: string, _: number, values: Float64Array) {
      let at = 0;
      for (const { name, labels, group: own } of channels) {
        if (own !== group) continue;
        if (name === channel) sample = [...values.subarray(at, at + labels.length)];
        at += labels.length;
      }
    },
    close() {},
  };
  assembled(sets).begin([sink]).complete();
  return sample;
}

describe('sensors of an arm of rigid links', () => {
  it('feel weight and pushes, at the joint between', () => {
    const held = last([], 'sensor.wrist');
    // Gravity is compensated and a damper holds it: next to nothing moves.
    expect(Math.hypot(held[0], held[1], held[2])).toBeCloseTo(0.4 * 9.81, 3);
    const pushed = last(['events=[{ push: [0, 1 N, 0], at: 0, for: 1 s }]'], 'sensor.wrist');
    // Turned by 90° about y alone, the wrist has the world's y.
    expect(pushed[1] - held[1]).toBeGreaterThan(0.5);
    expect(last([], 'sensor.wrist.age')).toEqual([0]);
    expect(last(['plant.rigid.sensors.wrist.delay=20 ms'], 'sensor.wrist.age')[0]).toBeCloseTo(0.02, 9);
    expect(last(['plant.rigid.sensors.wrist.bias={ force: [3 N, 0, 0] }'], 'sensor.wrist')[0]).toBeCloseTo(
      held[0] + 3,
      9,
    );
  });

  it('leave the run as it is, and stand in the scenario as it is written out', () => {
    const plain = last(['plant.rigid.sensors=null'], 'joints.position');
    expect(last([], 'joints.position')).toEqual(plain);
    const { scenario } = assembled();
    const written = writeYaml(scenarioSchema, scenario, 'again');
    expect(assembled([], written).scenario).toEqual(scenario);
  });

  it('have encoders beside them, by joint', () => {
    const counted = ['plant.rigid.encoders={ resolution: { elbow: 1 deg }, velocity: differences }'];
    const { sensed, model } = assembled(counted);
    const elbow = model.bodies.find(({ joint }) => joint === 'elbow')?.q ?? -1;
    expect(sensed?.encoders?.resolution[elbow]).toBeCloseTo(Math.PI / 180, 12);
    expect(sensed?.encoders?.resolution.filter((x) => x !== 0)).toHaveLength(1);
    const [, , degrees] = last(counted, 'joints.position').map((q) => (q * 180) / Math.PI);
    expect(Math.abs(degrees - Math.round(degrees))).toBeLessThan(1e-9);
  });

  it.each([
    ['plant.rigid.sensors.wrist.on=wirst', 'unknown-link', 'plant.rigid.sensors.wrist.on'],
    ['plant.rigid.sensors.wrist.on=base', 'sensor-fixed', 'plant.rigid.sensors.wrist.on'],
    ['plant.rigid.sensors.wrist.rate=5 kHz', 'sensor-rate', 'plant.rigid.sensors.wrist.rate'],
    ['plant.rigid.doubling=true', 'doubling-sensors', 'plant.rigid'],
    ['control.rate=continuous', 'continuous-sensors', 'plant.rigid'],
    [
      'plant.rigid.encoders={ resolution: { elbw: 1 deg } }',
      'unknown-joint',
      'plant.rigid.encoders.resolution.elbw',
    ],
    ['events=[{ fault: lost, sensor: wrst, at: 1 ms }]', 'unknown-sensor-of-the-plant', 'events.0.sensor'],
  ])('%s: %s', (set, code, path) => {
    const found = checkScenario(filesOf(), 'a.yaml', [set]).filter(({ severity }) => severity === 'error');
    expect(found.map((problem) => [problem.code, problem.where.path])).toEqual([[code, path]]);
  });
});
