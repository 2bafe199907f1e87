import { describe, expect, it } from 'vitest';
import type { Problem } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { checkScenario } from './check.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const reach = `  points: { goal: { startOf: tool, shift: [0, 8 cm, -4 cm] } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    brake: { damper: linear, to: goal, damping: 20 N s/m }
    keep: { spring: joint, joint: all, target: start, stiffness: 1 N m/rad }
`;

function found(overrides: readonly string[], rest = '', control = reach): readonly Problem[] {
  const files = memoryFiles({ 'a.yaml': madeScenario(control, rest), 'arm.urdf': madeArm() });
  return checkScenario(files, 'a.yaml', overrides);
}

const told = (problems: readonly Problem[]) =>
  problems.map(({ code, severity, where }) => [code, severity, where.path, where.name]);

describe('joint damping', () => {
  const rk4 = ['control.rate=200', 'plant.rigid.method=runge-kutta'];

  it('that Runge-Kutta steps cannot bear is told of by joint', () => {
    const problems = found([...rk4, 'plant.rigid.joints.viscous={shoulder: 100 N m s/rad}']);
    expect(told(problems)).toEqual([
      ['unstable-joint-damping', 'warning', 'plant.rigid.joints.viscous', 'joint "shoulder"'],
    ]);
    expect(problems[0].got).toBe('100 N m s/rad');
    expect(found([...rk4, 'plant.rigid.joints.viscous={turn: 1}'])).toEqual([]);
    expect(found(['control.rate=200', 'plant.rigid.joints.viscous={shoulder: 100 N m s/rad}'])).toEqual([]);
  });
});

describe('a continuous law', () => {
  it('is judged by the stable range of its Runge-Kutta steps', () => {
    const continuous = ['control.rate=continuous', 'control.elements.brake.damping=50000 N s/m'];
    const problems = found(continuous);
    expect(told(problems)).toEqual([
      ['unstable-at-step', 'warning', 'control.elements.brake.damping', 'joint "slide"'],
    ]);
    expect(problems[0]).toMatchObject({ got: '50000 N s/m' });
    const [, most] = /^below (\S+) N s\/m \(2\.785 m\/h/.exec(problems[0].expected ?? '') ?? [];
    expect(found([continuous[0], `control.elements.brake.damping=${0.99 * Number(most)} N s/m`])).toEqual([]);
    expect(found([...continuous, 'plant.rigid.step=1 us'])).toEqual([]);
  });
});

describe('an event', () => {
  const events = (...lines: readonly string[]) =>
    `events:\n${lines.map((line) => `  - { ${line} }\n`).join('')}`;
  const damping = 'set: brake.damping, to: 5000 N s/m';

  it('that sets what cannot be stable is told of at its place', () => {
    const rest = events('at: 0.1 s, set: reach.stiffness, to: 100 N/m', `at: 0.2 s, ${damping}`);
    const problems = found([], rest);
    expect(told(problems)).toEqual([['unstable-at-tick', 'warning', 'events.1.to', 'joint "slide"']]);
    expect(problems[0].message).toMatch(
      /^from (0\.2 s|200 ms) on the damper cannot be stable when its force is held/,
    );
    expect(problems[0]).toMatchObject({ got: '5000 N s/m', hint: expect.stringContaining('brake.damping') });
    expect(problems[0].where.line).toBe(
      madeScenario(reach, rest)
        .split('\n')
        .findIndex((l) => l.includes('5000')) + 1,
    );
    expect(found(['control.rate=20000'], rest)).toEqual([]);
    expect(found([], events('at: 0.2 s, set: brake.damping, to: 30 N s/m'))).toEqual([]);
  });

  it('is judged with those before it, in the order of time', () => {
    const two = reach.replace(
      '    keep:',
      '    calm: { damper: linear, to: goal, damping: 1 N s/m }\n    keep:',
    );
    const [first] = found([], events(`at: 0.1 s, ${damping}`));
    const [, most] = /^below (\S+) /.exec(first.expected ?? '') ?? [];
    const share = (part: number) => `to: ${part * Number(most)} N s/m`;
    const rest = events(
      `at: 0.3 s, set: brake.damping, ${share(0.6)}`,
      `at: 0.1 s, set: calm.damping, ${share(0.6)}`,
      `at: 0.2 s, set: calm.damping, ${share(0.3)}`,
      `at: 0.4 s, set: calm.damping, ${share(0.5)}`,
    );
    expect(told(found([], rest, two)).map(([, , path]) => path)).toEqual(['events.3.to']);
  });

  it('does not repeat what is told of the design, nor what stays as it is', () => {
    const wild = ['control.elements.brake.damping=5000 N s/m'];
    const rest = events(
      'at: 0.1 s, set: reach.stiffness, to: 100 N/m',
      'at: 0.9 s, set: brake.damping, to: 9000 N s/m',
    );
    expect(told(found(wild, rest)).map(([code, , path]) => [code, path])).toEqual([
      ['unstable-at-tick', 'control.elements.brake.damping'],
      ['event-late', 'events.1.at'],
    ]);
  });

  it('sets an element on all joints on each of them', () => {
    const problems = found([], events('at: 0.1 s, set: keep.stiffness, to: 1e6 N m/rad')).map(
      ({ where }) => where,
    );
    expect(problems.length).toBeGreaterThan(0);
    for (const where of problems) expect(where.path).toBe('events.0.to');
  });

  it('is judged by the steps of a continuous law', () => {
    const rest = events('at: 0.1 s, set: brake.damping, to: 50000 N s/m');
    expect(told(found(['control.rate=continuous'], rest))).toEqual([
      ['unstable-at-step', 'warning', 'events.0.to', 'joint "slide"'],
    ]);
  });
});

describe('torque rate limits', () => {
  const stiff = ['control.elements.reach.stiffness=4000 N/m', 'control.elements.brake.damping=20 N s/m'];
  const slow = 'control.limits.torqueRate={elbow: 5 N m/s}';

  it('that are too slow for the springs are told of by joint', () => {
    const problems = found([...stiff, slow]);
    expect(told(problems)).toEqual([
      ['slow-torque-rate', 'warning', 'control.limits.torqueRate', 'joint "elbow"'],
    ]);
    const [, needed] = /^at least (\S+) N m\/s /.exec(problems[0].expected ?? '') ?? [];
    const enough = `control.limits.torqueRate={elbow: ${1.001 * Number(needed)} N m/s}`;
    expect(found([...stiff, enough])).toEqual([]);
    expect(found(stiff)).toEqual([]);
  });
});

describe('springs of joints', () => {
  it('are set by joint, with the rest that they have, and judged in the steps of the run', () => {
    const stiff = ['plant.rigid.joints.stiffness={shoulder: 5000000 N m/rad}'];
    const problems = found([...stiff, 'plant.rigid.joints.rest={shoulder: 30 deg, slide: 2 cm}']);
    expect(told(problems)).toEqual([
      ['unstable-joint-spring', 'warning', 'plant.rigid.joints.stiffness', 'joint "shoulder"'],
    ]);
    expect(found(['plant.rigid.joints.stiffness={shoulder: 5 N m/rad, slide: 2 N/mm}'])).toEqual([]);
    const wrong = found(['plant.rigid.joints.stiffness={slide: 2 N m/rad}', 'plant.rigid.joints.rest=-1 s']);
    expect(wrong.map(({ where }) => where.path)).toEqual(['plant.rigid.joints.rest']);
    expect(found(['plant.rigid.joints.stiffness={slide: 2 N m/rad}'])[0]).toMatchObject({
      code: 'wrong-unit',
      expected: 'a number in N/m',
    });
  });
});
