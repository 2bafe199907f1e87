/** What check says of the controller's sensors beside those of the plant, of targets and singular poses, and what springs give at most. */
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { judgeScenario } from './check.js';
import { loadScenarioText } from './load.js';

const files = memoryFiles({});

const bench = (sensor: string, own: string, law = ''): string => `pliant: 1
robots: { tool: { bench: { axes: [x, y, z], mass: 2 kg } } }
control:
  sensors: { wrist: ${own} }
  laws: { yield: { law: admittance, sensor: wrist, selection: [x], mass: 2 kg, damping: 40 N s/m }${law} }
  servo: { follow: drive }
plant: { bench: { drive: exact, sensors: { wrist: ${sensor} } } }
`;

function told(text: string) {
  const loaded = loadScenarioText(files, 'a.yaml', text, []);
  const { problems } = loaded.value === undefined ? loaded : assemble(loaded.value, files);
  return problems.filter(({ code }) => /^(sensor-below|frozen|threshold|target-on|near-s)/.test(code));
}
const codes = (text: string): string[] => told(text).map(({ code, where }) => `${code} ${where.path}`);

describe('what hangs below a sensor', () => {
  const below = 'below: { mass: 0.5 kg, centre: [0, 0, 5 cm] }';
  const mismatch = 'sensor-below-mismatch control.sensors.wrist.below';

  it('is that of the plant, or both numbers are told', () => {
    expect(codes(bench(`{ ${below} }`, '{}'))).toEqual([]);
    expect(codes(bench(`{ ${below} }`, `{ ${below} }`))).toEqual([]);
    expect(codes(bench('{}', `{ ${below} }`))).toEqual([mismatch]);
    const [other] = told(bench(`{ ${below} }`, '{ below: { mass: 0.8 kg, centre: [0, 0, 5 cm] } }'));
    expect(other.code).toBe('sensor-below-mismatch');
    expect(`${other.expected} ${other.got}`).toMatch(/^0\.5 kg at .* 0\.8 kg at/);
    expect(codes(bench(`{ ${below} }`, '{ below: { mass: 0.5 kg, centre: [0, 0, 8 cm] } }'))).toEqual([
      mismatch,
    ]);
    expect(codes(bench(`{ ${below} }`, '{ below: none }'))).toEqual([mismatch]);
    expect(codes(bench(`{ ${below} }`, '{ below: none, tare: { time: 0.1 s, refuse: 9 N } }'))).toEqual([]);
    expect(codes(bench(`{ ${below} }`, '{ provides: [gravity] }'))).toEqual([
      'sensor-below-mismatch control.sensors.wrist.provides',
    ]);
  });
});

describe('a guarded move before a sensor that is off', () => {
  const biased = '{ bias: { force: [0, 3 N, 0] } }';

  it('takes a baseline, or is told of its bias', () => {
    const plain = (settle: string, sensor = biased, own = '{}', threshold = 1) => `pliant: 1
robots: { tool: { bench: { axes: [x, y, z], mass: 2 kg } } }
control:
  sensors: { wrist: ${own} }
  laws:
    find: { law: guarded-move, sensor: wrist, axes: world, direction: [1, 0, 0], speed: 1 cm/s, threshold: ${threshold} N, limit: 5 cm, deceleration: 1 m/s2${settle} }
  servo: { follow: drive }
plant: { bench: { drive: exact, sensors: { wrist: ${sensor} } } }
`;
    const told = ['threshold-below-bias control.laws.find.threshold'];
    expect(codes(plain(''))).toEqual(told);
    expect(codes(plain(', settle: 0.2 s'))).toEqual([]);
    expect(codes(plain('', '{}'))).toEqual([]);
    expect(codes(plain('', biased, '{ tare: { time: 0.1 s, refuse: 9 N } }'))).toEqual([]);
    expect(codes(plain('', biased, '{}', 3.1))).toEqual([]);
  });
});

describe('a guard of frozen readings', () => {
  it('is for sensors that have noise, and waits for the next reading', () => {
    const own = '{ guards: { frozen: { after: 50 ms } } }';
    expect(codes(bench('{ noise: 0.1 N }', own))).toEqual([]);
    expect(codes(bench('{}', own))).toEqual(['frozen-without-noise control.sensors.wrist.guards.frozen']);
    expect(codes(bench('{ noise: 0.01 N, quantum: 1 N }', own))).toEqual([
      'frozen-without-noise control.sensors.wrist.guards.frozen',
    ]);
    expect(codes(bench('{ noise: 0.1 N, rate: 10 Hz }', own))).toEqual([
      'frozen-below-period control.sensors.wrist.guards.frozen.after',
    ]);
  });
});

describe('a sensor of the controller', () => {
  const designOf = (own: string) => {
    const text = bench('{ noise: 0.1 N }', own);
    const loaded = loadScenarioText(files, 'a.yaml', text, []);
    return (loaded.value && assemble(loaded.value, files))?.value?.design.sensors?.[0];
  };

  it('has bounds of either sign on the axes that are named, and a tare that is taken anew', () => {
    const { lower, upper, window } =
      designOf(
        '{ guards: { bounds: { force: { z: [-15 N, 40 N] }, torque: { x: [1, 2 N m] }, window: 20 ms } } }',
      )?.guards?.bounds ?? {};
    const [low, high] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    expect(lower).toEqual([low, low, -15, 1, low, low]);
    expect(upper).toEqual([high, high, 40, 2, high, high]);
    expect(window).toBe(0.02);
    expect(designOf('{ tare: { time: 0.5 s, refuse: 5 N, every: 1 min, free: 2 N } }')?.tare).toMatchObject({
      seconds: 0.5,
      refuse: 5,
      every: 60,
      free: 2,
    });
  });
});

describe('a target', () => {
  const holding = (target: string) => `pliant: 1
robots: { tool: { bench: { axes: [x, y, z], mass: 2 kg } } }
control:
  points: { here: { on: tool, at: [1 cm, 0, 0] }, goal: { startOf: tool } }
  laws: { keep: { law: impedance, target: ${target}, stiffness: 500 N/m, most: 4 cm } }
`;

  it('that the tool carries holds nothing, which is told', () => {
    expect(codes(holding('goal'))).toEqual([]);
    expect(codes(holding('here'))).toEqual(['target-on-tool control.laws.keep.target']);
  });

  it('whose error is cut pulls with so much at most, which is told beside the cut', () => {
    const judged = (text: string) => judgeScenario(memoryFiles({ 'a.yaml': text }), 'a.yaml').bounds;
    const [most, ...more] = judged(holding('goal')) ?? [];
    expect(more).toEqual([]);
    expect(most).toMatchObject({ path: 'control.laws.keep.most', most: [20], unit: 'N' });
    expect(most.text).toBe('control.laws.keep.most of 40 mm on 500 N/m: at most 20 N along each axis');
    const axes = holding('goal').replace('500 N/m, most: 4 cm', '[100, 200, 300], most: [1 cm, 2 cm, 5 cm]');
    expect(judged(axes)?.[0].most).toEqual([1, 4, 15]);
    const spring = `pliant: 1
robots: { tool: { bench: { axes: [x], mass: 2 kg } } }
control:
  points: { goal: { startOf: tool } }
  elements: { pull: { spring: linear, from: tool, to: goal, stiffness: 1 N/mm, saturation: 5 cm } }
`;
    expect(judged(spring)).toMatchObject([
      { path: 'control.elements.pull.saturation', most: [50], unit: 'N' },
    ]);
    expect(judged(spring.replace(', saturation: 5 cm', ''))).toBeUndefined();
  });
});
