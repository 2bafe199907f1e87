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
