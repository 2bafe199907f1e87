import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { view } from '../graph/index.js';
import { factorDefinite, numbers, solveDefinite } from '../math/index.js';
import { massMatrix } from '../model/index.js';
import { type Problem, describe as wording } from '../problem/index.js';
import { memoryFiles } from '../robot/index.js';
import type { RunResult } from '../run/index.js';
import { type Assembly, assemble } from './assemble.js';
import { checkScenario } from './check.js';
import { loadScenario } from './load.js';
import { madeArm, madeScenario } from './made-arm.test.helper.js';

const reach = `    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    damp: { damper: linear, to: goal, damping: 20 N s/m }
`;
const control = (elements: string, more = '') =>
  `  buffers: none\n  points: { goal: { startOf: tool, shift: [5 cm, 0, 5 cm] } }\n  elements:\n${reach}${elements}${more}`;
const files = (text: string) => memoryFiles({ 'a.yaml': text, 'arm.urdf': madeArm() });

function assembled(text: string, source = files(text)): Assembly {
  const loaded = loadScenario(source, 'a.yaml', []);
  const outcome = loaded.value && assemble(loaded.value, source);
  const all = [...loaded.problems, ...(outcome?.problems ?? [])];
  if (outcome?.value === undefined) throw new Error(all.map(wording).join('\n'));
  return outcome.value;
}

function problems(elements: string, more = ''): readonly Problem[] {
  return checkScenario(files(madeScenario(control(elements, more))), 'a.yaml', []);
}

const line = ({ ledger }: RunResult, kind: string, name: string): number => {
  const found = ledger.find((entry) => entry.kind === kind && entry.name === name);
  if (found === undefined)
    throw new Error(`no line ${kind} ${name}: ${ledger.map((l) => `${l.kind} ${l.name}`)}`);
  return found.energy;
};

const both = `    keep: { spring: posture, stiffness: 20 N m/rad, target: { shoulder: 0, turn: 40 deg }, nullspaceOf: [reach] }
    calm: { damper: posture, damping: 2 N m s/rad, nullspaceOf: [reach] }
`;

describe('a posture of a scenario', () => {
  it('acts on the joints that its unit fits, as one element', () => {
    const { design } = assembled(madeScenario(control(both)));
    const keep = design.elements.find(({ name }) => name === 'keep');
    expect(keep?.joints).toEqual(['turn', 'shoulder', 'elbow']);
    expect(keep?.parameters.stiffness).toEqual([20, 20, 20]);
    // What the map leaves out is as it is at the start.
    const [turn, shoulder, elbow] = keep?.parameters.target ?? [];
    expect(turn).toBeCloseTo((40 * Math.PI) / 180, 12);
    expect(shoulder).toBe(0);
    expect(elbow).toBeCloseTo(Math.PI / 3, 12);
    expect(keep?.nullspaceOf).toEqual(['reach']);
  });

  it('is of the robot alone, whatever virtual bodies there are beside it', () => {
    const cart = `  bodies: { cart: { joint: { prismatic: [1, 0, 0] }, mass: 1 kg } }
`;
    const keep = `    keep: { spring: posture, stiffness: 20 N m/rad, nullspaceOf: [reach] }
    calm: { damper: posture, nullspaceOf: [reach] }
`;
    const calm = (more: string) =>
      assembled(madeScenario(control(keep, more))).design.elements.find(({ name }) => name === 'calm');
    expect(calm(cart)).toEqual(calm(''));
    const run = assembled(madeScenario(control(keep, cart))).begin([]);
    expect(run.advance(0.2)).toBe('running');
  });

  it('is two elements where joints turn and slide', () => {
    const { design } = assembled(madeScenario(control('    keep: { spring: posture, stiffness: 20 }\n')));
    expect(design.elements.map(({ name, joints }) => [name, joints?.length])).toEqual([
      ['reach', undefined],
      ['damp', undefined],
      ['keep', 3],
      ['keep-sliding', 2],
    ]);
  });

  it('is critically damped where no damping is given, 0 is kept, less than 0 is refused', () => {
    const spring = '    keep: { spring: posture, stiffness: 20 N m/rad, nullspaceOf: [reach] }\n';
    const { design, model, start } = assembled(
      madeScenario(control(`${spring}    calm: { damper: posture, nullspaceOf: [reach] }\n`)),
    );
    const M = massMatrix(numbers, model, start);
    const calm = design.elements.find(({ name }) => name === 'calm');
    calm?.joints?.forEach((joint, i) => {
      const v = model.velocityNames.indexOf(joint);
      expect(calm.parameters.damping?.[i]).toBeCloseTo(2 * Math.sqrt(20 * M[v * model.nv + v]), 12);
    });
    const zero = assembled(madeScenario(control('    calm: { damper: posture, damping: 0 N m s/rad }\n')));
    expect(zero.design.elements.find(({ name }) => name === 'calm')?.parameters.damping).toEqual([0, 0, 0]);
    const codes = (text: string) => problems(text).map(({ code }) => code);
    expect(codes('    calm: { damper: posture, damping: -1 N m s/rad }\n')).toContain('out-of-range');
    expect(codes('    calm: { damper: posture }\n')).toContain('damping-missing');
  });

  it('refuses null spaces of nothing that there is', () => {
    const of = (names: string) =>
      problems(`    keep: { spring: posture, stiffness: 2 N m/rad, nullspaceOf: [${names}] }\n`);
    expect(of('reech').find(({ code }) => code.startsWith('unknown'))?.known).toEqual(['reach', 'damp']);
    expect(of('keep').filter(({ severity }) => severity === 'error').length).toBe(1);
    expect(of('').filter(({ severity }) => severity === 'error').length).toBe(1);
  });

  it('closes the books of a run: what projections put in has lines of its own', () => {
    const smooth = (text: string) =>
      assembled(madeScenario(`  rate: continuous\n${text}`, 'plant: { rigid: { joints: { stops: none } } }'));
    const run = smooth(control(both));
    expect(run.passivity.passive).toBe(false);
    expect(run.passivity.text).toMatch(/the projection of keep .*; the projection of calm/);
    const result = run.begin([]).complete();
    expect(result.status).toBe('done');
    expect(result.verdict.residualShare).toBeLessThan(1e-7);
    expect(Math.abs(line(result, 'source', 'keep projection'))).toBeGreaterThan(1e-3);
    expect(Math.abs(line(result, 'source', 'calm projection'))).toBeGreaterThan(1e-6);
    expect(line(result, 'stored', 'keep')).not.toBe(0);
    // Without a null space it is a spring like others.
    const plain = smooth(control(both.replaceAll(', nullspaceOf: [reach]', '')));
    expect(plain.passivity.passive).toBe(true);
    expect(plain.begin([]).complete().verdict.residualShare).toBeLessThan(1e-7);
  });

  it('lets a tank pay for the projection', () => {
    const tank = '  tank: { start: 0.2 J, most: 1 J, pays: [sources] }\n';
    const paid = assembled(madeScenario(control(both, tank)));
    expect(paid.passivity.passive).toBe(true);
    const result = paid.begin([]).complete();
    expect(result.status).toBe('done');
    // Nothing is paid for from an empty one: the posture acts unprojected.
    const poor = tank.replace('0.2 J', '0 J').replace('1 J', '1e-9 J');
    const empty = assembled(madeScenario(control(both, poor)))
      .begin([])
      .complete();
    const given = line(empty, 'source', 'keep projection') + line(empty, 'source', 'calm projection');
    expect(given).toBeLessThan(1e-6);
  });

  it('leaves the hands of two arms alone: 17 joints', () => {
    const torso = readFileSync(new URL('../../../robots/torso/torso.urdf', import.meta.url), 'utf8');
    const text = `pliant: 1
name: torso
duration: 20 ms
robots: { two: { file: torso.urdf } }
control:
  buffers: none
  compensate: [gravity]
  points: { goal: { startOf: tool } }
  elements:
    reach: { spring: linear, to: goal, stiffness: 200 N/m }
    keep: { spring: posture, stiffness: 5 N m/rad, target: 0.3 rad, nullspaceOf: [reach] }
`;
    const { design, kernel } = assembled(text, memoryFiles({ 'a.yaml': text, 'torso.urdf': torso }));
    expect(design.model.nv).toBeGreaterThanOrEqual(17);
    const read = (name: string): number => view(kernel.layout, kernel.memory, name)[0];
    // Off the straight pose, where nothing is damped.
    view(kernel.layout, kernel.memory, 'q').set(design.model.neutral.map((_, i) => 0.4 + 0.05 * i));
    kernel.run.prepare();
    kernel.run.step();
    kernel.run.observe();
    expect(read('keep.leak')).toBeLessThan(1e-9);
    expect(read('keep.energy')).toBeGreaterThan(0.1);
    // It is taken from the posture's own torques: less than nothing along them, as the inertia measures it.
    const { nv } = design.model;
    const own = view(kernel.layout, kernel.memory, 'keep.torque');
    const order = design.elements.find(({ name }) => name === 'keep')?.joints ?? [];
    const torque = design.model.velocityNames.map((name) => own[order.indexOf(name)] ?? 0);
    const M = massMatrix(numbers, design.model, [...view(kernel.layout, kernel.memory, 'q')]);
    const free = solveDefinite(numbers, factorDefinite(numbers, M, nv), torque);
    const taken = view(kernel.layout, kernel.memory, 'keep.projection');
    expect(free.reduce((sum, a, i) => sum + a * taken[i], 0)).toBeLessThan(-0.01);
  });
});

describe('a start near a singular pose', () => {
  const started = (shoulder: string, elements: string) =>
    checkScenario(
      files(
        madeScenario(control(elements)).replace(
          'shoulder: 30 deg, elbow: 60 deg',
          `shoulder: ${shoulder}, elbow: 0 deg`,
        ),
      ),
      'a.yaml',
      [],
    ).filter(({ code }) => code === 'projection-leaks');
  const keep =
    '    keep: { spring: posture, stiffness: 20 N m/rad, target: 0.4 rad, nullspaceOf: [reach] }\n';

  it('says by how much a projection leaks there, and nothing of another start or of a posture without one', () => {
    // Straight up the tool is on the axis of the first joint, which so moves it nowhere.
    const [leak, ...more] = started('0 deg', keep);
    expect(more).toEqual([]);
    expect([leak?.severity, leak?.where.path]).toEqual(['warning', 'control.elements.keep.nullspaceOf']);
    expect(Number(leak?.got)).toBeLessThan(1e-5);
    const through = Number(/an acceleration of ([\d.e+-]+) leaks/.exec(leak?.message ?? '')?.[1]);
    expect(through).toBeGreaterThanOrEqual(0);
    // A tool at 0.75 m · sin of 1° is within 0.02 m of the axis, one at 3° is not.
    expect(Number(started('1 deg', keep)[0]?.got)).toBeCloseTo(0.75 * Math.sin(Math.PI / 180), 3);
    expect(started('3 deg', keep)).toEqual([]);
    expect(started('0 deg', keep.replace(', nullspaceOf: [reach]', ''))).toEqual([]);
    expect(leak?.hint).toContain('start at another pose');
  });

  it('says where no pose has a null space, and no other start helps', () => {
    const many = '    turned: { spring: attitude, to: goal, stiffness: 1 N m/rad }\n';
    const [leak, ...more] = started('30 deg', many + keep.replace('[reach]', '[reach, turned]'));
    expect(more).toEqual([]);
    expect(leak?.message).toContain('measures 6 entries that 5 joints cannot all change');
    expect(leak?.hint).toContain('no other start helps');
  });
});
