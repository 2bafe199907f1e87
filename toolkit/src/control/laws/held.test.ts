import { describe, expect, it } from 'vitest';
import { compileWasm, view } from '../../graph/index.js';
import { numbers as N, quaternionFromRotation, spectralRadius } from '../../math/index.js';
import { bodySite } from '../../mechanism/index.js';
import { bodyVelocities, forwardKinematics, frameOf, integrate, type Model } from '../../model/index.js';
import { made, quarterTurnArm } from '../../model/made.test.helper.js';
import { controlProgram, type Design, type LawDesign, tickProblems, tickStability } from '../index.js';
import { solvedBy, solverOf } from '../mass-solver.js';
import { linearised } from '../slopes.js';
import { LawKernel, rails } from './laws.test.helper.js';

const home = [0.3, 0.6, -0.2, -1.2, 0.4, 0.9, 0.1];

/** The centre of an arm, or of a mass, held to where it is. */
function held(model: Model, frame: string, q: readonly number[], law: Partial<LawDesign>): Design {
  const kinematics = forwardKinematics(N, model, q);
  const rest = bodyVelocities(N, model, kinematics, new Array<number>(model.nv).fill(0));
  const { position: at, rotation } = bodySite(N, 'tool', frameOf(model, frame), kinematics, rest);
  return {
    name: 'held',
    model,
    period: 1e-3,
    points: [
      { name: 'tool', frame },
      { name: 'goal', at, attitude: quaternionFromRotation(N, rotation) },
    ],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    laws: [{ name: 'give', kind: 'impedance', at: 'tool', target: 'goal', parameters: {}, ...law }],
  };
}

/** −∂τ/∂q and −∂τ/∂v by differences, row-major: of the first step of the compiled law. */
function differences(design: Design, q: readonly number[]): { K: number[]; D: number[] } {
  const { nv } = design.model;
  const { layout, memory, run } = compileWasm(controlProgram(design));
  const fresh = memory.slice();
  const torque = (at: readonly number[], v: readonly number[]): number[] => {
    memory.set(fresh);
    view(layout, memory, 'q').set(at);
    view(layout, memory, 'v').set(v);
    view(layout, memory, 'sensor.wrist.valid')[0] = 1;
    run.prepare();
    run.step();
    return [...view(layout, memory, 'torque')];
  };
  const still = new Array<number>(nv).fill(0);
  const slope = (of: (step: number, j: number) => number[], h: number): number[] => {
    const columns = still.map((_, j) => {
      const [more, less] = [of(h, j), of(-h, j)];
      return more.map((x, i) => (less[i] - x) / (2 * h));
    });
    return still.flatMap((_, i) => columns.map((column) => column[i]));
  };
  const one = (j: number, x: number) => still.map((_, i) => (i === j ? x : 0));
  return {
    K: slope((h, j) => torque(integrate(N, design.model, q, one(j, 1), h), still), 1e-5),
    D: slope((h, j) => torque(q, one(j, h)), 1e-3),
  };
}

const arm = made(quarterTurnArm());
const close = (got: readonly number[], wanted: readonly number[]) => {
  const size = Math.max(...wanted.map(Math.abs));
  expect(size).toBeGreaterThan(0);
  got.forEach((x, i) => {
    expect(Math.abs(x - wanted[i])).toBeLessThan(1e-5 * size);
  });
};

describe('what a law holds the robot with', () => {
  it.each<[string, Readonly<Record<string, readonly number[]>>]>([
    ['given damping', { stiffness: [300, 500, 200], damping: [20, 30, 40] }],
    [
      'damping of the attitude as well',
      { stiffness: [300], turnStiffness: [10, 20, 30], damping: [20], turnDamping: [1, 2, 3] },
    ],
    [
      'a ratio, true in every mode',
      { stiffness: [300, 500, 200], turnStiffness: [10, 20, 30], ratio: [0.6] },
    ],
  ])('is what differences of the law say, %s', (_, parameters) => {
    const design = held(arm, 'flange', home, { parameters });
    const { K, D } = linearised(design, { q: home });
    const seen = differences(design, home);
    close(K, seen.K);
    close(D, seen.D);
  });

  it.each<[string, Readonly<Record<string, readonly number[]>>]>([
    ['of a shaped inertia', { stiffness: [300, 500, 200], mass: [3], damping: [20, 30, 40] }],
    [
      'of a posture in the null space',
      { stiffness: [300], damping: [20], posture: home, postureStiffness: [40] },
    ],
  ])('has the rates that differences of the law have, %s', (_, parameters) => {
    const design = held(arm, 'flange', home, { sensor: 'wrist', parameters });
    const { K, D, M } = linearised(design, { q: home });
    const seen = differences(design, home);
    const rate = (S: readonly number[]) => {
      const nv = arm.nv;
      const turned = S.map((_, at) => S[(at % nv) * nv + Math.floor(at / nv)]);
      return spectralRadius(solvedBy(solverOf(M, nv), turned, nv), nv);
    };
    expect(rate(K) / rate(seen.K)).toBeCloseTo(1, 4);
    expect(rate(D) / rate(seen.D)).toBeCloseTo(1, 4);
  });

  it('is the damping of a press, and its spring at the end of the way', () => {
    const design = held(rails(['x']), 'tool', [0], {
      kind: 'press',
      axes: 'world',
      target: undefined as never,
      sensor: 'wrist',
      parameters: {
        select: [1, 0, 0, 0, 0, 0],
        wanted: [10, 0, 0, 0, 0, 0],
        damping: [30],
        deviation: [0.02],
      },
    });
    const kernel = new LawKernel(design);
    kernel.feel('wrist', -10);
    const force = (x: number, v: number) => {
      kernel.step([x], [v]);
      return kernel.numbers('torque')[0];
    };
    force(0, 0);
    const { K, D } = linearised(design, { q: [0] });
    expect(force(0.014, 0) - force(0.016, 0)).toBeCloseTo(0.002 * K[0], 6);
    expect(force(0, 0) - force(0, 0.1)).toBeCloseTo(0.1 * D[0], 6);
    const told = (deviation: number) =>
      tickProblems({
        ...design,
        laws: (design.laws ?? []).map((law) => ({
          ...law,
          parameters: { ...law.parameters, deviation: [deviation] },
        })),
      });
    // 8 (10 + 20) N/d on 2 kg below 4 m/T².
    expect(told(29e-6)).toMatchObject([
      {
        where: { path: 'control.laws.give.deviation' },
        expected: expect.stringMatching(/^above 0\.00003 m /),
      },
    ]);
    expect(told(1e-3)).toEqual([]);
  });
});

describe('a mass on rails at 1 kHz', () => {
  const give = (parameters: Readonly<Record<string, readonly number[]>>) =>
    held(rails(['x', 'y', 'z']), 'tool', [0, 0, 0], { parameters });
  /** Whether the compiled law, held for a tick, brings the mass back. */
  const returns = (design: Design): boolean => {
    const kernel = new LawKernel(design);
    const n = 50;
    let [x, v] = [1e-6, 0];
    for (let tick = 0; tick < 400; tick++) {
      kernel.step([x, 0, 0], [v, 0, 0]);
      const force = kernel.numbers('torque')[0];
      for (let i = 0; i < n; i++) {
        v += (force / 2) * (1e-3 / n);
        x += v * (1e-3 / n);
      }
    }
    return Math.abs(x) < 1e-6;
  };
  const told = (parameters: Readonly<Record<string, readonly number[]>>) =>
    tickProblems(give(parameters), { stepsPerTick: 50 });

  it('is told what damping it bears, which a run bears out', () => {
    const [problem] = told({ stiffness: [500], damping: [5000] });
    expect(problem).toMatchObject({
      code: 'unstable-at-tick',
      where: { path: 'control.laws.give.damping' },
      expected: expect.stringMatching(/^below 4000 N s\/m \(2 m\/T, m = 2\)/),
      got: '5000 N s/m',
    });
    expect(returns(give({ stiffness: [500], damping: [5000] }))).toBe(false);
    expect(told({ stiffness: [500], damping: [3900] })).toEqual([]);
    expect(returns(give({ stiffness: [50000], damping: [3900] }))).toBe(true);
  });

  it('is told what stiffness it bears with a ratio, which a run bears out', () => {
    const [problem] = told({ stiffness: [5e6] });
    expect(problem).toMatchObject({
      code: 'unstable-at-tick',
      where: { path: 'control.laws.give.stiffness' },
      got: '5000000 N/m',
    });
    // 2 ζ √(K m) = 2 m/T.
    const limit = Number(/^below (\S+) N\/m/.exec(problem.expected ?? '')?.[1]);
    expect(limit).toBeCloseTo(2 / 0.7e-3 ** 2, -3);
    expect(returns(give({ stiffness: [5e6] }))).toBe(false);
    expect(told({ stiffness: [0.95 * limit] })).toEqual([]);
    expect(returns(give({ stiffness: [0.95 * limit] }))).toBe(true);
    expect(tickStability(give({ stiffness: [9e6], damping: [100] })).elements).toMatchObject([
      { law: true, family: 'spring', limit: 8e6, stable: false },
      { law: true, family: 'damper', limit: 4000, stable: true },
    ]);
  });
});
