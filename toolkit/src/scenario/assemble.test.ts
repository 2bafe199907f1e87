import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Meter } from '../analyse/index.js';
import { type Problem, describe as wording } from '../problem/index.js';
import { Collector, StateHash, seriesOf } from '../record/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { type ArmOptions, madeArm, madeScenario } from './made-arm.test.helper.js';
import { resolvedYaml } from './resolved.js';

function files(text: string, arm: ArmOptions = {}) {
  return memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm(arm) });
}

function assembled(text: string, arm: ArmOptions = {}, overrides: string[] = []): Assembly {
  const source = files(text, arm);
  const loaded = loadScenario(source, 'a.yaml', overrides);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
  const outcome = assemble(loaded.value, source);
  if (outcome.value === undefined) throw new Error(outcome.problems.map(wording).join('\n'));
  return outcome.value;
}

function problems(text: string, arm: ArmOptions = {}, overrides: string[] = []): readonly Problem[] {
  return checkScenario(files(text, arm), 'a.yaml', overrides);
}

function problem(code: string, text: string, arm: ArmOptions = {}, overrides: string[] = []): Problem {
  const all = problems(text, arm, overrides);
  const found = all.find((p) => p.code === code);
  if (found === undefined) throw new Error(`no problem ${code}:\n${all.map(wording).join('\n')}`);
  return found;
}

const reach = `  points: { goal: { startOf: tool, shift: [0, 8 cm, -4 cm] } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, to: goal, damping: { ratio: 1, with: reach, inertia: { of: tool } } }
    keep: { spring: joint, joint: all, target: start, stiffness: 1 N m/rad }
`;

const more = `plant: { rigid: { joints: { viscous: 0.2 N m s/rad } } }
events:
  - { at: 0.2 s, push: [5 N, 0, 0], for: 0.1 s }
  - { at: 0.3 s, set: keep.stiffness, to: 2 N m/rad }
measure:
  end error: { end: reach.extension, below: 10 cm }
  pull: { peak: reach.force, below: 30 N }
  share: { peak: joints.torque, over: limits, below: 100 % }
  settled: { settle: reach.extension, within: 5 mm }
`;

function hashOf(assembly: Assembly): string {
  const hash = new StateHash();
  expect(assembly.begin([hash]).complete().status).toBe('done');
  return hash.digest();
}

describe('assemble', () => {
  const assembly = assembled(madeScenario(reach, more));

  it('takes the last link of the longest chain for the tool, not a finger', () => {
    expect(assembly.tool.frame.name).toBe('tip');
    expect(assembly.scenario.robots.arm.tool).toEqual({ on: 'tip', at: [0, 0, 0], rpy: [0, 0, 0] });
  });

  it('puts the joints where the scenario says, in the units of each', () => {
    expect(assembly.scenario.robots.arm.start).toEqual({
      turn: 0,
      shoulder: Math.PI / 6,
      elbow: Math.PI / 3,
      slide: 0.05,
      finger: 0,
    });
  });

  it('makes one element for each joint that a unit fits', () => {
    const own = assembly.design.elements.filter(({ kind }) => kind !== 'buffers');
    const names = own.map((element) => element.name);
    expect(names).toEqual(['reach', 'brake', 'keep-turn', 'keep-shoulder', 'keep-elbow']);
    const targets = own.slice(2).map((element) => element.parameters.target);
    expect(targets).toEqual([[0], [Math.PI / 6], [Math.PI / 3]]);
  });

  it('sets an event on every element that it means', () => {
    expect(assembly.events.filter((event) => event.kind === 'parameter')).toEqual(
      ['elbow', 'shoulder', 'turn'].map((joint) => ({
        kind: 'parameter',
        at: 0.3,
        field: `keep-${joint}.stiffness`,
        values: [2],
      })),
    );
  });

  it('reads the limits of measures in the units of what they measure', () => {
    expect(assembly.measures.map(({ name, below, within, over }) => [name, below ?? within, over])).toEqual([
      ['end error', 0.1, undefined],
      ['pull', 30, undefined],
      ['share', 1, assembly.torqueLimits],
      ['settled', 0.005, undefined],
    ]);
    const limits = Object.fromEntries(
      assembly.model.velocityNames.map((name, i) => [name, assembly.torqueLimits[i]]),
    );
    expect(limits).toEqual({
      turn: Number.POSITIVE_INFINITY,
      shoulder: 60,
      elbow: 40,
      slide: 100,
      finger: 10,
    });
  });

  it('runs, moves towards the goal and is measured', () => {
    const meter = new Meter(assembly.measures);
    const record = new Collector();
    const result = assembly.begin([meter, record]).complete();
    expect(result.status).toBe('done');
    const extension = seriesOf(record.series(), 'reach.extension').columns;
    const size = (i: number) => Math.sqrt(extension.reduce((sum, column) => sum + column[i] ** 2, 0));
    expect(size(0)).toBeCloseTo(Math.sqrt(0.08 ** 2 + 0.04 ** 2), 12);
    expect(size(extension[0].length - 1)).toBeLessThan(0.05);
    expect(meter.results()[0].value).toBeCloseTo(size(extension[0].length - 1), 12);
    expect(extension[0].length).toBe(126);
  });

  it('runs the same again, also after events changed parameters', () => {
    const first = hashOf(assembly);
    expect(hashOf(assembly)).toBe(first);
    expect(hashOf(assembled(madeScenario(reach, more)))).toBe(first);
  });

  it('gives a resolved scenario that is the same run', () => {
    const text = resolvedYaml(assembly.scenario);
    const again = assembled(text);
    expect(resolvedYaml(again.scenario)).toBe(text);
    expect(hashOf(again)).toBe(hashOf(assembly));
  });

  it('gives a resolved scenario that is the same run where a joint has several positions', () => {
    const planar = madeArm()
      .replace('<joint name="turn" type="continuous">', '<joint name="turn" type="planar">')
      .replace(/\n/g, ' ');
    const run = (text: string): Assembly => {
      const source = memoryFiles({ 'a.yaml': text, 'arm.urdf': planar });
      const loaded = loadScenario(source, 'a.yaml');
      const outcome = loaded.value === undefined ? loaded : assemble(loaded.value, source);
      if (outcome.value === undefined) throw new Error(outcome.problems.map(wording).join('\n'));
      return outcome.value as Assembly;
    };
    const first = run(madeScenario(reach).replace('start: {', 'start: { turn: [2 cm, -3 cm, 40 deg],'));
    const start = [0.02, -0.03, (40 * Math.PI) / 180];
    expect(first.scenario.robots.arm.start).toMatchObject({ turn: start.map((x) => expect.closeTo(x, 14)) });
    const text = resolvedYaml(first.scenario);
    const again = run(text);
    expect(resolvedYaml(again.scenario)).toBe(text);
    expect(hashOf(again)).toBe(hashOf(first));
  });

  it('differs where a gain does', () => {
    const other = assembled(madeScenario(reach, more), {}, ['control.elements.reach.stiffness=201']);
    expect(hashOf(other)).not.toBe(hashOf(assembly));
  });

  it('moves the robot with its base', () => {
    const base = assembled(madeScenario(reach), {}, [
      'robots.arm.base={at: [1, 0, 0.5], rpy: [0, 0, 90 deg]}',
    ]);
    const goal = (a: Assembly) => a.design.points.find((p) => p.name === 'goal')?.at ?? [Number.NaN, 0, 0];
    const [x, y, z] = goal(assembled(madeScenario(reach)));
    // The shift of 8 cm in y is the world's, so it does not turn with the base.
    expect(goal(base)[0]).toBeCloseTo(1 - (y - 0.08), 12);
    expect(goal(base)[1]).toBeCloseTo(x + 0.08, 12);
    expect(goal(base)[2]).toBeCloseTo(z + 0.5, 12);
  });

  it('evaluates the law in between under a continuous rate', () => {
    const continuous = assembled(madeScenario(`  rate: continuous\n${reach}`));
    expect(continuous.timing).toEqual({
      tick: 0.001,
      step: 0.001,
      steps: 1,
      method: 'rk4',
      continuous: true,
    });
    expect(continuous.scenario.plant.rigid).toMatchObject({ step: 0.001, method: 'runge-kutta' });
    const result = continuous.begin([]).complete();
    expect(result.ledger.find((line) => line.kind === 'sampling')?.energy).toBe(0);
  });

  it('knows the integration line where steps are doubled', () => {
    const line = (doubling: boolean): number => {
      const result = assembled(madeScenario(reach, more), {}, [`plant.rigid.doubling=${doubling}`])
        .begin([])
        .complete();
      return result.ledger.find(({ kind }) => kind === 'integration')?.energy ?? Number.NaN;
    };
    expect(line(false)).toBeNaN();
    expect(Math.abs(line(true))).toBeGreaterThan(1e-9);
  });

  it('names the doubling of steps where the integration line is measured without it', () => {
    const measured = madeScenario(reach, 'measure: { drift: { end: ledger.integration } }');
    expect(problem('measure-channel', measured)).toMatchObject({
      hint: 'only plant.rigid.doubling: true measures the integration error',
      where: { path: 'measure.drift.end' },
    });
    expect(assembled(measured, {}, ['plant.rigid.doubling=true']).measures).toHaveLength(1);
  });

  it('observes what is recorded and what is measured, with the same numbers', () => {
    const [all, some] = [[], ['record.groups=[joints, brake]']].map((overrides) => {
      const assembly = assembled(madeScenario(reach, more), {}, overrides);
      const meter = new Meter(assembly.measures);
      assembly.begin([meter]).complete();
      const observed = assembly.control.layout.fields.filter(({ region }) => region === 'observed');
      return { observed: observed.map(({ name }) => name), results: meter.results() };
    });
    expect(some.observed).toEqual(
      all.observed.filter((name) => /^(brake\..*|reach\.(extension|force)|stored)$/.test(name)),
    );
    expect(some.results).toEqual(all.results);
    const unknown = problem('unknown-group', madeScenario(reach, more), {}, ['record.groups=[brakes]']);
    expect(unknown.known).toContain('keep-elbow');
  });

  it('reads shares with units, of all joints and of one, and leaves out a limit of 0 with a word', () => {
    const shares = (overrides: string[]) =>
      assembled(madeScenario(reach, more), {}, overrides).measures.map(({ over }) => over);
    expect(shares(['measure={a: {peak: reach.force, over: [1 N, 2 N, 1 kN]}}'])).toEqual([[1, 2, 1000]]);
    const mixed = 'over: [1 N m, 2 N m, 1 kN m, 3 N, 4 N]';
    expect(shares([`measure={a: {peak: joints.torque, ${mixed}}}`])).toEqual([[1, 2, 1000, 3, 4]]);
    expect(shares(['measure={a: {peak: joints.torque.elbow, over: limits}}'])).toEqual([[40]]);
    const zero = ['control.limits.torque={elbow: 0}', 'measure={a: {peak: joints.torque, over: limits}}'];
    const [over] = shares(zero);
    expect(over).toHaveLength(5);
    expect(over).not.toContain(0);
    expect(problem('share-of-nothing', madeScenario(reach, more), {}, zero)).toMatchObject({
      severity: 'warning',
      where: { path: 'measure.a.over' },
      message: expect.stringContaining('elbow'),
    });
    const meter = new Meter(assembled(madeScenario(reach, more), {}, zero).measures);
    assembled(madeScenario(reach, more), {}, zero).begin([meter]).complete();
    expect(meter.results()[0].value).toBeGreaterThan(0);
    const unlimited = ['control.limits.torque=none', 'measure={a: {peak: joints.torque, over: limits}}'];
    expect(problem('share-of-nothing', madeScenario(reach, more), {}, unlimited).severity).toBe('warning');
  });

  it('leaves no gravity to a robot that compensates it itself', () => {
    const overrides = ['control.compensate=[]', 'robots.arm.provides=[gravity]'];
    const held = assembled(madeScenario(reach), {}, overrides);
    expect(held.rigid.gravity).toEqual([0, 0, 0]);
    expect(problems(madeScenario(reach), {}, overrides).map((p) => p.code)).not.toContain(
      'gravity-not-compensated',
    );
  });
});

describe('what check says', () => {
  it('finds nothing wrong with a good scenario', () => {
    expect(problems(madeScenario(reach, more))).toEqual([]);
  });

  it.each([
    [
      'a spring to a point that does not exist',
      reach.replace('to: goal, stiffness', 'to: goall, stiffness'),
      'unknown-point',
      'did you mean goal?',
    ],
    [
      'a link in place of a point',
      reach.replace('to: goal, stiffness', 'to: lower, stiffness'),
      'unknown-point',
      'lower is a link: give it a point, control.points: { name: { on: lower } }',
    ],
    ['an unknown link', '  points: { p: { on: uper } }\n', 'unknown-link', 'did you mean upper?'],
    [
      'an unknown joint',
      '  elements: { keep: { spring: joint, joint: elbwo, stiffness: 1 } }\n',
      'unknown-joint',
      'did you mean elbow?',
    ],
    [
      'a joint that follows',
      '  elements: { keep: { spring: joint, joint: thumb, stiffness: 1 } }\n',
      'joint-follows',
      'it follows finger',
    ],
    ['a start of no point', '  points: { p: { startOf: world } }\n', 'unknown-point', undefined],
    ['a ratio of no spring', reach.replace('with: reach', 'with: brake'), 'unknown-linear-spring', undefined],
  ])('refuses %s', (_, control, code, hint) => {
    const found = problem(code, madeScenario(control));
    expect(found.severity).toBe('error');
    expect(found.where).toMatchObject({
      file: 'a.yaml',
      line: expect.any(Number),
      column: expect.any(Number),
    });
    if (hint !== undefined) expect(found.hint).toBe(hint);
  });

  it('refuses a goal out of reach, and says how far', () => {
    const found = problem('out-of-reach', madeScenario(reach.replace('[0, 8 cm, -4 cm]', '[0, 2 m, 0]')));
    expect(found).toMatchObject({ severity: 'error', where: { path: 'control.elements.reach.to' } });
    expect(found.expected).toMatch(/at most 1\.\d+ m/);
  });

  it('takes a goal at the edge of the reach', () => {
    const at = (z: string) =>
      `  points: { goal: { in: world, at: [0, 0, ${z}] } }\n  elements: { reach: { spring: linear, to: goal, stiffness: 10 } }\n`;
    // The chain: 0.2 + 0.3 + 0.3 + 0.1 m, with the slide out by 5 cm and its whole range of 10 cm on top.
    const codes = (z: string) => problems(madeScenario(at(z))).map((p) => p.code);
    expect(codes('1.04 m')).not.toContain('out-of-reach');
    expect(codes('1.06 m')).toContain('out-of-reach');
  });

  it('refuses a start outside the limits, unless there are no stops', () => {
    const overrides = ['robots.arm.start.shoulder=2.1'];
    expect(problem('start-outside-limits', madeScenario(reach), {}, overrides)).toMatchObject({
      severity: 'error',
      where: { file: '--set robots.arm.start.shoulder', path: 'robots.arm.start.shoulder' },
      expected: '-2 … 2 rad',
    });
    const without = [...overrides, 'plant.rigid.joints.stops=none'];
    expect(problem('start-outside-limits', madeScenario(reach), {}, without).severity).toBe('warning');
    expect(problems(madeScenario(reach), {}, ['robots.arm.start.turn=9'])).toEqual([]);
  });

  it('warns of torque limits below gravity at the start', () => {
    const found = problem('gravity-beyond-limit', madeScenario(reach), { shoulder: 3 });
    expect(found).toMatchObject({
      severity: 'warning',
      got: '3 N m',
      message: expect.stringContaining('shoulder'),
    });
  });

  it('warns where nothing compensates gravity, and refuses to do it twice', () => {
    expect(
      problem('gravity-not-compensated', madeScenario(reach), {}, ['control.compensate=[]']).severity,
    ).toBe('warning');
    expect(
      problem('compensated-twice', madeScenario(reach), {}, ['robots.arm.provides=[gravity]']).severity,
    ).toBe('error');
  });

  it('names a damper that cannot be stable at the tick, and the run diverges', () => {
    const wild = reach.replace(/damping: \{.*?\} \}/, 'damping: 5000 N s/m');
    const found = problem('unstable-at-tick', madeScenario(wild));
    expect(found).toMatchObject({
      severity: 'warning',
      where: { path: expect.stringMatching(/^control\.elements\.brake/) },
    });
    const result = assembled(madeScenario(wild), {}, [
      'control.limits.torque=none',
      'plant.rigid.joints.stops=none',
      'duration=2 s',
    ])
      .begin([])
      .complete();
    expect(result.status).toBe('diverged');
    expect(result.divergence?.element).toBe('brake');
  });

  it('warns of an attitude that starts half a turn off', () => {
    const turned =
      '  points: { back: { startOf: tool, turn: [180 deg, 0, 0] } }\n  elements: { level: { spring: attitude, to: back, stiffness: 5 } }\n';
    expect(problem('half-turn', madeScenario(turned))).toMatchObject({
      severity: 'warning',
      where: { path: 'control.elements.level' },
    });
    expect(problems(madeScenario(turned.replace('180', '170'))).map((p) => p.code)).not.toContain(
      'half-turn',
    );
    expect(
      problem('half-turn', madeScenario(turned.replace('spring: attitude', 'spring: attitude-quaternion')))
        .severity,
    ).toBe('warning');
  });

  it('warns where a damping ratio meets a direction in which the tool cannot move', () => {
    const found = problem('ratio-blocked', madeScenario(reach), {}, ['robots.arm.start={}']);
    expect(found).toMatchObject({ severity: 'warning', where: { path: 'control.elements.brake.damping' } });
  });

  it.each([
    ['a push on a point of the world', ['events.0.on=goal'], 'unknown-point-on-the-robot', 'events.0.on'],
    ['an unknown parameter', ['events.1.set=keep.stifness'], 'unknown-parameter', 'events.1.set'],
    ['a value in a wrong unit', ['events.1.to=2 N/m'], 'wrong-unit', 'events.1.to'],
    ['a value out of range', ['events.1.to=-2'], 'out-of-range', 'events.1.to'],
    ['too many values', ['events.1.to=[1, 2]'], 'parameter-shape', 'events.1.to'],
    [
      'pushes on top of each other',
      ['events=[{at: 0, push: [1, 0, 0], for: 0.2}, {at: 0.1, push: [1, 0, 0], for: 0.2}]'],
      'push-overlap',
      'events.1.at',
    ],
    ['a measure of no channel', ['measure.pull={peak: reach.farce}'], 'measure-channel', 'measure.pull.peak'],
    ['a limit in a wrong unit', ['measure.pull.below=30 m'], 'wrong-unit', 'measure.pull.below'],
    [
      'a share of nothing',
      ['measure.pull={peak: reach.force, over: [1, 0, 1]}'],
      'measure-divisor',
      'measure.pull.over',
    ],
    [
      'a share in a wrong unit',
      ['measure.pull={peak: reach.force, over: [1 N, 1 m, 1 N]}'],
      'wrong-unit',
      'measure.pull.over.1',
    ],
    [
      'a share of limits that are another’s',
      ['measure.share.peak=joints.velocity'],
      'measure-limits',
      'measure.share.over',
    ],
    ['a measure after the end', ['measure.pull.after=1 s'], 'measure-late', 'measure.pull.after'],
    ['an unknown group', ['record.groups=[joints, reech]'], 'unknown-group', 'record.groups.1'],
    ['a tick of no whole number of steps', ['plant.rigid.step=0.3 ms'], 'step-uneven', 'plant.rigid.step'],
    [
      'a wrong unit for the type of a joint',
      ['robots.arm.start.slide=3 deg'],
      'wrong-unit',
      'robots.arm.start.slide',
    ],
    ['a tool on what does not move', ['robots.arm.tool={on: base}'], 'tool-fixed', 'robots.arm.tool.on'],
    [
      'an unknown pose',
      ['robots.arm.start=raedy', 'robots.arm.poses={ready: {elbow: 1}}'],
      'unknown-pose',
      'robots.arm.start',
    ],
    [
      'a continuous law with memory',
      ['control.rate=continuous', 'control.limits.torqueRate=100'],
      'continuous-memory',
      'control.limits.torqueRate',
    ],
    [
      'a continuous law on a held method',
      ['control.rate=continuous', 'plant.rigid.method=semi-implicit'],
      'continuous-method',
      'plant.rigid.method',
    ],
    ['a robot file that is not there', ['robots.arm.file=no.urdf'], 'file-missing', 'robots.arm.file'],
  ])('refuses %s', (_, overrides, code, path) => {
    expect(problem(code, madeScenario(reach, more), {}, overrides)).toMatchObject({
      severity: 'error',
      where: { path },
    });
  });

  it('refuses a joint that moves no mass, unless it has a rotor', () => {
    const noFingers = madeArm({ wrist: 0 }).replace(
      /<link name="(left|right)">.*?<\/link>/gs,
      '<link name="$1"/>',
    );
    const source = memoryFiles({ 'a.yaml': madeScenario(reach), 'arm.urdf': noFingers });
    // Said for each joint, and nothing else that only follows from it.
    const errors = checkScenario(source, 'a.yaml').filter((p) => p.severity === 'error');
    expect(errors.map((p) => p.code)).toEqual(['massless', 'massless']);
    const rotors = ['plant.rigid.joints.rotorInertia={slide: 0.1 kg, finger: 0.1 kg}'];
    expect(checkScenario(source, 'a.yaml', rotors).filter((p) => p.code === 'massless')).toEqual([]);
  });

  it('refuses friction under a continuous law, which it cannot stick in', () => {
    const text = madeScenario(`  rate: continuous\n${reach}`);
    const rubbing = ['plant.rigid.joints.coulomb=0.1 N m'];
    expect(problem('friction-method', text, {}, rubbing)).toMatchObject({
      severity: 'error',
      where: { path: 'plant.rigid.method' },
    });
  });

  it('refuses a robot that stands on nothing, by name', () => {
    const floating = madeArm().replace(
      '</robot>',
      '<link name="ground"/><joint name="afloat" type="floating"><parent link="ground"/><child link="base"/></joint></robot>',
    );
    const source = memoryFiles({ 'a.yaml': madeScenario(reach), 'arm.urdf': floating });
    const found = checkScenario(source, 'a.yaml').filter((p) => p.severity === 'error');
    expect(found).toMatchObject([{ code: 'free-base', where: { path: 'robots.arm.file', line: 5 } }]);
    expect(found[0].message).toContain('afloat');
  });

  it('reports a bad robot file with its own lines', () => {
    const source = memoryFiles({
      'a.yaml': madeScenario(reach),
      'arm.urdf': '<robot name="x">\n<link/>\n</robot>',
    });
    const found = checkScenario(source, 'a.yaml').filter((p) => p.severity === 'error');
    expect(found.length).toBeGreaterThan(0);
    expect(found[0].where).toMatchObject({ file: 'arm.urdf', line: expect.any(Number) });
  });

  it('never throws on a scenario with one text changed', () => {
    const text = madeScenario(reach, more);
    const pieces = [
      '[',
      '}',
      ':',
      '-1',
      'NaN',
      '1e400',
      '"',
      'tool',
      'goal',
      ' m',
      '\n',
      'null',
      'auto',
      '&a',
      '*a',
      '0',
      '__proto__',
    ];
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.nat(12), fc.constantFrom(...pieces), (from, length, piece) => {
        const changed = text.slice(0, from) + piece + text.slice(from + length);
        for (const p of problems(changed)) expect(wording(p)).toMatch(/^(a\.yaml|arm\.urdf)/);
      }),
      { seed: 5, numRuns: 150 },
    );
  });
});
