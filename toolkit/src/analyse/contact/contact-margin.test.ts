/** All that is told of a loop, in numbers that were published of one and in words. */
import { describe, expect, it } from 'vitest';
import { type ContactMargin, contactMarginOf } from './contact-margin.js';
import { formatContactMargin } from './contact-margin-text.js';
import type { ContactLoop, ForceLoop, ImpedanceLoop } from './loop.js';
import { press } from './loops.test.helper.js';

const direct: ImpedanceLoop = {
  law: 'impedance',
  tick: 0.001,
  mass: 2,
  friction: 5,
  stiffness: 500,
  damping: 44,
  dampingOn: 'speed',
  velocity: { kind: 'differences', cutOff: 100 },
  delay: 0.001,
  series: 1e5,
};
const metal = { stiffness: 2e5, damping: 0 };
const soft = { stiffness: 2e3, damping: 0 };
const at = (speed: number, wall = metal) => ({ wall, soft, approach: { speed, preload: 10 } });
/** Margins that were made, as each takes a while. */
const made = new Map<string, ContactMargin>();
function marginOf(loop: ContactLoop, speed: number, wall = metal): ContactMargin {
  const key = JSON.stringify([loop, speed, wall]);
  const margin = made.get(key) ?? contactMarginOf('press', loop, at(speed, wall));
  made.set(key, margin);
  return margin;
}
const told = (loop: ContactLoop, speed: number, wall = metal) =>
  formatContactMargin(marginOf(loop, speed, wall));

describe('an arm that presses on metal', () => {
  it('has the published peaks: 57.8 N of D = 1000, 15.6 N of D = 5000 N s/m', () => {
    const loose = marginOf(press, 0.01);
    expect(loose.impact.firstPeak).toBeGreaterThan(57.8 - 0.5);
    expect(loose.impact.leastPeak).toBeLessThan(57.8 + 0.5);
    expect(loose.gain).toBeUndefined();
    expect(loose.delay).toBeUndefined();
    const tight = marginOf({ ...press, damping: 5000 }, 0.002);
    expect(tight.impact.firstPeak).toBeGreaterThan(15.6 - 0.3);
    expect(tight.impact.firstPeak).toBeLessThan(15.6 + 0.5);
    expect(tight.impact.bounces).toBe(0);
  });

  it('has its least damping and what that costs', () => {
    const { damping, cost } = marginOf(press, 0.01);
    expect(Math.abs((damping?.[0].from ?? 0) - 3458)).toBeLessThan(30);
    expect(cost.safe).toMatchObject({ damping: 3900, speed: 10 / 3900 });
    expect(cost.own?.speed).toBeCloseTo(0.01, 12);
    const held = marginOf({ ...press, damping: 8000 }, 0.002).cost;
    expect(held.safe?.damping).toBe(4200);
    expect(held.safe?.settling).toBeLessThan(held.own?.settling ?? 0);
    expect(marginOf({ ...press, damping: 4300 }, 0.002).cost.safe).toBeUndefined();
    expect(cost.safe?.settling).toBeGreaterThan(3 * (cost.own?.settling ?? Number.POSITIVE_INFINITY));
  });
});

describe('in words', () => {
  it('says first whether it ever comes to rest', () => {
    expect(told(press, 0.01)).toMatch(
      /^press: unstable on a wall of 200 N\/mm, where it never comes to rest: needs at least 3460 N s\/m of damping; 3900 N s\/m presses without a bounce\n/,
    );
    expect(told({ ...press, damping: 5000 }, 0.002)).toMatch(
      /^press: stable on a wall of 200 N\/mm, pressed onto it and from an impact\n/,
    );
    expect(told({ ...press, damping: 3460 }, 0.002)).toMatch(/^press: at its limit on a wall of 200 N\/mm/);
    const between = {
      ...direct,
      velocity: { kind: 'measured' },
      tick: 0.0023,
      mass: 3.3,
      damping: 50,
    } as const;
    const { series: _, ...rigid } = { ...between, friction: 0, stiffness: 510, delay: 0.016 };
    const metalLike = { stiffness: 3e5, damping: 24 };
    const hard = told(rigid, 0.01, metalLike);
    expect(hard).toMatch(
      /stable on a wall of 300 N\/mm once pressed onto it, unstable from this impact, after which it hops for ever/,
    );
    expect(hard).toMatch(/bounces {5}without end\n/);
    expect(hard).not.toContain('creeps');
    const gentle = told(rigid, 1e-4, metalLike);
    expect(gentle).toMatch(
      /stable on a wall of 300 N\/mm once pressed onto it and from this impact, unstable on softer ones: it may hop for ever after another/,
    );
    expect(gentle).toMatch(/bounces {5}1\n/);
  });

  it('says limits, costs, peaks and what is assumed', () => {
    const text = told({ ...press, damping: 5000 }, 0.002);
    for (const line of [
      'gain                    up to 1.48×',
      'delay                   12 ms more',
      'stiffest safe wall      297 N/mm',
      'damping safe here       from 3460 N s/m',
      'virtual mass safe here  any that was tried',
      'approach 2 mm/s, within 2 ms',
      'bounces     0',
      'what touches the tool does not move the arm',
      'not in it: force and torque limits, dead bands, joint friction, quantisation, jitter of the tick',
    ])
      expect(text).toContain(line);
    expect(told(press, 0.01)).toContain('bounces     without end');
    expect(told(press, 0.01)).toContain('virtual mass safe here  none');
  });

  it('keeps passivity apart from stability, and says where it is not told', () => {
    const text = told(direct, 0.02, { stiffness: 5e4, damping: 10 });
    expect(text).toContain('against anything passive; not stability on a wall');
    expect(text).toMatch(
      /not passive: the hold needs [\d.]+ N s\/m of friction in the arm, which has 5 N s\/m/,
    );
    expect(text).toContain('felt as 33300 N/m through the springs in line');
    expect(told({ ...direct, friction: 60 }, 0.02)).toContain('  passive: the hold needs');
    expect(told({ ...direct, velocity: { kind: 'measured' } }, 0.02)).toContain('not told: the criterion');
    expect(told({ ...press, sensor: { ...press.sensor, every: 2 } }, 0.01)).toContain(
      'not told: the sensor is slower than the tick',
    );
  });

  it('has no damping or mass to tell of a regulator of the force', () => {
    const force: ForceLoop = {
      law: 'force',
      tick: 0.002,
      proportional: 2e-4,
      integral: 1e-4,
      inner: press.inner,
      sensor: press.sensor,
    };
    const margin = marginOf(force, 0.002);
    expect(margin.damping).toBeUndefined();
    expect(margin.cost).toEqual({ own: undefined, safe: undefined });
    expect(margin.verdict.free.radius).toBeLessThan(0.99);
    expect(formatContactMargin(margin)).not.toContain('damping safe');
  });
});
