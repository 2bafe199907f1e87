/** What is told of an estimate from the joints' momentum, held to what it says in runs in which nothing touches. */
import { describe, expect, it } from 'vitest';
import { ofCounts } from '../control/laws/residual-problems.js';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm } from './made-arm.test.helper.js';

interface Options {
  readonly guards?: string;
  readonly control?: string;
  readonly plant?: string;
  readonly arm?: string;
  readonly gain?: number;
}

const scenario = ({
  guards = '{ contact: 1 mN, stop: 1 kN }',
  control = 'compensate: [gravity]',
  plant = '',
  arm = '',
  gain = 60,
}: Options) => `pliant: 1
name: felt
duration: 2 s
record: { rate: 1 kHz }
robots: { arm: { file: arm.urdf, tool: { on: tip }, start: { shoulder: 30 deg, elbow: 60 deg, slide: 5 cm, finger: 2 cm }${arm} } }
control:
  ${control}
  buffers: none
  points: { goal: { startOf: tool, moves: { along: line, by: [3 cm, 8 cm, 4 cm], speed: 10 cm/s } } }
  sensors: { felt: { observer: { gain: ${gain} 1/s }, guards: { collision: ${guards} } } }
  laws: { go: { law: track, target: goal, speed: 10 cm/s } }
  servo: { attitude: false, follow: { computed torque: { bandwidth: 60 rad/s } } }
plant: { rigid: { joints: { stops: none, coulomb: 0, viscous: 0 }${plant} } }
`;

const files = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm({ shoulder: 200 }) });

/** N that the estimate is told to hold, by the path of the threshold. */
function told(options: Options, path = 'contact'): number | undefined {
  const found = checkScenario(files(scenario(options)), 'a.yaml').find(
    ({ code, where }) => code === 'threshold-below-residual' && where.path?.endsWith(`collision.${path}`),
  );
  return found && readN(found.expected ?? '');
}

function readN(text: string): number {
  const [, number, prefix = ''] = /above ([\d.]+) (m|k|µ)?N/.exec(text) ?? [];
  return Number(number) * { '': 1, m: 1e-3, k: 1e3, µ: 1e-6 }[prefix as 'm'];
}

/** The largest force that the estimate tells after `from` s, and whether contact was told. */
function felt(options: Options, from = 0) {
  const source = files(scenario(options));
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  const { kernel, begin } = outcome.value;
  const of = (name: string) => view(kernel.layout, kernel.memory, name);
  let [most, contact] = [0, false];
  begin([
    {
      open() {},
      close() {},
      sample() {
        if (of('time')[0] < from) return;
        most = Math.max(most, Math.hypot(...of('sensor.felt.wrench').slice(0, 3)));
        if (of('sensor.felt.contact')[0] === 1) contact = true;
      },
    },
  ]).complete();
  return { most, contact };
}

/** With friction in its joints. */
const rubbing = (options: Options) =>
  scenario(options).replace(
    'coulomb: 0, viscous: 0',
    'coulomb: { turn: 0.4, shoulder: 0.5, elbow: 0.2, slide: 2 N, finger: 1 N }, viscous: { turn: 0.3 }',
  );

describe('an estimate on joints with friction', () => {
  it('is told to hold its weight that the controller does not know of, to the digit', () => {
    expect(told({ plant: ', payloads: { part: { mass: 0.5 kg } }' })).toBeCloseTo(0.5 * 9.81, 2);
    expect(told({ plant: ', payloads: { part: { mass: 0.5 kg, held: false } }' })).toBeUndefined();
    const known = 'compensate: [gravity]\n  payload: { mass: 0.5 kg }';
    expect(told({ control: known, plant: ', payloads: { part: { mass: 0.5 kg } }' })).toBeUndefined();
    expect(told({})).toBeUndefined();
  });

  it('feels nothing of the weight that drives hold by themselves', () => {
    const options = { arm: ', provides: [gravity]', control: 'compensate: []' };
    expect(told(options)).toBeUndefined();
    expect(felt(options, 0.2).most).toBeLessThan(0.05);
  });

  it.each([30, 200])('holds no more than is told of encoders, and a good part of it, gain %d', (gain) => {
    const options = { gain, plant: ', encoders: { resolution: 0.00005, velocity: differences }' };
    const most = told(options) ?? 0;
    const { most: got } = felt(options, 0.2);
    expect(got).toBeLessThan(most);
    expect(got).toBeGreaterThan(0.2 * most);
  });

  it('knows what counts of encoders make: the worst signs by the sum, many of them like noise', () => {
    // The recursion itself, by the worst signs of what each error of ±1/2 does later.
    const s = 0.06;
    let [r, before, worst, square] = [0, 0, 0, 0];
    for (let k = 0; k < 5000; k++) {
      const e = k === 0 ? 1 : 0;
      const momentum = e - (k === 1 ? 1 : 0);
      r += s * ((momentum - before) / s - r);
      before = momentum;
      worst += Math.abs(r) / 2;
      square += (r * r) / 12;
    }
    expect(ofCounts([1], s)).toBeCloseTo(Math.min(worst, 4 * Math.sqrt(square)), 9);
    expect(ofCounts(new Array(16).fill(1), s)).toBeCloseTo(4 * 4 * Math.sqrt(square), 9);
  });
});

describe('friction in an estimate', () => {
  const toldOf = (options: Options) => {
    const found = checkScenario(files(rubbing(options)), 'a.yaml').find(
      ({ code }) => code === 'threshold-below-residual',
    );
    return found === undefined ? undefined : { most: readN(found.expected ?? ''), text: found.message };
  };
  const feltOf = (options: Options) => {
    const source = files(rubbing(options));
    const loaded = loadScenario(source, 'a.yaml', []);
    const outcome = loaded.value && assemble(loaded.value, source);
    if (outcome?.value === undefined) throw new Error('the scenario is good');
    const { kernel, begin } = outcome.value;
    const of = (name: string) => view(kernel.layout, kernel.memory, name);
    const seen = { most: 0, contact: false, moving: 0 };
    begin([
      {
        open() {},
        close() {},
        sample() {
          const force = Math.hypot(...of('sensor.felt.wrench').slice(0, 3));
          seen.most = Math.max(seen.most, force);
          if (Math.abs(of('time')[0] - 0.8) < 1e-6) seen.moving = force;
          if (of('sensor.felt.contact')[0] === 1) seen.contact = true;
        },
      },
    ]).complete();
    return seen;
  };

  it('is told with the number that works, and with the number that is told nothing is taken for contact', () => {
    const { most, text } = toldOf({}) ?? { most: 0, text: '' };
    expect(text).toContain('friction');
    const run = feltOf({});
    expect(run.contact).toBe(true);
    expect(run.most).toBeLessThan(most);
    expect(run.most).toBeGreaterThan(0.4 * most);
    const enough = `{ contact: ${1.01 * most} N, stop: 1 kN }`;
    expect(toldOf({ guards: enough })).toBeUndefined();
    expect(feltOf({ guards: enough }).contact).toBe(false);
  });

  it('is out of the estimate by the share that the controller makes up for', () => {
    const control =
      'compensate: [gravity, friction]\n  friction: { coulomb: { turn: 0.4, shoulder: 0.5, elbow: 0.2, slide: 2 N, finger: 1 N }, viscous: { turn: 0.3 }, share: 0.9 }';
    const bare = feltOf({}).moving;
    const compensated = feltOf({ control }).moving;
    expect(bare).toBeGreaterThan(1);
    expect(compensated).toBeLessThan(0.25 * bare);
  });
});
