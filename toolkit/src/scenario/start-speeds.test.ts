import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { assemble } from './assemble.js';
import { loadScenarioText } from './load.js';
import { madeArm } from './made-arm.test.helper.js';

const files = memoryFiles({ 'arm.urdf': madeArm() });

function assembledWith(speeds: string) {
  const text = `pliant: 1
duration: 2 ms
robots: { arm: { file: arm.urdf, start: neutral, speeds: ${speeds} } }
world: { gravity: [0, 0, 0] }
control: { limits: { torque: none } }
plant: { rigid: { joints: { coulomb: 0, viscous: 0, stops: none } } }
`;
  const loaded = loadScenarioText(files, 'a.yaml', text, []);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(wording).join('\n'));
  return assemble(loaded.value, files);
}

describe('speeds of joints at the start', () => {
  it('are what the run begins with, each time', () => {
    const { value, problems } = assembledWith('{ elbow: 90 deg/s }');
    if (value === undefined) throw new Error(problems.map(wording).join('\n'));
    const at = value.model.velocityNames.indexOf('elbow');
    for (let i = 0; i < 2; i++) {
      const run = value.begin([]);
      const [q, v] = ['q', 'v'].map((name) => view(value.plant.layout, value.plantCode.memory, name));
      expect(v[at]).toBe(Math.PI / 2);
      expect([...v].filter((speed) => speed !== 0).length).toBe(1);
      run.complete();
      expect(q[at] - value.start[at]).toBeCloseTo((Math.PI / 2) * 2e-3, 5);
    }
  });

  it('belong to joints of the robot, in their units', () => {
    const { problems } = assembledWith('{ elbw: 1, elbow: 1 m/s }');
    expect(
      problems.filter((p) => p.severity === 'error').map(({ code, where }) => [code, where.path]),
    ).toEqual([
      ['unknown-joint', 'robots.arm.speeds.elbw'],
      ['wrong-unit', 'robots.arm.speeds.elbow'],
    ]);
  });
});
