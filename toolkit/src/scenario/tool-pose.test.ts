import { expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { judgeScenario } from './check.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const judged = (tool: string) => {
  const text = madeScenario('').replace('file: arm.urdf,', `file: arm.urdf, tool: ${tool},`);
  return judgeScenario(memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() }), 'a.yaml').tool;
};

it('tells where the tool starts and which way its z axis points', () => {
  // Shoulder 30°, elbow 60°: the upper arm of 30 cm leans, what follows lies along x.
  const tip = judged('{ on: tip }');
  expect(tip?.position[0]).toBeCloseTo(0.15 + 0.3 + 0.05 + 0.1, 12);
  expect(tip?.position[2]).toBeCloseTo(0.2 + 0.3 * Math.cos(Math.PI / 6), 12);
  expect(tip?.text).toBe('the tool starts at [0.6, 0, 0.4598] m, its z axis along [1, 0, 0]');
  // 10 cm along the frame's own z, and its axes turned about the frame's x.
  const turned = judged('{ on: tip, at: [0, 0, 10 cm], rpy: [90 deg, 0, 0] }');
  expect(turned?.text).toBe('the tool starts at [0.7, 0, 0.4598] m, its z axis along [0, -1, 0]');
});
