import { describe, expect, it } from 'vitest';
import { chance } from '../../../../checks/made-robots.js';
import { numbers as N } from '../../math/index.js';
import { brakingWay } from './braking.js';
import { guardedMove } from './guarded-move.js';
import {
  type GuardedMoveMemory,
  type GuardedMoveParameters,
  guardedMoveStatuses,
  guardedMoveStep,
} from './guarded-move-step.js';

const T = 0.002;
/** The guarded move of a tool at 20 mm from a spring of 5 N/mm, mean of five, above 1 N, brake 0.5 m/s². */
const usual: GuardedMoveParameters<number> = {
  speed: 0.01,
  threshold: 1,
  sideways: undefined,
  window: 0,
  settle: 0,
  limit: 0.05,
  margin: 0,
  deceleration: 0.5,
  acceleration: undefined,
};

const begin = (average: number): GuardedMoveMemory<number> => ({
  stage: 0,
  speed: 0,
  held: 0,
  readings: Array.from({ length: average }, () => [0, 0, 0] as const),
  count: 0,
  settled: 0,
  taken: 0,
  baseline: [0, 0, 0],
});

interface World {
  readonly average?: number;
  readonly surface?: number;
  readonly stiffness?: number;
  /** Added to each reading. */
  readonly error?: () => number;
  readonly side?: (x: number) => number;
  readonly ticks?: number;
}

/** An arm that follows its command exactly, until the move has ended. */
function run(change: Partial<GuardedMoveParameters<number>>, world: World = {}) {
  const p = { ...usual, ...change };
  const {
    average = 5,
    surface = 0.02,
    stiffness = 5000,
    error = () => 0,
    side = () => 0,
    ticks = 20000,
  } = world;
  let memory = begin(average);
  let [x, peak, fired] = [0, 0, Number.NaN];
  let started = -1;
  for (let k = 0; k < ticks; k++) {
    const force = Math.max(0, stiffness * (x - surface));
    peak = Math.max(peak, force);
    const step = guardedMoveStep(
      N,
      p,
      {
        force: [0, side(x), -(force + error())],
        fresh: 1,
        ready: 1,
        direction: [0, 0, 1],
        travel: x,
        tick: T,
        elapsed: T,
      },
      memory,
    );
    if (step.fired && Number.isNaN(fired)) fired = x;
    if (step.move > 0 && started < 0) started = k;
    x += step.move;
    memory = step.memory;
    if (guardedMoveStatuses[memory.stage] === 'contact' || guardedMoveStatuses[memory.stage] === 'limit')
      break;
  }
  peak = Math.max(peak, stiffness * (x - surface));
  return { fired: fired * 1e3, stop: x * 1e3, peak, started, status: guardedMoveStatuses[memory.stage] };
}

function gaussian(seed: number, sigma: number) {
  const next = chance(seed);
  return () => sigma * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
}

describe('a guarded move', () => {
  it('fires, stops and presses as it did before the run', () => {
    for (const offset of [1e-6, -1e-6]) {
      const [slow, fast] = [0.01, 0.05].map((speed) => run({ speed }, { error: () => offset }));
      const [f, g] = offset > 0 ? [20.24, 20.4] : [20.26, 20.5];
      expect(slow.fired).toBeCloseTo(f, 6);
      expect(fast.fired).toBeCloseTo(g, 6);
      expect(slow.stop - slow.fired).toBeCloseTo(0.11, 9);
      expect(fast.stop - fast.fired).toBeCloseTo(2.55, 9);
      expect(slow.peak).toBeCloseTo(5 * (f + 0.11 - 20), 6);
      expect(fast.peak).toBeCloseTo(5 * (g + 2.55 - 20), 6);
      expect([slow.status, fast.status]).toEqual(['contact', 'contact']);
    }
  });

  it('has the mean of many runs with noise', () => {
    let [fired, peak, least, most] = [0, 0, 99, 0];
    const runs = 40;
    for (let seed = 0; seed < runs; seed++) {
      const got = run({}, { error: gaussian(1000 + seed, 0.1) });
      expect(got.stop - got.fired).toBeCloseTo(0.11, 9);
      fired += got.fired / runs;
      peak += got.peak / runs;
      least = Math.min(least, got.fired);
      most = Math.max(most, got.fired);
    }
    expect(Math.abs(fired - 20.25)).toBeLessThan(0.01);
    expect(Math.abs(peak - 1.8)).toBeLessThan(0.05);
    expect(least).toBeGreaterThan(20.21);
    expect(most).toBeLessThan(20.29);
  });

  it('begins to brake at the limit where it has no margin, and keeps it where it has', () => {
    const nothing = { surface: 1 };
    expect(Math.abs(run({}, nothing).stop - 50.1)).toBeLessThan(0.15);
    expect(run({ speed: 0.05 }, nothing).stop).toBeCloseTo(52.45, 6);
    for (const speed of [0.003, 0.01, 0.0337, 0.05, 0.2]) {
      const held = run({ speed, margin: 1 }, nothing);
      expect(held.status).toBe('limit');
      expect(held.stop).toBeLessThanOrEqual(50 + 1e-9);
      expect(held.stop).toBeGreaterThan(50 - 2 * speed * T * 1e3);
      // A contact that is seen just there gets no way beyond either.
      for (const surface of [0.0495, 0.0499, 0.04]) {
        expect(run({ speed, margin: 1 }, { surface, stiffness: 1e6 }).stop).toBeLessThanOrEqual(50 + 1e-9);
      }
    }
  });

  it('measures from a baseline that is frozen, and takes it anew where it is disturbed', () => {
    const calm = run({ settle: 0.1 }, { error: () => 7 });
    expect(calm.fired).toBeCloseTo(run({}, { error: () => 0 }).fired, 1);
    expect(calm.started).toBe(50);
    let k = 0;
    const shaken = run({ settle: 0.1 }, { error: () => (k++ < 30 ? 7 : 0) });
    expect(shaken.started).toBe(80);
    expect(shaken.fired).toBeCloseTo(calm.fired, 1);
  });

  it('is not stopped by a spike where it has a window, and is by a push from the side', () => {
    let k = 0;
    const spiky = () => (k++ === 500 ? 100 : 0);
    expect(run({}, { average: 1, error: spiky }).fired).toBeLessThan(20);
    k = 0;
    const windowed = run({ window: 0.02 }, { average: 1, error: spiky });
    expect(windowed.fired).toBeGreaterThan(20.2);
    const side = (x: number) => (x > 0.01 ? 3 : 0);
    expect(run({}, { side }).fired).toBeGreaterThan(20);
    expect(run({ sideways: 2 }, { side }).fired).toBeLessThan(11);
  });

  it('takes up speed and brakes within its acceleration', () => {
    let [memory, fastest, x, before] = [begin(1), 0, 0, 0];
    let hardest = [0, 0];
    for (let k = 0; k < 4000; k++) {
      const step = guardedMoveStep(
        N,
        { ...usual, speed: 0.1, acceleration: 0.25, margin: 1 },
        { force: [0, 0, 0], fresh: 1, ready: 1, direction: [0, 0, 1], travel: x, tick: T, elapsed: T },
        memory,
      );
      const change = (step.speed - before) / T;
      hardest = [Math.min(hardest[0], change), Math.max(hardest[1], change)];
      [memory, before, x, fastest] = [step.memory, step.speed, x + step.move, Math.max(fastest, step.speed)];
    }
    expect(hardest[0]).toBeCloseTo(-0.5, 9);
    expect(hardest[1]).toBeCloseTo(0.25, 9);
    expect(fastest).toBeCloseTo(0.1, 12);
    expect(x).toBeLessThanOrEqual(0.05);
    expect(x).toBeGreaterThan(0.0495);
  });

  it('stays once it has stopped', () => {
    const { status } = run({}, { ticks: 20000 });
    expect(status).toBe('contact');
    let memory: GuardedMoveMemory<number> = { ...begin(1), stage: guardedMoveStatuses.indexOf('contact') };
    for (let k = 0; k < 100; k++) {
      const step = guardedMoveStep(
        N,
        usual,
        { force: [0, 0, 0], fresh: 1, ready: 1, direction: [0, 0, 1], travel: 0.02, tick: T, elapsed: T },
        memory,
      );
      expect(step.move).toBe(0);
      memory = step.memory;
    }
  });

  it('brakes in v²/2a − v T/2 where ticks divide it', () => {
    expect(brakingWay(N, 0.05, 0.5, T)).toBeCloseTo(0.00245, 15);
    expect(brakingWay(N, 0.01, 0.5, T)).toBeCloseTo(0.00009, 15);
    let [v, way] = [0.0437, 0];
    while (v > 0) {
      v = Math.max(0, v - 0.5 * T);
      way += v * T;
    }
    expect(brakingWay(N, 0.0437, 0.5, T)).toBeCloseTo(way, 15);
  });

  it('is refused where it cannot be: each by its name and with a number that works', () => {
    const codes = (given: Record<string, readonly number[]>) =>
      guardedMove
        .check?.(
          { speed: [0.05], threshold: [1], limit: [0.05], deceleration: [0.5], ...given },
          { period: T, hasSensor: true, hasTarget: false, nq: 7, nv: 7 },
        )
        .map(({ code }) => code);
    expect(codes({})).toEqual([]);
    expect(codes({ limit: [0] })).toEqual(['limit-behind-start']);
    expect(codes({ limit: [0.002] })).toEqual(['limit-below-stop']);
    expect(codes({ speed: [0] })).toEqual(['never-moves']);
    expect(codes({ deceleration: [0] })).toEqual(['never-stops']);
    expect(codes({ threshold: [0] })).toEqual(['threshold-below-noise']);
    expect(codes({ direction: [0, 0, 0] })).toEqual(['no-direction']);
    expect(codes({ average: [2.5] })).toEqual(['not-whole']);
    expect(codes({ margin: [0] })).toEqual(['limit-overrun']);
  });
});
