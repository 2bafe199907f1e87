import { describe, expect, it } from 'vitest';
import { type Problem, describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { jsonSchemaOf } from './json-schema.js';
import { loadScenario } from './load.js';
import { type Scenario, scenarioSchema } from './scenario.js';
import { writeYaml } from './write.js';

const full = `pliant: 1
name: a reach
seed: 7
duration: 6 s
robots:
  arm:
    file: ../robots/arm.urdf
    tool: { on: flange, at: [0, 0, 10 cm] }
    start: { j1: 30 deg, j2: 0.5 }
    base: { rpy: [0, 0, 90 deg] }
control:
  rate: 500 Hz
  points:
    goal: { in: world, at: [45 cm, 0, 300 mm] }
    held: { startOf: tool, shift: [0, 0.1, 0] }
  elements:
    reach: { spring: linear, from: tool, to: goal, stiffness: 50 N/mm }
    soft: { spring: linear, to: held, stiffness: [1, 2, 3 N/mm] }
    brake: { damper: linear, to: world, damping: 1.5 N s/m }
    ratio: { damper: linear, to: goal, damping: { ratio: 0.7, with: reach, inertia: { of: tool } } }
    keep: { spring: joint, joint: all, stiffness: 2 N m/rad, target: start }
  compensate: [gravity]
  limits: { force: { at: tool, norm: 20 N }, torque: { j1: 5 N m } }
plant:
  rigid: { step: 1 ms, joints: { coulomb: 0.2 N m } }
events:
  - { at: 3 s, push: [0, 10 N, 0], for: 1 s }
  - { at: 4 s, set: reach.stiffness, to: 30 N/m }
measure:
  end error: { end: reach.extension, below: 5 cm }
`;

function load(files: Record<string, string>, overrides: string[] = [], file = 'examples/a.yaml') {
  const robots = { 'robots/arm.urdf': '', 'lib/arm.urdf': '' };
  return loadScenario(memoryFiles({ ...robots, ...files }), file, overrides);
}

function good(text: string, overrides: string[] = []): Scenario {
  const outcome = load({ 'examples/a.yaml': text }, overrides);
  if (outcome.value === undefined) throw new Error(outcome.problems.map(wording).join('\n'));
  return outcome.value.scenario;
}

function bad(text: string, overrides: string[] = []): readonly Problem[] {
  const outcome = load({ 'examples/a.yaml': text }, overrides);
  expect(outcome.value).toBeUndefined();
  return outcome.problems;
}

/** `full` with one text in the place of another. */
function changed(from: string, to: string): string {
  expect(full).toContain(from);
  return full.replace(from, to);
}

describe('loadScenario', () => {
  it('gives SI numbers and every default', () => {
    const s = good(full);
    expect(s.robots.arm).toEqual({
      file: 'robots/arm.urdf',
      args: {},
      packages: {},
      tool: { on: 'flange', at: [0, 0, 0.1], rpy: [0, 0, 0] },
      start: { j1: '30 deg', j2: 0.5 },
      poses: {},
      servos: {},
      speeds: {},
      base: { at: [0, 0, 0], rpy: [0, 0, Math.PI / 2] },
      provides: [],
    });
    expect(s.control.elements.reach).toMatchObject({
      spring: 'linear',
      from: 'tool',
      to: 'goal',
      stiffness: 50000,
    });
    expect(s.control.elements.soft).toMatchObject({ from: 'tool', stiffness: [1, 2, 3000] });
    expect(s.control.elements.ratio.damping).toEqual({
      ratio: 0.7,
      with: 'reach',
      inertia: { of: 'tool', at: 'start' },
    });
    expect(s.control.limits).toEqual({
      force: { at: 'tool', norm: 20 },
      torque: { j1: '5 N m' },
      how: 'scale',
      torqueRate: 'none',
    });
    expect(s.control.points.held).toEqual({ startOf: 'tool', shift: [0, 0.1, 0], turn: [0, 0, 0] });
    expect(s.plant.rigid).toEqual({
      step: 0.001,
      doubling: false,
      joints: {
        coulomb: '0.2 N m',
        viscous: 'robot',
        rotorInertia: 'robot',
        stiffness: 'robot',
        rest: 'robot',
        stops: 'robot',
      },
    });
    expect(s.events[0]).toEqual({ at: 3, push: [0, 10, 0], torque: [0, 0, 0], on: 'tool', for: 1 });
    expect(s.world.gravity).toEqual([0, 0, -9.81]);
    expect(s.record).toEqual({ rate: 250, groups: 'all' });
  });

  it('fills in everything of the shortest scenario', () => {
    const s = good('pliant: 1\nrobots: { arm: { file: a.urdf } }\n');
    expect(s.control).toMatchObject({
      rate: 1000,
      points: {},
      elements: {},
    });
    expect(s.plant.rigid.joints.stops).toBe('robot');
    expect(s.duration).toBe(5);
  });

  it('takes what a robot file is read with: arguments as they are written, folders from where they are', () => {
    const s = good(
      changed(
        'file: ../robots/arm.urdf',
        "file: ../robots/arm.urdf\n    args: { prefix: '', size: 0.10, gripper: true, 'a b': on }\n    packages: { arm_description: ../pkg/arm }\n    roots: [../pkg, .]",
      ),
    );
    expect(s.robots.arm).toMatchObject({
      args: { prefix: '', size: '0.10', gripper: 'true', 'a b': 'on' },
      packages: { arm_description: 'pkg/arm' },
      roots: ['pkg', 'examples'],
    });
    const text = writeYaml(scenarioSchema, s, 'every default filled in', (path) => `../${path}`);
    expect(good(text)).toEqual(s);
    expect(bad(changed('file: ../robots/arm.urdf', 'file: a.urdf\n    args: { size: [1] }'))).toMatchObject([
      { code: 'file-missing' },
      { code: 'wrong-kind', where: { path: 'robots.arm.args.size' } },
    ]);
    expect(
      bad(changed('file: ../robots/arm.urdf', "file: ../robots/arm.urdf\n    roots: ['']")),
    ).toMatchObject([{ code: 'bad-text', expected: 'the path of a folder' }]);
  });

  it.each([
    ['seed: 7', 'sead: 7', 'unknown-key', 'sead', 'did you mean seed?'],
    ['stiffness: 50 N/mm', 'stifness: 50 N/mm', 'unknown-key', 'stifness', 'did you mean stiffness?'],
    ['stiffness: 50 N/mm', 'stiffness: 50 N m', 'wrong-unit', '50 N m', undefined],
    ['stiffness: 50 N/mm', 'stiffness: -1 N/m', 'out-of-range', '-1 N/m', undefined],
    ['stiffness: 50 N/mm', 'stiffness: .nan', 'not-finite', '.nan', undefined],
    ['stiffness: 50 N/mm', 'stiffness: [7, 2]', 'wrong-kind', '[7, 2]', undefined],
    [
      'spring: linear, from: tool, to: goal, stiffness: 50 N/mm',
      'spring: linear, from: tool, to: goal',
      'key-missing',
      '{ spring: linear, from: tool, to: goal }',
      undefined,
    ],
    ['spring: linear, from', 'spring: lineer, from', 'unknown-kind', 'lineer', 'did you mean linear?'],
    [
      'spring: linear, from',
      'sprin: linear, from',
      'kind-missing',
      '{ sprin:',
      'did you mean spring for sprin?',
    ],
    [
      'spring: linear, from',
      'spring: linear, damper: linear, from',
      'kind-twice',
      'damper: linear, from',
      undefined,
    ],
    ['rate: 500 Hz', 'rate: 500 ms', 'wrong-unit', '500 ms', undefined],
    ['rate: 500 Hz', 'rate: 0.0', 'out-of-range', '0.0', undefined],
    ['duration: 6 s', 'duration: soon', 'bad-quantity', 'soon', undefined],
    ['duration: 6 s', 'duration: true', 'wrong-kind', 'true', undefined],
    ['seed: 7', 'seed: 7.5', 'wrong-kind', '7.5', undefined],
    ['goal: {', 'world: {', 'name-taken', 'world: {', undefined],
    ['goal: {', '"a]b": {', 'bad-name', '"a]b"', undefined],
    ['goal: {', '__proto__: {', 'bad-name', '__proto__', undefined],
    ['compensate: [gravity]', 'compensate: [gravitas]', 'unknown-word', 'gravitas', 'did you mean gravity?'],
    [
      'compensate: [gravity]',
      'compensate: [friction, gravity, gravity]',
      'word-twice',
      'gravity]',
      undefined,
    ],
    [
      'plant:\n  rigid: { step: 1 ms, joints: { coulomb: 0.2 N m } }',
      'plant: rigid',
      'wrong-kind',
      'rigid',
      'a map: { rigid: {} }',
    ],
    [
      '{ spring: linear, to: held, stiffness: [1, 2, 3 N/mm] }',
      'gaussian',
      'wrong-kind',
      'gaussian',
      'a map: { spring: gaussian, … }',
    ],
    ['coulomb: 0.2 N m', 'coulomb: 0.2 kg', 'wrong-unit', '0.2 kg', undefined],
    ['pliant: 1', 'pliant: 2', 'unknown-word', '2', undefined],
    ['tool: { on: flange,', 'tool: { onn: flange,', 'unknown-key', 'onn', 'did you mean on?'],
    ['to: 30 N/m', 'to: 30 N/furlong', 'bad-quantity', '30 N/furlong', undefined],
  ])('refuses %j as %j: %s', (from, to, code, token, hint) => {
    const text = changed(from, to);
    const before = text.slice(0, text.indexOf(token, full.indexOf(from) - 12)).split('\n');
    const problems = bad(text);
    const problem = problems.find((p) => p.code === code);
    expect(problem, problems.map(wording).join('\n')).toMatchObject({
      where: { file: 'examples/a.yaml', line: before.length, column: before[before.length - 1].length + 1 },
    });
    if (hint !== undefined) expect(problem?.hint).toBe(hint);
  });

  it('takes maps in the world for solids, and their sizes for lengths', () => {
    const { world } = good(
      `${full}world: { post: { cylinder: { radius: 5 cm, length: 1 m }, at: [1, 0, 0] } }\n`,
    );
    expect(world).toEqual({
      gravity: [0, 0, -9.81],
      solids: { post: { cylinder: { radius: 0.05, length: 1 }, at: [1, 0, 0], rpy: [0, 0, 0] } },
    });
    expect(good(full).world.solids).toEqual({});
    const s = good(
      `${full}world: { floor: { plane: [0, 0, 1] }, rod: { capsule: { radius: 1 cm, length: 1 } } }\n`,
    );
    const text = writeYaml(scenarioSchema, s, 'every default filled in', (path) => `../${path}`);
    expect(good(text)).toEqual(s);
  });

  it.each([
    [
      '{ ball: 4 cm }',
      'unknown-key',
      'world',
      'a solid: a map with one of plane, sphere, capsule, cylinder, box',
    ],
    ['{ gravty: [0, 0, -9] }', 'unknown-key', 'world', 'did you mean gravity?'],
    ['{ ball: { sphere: -1 cm } }', 'out-of-range', 'world.ball.sphere', undefined],
    [
      '{ post: { cylinder: { radius: 1, length: -1 } } }',
      'out-of-range',
      'world.post.cylinder.length',
      undefined,
    ],
    ['{ crate: { box: [1, -2, 1] } }', 'out-of-range', 'world.crate.box.1', undefined],
    ['{ ball: { sfere: 1 } }', 'kind-missing', 'world.ball', 'did you mean sphere for sfere?'],
    ['{ ball: { sphere: 1, box: [1, 1, 1] } }', 'kind-twice', 'world.ball', undefined],
    ['{ tool: { sphere: 1 } }', 'name-taken', 'world.tool', undefined],
  ])('refuses a world of %s', (world, code, path, hint) => {
    const [problem] = bad(`${full}world: ${world}\n`);
    expect(problem).toMatchObject({ code, where: { path } });
    expect(problem.where.line).toBe(full.split('\n').length);
    if (hint !== undefined) expect(problem.hint).toContain(hint);
  });

  it('reports all problems together', () => {
    const text = changed('seed: 7', 'sead: 7').replace('50 N/mm', '50 kg').replace('500 Hz', '-1');
    expect(bad(text).map((p) => p.code)).toEqual(['unknown-key', 'out-of-range', 'wrong-unit']);
  });

  it('takes one robot, and at least one', () => {
    expect(bad('pliant: 1\nrobots: { a: { file: a }, b: { file: b } }')[0].code).toBe('wrong-number');
    expect(bad('pliant: 1\nrobots: {}')[0].code).toBe('wrong-number');
  });
});

describe('overrides', () => {
  it('reach every path, with paths relative to the folder of the command', () => {
    const s = good(full, [
      'control.elements.reach.stiffness=30',
      'robots.arm.file=other/b.urdf',
      'measure.end error.below=2 cm',
      'events.0.for=2 s',
    ]);
    expect(s.control.elements.reach.stiffness).toBe(30);
    expect(s.robots.arm.file).toBe('other/b.urdf');
    expect(s.measure['end error'].below).toBe('2 cm');
    expect(s.events[0]).toMatchObject({ for: 2 });
  });

  it('are named where they are wrong', () => {
    expect(wording(bad(full, ['control.elements.reach.stiffness=30 kg'])[0])).toMatch(
      /^--set control\.elements\.reach\.stiffness: error: control\.elements\.reach\.stiffness: wrong unit/,
    );
    expect(bad(full, ['control.elements.reach.stifness=30'])[0]).toMatchObject({ code: 'unknown-key' });
  });
});

describe('extends', () => {
  const base = 'pliant: 1\nname: base\nseed: 3\nrobots: { arm: { file: arm.urdf } }\nduration: 2 s\n';

  it('lays a scenario over another, each with paths from its own folder', () => {
    const files = { 'lib/base.yaml': base, 'examples/a.yaml': 'extends: ../lib/base.yaml\nname: mine\n' };
    const outcome = load(files);
    expect(outcome.value?.scenario).toMatchObject({
      name: 'mine',
      seed: 3,
      duration: 2,
      robots: { arm: { file: 'lib/arm.urdf' } },
    });
    expect(outcome.value?.scenario.extends).toBeUndefined();
  });

  it('places problems in the file where they stand', () => {
    const files = {
      'lib/base.yaml': base.replace('seed: 3', 'seed: x'),
      'examples/a.yaml': 'extends: ../lib/base.yaml\nname: mine\n',
    };
    expect(load(files).problems).toMatchObject([{ where: { file: 'lib/base.yaml', line: 3, column: 7 } }]);
  });

  it.each([
    [{ 'examples/a.yaml': 'extends: a.yaml' }, 'extends-loop'],
    [{ 'examples/a.yaml': 'extends: b.yaml', 'examples/b.yaml': 'extends: a.yaml' }, 'extends-loop'],
    [{ 'examples/a.yaml': 'extends: /etc/passwd' }, 'extends-absolute'],
    [{ 'examples/a.yaml': 'extends: b.yaml' }, 'file-missing'],
    [{}, 'file-missing'],
  ])('refuses %j: %s', (files, code) => {
    const outcome = load(files as Record<string, string>);
    expect(outcome.problems).toMatchObject([{ code }]);
  });
});

describe('writing', () => {
  it('is read back as the same scenario', () => {
    const s = good(full);
    const text = writeYaml(scenarioSchema, s, 'every default filled in', (path) => `../${path}`);
    expect(good(text)).toEqual(s);
    expect(text).toContain('# N/m');
    expect(text).not.toMatch(/&\w|\*\w/);
  });
});

describe('the JSON Schema', () => {
  it('knows every key, its meaning and the kinds of elements', () => {
    const schema = JSON.parse(JSON.stringify(jsonSchemaOf(scenarioSchema, 'Pliant scenario')));
    expect(schema.required).toEqual(['pliant', 'robots']);
    expect(schema.additionalProperties).toBe(false);
    const kinds = schema.properties.control.properties.elements.additionalProperties.anyOf;
    expect(kinds.map((k: { properties: object }) => JSON.stringify(k.properties)).join()).toContain(
      '"const":"linear"',
    );
    expect(schema.properties.duration).toMatchObject({
      default: 5,
      description: expect.stringContaining('In s'),
    });
  });
});
