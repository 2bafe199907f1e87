import { describe, expect, it } from 'vitest';
import { noise as seeded } from '../../mechanism/arms.test.helper.js';
import type { SensorDesign } from './law-design.js';
import { bench } from './laws.test.helper.js';
import { noiseProblems, readingDeviation, type SensorNoise } from './noise-problems.js';

const white: SensorNoise = { deviation: 0.1, average: 1, period: 1e-3 };

describe('thresholds below the noise of their sensor', () => {
  const watched = (sensor: Partial<SensorDesign>, above?: number) =>
    noiseProblems(
      bench({
        sensors: [{ name: 'wrist', at: 'tool', ...sensor }],
        ...(above === undefined
          ? {}
          : { phases: [{ name: 'wait', until: { sensor: 'wrist', above } }, { name: 'go' }] }),
      }),
      new Map([['wrist', white]]),
    ).map(({ where, hint }) => `${where.path}: ${hint?.split(',')[0]}`);

  it('are bounds that leave no room for it, and ends of phases', () => {
    const bounds = (lower: number, upper: number) => ({
      guards: {
        bounds: {
          lower: [-Infinity, -Infinity, lower, -Infinity, -Infinity, -Infinity],
          upper: [Infinity, 5, upper, Infinity, Infinity, Infinity],
        },
      },
    });
    expect(watched(bounds(15, 15.7))).toEqual([
      'control.sensors.wrist.guards.bounds.force: at least 0.8 N apart',
    ]);
    expect(watched(bounds(15, 15.9))).toEqual([]);
    expect(watched({}, 0.3)).toEqual(['task.phases.wait.until.above: at least 0.4 N']);
    expect(watched({}, 0.5)).toEqual([]);
  });

  const of = (
    average: number,
    cutoff?: number,
    noise = white,
    more: Partial<SensorDesign> = {},
    sideways?: number,
  ) =>
    noiseProblems(
      bench({
        sensors: [
          {
            name: 'wrist',
            at: 'tool',
            guards: { collision: { contact: 0.3, stop: 20 } },
            ...(cutoff === undefined ? {} : { cutoff }),
            ...more,
          },
        ],
        laws: [
          {
            name: 'probe',
            kind: 'guarded-move',
            at: 'tool',
            sensor: 'wrist',
            parameters: {
              speed: [0.01],
              threshold: [0.25],
              limit: [0.1],
              average: [average],
              ...(sideways === undefined ? {} : { sideways: [sideways] }),
            },
          },
        ],
      }),
      new Map([['wrist', noise]]),
    ).map(({ code, where, hint }) => `${code} ${where.path}: ${hint?.split(',')[0]}`);

  const contact = 'threshold-below-noise control.sensors.wrist.guards.collision.contact: at least 0.4 N';

  it('are named, with the least that would do', () => {
    expect(of(1)).toEqual([contact, 'threshold-below-noise control.laws.probe.threshold: at least 0.4 N']);
  });

  it('are right where enough readings are averaged, or a low-pass is slow enough', () => {
    expect(of(4)).toEqual([contact]);
    expect(of(1, 30)).toEqual([]);
  });

  it('are those of every kind: stops, what is felt sideways, tares', () => {
    const collision = { contact: 0.05, stop: 0.2 };
    expect(of(4, undefined, white, { guards: { collision } }).map((text) => text.split(' ')[1])).toEqual([
      'control.sensors.wrist.guards.collision.contact:',
      'control.sensors.wrist.guards.collision.stop:',
    ]);
    expect(of(4, undefined, white, {}, 0.1)).toEqual([
      contact,
      'threshold-below-noise control.laws.probe.sideways: at least 0.2 N',
    ]);
    // 4 × 0.1 N over √20.
    const tared = (refuse: number) => of(4, 30, white, { tare: { seconds: 0.02, refuse }, guards: {} });
    expect(tared(0.08)).toEqual([
      'threshold-below-noise control.sensors.wrist.tare.refuse: at least 0.0894 N',
    ]);
    expect(tared(0.1)).toEqual([]);
  });

  it('are judged by how often a sensor is read', () => {
    // 30 Hz take little off readings that stand for 20 ms each.
    expect(of(1, 30, { ...white, period: 0.02 }).length).toBe(2);
    // Samples at 8 kHz are means already, and the next reading is of others.
    expect(of(1, undefined, { deviation: 0.1, average: 8, period: 1.25e-4 })).toEqual([]);
  });
});

describe('the noise of a reading', () => {
  /** By a run: samples, means of them, readings that stand, the low-pass at the tick, the mean of different readings. */
  function measured(
    { deviation, average, period }: SensorNoise,
    tick: number,
    cutoff: number | undefined,
    mean: number,
  ) {
    const random = seeded(7);
    const gauss = () => Array.from({ length: 12 }, random).reduce((sum, x) => sum + x, 0) / 2;
    const samples = new Array<number>(average).fill(0);
    const readings: number[] = [];
    let [low, reading, next, square, count] = [0, 0, 0, 0, 0];
    const g = cutoff === undefined ? 1 : 1 - Math.exp(-2 * Math.PI * cutoff * tick);
    const ticks = Math.ceil((60_000 * Math.max(tick, period)) / tick);
    for (let k = 0; k < ticks; k++) {
      let fresh = false;
      for (; next * period <= k * tick * (1 + 1e-12); next++) {
        samples[next % average] = deviation * gauss();
        fresh = true;
      }
      reading = samples.reduce((sum, x) => sum + x, 0) / average;
      // The last tick before a new reading is when the low-pass has come nearest to it.
      const last = next * period <= (k + 1) * tick * (1 + 1e-12);
      low += g * (reading - low);
      if (!fresh && !last) continue;
      if (!last) continue;
      readings.unshift(low);
      readings.length = Math.min(readings.length, mean);
      if (k * tick < 2000 * Math.max(tick, period)) continue;
      const value = readings.reduce((sum, x) => sum + x, 0) / mean;
      square += value * value;
      count++;
    }
    return Math.sqrt(square / count);
  }

  it.each([
    [{ deviation: 1, average: 1, period: 1e-3 }, 1e-3, undefined, 1],
    [{ deviation: 1, average: 1, period: 1e-3 }, 1e-3, 20, 1],
    [{ deviation: 1, average: 8, period: 1e-3 }, 1e-3, undefined, 1],
    [{ deviation: 1, average: 8, period: 1e-3 }, 1e-3, 20, 1],
    [{ deviation: 1, average: 8, period: 1e-3 }, 1e-3, undefined, 4],
    [{ deviation: 1, average: 3, period: 1e-3 }, 1e-3, 50, 5],
    [{ deviation: 1, average: 1, period: 8e-3 }, 1e-3, 20, 1],
    [{ deviation: 1, average: 4, period: 2.5e-4 }, 1e-3, 20, 1],
    [{ deviation: 1, average: 8, period: 2.5e-4 }, 1e-3, undefined, 1],
  ] as const)('%j at a tick of %f s, low-pass %f Hz, mean of %i', (noise, tick, cutoff, mean) => {
    const right = measured(noise, tick, cutoff, mean);
    expect(readingDeviation(noise, tick, cutoff, mean) / right).toBeGreaterThan(0.97);
    expect(readingDeviation(noise, tick, cutoff, mean) / right).toBeLessThan(1.03);
  });
});
