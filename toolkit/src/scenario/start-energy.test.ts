import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../robot/index.js';
import { judgeScenario } from './check.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const judged = (control: string) =>
  judgeScenario(memoryFiles({ 'a.yaml': madeScenario(control), 'arm.urdf': madeArm() }), 'a.yaml');

const reach = (
  stiffness: number,
  more = '',
  shift = '[0, 8 cm, -6 cm]',
) => `  points: { goal: { startOf: tool, shift: ${shift} } }
  elements:
    reach: { spring: linear, to: goal, stiffness: ${stiffness} N/m }
${more}`;

describe('what is said of a start', () => {
  it('is the energy in the controller, by the scenario’s elements, and what it could do to the tool', () => {
    const keep = '    keep: { spring: joint, joint: [shoulder, elbow], target: 0, stiffness: 2 N m/rad }\n';
    const { start } = judged(reach(200, keep));
    // ½ k e², and ½ k (θ₁² + θ₂²) of 30 and 60 degrees.
    expect(start?.held.map(({ element }) => element)).toEqual(['keep', 'reach']);
    expect(start?.held[0].energy).toBeCloseTo((Math.PI / 6) ** 2 + (Math.PI / 3) ** 2, 12);
    expect(start?.held[1].energy).toBeCloseTo(1, 12);
    expect(start?.text).toMatch(
      /^at the start the controller holds 2\.371 J \(keep 1\.371 J, reach 1 J\), enough for \S+ m\/s at the tool$/,
    );
    expect(judged(reach(200)).start?.text).toMatch(/ holds 1 J in reach, enough for \S+ m\/s at the tool$/);
  });

  it('is nothing where nothing is stretched', () => {
    expect(judged(reach(200, '', '[0, 0, 0]')).start).toBeUndefined();
  });

  it('is a warning where the law asks more of a joint than it can give and nothing limits it', () => {
    const beyond = (control: string) =>
      judged(control).problems.filter(({ code }) => code === 'start-beyond-effort');
    const open = '  limits: { torque: none }\n';
    const [first, ...others] = beyond(reach(4000, open));
    expect(first).toMatchObject({
      severity: 'warning',
      where: { path: 'control.limits.torque' },
      expected: 'at most 60 N m',
    });
    expect(first.message).toContain('shoulder');
    expect(others.map(({ expected }) => expected)).toEqual(['at most 40 N m']);
    expect(beyond(reach(4000))).toEqual([]);
    expect(beyond(reach(100, open))).toEqual([]);
  });
});
