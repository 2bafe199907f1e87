import { describe, expect, it } from 'vitest';
import { modelOf } from '../model/index.js';
import { memoryFiles, type Robot, readRobot } from '../robot/index.js';
import { Complaints } from './complaints.js';
import { refuseUnfit } from './fitness.js';
import { madeArm } from './made-arm.test.helper.js';

function found(constraints: Robot['constraints']) {
  const { value: arm } = readRobot('arm.urdf', memoryFiles({ 'arm.urdf': madeArm() }));
  if (arm === undefined) throw new Error('the made arm is no robot');
  const robot: Robot = constraints === undefined ? arm : { ...arm, constraints };
  const model = modelOf(robot).value;
  if (model === undefined) throw new Error('the made arm is no model');
  const complaints = new Complaints(() => ({ file: 'a.yaml', folder: '', line: 4 }));
  refuseUnfit(robot, model, 'robots.arm.file', complaints);
  return complaints.problems;
}

describe('a robot in a scenario', () => {
  it('is a tree', () => {
    expect(found(undefined)).toEqual([]);
    expect(found([])).toEqual([]);
  });

  it('is refused with closed loops, each by its name and what it is between', () => {
    const problems = found([
      { kind: 'connect', name: 'bar', links: ['wrist', 'column'], joints: [], active: true },
      { kind: 'joint', links: [], joints: ['slide', 'elbow'], active: true },
      { kind: 'weld', name: 'rest', links: ['wrist', 'world'], joints: [], active: false },
    ]);
    expect(problems.map(({ code, severity, where }) => [code, severity, where.path, where.line])).toEqual([
      ['robot-loops', 'error', 'robots.arm.file', 4],
      ['robot-loops', 'error', 'robots.arm.file', 4],
    ]);
    expect(problems[0].message).toContain('bar (connect) of wrist, column');
    expect(problems[1].message).toContain('a constraint (joint) of slide, elbow');
  });
});
