import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { numbers } from '../math/index.js';
import { inverseDiagonal } from '../model/index.js';
import { type Problem, describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import { type Assembly, assemble } from './assemble.js';
import { judgeScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const push = `  elements:
    push: { source: push, joint: elbow, force: -8 N m }
    calm: { damper: joint, joint: all, damping: 0.5 N m s/rad }
`;
const text = (buffers: string, more = push, start = '') =>
  madeScenario(
    `${buffers === '' ? '' : `  buffers: ${buffers}\n`}${more}`,
    'plant: { rigid: { joints: { stops: none } } }',
  )
    .replace('0.5 s', '3 s')
    .replace('start: {', `start: { ${start}`);
const files = (scenario: string) => memoryFiles({ 'a.yaml': scenario, 'arm.urdf': madeArm() });

function assembled(scenario: string): Assembly {
  const source = files(scenario);
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  if (outcome?.value === undefined)
    throw new Error([...loaded.problems, ...(outcome?.problems ?? [])].map(wording).join('\n'));
  return outcome.value;
}

const problems = (scenario: string): readonly Problem[] => judgeScenario(files(scenario), 'a.yaml').problems;

describe('buffers before the ends of joints', () => {
  it('are there unless they are switched off, and say so', () => {
    const { buffers } = judgeScenario(files(text('')), 'a.yaml');
    expect(buffers?.joints.map(({ joint }) => joint)).toEqual(['shoulder', 'elbow', 'slide', 'finger']);
    expect(buffers?.joints[1]).toMatchObject({ from: -2.5, to: 2.5 });
    expect(buffers?.text).toBe(
      'buffers act before the ends of 4 joints, over the last 5.73 deg and 4 mm to 10 mm; finger starts further out, and from there (control.buffers: none switches them off)',
    );
    expect(judgeScenario(files(text('none')), 'a.yaml').buffers).toBeUndefined();
    expect(assembled(text('none')).design.elements.map(({ name }) => name)).not.toContain('buffers');
  });

  it('follow the rule: half the effort at the end of the range, a twentieth of m/T² at most, critically damped', () => {
    const { design, model, start } = assembled(text(''));
    const m = inverseDiagonal(numbers, model, start).map((x) => 1 / x);
    const of = (name: string, joint: string) => {
      const element = design.elements.find((e) => e.name === name);
      const i = element?.joints?.indexOf(joint) ?? -1;
      return Object.fromEntries(
        Object.entries(element?.parameters ?? {}).map(([key, list]) => [key, list[i]]),
      );
    };
    const shoulder = of('buffers', 'shoulder');
    expect(shoulder).toMatchObject({ target: 0, free: 1.9, band: 0.1 });
    expect(shoulder.stiffness).toBeCloseTo((0.5 * 60) / 0.1, 9);
    const v = model.velocityNames.indexOf('shoulder');
    expect(shoulder.damping).toBeCloseTo(2 * Math.sqrt(300 * m[v]), 9);
    const finger = of('buffers-sliding', 'finger');
    expect(finger.target).toBeCloseTo(0.02, 12);
    expect(finger.band).toBeCloseTo(0.004, 12);
    // It starts closed: nothing pushes it open.
    expect(finger.free).toBeCloseTo(0.02, 12);
    const slow = assembled(text('').replace('  compensate', '  rate: 20 Hz\n  compensate'));
    const w = slow.design.elements.find(({ name }) => name === 'buffers')?.parameters.stiffness?.[0] ?? 0;
    expect(w).toBeCloseTo((0.05 * m[v]) / 0.05 ** 2, 9);
  });

  it('hold a joint that is pushed to its end within its range, and their books close', () => {
    const ends = (scenario: string) => {
      const made = assembled(scenario);
      const run = made.begin([]);
      const result = run.complete();
      const elbow = made.model.positionNames.indexOf('elbow');
      return { result, elbow: view(made.kernel.layout, made.kernel.memory, 'q')[elbow] };
    };
    const free = ends(text('none'));
    expect(free.elbow).toBeLessThan(-2.7);
    const held = ends(text(''));
    expect(held.result.status).toBe('done');
    // 8 N m against 200 N m/rad, from -2.5 rad.
    expect(held.elbow).toBeCloseTo(-2.54, 2);
    const energy = (kind: string, name: string) =>
      held.result.ledger.find((line) => line.kind === kind && line.name === name)?.energy;
    expect(energy('stored', 'buffers')).toBeCloseTo(8 ** 2 / (2 * 200), 2);
    expect(energy('dissipated', 'buffers')).toBeGreaterThan(0.01);
  });

  it('brake on the way out only', () => {
    const { kernel } = assembled(
      text('{ band: 0.5 rad, joints: [elbow], stiffness: 100, damping: 10 }', '  elements: {}\n'),
    );
    const torque = (q: number, v: number): number => {
      view(kernel.layout, kernel.memory, 'q').set([0, 0, q, 0.05, 0.02]);
      view(kernel.layout, kernel.memory, 'v').set([0, 0, v, 0, 0]);
      kernel.run.prepare();
      kernel.run.step();
      kernel.run.observe();
      return view(kernel.layout, kernel.memory, 'buffers.torque')[0];
    };
    expect(torque(2, 1)).toBeCloseTo(0, 12);
    expect(torque(2.35, 0)).toBeCloseTo(-25, 9);
    expect(torque(2.35, 1)).toBeCloseTo(-25 - 0.5 * 10, 9);
    expect(torque(2.35, -1)).toBeCloseTo(-25, 9);
    expect(torque(-2.35, -1)).toBeCloseTo(25 + 0.5 * 10, 9);
    // The whole damping at the end of the range and beyond.
    expect(torque(2.7, 1)).toBeCloseTo(-60 - 10, 9);
  });

  it('warn by name of a start inside one that was asked for, with what it does', () => {
    const scenario = text('{ band: 0.5 rad, stiffness: 100 }', '  elements: {}\n').replace(
      'elbow: 60 deg',
      'elbow: 2.4',
    );
    const found = problems(scenario).filter(({ code }) => code === 'start-in-buffer');
    expect(found.map(({ message }) => message)).toEqual([
      'the joint elbow starts inside the buffer before the end of its range',
    ]);
    expect(found[0].got).toBe('0.3 rad inside, which pushes it back with 30 N m');
    expect(problems(text('')).some(({ code }) => code === 'start-in-buffer')).toBe(false);
  });

  it('refuse joints without ends, and elements of their name', () => {
    const codes = (scenario: string) => problems(scenario).map(({ code }) => code);
    expect(codes(text('{ joints: [turn] }'))).toContain('buffer-range');
    expect(codes(text('{ joints: [elbov] }')).filter((code) => code.startsWith('unknown')).length).toBe(1);
    expect(codes(text('', push.replace('push: {', 'buffers: {'))).length).toBeGreaterThan(0);
  });
});
