/** First peaks, bounces and what is felt, against closed forms of loops that are nearly continuous. */
import { describe, expect, it } from 'vitest';
import { energyBound, impactOf, steadyForce } from './impact.js';
import { firstPeak } from './landing.js';
import type { ForceLoop, ImpedanceLoop } from './loop.js';
import { press as arm, direct as spring } from './loops.test.helper.js';
import { admittancePassivity, heldPassivity } from './passivity.js';
import { feltOf, responseAt, wantedAdmittance } from './response.js';
import { formatResponse, responseTable } from './response-text.js';

const bare = { kind: 'differences', cutOff: Number.POSITIVE_INFINITY } as const;
const direct: ImpedanceLoop = { ...spring, tick: 1e-4, damping: 0 };
const wall = (stiffness: number, damping = 0) => ({ stiffness, damping });
const size = ({ re, im }: { re: number; im: number }) => Math.hypot(re, im);

describe('impact', () => {
  it('at rest, springs are in line', () => {
    expect(steadyForce(500, 5e4, 0.005)).toBeCloseTo(2.475248, 6);
    expect(steadyForce(1000, 5e4, 0.005)).toBeCloseTo(4.901961, 6);
    expect(steadyForce(2000, 5e4, 0.005)).toBeCloseTo(9.615385, 6);
  });

  it('of a mass without damping on a wall is v √(k m) about the preload', () => {
    const approach = { speed: 0.05, preload: 5 };
    const k = 5e4;
    const x = approach.preload / k;
    const exact = 5 + k * Math.sqrt(x * x + (2 * 0.05 ** 2) / (k + 500));
    // Held for a tick of 0.1 ms: a little more than in continuous time.
    expect(firstPeak(direct, wall(k), approach, 0) / exact).toBeCloseTo(1, 3);
    const bound = energyBound(direct, wall(k), approach);
    expect(bound).toBeGreaterThan(exact);
    expect(bound / exact).toBeLessThan(1.01);
  });

  it('of a press knows nothing of its integral while nothing is felt yet', () => {
    // It is back after half a period of 31 ms, and felt after 50 ms.
    const peak = (integral: number): number =>
      firstPeak(
        {
          law: 'press',
          tick: 1e-3,
          mass: 1,
          stiffness: 0,
          damping: 0,
          velocity: { kind: 'measured' },
          gain: 0.3,
          integral,
          delay: 0,
          sensor: { ...arm.sensor, delay: 50 },
        },
        wall(1e4),
        { speed: 0.2, preload: 5 },
        0,
      );
    expect(peak(0)).toBeGreaterThan(20);
    expect(peak(50)).toBe(peak(0));
  });

  it('with damping in the arm stays below the bound, with a flexible mode too', () => {
    const approach = { speed: 0.1, preload: 4 };
    const flexible = { mass: 0.5, stiffness: 2e5, damping: 5 };
    for (const loop of [
      { ...direct, friction: 20, damping: 30 },
      { ...direct, friction: 20, damping: 30, flexible },
      { ...direct, tick: 1e-3, friction: 40, damping: 20, velocity: bare },
    ]) {
      const { firstPeak: peak, leastPeak, bound } = impactOf(loop, wall(3e4), approach);
      expect(peak).toBeLessThanOrEqual(bound ?? 0);
      expect(peak).toBeGreaterThan(0.6 * (bound ?? 0));
      expect(leastPeak).toBeLessThanOrEqual(peak);
      expect(leastPeak).toBeGreaterThan(0.9 * peak);
    }
  });

  it('with what late commands still push against its friction stays below the bound', () => {
    const approach = { speed: 0.123, preload: 2.04 };
    const loop: ImpedanceLoop = {
      ...direct,
      tick: 2.834e-3,
      mass: 6.87,
      stiffness: 1741,
      damping: 146.2,
      velocity: { kind: 'differences', cutOff: 47.08 },
      delay: 4.779e-3,
      friction: 111.6,
    };
    const { firstPeak: peak, bound = 0 } = impactOf(loop, wall(7.714e5), approach);
    const still = energyBound({ ...loop, friction: 0 }, wall(7.714e5), approach);
    expect(peak).toBeGreaterThan(still);
    expect(peak).toBeLessThan(bound);
  });

  it('of differences is like that of the speed where ticks are short', () => {
    const approach = { speed: 0.1, preload: 4 };
    const loop = { ...direct, damping: 100 };
    for (const share of [0, 0.5])
      expect(
        firstPeak({ ...loop, velocity: bare }, wall(3e4), approach, share) /
          firstPeak(loop, wall(3e4), approach, share),
      ).toBeCloseTo(1, 2);
  });

  it('of an arm that goes on for the delay: no less than v k T, and more for a later sensor', () => {
    const approach = { speed: 0.01, preload: 10 };
    const now = impactOf(arm, wall(2e5), approach).firstPeak;
    const late = impactOf({ ...arm, sensor: { ...arm.sensor, delay: 10 } }, wall(2e5), approach).firstPeak;
    expect(now).toBeGreaterThan(0.01 * 2e5 * 0.01);
    expect(late).toBeGreaterThan(now + 0.9 * 0.01 * 2e5 * 0.01);
  });

  it('bounces for ever where it is unstable, not where damping swallows it, in between a few times', () => {
    const approach = { speed: 0.01, preload: 10 };
    expect(impactOf(arm, wall(2e5), approach).bounces).toBe(Number.POSITIVE_INFINITY);
    expect(impactOf({ ...arm, damping: 5000 }, wall(2e3), { speed: 0.002, preload: 10 }).bounces).toBe(0);
    const swinging = { ...direct, stiffness: 1000, damping: 9, mass: 2 };
    const { bounces } = impactOf(swinging, wall(5e4), { speed: 0.0699, preload: 4.902 });
    expect(bounces).toBeGreaterThan(8);
    expect(bounces).toBeLessThan(25);
  });
});

describe('what a hand feels', () => {
  const frequencies = Array.from({ length: 30 }, (_, i) => 2 * Math.PI * 0.3 * 1.12 ** i);

  it('is what is wanted where ticks are short, and its numbers come back', () => {
    const fast = { ...direct, damping: 40 };
    const points = frequencies.map((w) => {
      const response = responseAt(fast, w);
      if (response === undefined) throw new Error('no response');
      expect(size(response.mean) / size(wantedAdmittance(fast, w))).toBeCloseTo(1, 2);
      return { frequency: w, Y: response.mean };
    });
    const felt = feltOf(points);
    expect(felt.stiffness / 500).toBeCloseTo(1, 2);
    expect(felt.mass / 2).toBeCloseTo(1, 2);
    // A held spring takes K T/2 from the damping: 0.025 N s/m.
    expect(felt.damping).toBeCloseTo(40 - 0.025, 1);
    const exact = feltOf(frequencies.map((w) => ({ frequency: w, Y: wantedAdmittance(fast, w) })));
    expect(exact.damping).toBeCloseTo(40, 9);
    expect(exact.mass).toBeCloseTo(2, 9);
  });

  it('of a held spring has K T/2 less damping, of a late one K T more', () => {
    const loop = { ...direct, tick: 0.002, damping: 40 };
    const low = frequencies.slice(0, 8);
    const dampingOf = (delay: number) =>
      feltOf(
        low.flatMap((w) => {
          const response = responseAt({ ...loop, delay }, w);
          return response === undefined ? [] : [{ frequency: w, Y: response.mean }];
        }),
      ).damping;
    expect(dampingOf(0)).toBeCloseTo(40 - (500 * 0.002) / 2, 1);
    expect(dampingOf(0.002)).toBeCloseTo(40 - 1.5 * 500 * 0.002, 1);
    expect(dampingOf(0.003)).toBeCloseTo(40 - 2 * 500 * 0.002, 1);
  });

  it('of an admittance is 1/D where it is slow, late where it is fast; a force loop integrates', () => {
    const slow = responseAt(arm, 0.05);
    expect(slow?.mean.re).toBeCloseTo(1 / 1000, 6);
    const quick = responseAt(arm, 100);
    expect(size(quick?.mean ?? { re: 0, im: 0 })).toBeLessThan(size(quick?.wanted ?? { re: 0, im: 0 }));
    expect(responseAt({ ...arm, sensor: { ...arm.sensor, every: 2 } }, 1)).toBeUndefined();
    const force: ForceLoop = {
      law: 'force',
      tick: 0.002,
      proportional: 1e-3,
      integral: 0.01,
      inner: arm.inner,
      sensor: arm.sensor,
    };
    const Y = responseAt(force, 0.1);
    // What is integrated comes late by the queue and 2 ζ/wn, less half a tick: the integral is advanced before its use.
    const late = 0.01 + 1.4 / (2 * Math.PI * 15) - 0.001;
    expect(Y?.mean.re).toBeCloseTo(1e-3 - 0.01 * late, 6);
    expect(Y?.mean.im).toBeCloseTo(-0.1, 3);
    expect(wantedAdmittance(force, 0.1).im).toBeCloseTo(-0.1, 12);
  });
});

describe('the table of what is felt', () => {
  it('has a row a frequency, and the three numbers of both', () => {
    const loop = { ...direct, tick: 0.002, damping: 40 };
    const table = responseTable('led', loop, [1, 2, 5, 10]);
    if (table === undefined) throw new Error('no table');
    expect(table.wanted.damping).toBeCloseTo(40, 9);
    expect(table.felt.damping).toBeCloseTo(39.5, 1);
    const text = formatResponse(table);
    expect(text.split('\n').length).toBe(8);
    expect(text).toMatch(/wanted 500 N\/m, 40 N s\/m, 2 kg; felt 500 N\/m, 39\.5\d* N s\/m, 1\.96\d* kg/);
    const integral = responseTable('force', {
      law: 'force',
      tick: 0.002,
      proportional: 1e-3,
      integral: 0.01,
      inner: arm.inner,
      sensor: arm.sensor,
    });
    expect(integral && formatResponse(integral)).toMatch(/felt is like no spring, damper and mass/);
    expect(responseTable('led', loop)?.points.length).toBe(12);
    expect(responseTable('slow', { ...arm, sensor: { ...arm.sensor, every: 2 } })).toBeUndefined();
  });
});

describe('sampled passivity', () => {
  it('of a spring and bare differences needs K T/2 + D', () => {
    const loop = { ...direct, tick: 1e-3, damping: 7, velocity: bare };
    expect(heldPassivity({ ...loop, friction: 7.3 })).toMatchObject({ passive: true, has: 7.3 });
    expect(heldPassivity(loop)?.needed).toBeCloseTo(0.25 + 7, 6);
    expect(heldPassivity({ ...loop, friction: 7.2 })?.passive).toBe(false);
  });

  it('needs more of a late loop, and is not told of a measured speed', () => {
    const loop = { ...direct, tick: 1e-3, damping: 7, velocity: bare };
    expect(heldPassivity({ ...loop, delay: 1e-3 })?.needed).toBeGreaterThan(7.254);
    expect(heldPassivity({ ...loop, damping: 0, delay: 1e-3 })?.needed).toBeCloseTo(1.5 * 500 * 1e-3, 4);
    expect(heldPassivity(direct)).toBeUndefined();
  });

  it('of an admittance is lost where the arm lags, not for an arm that follows at once', () => {
    const late = admittancePassivity(arm);
    expect(late?.passive).toBe(false);
    expect(late?.least).toBeLessThan(0);
    expect(late?.passiveTo).toBeLessThan(late?.frequency ?? 0);
    const quick = admittancePassivity({
      ...arm,
      inner: { kind: 'ideal' },
      sensor: { ...arm.sensor, delay: 0 },
    });
    expect(quick?.passiveTo).toBeGreaterThan(20 * (late?.passiveTo ?? 0));
  });
});
