import { describe, expect, it } from 'vitest';
import type { Problem } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { checkScenario } from './check.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const control = `  points: { goal: { startOf: tool, shift: [0, 5 cm, 0] }, hand: { on: wrist } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 100 N/m }
    brake: { damper: linear, to: world, damping: 20 N s/m }
`;

function problems(...events: readonly string[]): readonly Problem[] {
  const text = madeScenario(control, `events: [${events.map((event) => `{ ${event} }`).join(', ')}]\n`);
  return checkScenario(memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() }), 'a.yaml');
}

const found = (...events: readonly string[]) =>
  problems(...events).map(({ code, severity, where }) => [code, severity, where.path]);

describe('pushes at one point', () => {
  it('may follow each other without a gap, in any order of the file', () => {
    expect(found('at: 0.2 s, push: [1, 0, 0], for: 0.1 s', 'at: 0.1 s, push: [0, 1, 0], for: 0.1 s')).toEqual(
      [],
    );
  });

  it('may not overlap', () => {
    const long = 'at: 0.1 s, push: [0, 1, 0], for: 0.3 s';
    const short = 'at: 0.2 s, push: [1, 0, 0], for: 0.05 s';
    expect(found(short, long)).toEqual([['push-overlap', 'error', 'events.0.at']]);
    // The third stands behind the short one, and still under the long one.
    expect(found(long, short, 'at: 0.3 s, push: [1, 0, 0], for: 0.05 s')).toEqual([
      ['push-overlap', 'error', 'events.1.at'],
      ['push-overlap', 'error', 'events.2.at'],
    ]);
    expect(found(long, `${short}, on: hand`)).toEqual([]);
  });
});

describe('events', () => {
  it.each([
    ['at: 0.6 s, push: [1, 0, 0], for: 0.1 s', ['event-late', 'warning', 'events.0.at']],
    [
      'at: 0.1 s, push: [1, 0, 0], for: 0.1 s, on: goal',
      ['unknown-point-on-the-robot', 'error', 'events.0.on'],
    ],
    ['at: 0.1 s, set: reach.stifness, to: 1', ['unknown-parameter', 'error', 'events.0.set']],
    ['at: 0.1 s, set: reach.stiffness, to: 1 N s/m', ['wrong-unit', 'error', 'events.0.to']],
    ['at: 0.1 s, set: reach.stiffness, to: -1 N/m', ['out-of-range', 'error', 'events.0.to']],
    ['at: 0.1 s, set: reach.stiffness, to: [1, 2, 3]', ['parameter-shape', 'error', 'events.0.to']],
  ])('%s', (event, wanted) => {
    expect(found(event)).toEqual([wanted]);
  });

  it('warn of a point that jumps as its motion is given another pace on the way, by an event or a phase', () => {
    const moving = control.replace(
      'goal: { startOf: tool, shift: [0, 5 cm, 0] }',
      'goal: { startOf: tool, moves: { along: line, by: [0, 5 cm, 0], speed: 0.1 m/s, from: 0.2 s } }',
    );
    const told = (more: string) => {
      const files = memoryFiles({ 'a.yaml': madeScenario(moving, more), 'arm.urdf': madeArm() });
      return checkScenario(files, 'a.yaml').map(({ code, severity, where }) => [code, severity, where.path]);
    };
    const jump = (path: string) => ['motion-jumps', 'warning', path];
    expect(told('events: [{ at: 0.3 s, set: goal.speed, to: 0.2 m/s }]\n')).toEqual([jump('events.0.set')]);
    expect(told('events: [{ at: 0.2 s, set: goal.speed, to: 0.2 m/s }]\n')).toEqual([]);
    expect(told('events: [{ at: 0.3 s, set: reach.stiffness, to: 90 N/m }]\n')).toEqual([]);
    const phase = 'task: { phases: { fast: { set: { goal.speed: 0.2 m/s } } } }\n';
    expect(told(phase)).toEqual([jump('task.phases.fast.set.goal.speed')]);
  });

  it('take a value at the ends of its range', () => {
    expect(found('at: 0.5 s, set: reach.stiffness, to: 0 N/m')).toEqual([]);
  });
});
