import { describe, expect, it } from 'vitest';
import { passivityOf } from '../control/index.js';
import { view } from '../graph/index.js';
import { describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { loadScenario } from './load.js';

/** One joint about the vertical with an inertia of 1 kg m². */
const urdf = `<robot name="one"><link name="base"/>
  <link name="wheel"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="wheel"/><axis xyz="0 0 1"/>
    <limit lower="-2" upper="1.5" effort="10" velocity="3"/><dynamics friction="0.3" damping="1"/></joint></robot>`;

const scenario = (elements: string, more = '', rate = '1 kHz') => `pliant: 1
name: integral action
duration: 60 s
robots: { arm: { file: one.urdf } }
control:
  rate: ${rate}
  buffers: none
  elements:
    calm: { damper: joint, joint: turn, damping: 1.5 N m s/rad }
${elements}
plant: { rigid: { step: 1 ms${rate === 'continuous' ? ', method: runge-kutta' : ''} } }
${more}`;
const spring = (target: number) =>
  `    reach: { spring: joint, joint: turn, target: ${target} rad, stiffness: 1 N m/rad }\n`;
const integral = (rest: number, greatest = '0.5 N m') =>
  `    rest: { source: integral, joint: turn, rest: ${rest} rad, stiffnessRate: 0.2 N m/rad s, greatest: ${greatest} }\n`;

function outcome(text: string) {
  const files = memoryFiles({ 'a.yaml': text, 'one.urdf': urdf });
  const loaded = loadScenario(files, 'a.yaml', []);
  const made = loaded.value && assemble(loaded.value, files);
  return { value: made?.value, problems: [...loaded.problems, ...(made?.problems ?? [])] };
}

function assembled(text: string): Assembly {
  const { value, problems } = outcome(text);
  if (value === undefined) throw new Error(problems.map(wording).join('\n'));
  return value;
}

function ran(text: string) {
  const assembly = assembled(text);
  const result = assembly.begin([]).complete();
  const { layout, memory } = assembly.kernel;
  const read = (name: string) => view(layout, memory, name)[0];
  const line = (kind: string, name: string) =>
    result.ledger.find((entry) => entry.kind === kind && entry.name === name)?.energy;
  return { result, read, line };
}

describe('integral action beside a spring', () => {
  it('reaches a goal short of which friction holds the spring', () => {
    const alone = ran(scenario(spring(1)));
    expect(1 - alone.read('q')).toBeGreaterThan(0.28);
    const { result, read, line } = ran(scenario(spring(1) + integral(1)));
    expect(result.status).toBe('done');
    expect(Math.abs(1 - read('q'))).toBeLessThan(0.05);
    expect(line('source', 'rest')).toBeGreaterThan(0.05);
    expect(result.verdict.residualShare).toBeLessThan(1e-3);
  });

  it('presses with its greatest force against a stop, and no more', () => {
    const { read } = ran(scenario(spring(2) + integral(2)));
    const q = read('q');
    expect(Math.abs(q - 1.5)).toBeLessThan(0.01);
    expect(read('rest.held')).toBe(-0.5);
    // A tension on the position turns the joint back: it is negative where the joint is to go on.
    expect(read('torque')).toBeCloseTo(2 - q + 0.5, 6);
  });

  it('does not jump where its gain changes', () => {
    const { read, result } = ran(
      scenario(integral(1), 'events: [{ at: 0.5 s, set: rest.stiffnessRate, to: 0 }]\n'),
    );
    expect(result.status).toBe('done');
    // Friction of 0.3 N m holds the joint at 0, and 0.2 N m/(rad s) of 1 rad has come to 0.1 N m by then.
    expect(read('rest.held')).toBeCloseTo(-0.1, 3);
  });

  it('is a source by name, and nothing for a law at every instant', () => {
    const { design } = assembled(scenario(integral(1)));
    expect(passivityOf(design).text).toMatch(/^not passive, because the source rest puts energy in/);
    expect(
      outcome(scenario(integral(1), '', 'continuous')).problems.map(
        ({ code, where }) => `${code} ${where.path}`,
      ),
    ).toContain('continuous-memory control.elements.rest');
  });

  it('acts on a named coordinate of one number, and on no other', () => {
    const of = (
      coordinate: string,
    ) => `    up: { source: integral, of: ${coordinate}, stiffnessRate: 5 N/m s, greatest: 2 N, rest: 0.1 m }
  points: { side: { on: wheel, at: [0.3, 0, 0] }, post: { in: world, at: [1, 0, 0] } }
  coordinates:
    gap: { coordinate: distance, from: side, to: post }
    apart: { coordinate: offset, from: side, to: post }
`;
    const { kernel } = assembled(scenario(of('gap')));
    const held = kernel.layout.fields.find(({ name }) => name === 'up.held');
    expect([held?.region, held?.unit]).toEqual(['state', 'N']);
    expect(outcome(scenario(of('apart'))).value).toBeUndefined();
  });
});
