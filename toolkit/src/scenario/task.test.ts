import { describe, expect, it } from 'vitest';
import type { LogSink } from '../port/index.js';
import type { Problem } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';
import { resolvedYaml } from './resolved.js';

const control = `  points: { goal: { startOf: tool, shift: [0, 5 cm, 0] } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 100 N/m }
    brake: { damper: linear, to: world, damping: 20 N s/m }
    keep: { spring: joint, joint: [shoulder, elbow], stiffness: 1 N m/rad }
`;

const coordinates = `  coordinates:
    far: { coordinate: distance, from: tool, to: goal }
    off: { coordinate: offset, from: tool, to: goal }
`;

const filesOf = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });

function text(phases: readonly string[], tank = ''): string {
  const lines = phases.map((phase) => `    ${phase}\n`).join('');
  return madeScenario(`${control}${coordinates}${tank}`, `task:\n  phases:\n${lines}`);
}

function problems(phases: readonly string[], tank?: string): readonly Problem[] {
  return checkScenario(filesOf(text(phases, tank)), 'a.yaml');
}

const found = (phases: readonly string[], tank?: string) =>
  problems(phases, tank).map(({ code, severity, where }) => [code, severity, where.path]);

function assembled(source: string): Assembly {
  const files = filesOf(source);
  const loaded = loadScenario(files, 'a.yaml', []);
  const { value, problems: wrong } = loaded.value
    ? assemble(loaded.value, files)
    : { problems: loaded.problems };
  if (value === undefined) throw new Error(JSON.stringify(wrong));
  return value;
}

describe('phases of a scenario', () => {
  it('set parameters with their units, on every element that a name stands for', () => {
    const { design } = assembled(
      text([
        'soft: { set: { reach.stiffness: 0.2 N/mm, goal.at: [0.3, 10 cm, 0.4], keep.stiffness: 3 }, until: { after: 0.1 s }, blend: 20 ms }',
        'near: { until: { from: tool, to: goal, below: 1 mm, hold: 0.1 s }, next: soft }',
        'last: { until: { norm: reach, above: 5 cm } }',
      ]),
    );
    const [soft, near, last] = design.phases ?? [];
    expect(soft).toMatchObject({ name: 'soft', until: { after: 0.1 }, blend: 0.02 });
    expect(soft.set).toMatchObject({ 'reach.stiffness': [200], 'goal.at': [0.3, 0.1, 0.4] });
    const joints = Object.keys(soft.set ?? {}).filter((name) => name.startsWith('keep'));
    expect(joints.length).toBeGreaterThan(1);
    expect(near).toEqual({
      name: 'near',
      set: {},
      until: { from: 'tool', to: 'goal', below: 1e-3, hold: 0.1 },
      next: 'soft',
    });
    expect(last.until).toEqual({ norm: 'reach', above: 0.05, hold: 0 });
  });

  it('end by a coordinate in its unit, and by a stall that takes longer than a start', () => {
    const { design } = assembled(
      text([
        'near: { until: { coordinate: far, below: 5 mm } }',
        'away: { until: { coordinate: far, above: -1 cm, hold: 0.1 s } }',
        'stuck: { until: { speed: tool, below: 2 mm/s }, next: near }',
      ]),
    );
    expect((design.phases ?? []).map(({ until }) => until)).toEqual([
      { coordinate: 'far', below: 5e-3, hold: 0 },
      { coordinate: 'far', above: -0.01, hold: 0.1 },
      { speed: 'tool', below: 2e-3, hold: 0.5 },
    ]);
  });

  it('are gone through in a run, which says which it is', () => {
    const { begin } = assembled(
      text(['soft: { set: { reach.stiffness: 20 N/m }, until: { after: 0.1 s } }', 'own: {}']),
    );
    const phases: number[] = [];
    const sink: LogSink = {
      open() {},
      sample(group, _time, values) {
        if (group === 'task') phases.push(values[0]);
      },
      close() {},
    };
    expect(begin([sink]).complete().status).toBe('done');
    expect(phases[0]).toBe(0);
    expect(phases.at(-1)).toBe(1);
    // And again from the start.
    const before = phases.length;
    begin([sink]).complete();
    expect(phases[before]).toBe(0);
  });

  it('are reasons against passivity, unless a tank pays', () => {
    const phases = ['soft: { set: { reach.stiffness: 20 N/m }, until: { after: 0.1 s } }', 'own: {}'];
    expect(assembled(text(phases)).passivity.reasons).toMatchObject([{ cause: 'phases', name: 'soft' }]);
    const paid = assembled(text(phases, '  tank: { start: 0.1 J, most: 1 J }\n'));
    expect(paid.passivity.passive).toBe(true);
    expect(paid.design.tank).toEqual({ start: 0.1, most: 1, pays: ['changes', 'sources', 'motions'] });
  });

  it('come back from the resolved scenario as they are', () => {
    const first = assembled(
      text(['soft: { set: { goal.at: [0.3, 10 cm, 0.4] }, until: { from: tool, to: goal, below: 1 mm } }']),
    );
    const yaml = resolvedYaml(first.scenario, (path) => path);
    expect(assembled(yaml).design.phases).toEqual(first.design.phases);
  });

  it.each([
    ['a: { set: { reach.stifness: 1 } }', ['unknown-parameter', 'error', 'task.phases.a.set.reach.stifness']],
    ['a: { set: { limits.torque: 1 } }', ['unknown-parameter', 'error', 'task.phases.a.set.limits.torque']],
    [
      'a: { set: { reach.stiffness: 1 N s/m } }',
      ['wrong-unit', 'error', 'task.phases.a.set.reach.stiffness'],
    ],
    [
      'a: { set: { reach.stiffness: -1 N/m } }',
      ['out-of-range', 'error', 'task.phases.a.set.reach.stiffness'],
    ],
    ['a: { set: { goal.at: 3 } }', ['parameter-shape', 'error', 'task.phases.a.set.goal.at']],
    [
      'a: { until: { from: tool, to: gaol, below: 1 mm } }',
      ['unknown-point', 'error', 'task.phases.a.until.to'],
    ],
    ['a: { until: { from: tool, to: goal } }', ['phase-bound', 'error', 'task.phases.a.until']],
    [
      'a: { until: { from: tool, to: goal, below: 1, above: 2 } }',
      ['phase-bound', 'error', 'task.phases.a.until'],
    ],
    ['a: { until: { norm: raech, below: 1 } }', ['unknown-element', 'error', 'task.phases.a.until.norm']],
    ['a: { until: { norm: reach, below: 1 rad } }', ['wrong-unit', 'error', 'task.phases.a.until.below']],
    ['a: { until: { coordinate: far, below: 1 rad } }', ['wrong-unit', 'error', 'task.phases.a.until.below']],
    ['a: { until: { coordinate: far } }', ['phase-bound', 'error', 'task.phases.a.until']],
    [
      'a: { until: { coordinate: of, below: 1 } }',
      ['unknown-coordinate', 'error', 'task.phases.a.until.coordinate'],
    ],
    [
      'a: { until: { coordinate: off, below: 1 mm } }',
      ['phase-entries', 'error', 'task.phases.a.until.coordinate'],
    ],
    ['a: { until: { speed: tol, below: 1 mm/s } }', ['unknown-point', 'error', 'task.phases.a.until.speed']],
    ['a: { next: b }', ['unknown-phase', 'error', 'task.phases.a.next']],
  ])('%s', (phase, wanted) => {
    expect(found([phase])).toEqual([wanted]);
  });

  it.each([
    [
      'points that stand',
      ['a: { until: { from: world, to: goal, below: 1 m } }', 'b: {}'],
      ['phase-still', 'a.until'],
    ],
    [
      'a point that stands',
      ['a: { until: { speed: goal, below: 1 } }', 'b: {}'],
      ['phase-still', 'a.until.speed'],
    ],
    ['what never follows', ['a: { next: a }'], ['phase-endless', 'a.next']],
    [
      'what is never reached',
      ['a: { until: { after: 1 s }, next: c }', 'b: { until: { after: 1 s } }', 'c: {}'],
      ['phase-unreached', 'b'],
    ],
  ])('warn of %s', (_, phases, [code, place]) => {
    expect(found(phases)).toEqual([[code, 'warning', `task.phases.${place}`]]);
  });

  it('may wait for a point that a phase puts elsewhere', () => {
    const until = 'until: { from: world, to: goal, below: 1 m }';
    expect(found([`a: { ${until} }`, `b: { set: { goal.at: [0, 0, 1] }, ${until} }`, 'c: {}'])).toEqual([]);
  });

  it('say where in the file, and which names there are', () => {
    const [problem] = problems(['near: { next: nearr }']);
    expect(problem).toMatchObject({ where: { line: expect.any(Number) }, hint: 'did you mean near?' });
  });

  it('need a law that is sampled', () => {
    const continuous = text(['a: {}']).replace('control:', 'control:\n  rate: continuous');
    const codes = checkScenario(filesOf(continuous), 'a.yaml').filter(
      ({ code }) => code === 'continuous-memory',
    );
    expect(codes.map(({ where }) => where.path)).toContain('task.phases');
  });
});

describe('a tank of a scenario', () => {
  it('that holds more than it can is refused', () => {
    expect(found(['a: {}'], '  tank: { start: 2 J, most: 1 J }\n')).toEqual([
      ['tank-start', 'error', 'control.tank.start'],
    ]);
  });
});
