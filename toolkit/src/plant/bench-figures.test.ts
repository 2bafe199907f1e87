/** Published models of one tool on one axis, as configurations of the bench with controllers written by hand. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '../port/index.js';
import { Run } from '../run/index.js';
import type { BenchPlant } from './bench.js';
import type { BenchOptions } from './bench-options.js';
import { bench, kernelOf, type Seen, tip, wall, x } from './benches.test.helper.js';

const STEP = 1e-5;

/** Force on the surface, at every so many ticks. */
interface Traced {
  readonly times: readonly number[];
  readonly forces: readonly number[];
  readonly plant: BenchPlant;
}

interface Trial {
  readonly options: Omit<BenchOptions, 'step' | 'axes' | 'places'> & { readonly step?: number };
  readonly start?: number;
  readonly tick: number;
  readonly duration: number;
  readonly every: number;
  readonly step: (seen: Seen) => number;
}

function traced({ options, start = 0, tick, duration, every, step }: Trial): Traced {
  const plant = bench({ step: STEP, axes: [x], places: [tip], ...options });
  plant.reset([start], [0]);
  const times: number[] = [];
  const forces: number[] = [];
  let at = 0;
  const sink = {
    open: (channels: readonly Channel[]) => {
      at = 0;
      for (const { name, labels } of channels) {
        if (name === 'contact.wall.force') return;
        at += labels.length;
      }
    },
    sample: (_: string, time: number, values: Float64Array) => {
      times.push(time);
      forces.push(values[at]);
    },
    close: () => {},
  };
  const run = new Run({
    kernel: kernelOf(step, options.drive.kind !== 'force', options.sensors !== undefined),
    plant,
    tick,
    duration,
    listeners: [{ sink, every, groups: ['contact'] }],
  });
  expect(run.complete().status).toBe('done');
  return { times, forces, plant };
}

const wallOf = 5e4;
const target = (speed: number, time: number) => Math.min(-0.01 + speed * time, 0.005);

function departures({ forces, times }: Traced): number[] {
  return times.filter((_, i) => i > 0 && forces[i - 1] > 0 && forces[i] === 0);
}

const first = ({ times, forces }: Traced, above = 0) => times[forces.findIndex((f) => f > above)];
const last = (list: readonly number[]) => list[list.length - 1];
const peak = ({ forces }: Traced) => Math.max(...forces);

describe('a position controller against a wall (model A)', () => {
  const trial = (kp: number, ki: number, kd: number, limit?: number): Traced => {
    let sum = 0;
    return traced({
      options: {
        mass: 2,
        drive: { kind: 'force', ...(limit !== undefined && { limit }) },
        surfaces: [wall(wallOf)],
      },
      ...{ start: -0.01, tick: 1e-3, duration: 2, every: 1 },
      step: ({ time, x, v }) => {
        const e = target(0.02, time) - x;
        sum += e * 1e-3;
        return kp * e + ki * sum - kd * v;
      },
    });
  };

  it('touches, passes 140 N and rings about its force limit', () => {
    const run = trial(2e5, 2e6, 1e3, 150);
    expect(Math.abs(first(run) - 0.501)).toBeLessThanOrEqual(0.001);
    expect(Math.abs(first(run, 140) - 0.658)).toBeLessThanOrEqual(0.002);
    const late = run.forces.filter((_, i) => run.times[i] > 0.8);
    const [low, high] = [Math.min(...late), Math.max(...late)];
    expect(Math.abs(low - 144)).toBeLessThanOrEqual(0.5);
    expect(Math.abs(high - 156)).toBeLessThanOrEqual(0.5);
    expect(Math.abs((low + high) / 2 - 150)).toBeLessThanOrEqual(0.5);
    // Upward crossings of 150 N.
    const ups = run.times.filter((t, i) => t > 0.8 && run.forces[i - 1] < 150 && run.forces[i] >= 150);
    const rate = (ups.length - 1) / (last(ups) - ups[0]);
    expect(Math.abs(rate - 25.2)).toBeLessThanOrEqual(0.2);
  });

  it('reaches the whole force without a limit', () => {
    expect(Math.abs(last(trial(2e5, 2e6, 1e3).forces) - 250)).toBeLessThanOrEqual(0.1);
  });

  it.each([
    [4e5, 2e6, 1e3, 0.653],
    [1e5, 2e6, 800, 0.663],
    [1e5, 1e6, 500, 0.675],
    [2e5, 0, 1e3, 0.68],
  ])('with gains %d, %d, %d passes 140 N at %d s', (kp, ki, kd, at) => {
    expect(Math.abs(first(trial(kp, ki, kd, 150), 140) - at)).toBeLessThanOrEqual(0.002);
  });
});

const spring = (K: number, zeta: number, speed: number, duration: number, onError = false): Traced => {
  const D = 2 * zeta * Math.sqrt(K * 2);
  return traced({
    options: { mass: 2, drive: { kind: 'force' }, surfaces: [wall(wallOf)] },
    ...{ start: -0.01, tick: STEP, duration, every: 10 },
    step: ({ time, x, v }) => {
      const rate = onError && time < 0.015 / speed ? speed - v : -v;
      return K * (target(speed, time) - x) + D * rate;
    },
  });
};

describe('an impedance against a wall (model B)', () => {
  it.each([
    [500, 2.4752, 0.588, 2],
    [2000, 9.6154, 0.544, 1],
  ])('of %d N/m presses with %d N, touches at %d s and leaves %d times', (K, force, at, leaves) => {
    const run = spring(K, 0.7, 0.02, 2);
    expect(Math.abs(last(run.forces) - force)).toBeLessThanOrEqual(0.01);
    expect(Math.abs(first(run) - at)).toBeLessThanOrEqual(0.001);
    expect(departures(run)).toHaveLength(leaves);
    if (K === 500) {
      expect(Math.abs(peak(run) - 6.515)).toBeLessThanOrEqual(0.05);
      expect(Math.abs(run.plant.q[0] - 0.0495e-3)).toBeLessThanOrEqual(0.0005e-3);
      return;
    }
    expect(Math.abs(peak(run) - 9.83)).toBeLessThanOrEqual(0.05);
    const away = departures(run)[0];
    const touch = run.forces.filter((_, i) => run.times[i] < away);
    expect(Math.abs(Math.max(...touch) - 6.76)).toBeLessThanOrEqual(0.05);
  });

  it('touches earlier with the damping on the error’s rate', () => {
    expect(Math.abs(first(spring(500, 0.7, 0.02, 0.6, true)) - 0.4998)).toBeLessThanOrEqual(0.001);
  });
});

describe('the choice of damping (model C)', () => {
  it.each([
    [0.1, 14, 31.18, 0.187, 0],
    [0.7, 2, 16.86, 0.263, 4.902],
    [1.5, 0, 13.7, 0.327, 4.902],
  ])('of ratio %d leaves the wall %d times, at most with %d N', (zeta, leaves, most, at, end) => {
    const run = spring(1000, zeta, 0.05, 1);
    expect(departures(run)).toHaveLength(leaves);
    expect(Math.abs(peak(run) - most)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(first(run) - at)).toBeLessThanOrEqual(0.001);
    expect(Math.abs(last(run.forces) - end)).toBeLessThanOrEqual(0.02);
    if (zeta > 0.1) return;
    const hits: number[] = [];
    run.forces.forEach((f, i) => {
      if (f > 0 && run.forces[i - 1] === 0) hits.push(f);
      else if (f > 0) hits[hits.length - 1] = Math.max(last(hits), f);
    });
    const peaks = [21, 31.2, 27.8, 25.1, 22.8, 20.9, 19.2, 17.8, 16.6, 15.5, 14.5, 13.7, 12.9, 12.2];
    expect(hits).toHaveLength(peaks.length);
    for (const [i, wanted] of peaks.entries()) expect(Math.abs(hits[i] - wanted)).toBeLessThanOrEqual(0.3);
  });

  it('has all but come to rest after three seconds', () => {
    const run = spring(1000, 0.1, 0.05, 3);
    expect(departures(run)).toHaveLength(17);
    const late = run.forces.filter((_, i) => run.times[i] >= 2.9);
    const mean = late.reduce((sum, f) => sum + f, 0) / late.length;
    expect(Math.abs(mean - 4.91)).toBeLessThanOrEqual(0.02);
    expect(Math.abs(Math.min(...late) - 4.81)).toBeLessThanOrEqual(0.02);
    expect(Math.abs(Math.max(...late) - 5)).toBeLessThanOrEqual(0.02);
  });
});

describe('an admittance on a position-controlled arm (model D)', () => {
  const TS = 2e-3;
  const METAL = 2e5;
  const FOAM = 2e3;
  const trial = (stiffness: number, D: number, samples = 5, duration = 1.5): Traced => {
    let [speed, place] = [0, 0];
    return traced({
      options: {
        mass: 1,
        drive: { kind: 'position', bandwidth: 15, ratio: 0.7, yields: false },
        surfaces: [wall(stiffness, 1e-3)],
        sensors: [
          {
            name: 'wrist',
            rate: 500,
            delay: samples * TS,
            at: [0, 0, 0],
            rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1],
          },
        ],
      },
      ...{ tick: TS, duration, every: 1 },
      step: ({ force }) => {
        // The sensor says what is done to the robot.
        speed = (speed + (TS * (10 + force)) / 10) / (1 + (TS * D) / 10);
        place += TS * speed;
        return place;
      },
    });
  };
  /** The last time at which the force is more than a part of 10 N away from it, after touch. */
  const settled = (run: Traced, part: number) =>
    (run.times.filter((_, i) => Math.abs(run.forces[i] - 10) > 10 * part).pop() ?? 0) - first(run);

  it('on foam reaches its force, passes it and settles', () => {
    const run = trial(FOAM, 200);
    // The record has a sample every 2 ms.
    expect(Math.abs(first(run) - 0.067)).toBeLessThanOrEqual(0.00101);
    expect(Math.abs(first(run, 10) - first(run) - 0.142)).toBeLessThanOrEqual(0.005);
    expect(Math.abs(peak(run) - 11.68)).toBeLessThanOrEqual(0.1);
    expect(Math.abs(settled(run, 0.1) - 0.313)).toBeLessThanOrEqual(0.01);
    expect(Math.abs(settled(run, 0.05) - 0.355)).toBeLessThanOrEqual(0.01);
    expect(Math.abs(peak(trial(FOAM, 200, 4)) - 11.56)).toBeLessThanOrEqual(0.1);
  });

  it('on metal bounces, and settles only with much damping', () => {
    const fine = (D: number, samples?: number) => trial(METAL, D, samples);
    const soft = fine(200);
    expect(Math.abs(peak(soft) - 268.4)).toBeLessThanOrEqual(1.5);
    const away = departures(soft)[0];
    const hit = soft.forces.filter((_, i) => soft.times[i] < away);
    expect(Math.abs(Math.max(...hit) - 203.5)).toBeLessThanOrEqual(1.5);
    expect(Math.abs(peak(fine(200, 4)) - 248.9)).toBeLessThanOrEqual(1.5);
    const middle = fine(1000);
    expect(Math.abs(peak(middle) - 57.8)).toBeLessThanOrEqual(0.5);
    const leaves = departures(middle);
    expect(Math.abs((leaves[3] - leaves[0]) / 3 - 0.2)).toBeLessThanOrEqual(0.004);
    expect(Math.abs(peak(fine(1000, 4)) - 53.8)).toBeLessThanOrEqual(0.5);
    const hard = fine(5000);
    expect(departures(hard)).toEqual([]);
    expect(Math.abs(last(hard.forces) - 10)).toBeLessThanOrEqual(0.05);
    expect(Math.abs(peak(hard) - 15.6)).toBeLessThanOrEqual(0.3);
    expect(Math.abs(settled(hard, 0.05) - 0.323)).toBeLessThanOrEqual(0.01);
  });

  it('on foam with much damping creeps up to its force', () => {
    const { forces } = trial(FOAM, 5000, 5, 5);
    for (const [at, force] of [
      [1, 1.78],
      [2, 4.51],
      [3, 6.34],
      [4, 7.56],
      [5, 8.37],
    ])
      expect(Math.abs(forces[Math.round(at / TS)] - force)).toBeLessThanOrEqual(0.03);
  });
});

describe('a guarded move on an arm that follows exactly (model E)', () => {
  const TS = 2e-3;
  const trial = (speed: number, more: { bias?: number; noise?: number; seed?: number; surface?: number }) => {
    const { bias = 0, noise = 0, seed = 0, surface = 0.02 } = more;
    let rate = speed;
    let place = 0;
    let braking = false;
    let fired = 0;
    let most = 0;
    const sixth = (value: number) => [value, 0, 0, 0, 0, 0];
    const { plant } = traced({
      options: {
        mass: 1,
        // What moves evenly needs no short steps.
        step: 1e-3,
        drive: { kind: 'exact' },
        surfaces: [wall(5000, surface)],
        seed,
        sensors: [
          {
            ...{ name: 'wrist', rate: 500, average: 5, bias: sixth(bias), noise: sixth(noise) },
            ...{ at: [0, 0, 0], rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
          },
        ],
      },
      ...{ tick: TS, duration: 0.06 / speed + 0.2, every: 1 },
      step: ({ x, force }) => {
        most = Math.max(most, 5000 * (x - surface));
        if (braking) rate = Math.max(0, rate - 0.5 * TS);
        else if (-force > 1) [braking, fired] = [true, x];
        else if (x >= 0.05) {
          [braking, fired] = [true, x];
          rate = Math.max(0, rate - 0.5 * TS);
        }
        place += rate * TS;
        return place;
      },
    });
    return { fired: fired * 1e3, stopped: plant.q[0] * 1e3, most };
  };

  it.each([
    [0.01, -1e-6, 20.24, 20.35, 1.75],
    [0.05, -1e-6, 20.4, 22.95, 14.75],
    [0.01, 1e-6, 20.26, 20.37, 1.85],
    [0.05, 1e-6, 20.5, 23.05, 15.25],
  ])('at %d m/s with %d N too much fires at %d mm, stops at %d mm with %d N', (speed, bias, ...wanted) => {
    const { fired, stopped, most } = trial(speed, { bias });
    for (const [i, got] of [fired, stopped, most].entries()) expect(got).toBeCloseTo(wanted[i], 6);
  });

  it('with noise fires a little about that, and stops as far behind it', () => {
    const draws = Array.from({ length: 12 }, (_, seed) => trial(0.01, { noise: 0.1, seed }));
    for (const { fired, stopped } of draws) {
      expect(Math.abs(fired - 20.25)).toBeLessThanOrEqual(0.0301);
      expect(stopped - fired).toBeCloseTo(0.11, 6);
    }
    expect(new Set(draws.map(({ fired }) => fired.toFixed(2))).size).toBeGreaterThan(1);
  });

  it('without a surface brakes where it ends, and stops beyond', () => {
    expect(Math.abs(trial(0.01, { surface: 1 }).stopped - 50.1)).toBeLessThanOrEqual(0.011);
    expect(Math.abs(trial(0.05, { surface: 1 }).stopped - 52.45)).toBeLessThanOrEqual(0.011);
  });
});
