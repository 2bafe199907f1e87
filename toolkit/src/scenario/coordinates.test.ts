import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { resolvedYaml } from './resolved.js';

const control = `  points: { goal: { startOf: tool, shift: [0, 5 cm, 0] } }
  coordinates:
    reach: { coordinate: offset, to: goal }
    length: { coordinate: norm, of: reach }
    side: { coordinate: projection, of: reach, direction: [0, 2, 0] }
    low: { coordinate: slice, of: reach, entries: [0, 1] }
    bend: { coordinate: joint, joint: elbow, target: start }
    rest: { coordinate: constant, numbers: [2 cm] }
    stretch: { coordinate: difference, of: [rest, length] }
    ramp: { coordinate: reference, start: [10 deg], speed: [0.1 rad/s], unit: rad }
    lag: { coordinate: difference, of: [ramp, bend] }
  elements:
    pull: { spring: linear, of: low, stiffness: [[100 N/m, 10], [10, 50]] }
    stay: { spring: linear, of: lag, stiffness: 2 N m/rad }
    brake: { damper: linear, of: stretch, damping: 3 N s/m }
    keep: { damper: linear, joint: [turn, slide], damping: 0.5 }
`;
const measures = `measure:
  far: { peak: length.value }
  fast: { peak: side.rate }
record: { groups: [joints, stretch] }
`;
const files = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });

/** The problems as `code path: message`. */
function found(text: string): string[] {
  return checkScenario(files(text), 'a.yaml').map(
    ({ code, where, expected }) => `${code} ${where.path}${expected === undefined ? '' : `: ${expected}`}`,
  );
}

/** The scenario with one text in the place of another. */
function changed(from: string, to: string): string {
  expect(control.split(from)).toHaveLength(2);
  return madeScenario(control.replace(from, to));
}

describe('coordinates of a scenario', () => {
  it('become coordinates of the design, with units that follow from what they read', () => {
    const text = madeScenario(control, measures);
    expect(found(text)).toEqual([]);
    const loaded = loadScenario(files(text), 'a.yaml');
    const run = loaded.value && assemble(loaded.value, files(text)).value;
    const { coordinates = [], elements = [] } = run?.design ?? {};
    const named = new Map(coordinates.map((c) => [c.name, c]));
    expect(named.get('reach')?.joins).toEqual({ from: 'tool', to: 'goal' });
    expect(named.get('bend')?.parameters.target).toEqual([expect.closeTo(Math.PI / 3, 12)]);
    expect(named.get('rest')?.parameters.numbers).toEqual([0.02]);
    expect(named.get('ramp')?.parameters.start).toEqual([expect.closeTo(Math.PI / 18, 12)]);
    expect(named.get('low')?.parameters.entries).toEqual([0, 1]);
    expect(elements.find(({ name }) => name === 'pull')).toMatchObject({
      of: 'low',
      joins: {},
      parameters: { stiffness: [100, 10, 10, 50] },
    });
    expect(elements.filter(({ name }) => name.startsWith('keep')).map(({ joins }) => joins)).toEqual([
      { joint: 'turn' },
      { joint: 'slide' },
    ]);
  });

  it('are written with their defaults and read again alike', () => {
    const loaded = loadScenario(files(madeScenario(control)), 'a.yaml');
    if (loaded.value === undefined) throw new Error('the scenario is good');
    const written = resolvedYaml(loaded.value.scenario);
    expect(found(written)).toEqual([]);
    expect(loadScenario(files(written), 'a.yaml').value?.scenario).toEqual(loaded.value.scenario);
  });

  it.each<[string, string, string, string]>([
    ['a point', 'offset, to: goal', 'offset, to: gaol', 'unknown-point control.coordinates.reach.to'],
    ['a part', 'norm, of: reach', 'norm, of: raech', 'unknown-coordinate control.coordinates.length.of'],
    [
      'a part in a list',
      'of: [rest, length]',
      'of: [rset, length]',
      'unknown-coordinate control.coordinates.stretch.of.0',
    ],
    ['a joint', 'joint: elbow', 'joint: elbwo', 'unknown-joint control.coordinates.bend.joint'],
    ['what an element acts on', 'of: low,', 'of: lwo,', 'unknown-coordinate control.elements.pull.of'],
    [
      'a unit of another kind',
      '2 N m/rad',
      '2 N/m',
      'wrong-unit control.elements.stay.stiffness: a number in N m/rad',
    ],
    [
      'a unit of a constant',
      '[2 cm]',
      '[2 deg]',
      'wrong-unit control.coordinates.rest.numbers.0: a number in m',
    ],
    ['a difference', 'of: [ramp, bend]', 'of: [ramp, side]', 'coordinate-shape control.coordinates.lag'],
    ['a loop', 'norm, of: reach', 'norm, of: stretch', 'coordinate-loop control.coordinates.length.of'],
    ['an entry', 'entries: [0, 1]', 'entries: [0, 3]', 'coordinate-shape control.coordinates.low'],
    ['a key', 'of: lag, stiff', 'of: lag, to: goal, stiff', 'keys-apart control.elements.stay.to'],
  ])('are complained of at the right place: %s', (_, from, to, expected) => {
    expect(found(changed(from, to))).toEqual([expected]);
  });

  it('take a matrix as the nearest that gives no energy away where that is asked for', () => {
    const rows = '[[100 N/m, 10], [10, 50]]';
    const bad = '[[100 N/m, 10], [10, -50]]';
    expect(found(changed(rows, bad))).toEqual(['matrix-sign control.elements.pull.stiffness']);
    const text = changed(rows, `${bad}, project: true`);
    const problems = checkScenario(files(text), 'a.yaml');
    expect(problems.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['warning matrix-projected']);
    expect(problems[0].message).toMatch(/50\.66\d* away; its negative eigenvalues were -50\.66\d*/);
    const loaded = loadScenario(files(text), 'a.yaml').value;
    const run = loaded && assemble(loaded, files(text)).value;
    const [a, b, c, d] = run?.design.elements.find(({ name }) => name === 'pull')?.parameters.stiffness ?? [];
    expect(b).toBeCloseTo(c, 12);
    expect(a * d - b * c).toBeCloseTo(0, 9);
  });
});
