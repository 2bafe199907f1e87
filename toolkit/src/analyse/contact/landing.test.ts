/** Landings against a plain integration in steps of a microsecond, and how they end. */
import { describe, expect, it } from 'vitest';
import { landingVerdict } from './contact-margin.js';
import { impactOf } from './impact.js';
import { firstPeak, landingOf } from './landing.js';
import type { ImpedanceLoop, PressLoop, Wall } from './loop.js';
import { press as arm, direct } from './loops.test.helper.js';
import { verdictOf } from './verdict.js';

const { series: _, flexible: __, ...plain } = direct;
const spring: ImpedanceLoop = {
  ...plain,
  mass: 2,
  stiffness: 400,
  damping: 6,
  friction: 0,
  velocity: { kind: 'measured' },
};

/** m x″ = u − F in small steps, the wall's surface coming back by itself where it is damped behind a spring. */
function stepped(loop: ImpedanceLoop, wall: Wall, speed: number, preload: number, ticks: number) {
  const { mass, stiffness: K, damping: D, tick, series } = loop;
  const felt = series === undefined ? wall.stiffness : 1 / (1 / wall.stiffness + 1 / series);
  const goal = preload / felt + preload / K;
  const parts = Math.round(tick / 1e-6);
  const h = tick / parts;
  let [x, v, depth, departures, peak, touches] = [0, speed, 0, 0, 0, true];
  for (let i = 0; i < ticks; i++) {
    const u = K * (goal - x) - D * v;
    for (let j = 0; j < parts; j++) {
      let force: number;
      if (series === undefined) force = x > 0 ? Math.max(0, wall.stiffness * x + wall.damping * v) : 0;
      else {
        force = Math.max(0, series * (x - depth));
        depth += (h * (force - wall.stiffness * depth)) / wall.damping;
      }
      v += (h * (u - force)) / mass;
      x += h * v;
      if (touches && force === 0 && peak > 0) departures++;
      touches = force > 0;
      if (departures === 0) peak = Math.max(peak, force);
    }
  }
  return { departures, peak };
}

describe('a landing', () => {
  it.each([
    ['a plain wall', {}, { stiffness: 3e4, damping: 0 }],
    ['a damped wall', {}, { stiffness: 3e4, damping: 30 }],
    ['a damped wall behind a spring', { series: 6e4 }, { stiffness: 3e4, damping: 60 }],
  ])('on %s bounces and peaks as small steps do', (_name, more, wall) => {
    const loop = { ...spring, ...more };
    const told = landingOf(loop, wall, { speed: 0.1, preload: 4 }, 0);
    const { departures, peak } = stepped(loop, wall, 0.1, 4, 6000);
    expect(told.departures).toBe(departures);
    expect(departures).toBeGreaterThan(2);
    expect(told.rests).toBe(true);
    expect(told.firstPeak / peak).toBeCloseTo(1, 2);
  });

  it('touches as often from every instant, but for one more or less', () => {
    const wall = { stiffness: 3e4, damping: 0 };
    const { bounces, leastBounces, rests } = impactOf(spring, wall, { speed: 0.1, preload: 4 });
    expect(rests).toBe(true);
    expect(leastBounces).toBeGreaterThan(2);
    expect(bounces - leastBounces).toBeLessThanOrEqual(2);
  });

  it('that stays on the wall rests, where the same loop hops for ever from a harder one', () => {
    const loop: ImpedanceLoop = {
      ...spring,
      tick: 0.0023,
      mass: 3.3,
      damping: 50,
      stiffness: 510,
      delay: 0.016,
    };
    const wall = { stiffness: 3e5, damping: 24 };
    const soft = impactOf(loop, wall, { speed: 1e-4, preload: 10 });
    const hard = impactOf(loop, wall, { speed: 0.1, preload: 10 });
    expect(soft).toMatchObject({ rests: true, bounces: 1 });
    expect(hard).toMatchObject({ rests: false, bounces: Number.POSITIVE_INFINITY });
    const verdict = verdictOf(loop, wall);
    expect(landingVerdict(verdict, soft)).toMatchObject({ landing: 'stable', impact: 'unstable' });
    expect(landingVerdict({ ...verdict, impact: 'stable' }, hard)).toMatchObject({
      landing: 'unstable',
      impact: 'unstable',
    });
  });

  it('that is thrown off for good comes to no rest', () => {
    // A gain on a late force pushes it off the wall, and nothing stops it in the air.
    const loop: PressLoop = {
      law: 'press',
      tick: 1e-3,
      mass: 1,
      stiffness: 0,
      damping: 0,
      velocity: { kind: 'measured' },
      gain: 0.3,
      integral: 30,
      delay: 0,
      sensor: { ...arm.sensor, every: 1, delay: 0 },
    };
    const { rests, departures } = landingOf(
      loop,
      { stiffness: 1e4, damping: 0 },
      { speed: 0.3, preload: 1 },
      0,
    );
    expect(departures).toBeGreaterThan(0);
    expect(rests).toBe(false);
  });

  it('has the first peak of what is told of it alone', () => {
    const wall = { stiffness: 3e4, damping: 0 };
    for (const share of [0, 0.4])
      expect(landingOf(spring, wall, { speed: 0.1, preload: 4 }, share).firstPeak).toBe(
        firstPeak(spring, wall, { speed: 0.1, preload: 4 }, share),
      );
  });
});
