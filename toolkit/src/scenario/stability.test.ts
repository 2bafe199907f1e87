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
