import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const files = (scenario: string) => memoryFiles({ 'a.yaml': scenario, 'arm.urdf': madeArm() });
const text = (payload: string) =>
  madeScenario(
    `  buffers: none\n  payload: ${payload}\n  elements: { hold-on: { spring: joint, joint: turn, stiffness: 1 } }\n`,
  );

function assembled(scenario: string): Assembly {
  const source = files(scenario);
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  return outcome.value;
}

describe('a payload that the controller holds up', () => {
  const { kernel, start } = assembled(text('{ mass: 2 kg, centre: [0, 0, 3 cm] }'));
  const read = (name: string) => [...view(kernel.layout, kernel.memory, name)];
  const torques = (mass: number): number[] => {
    view(kernel.layout, kernel.memory, 'q').set(start);
    view(kernel.layout, kernel.memory, 'payload.mass')[0] = mass;
    kernel.run.prepare();
    kernel.run.step();
    return read('torque');
  };

  it('is lifted at its centre of mass, whatever the pose', () => {
    const [light, heavy] = [torques(0), torques(2)];
    const own = heavy.map((t, i) => t - light[i]);
    // Shoulder at 30 deg and elbow at 60 deg more, from straight up: the upper arm leans, the lower lies level.
    const lower = 0.3 + 0.05 + 0.1 + 0.03;
    const upper = 0.3 * Math.sin(Math.PI / 6);
    expect(own[0]).toBeCloseTo(0, 12);
    expect(own[1]).toBeCloseTo(-2 * 9.80665 * (upper + lower), 1);
    expect(own[2]).toBeCloseTo(-2 * 9.80665 * lower, 1);
    expect(own[3]).toBeCloseTo(0, 9);
    expect(own[1] - own[2]).toBeCloseTo(own[2] * (upper / lower), 9);
  });

  it('keeps its books: what it stores falls as it rises, and a run closes', () => {
    const run = assembled(
      `${text('{ mass: 0.3 kg }')}plant: { rigid: { method: runge-kutta, step: 0.25 ms, joints: { stops: none } } }`,
    );
    const result = run.begin([]).complete();
    expect(result.status).toBe('done');
    expect(
      Math.abs(result.ledger.find(({ kind, name }) => kind === 'stored' && name === 'payload')?.energy ?? 0),
    ).toBeGreaterThan(0.1);
    expect(result.verdict.residualShare).toBeLessThan(1e-7);
  });

  it('hangs on points of the robot, and has a mass', () => {
    const codes = (payload: string) => checkScenario(files(text(payload)), 'a.yaml').map(({ code }) => code);
    expect(codes('{ mass: 1 kg }')).not.toContain('unknown-point-on-the-robot');
    expect(codes('{ mass: 1 kg, at: tol }').filter((code) => code.startsWith('unknown')).length).toBe(1);
    expect(codes('{ mass: -1 kg }').length).toBeGreaterThan(0);
  });
});
