import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { loadScenario } from './load.js';

/** One joint about the vertical with an inertia of 1 kg m². */
const urdf = `<robot name="one"><link name="base"/>
  <link name="wheel"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="turn" type="continuous"><parent link="base"/><child link="wheel"/><axis xyz="0 0 1"/>
    <dynamics friction="0.3" damping="1"/></joint></robot>`;

const scenario = (control: string, more = '') => `pliant: 1
name: a joint with friction
duration: 20 s
robots: { arm: { file: one.urdf } }
control:
  elements:
    reach: { spring: joint, joint: turn, target: 1 rad, stiffness: 1 N m/rad }
    calm: { damper: joint, joint: turn, damping: 1.5 N m s/rad }
${control}
plant: { rigid: { step: 1 ms } }
${more}`;

function assembled(text: string): Assembly {
  const files = memoryFiles({ 'a.yaml': text, 'one.urdf': urdf });
  const loaded = loadScenario(files, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, files);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  return outcome.value;
}

const share = (value: number) =>
  `  compensate: [friction]\n  friction: { share: ${value}, viscous: 0, width: 0.015 }`;

function ran(control: string) {
  const run = assembled(scenario(control)).begin([]);
  const result = run.complete();
  const line = (kind: string, name: string) =>
    result.ledger.find((entry) => entry.kind === kind && entry.name === name)?.energy;
  return { result, line };
}

describe('a joint with friction on a spring to 1 rad', () => {
  /** Where it stops short, from the energy left in the spring, ½ k e² of ½ k at the start. */
  const short = (control: string): number => {
    const { result, line } = ran(control);
    expect(result.status).toBe('done');
    return Math.sqrt(1 + 2 * (line('stored', 'reach') ?? Number.NaN));
  };

  it('stops short by the part of the friction that is not compensated', () => {
    expect(Math.abs(short('') - 0.3)).toBeLessThan(0.015);
    expect(Math.abs(short(share(0.5)) - 0.15)).toBeLessThan(0.02);
    expect(short(share(1))).toBeLessThan(0.02);
  });

  it('books what is put in as a source, and closes', () => {
    const { result, line } = ran(share(0.5));
    const given = line('source', 'friction') ?? 0;
    // Half of 0.3 N m over what it turned, but for the start and the end of the motion.
    expect(given).toBeGreaterThan(0.95 * 0.15 * 0.85);
    expect(given).toBeLessThan(0.15 * 0.87);
    expect(line('dissipated', 'friction')).toBeCloseTo(0.3 * 0.85, 2);
    expect(result.verdict.residualShare).toBeLessThan(1e-3);
    expect(ran('').line('source', 'friction')).toBeUndefined();
  });

  it('takes what the robot file says unless told otherwise', () => {
    const fields = (control: string) => {
      const { kernel } = assembled(scenario(control));
      return ['coulomb', 'viscous', 'share', 'width', 'speed'].map(
        (name) => view(kernel.layout, kernel.memory, `friction.${name}`)[0],
      );
    };
    expect(fields('  compensate: [friction]')).toEqual([0.3, 1, 0.9, 0.1, 0.01]);
    expect(
      fields(
        '  compensate: [friction]\n  friction: { coulomb: { turn: 0.2 N m }, viscous: 0.5 N m s/rad, speed: 2 rad/s }',
      ),
    ).toEqual([0.2, 0.5, 0.9, 0.1, 2]);
  });

  it('is refused above the whole', () => {
    expect(() => assembled(scenario(share(1.2)))).toThrow(/more than the whole friction/);
    expect(() =>
      assembled(
        scenario('  compensate: [friction]', 'events: [{ at: 1 s, set: friction.share, to: 1.5 }]\n'),
      ),
    ).toThrow(/events|out of range|at most/);
  });
});
