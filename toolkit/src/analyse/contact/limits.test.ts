/** Margins, safe values, verdicts and maps against closed forms and each other. */
import { describe, expect, it } from 'vitest';
import { dampingCost, delayMargin, gainMargin, safeValues, settlingTime, stiffestSafe } from './limits.js';
import { type AdmittanceLoop, contactLoopProblems, periodOf } from './loop.js';
import { direct, late, press, sensor } from './loops.test.helper.js';
import { contactMap, logSpaced, radiusMap } from './map.js';
import { contactRadius, freeRadius } from './radius.js';
import { stableIntervals } from './search.js';
import { softStatusOf, statusOf, sweepWalls, verdictOf, worstRadius } from './verdict.js';

const arm: AdmittanceLoop = { ...press, damping: 5000 };
const wall = (stiffness: number, damping = 0) => ({ stiffness, damping });
const metal = wall(2e5);

describe('margins', () => {
  it('of gain: the stiffness of the wall may grow by as much, and the damping of a free mass to 2 m/T', () => {
    // A force that is read larger is a wall that is stiffer: D/T = 10 000 N/m a sample late.
    expect(gainMargin(late, wall(4000))?.up).toBeCloseTo(2.5, 4);
    const braked = { ...direct, stiffness: 1e-6, damping: 100 };
    expect(gainMargin(braked, wall(1e-3))?.up).toBeCloseTo(40, 3);
    expect(gainMargin(late, wall(11000))).toBeUndefined();
    expect(gainMargin(late, wall(4000))?.down).toBe(0);
  });

  it('of delay: the last that is stable, the next not', () => {
    const later = (samples: number) => ({ ...arm, sensor: { ...arm.sensor, delay: 5 + samples } });
    const samples = (delayMargin(arm, metal) ?? Number.NaN) / periodOf(arm);
    expect(samples).toBeGreaterThan(0);
    expect(samples).toBe(Math.round(samples));
    expect(contactRadius(later(samples), metal)).toBeLessThan(1);
    expect(contactRadius(later(samples + 1), metal)).toBeGreaterThan(1);
    const k = wall(3e4, 20);
    const delay = delayMargin(direct, k) ?? Number.NaN;
    expect(contactRadius({ ...direct, delay: 0.999 * delay }, k)).toBeLessThan(1);
    expect(contactRadius({ ...direct, delay: 1.001 * delay }, k)).toBeGreaterThan(1);
    expect(delayMargin({ ...arm, damping: 1000 }, metal)).toBeUndefined();
  });

  it('of delay are as far as is looked where no delay matters', () => {
    expect(delayMargin({ ...direct, stiffness: 0, damping: 1e-4 }, wall(1e3, 50))).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});

describe('safe numbers', () => {
  it('the stiffest wall is the published one', () => {
    expect(stiffestSafe(late).stiffness / 10_000).toBeCloseTo(1, 4);
    expect(stiffestSafe({ ...late, sensor: { ...sensor, delay: 5 } }).stiffness).toBeCloseTo(2062.4, 1);
    expect(stiffestSafe({ ...late, sensor }).stiffness / 980_000).toBeCloseTo(1, 4);
    expect(stiffestSafe({ ...arm, damping: 1e7 }).stiffness).toBe(Number.POSITIVE_INFINITY);
    // More than explicit damping bears in free space: only a stiff wall holds it, as long as it is pressed on.
    const held = stiffestSafe({ ...late, damping: 1010 });
    expect(held.stiffness).toBe(0);
    expect(held.intervals[0].from).toBeGreaterThan(1000);
  });

  it('the least damping on metal is the published one, and an explicit tick has a greatest', () => {
    const [implicit] = safeValues({ ...arm, damping: 1000 }, metal, 'damping', 'contact') ?? [];
    expect(Math.abs(implicit.from - 3458)).toBeLessThan(30);
    expect(implicit.to).toBe(Number.POSITIVE_INFINITY);
    const explicit = safeValues({ ...arm, scheme: 'explicit' }, metal, 'damping', 'contact') ?? [];
    expect(explicit.length).toBe(1);
    expect(Math.abs(explicit[0].from - 3267)).toBeLessThan(30);
    expect(explicit[0].to).toBeCloseTo(10_000, -2);
  });

  it('on softer walls and in free space as well, no less is safe', () => {
    const [contact] = safeValues(arm, metal, 'damping', 'contact') ?? [];
    const [all] = safeValues(arm, metal, 'damping') ?? [];
    expect(all.from).toBeGreaterThanOrEqual(contact.from * 0.999);
    expect(worstRadius({ ...arm, damping: all.from * 1.01 }, metal)).toBeLessThan(1);
    expect(worstRadius({ ...arm, damping: all.from * 0.99 }, metal)).toBeGreaterThan(1);
  });

  it('a flexible mode needs more damping than none, a mass below the sensor another', () => {
    const least = (loop: AdmittanceLoop) =>
      safeValues(loop, wall(5e4), 'damping', 'contact')?.[0]?.from ?? Number.NaN;
    const flexible = { mass: 1, stiffness: 3e4, damping: 10 };
    const plain = least(arm);
    expect(plain).toBeGreaterThan(100);
    expect(Math.abs(least({ ...arm, flexible }) / plain - 1)).toBeGreaterThan(0.02);
    expect(Math.abs(least({ ...arm, sensor: { ...arm.sensor, massBelow: 2 } }) / plain - 1)).toBeGreaterThan(
      0.02,
    );
  });

  it('the masses on a wall: a sample late D/T is the limit of all, so all that are stable in free space or none', () => {
    const masses = safeValues(late, wall(5000), 'mass') ?? [];
    expect(masses.length).toBe(1);
    expect(masses[0].to).toBe(Number.POSITIVE_INFINITY);
    // In free space explicit damping holds up to D T/M = 2.
    expect(masses[0].from).toBeCloseTo(0.02, 6);
    expect(safeValues(late, wall(11000), 'mass')).toEqual([]);
    expect(safeValues(direct, metal, 'mass')).toBeUndefined();
  });

  it('what damping costs: F/D, M/D, and D/k on foam', () => {
    const foam = wall(2e3);
    const cost = dampingCost(arm, 5000, 10, foam);
    expect(cost?.speed).toBeCloseTo(0.002, 12);
    expect(cost?.rise).toBeCloseTo(0.002, 12);
    // A first-order creep of time constant D/k = 2.5 s, ln 50 of them.
    expect(cost?.settling).toBeCloseTo(2.5 * Math.log(50), 0);
    expect(dampingCost(arm, 200, 10, metal)?.settling).toBe(Number.POSITIVE_INFINITY);
    expect(settlingTime(0.5, 1)).toBeCloseTo(Math.log(50) / Math.log(2), 12);
  });

  it('intervals: all, none, several, and a narrow hole', () => {
    expect(stableIntervals(() => 0.5, 1, 100)).toEqual([{ from: 1, to: 100 }]);
    expect(stableIntervals(() => 1.5, 1, 100)).toEqual([]);
    const two = stableIntervals((x) => (x < 3 || x > 30 ? 0.5 : 1.5), 1, 100);
    expect(two.length).toBe(2);
    expect(two[0].to).toBeCloseTo(3, 5);
    expect(two[1].from).toBeCloseTo(30, 4);
    // Above 1 by 0.001 over 15 %, between two points of the grid.
    const bump = (x: number) => 1.001 - 0.2 * Math.log(x / 11.2) ** 2;
    const hole = stableIntervals((x) => Math.max(0.9, bump(x)), 1, 100);
    expect(hole.length).toBe(2);
    expect(hole[1].from / hole[0].to - 1).toBeLessThan(0.16);
  });
});

describe('verdicts', () => {
  it('have a band, in which only slow poles that are well damped are stable', () => {
    const told = (radius: number, ratio: number, turn = 0.5) => statusOf({ radius, ratio, turn });
    expect(told(1.0021, -1)).toBe('unstable');
    expect(told(1.0019, -0.01)).toBe('marginal');
    expect(told(0.9981, 0.01)).toBe('marginal');
    expect(told(0.9981, 0.01, 0.001)).toBe('marginal');
    expect(told(0.9981, 0.7)).toBe('stable');
    expect(told(0.9979, Number.POSITIVE_INFINITY)).toBe('stable');
    expect(told(Number.NaN, Number.NaN)).toBe('unstable');
    // On softer walls what is slow and decays does not count.
    expect(softStatusOf({ radius: 0.9999, ratio: 0.01, turn: 0.01 })).toBe('stable');
    expect(softStatusOf({ radius: 0.9999, ratio: 0.01, turn: 0.1 })).toBe('marginal');
    expect(softStatusOf({ radius: 1.0001, ratio: -0.01, turn: 0.01 })).toBe('marginal');
  });

  it('of an impact are by the worst of the wall, softer ones and free space', () => {
    const foam = wall(2e3);
    expect(verdictOf(arm, foam)).toMatchObject({ local: 'stable', impact: 'stable' });
    expect(verdictOf({ ...arm, damping: 200 }, metal)).toMatchObject({
      local: 'unstable',
      impact: 'unstable',
    });
    // Late differences at low rate: stable pressed onto a damped wall, not in the air.
    const late = { ...direct, stiffness: 3000, damping: 20, delay: 0.03 };
    const damped = wall(2e4, 300);
    const verdict = verdictOf(late, damped);
    expect(verdict.local).toBe('stable');
    expect(verdict.free.radius).toBeGreaterThan(1.002);
    expect(verdict.impact).toBe('unstable');
  });

  it('find a loop that is stable on its wall and in free space, and not on a wall between', () => {
    const loop = { ...direct, tick: 0.0023, mass: 3.3, stiffness: 510, damping: 50, delay: 0.016 };
    const verdict = verdictOf(loop, wall(3e5, 24));
    expect(verdict.contact.radius).toBeLessThan(0.99);
    expect(verdict.free.radius).toBeLessThan(0.99);
    expect(verdict.sweep.radius).toBeGreaterThan(1.01);
    expect(verdict.sweep.stiffness).toBeCloseTo(94868, -1);
    expect(verdict).toMatchObject({ local: 'stable', impact: 'unstable' });
    expect(worstRadius(loop, wall(3e5, 24))).toBeGreaterThan(1);
  });

  it('sweep softer walls to four decades below', () => {
    // Stable on the wall and in free space, not on walls between.
    const soft = sweepWalls({ ...direct, stiffness: 3000, damping: 20, delay: 0.03 }, wall(2e4, 300));
    expect(soft.radius).toBeGreaterThan(
      contactRadius({ ...direct, stiffness: 3000, damping: 20, delay: 0.03 }, wall(2e4, 300)),
    );
    expect(soft.stiffness).toBeLessThan(2e4);
    expect(soft.stiffness).toBeGreaterThanOrEqual(2 * 0.999);
  });

  it('make a map that is the verdicts one by one', () => {
    const k = logSpaced(1e3, 1e6, 7);
    const D = logSpaced(100, 1e4, 5);
    const map = contactMap(arm, k, D);
    const radii = radiusMap(arm, k, D);
    D.forEach((damping, row) => {
      expect(map.free[row]).toBeCloseTo(freeRadius({ ...arm, damping }), 12);
      k.forEach((stiffness, column) => {
        const at = row * k.length + column;
        const alone = verdictOf({ ...arm, damping }, wall(stiffness));
        expect(map.contact[at]).toBeCloseTo(alone.contact.radius, 9);
        expect(radii[at]).toBe(map.contact[at]);
        expect(map.impact[at] === 'unstable').toBe(alone.impact === 'unstable');
      });
    });
  });
});

describe('what no loop can be', () => {
  it('is told all at once, with its path', () => {
    const problems = contactLoopProblems(
      {
        ...late,
        tick: 0,
        mass: -1,
        sensor: { every: 1.5, delay: -1, average: 0, cutOff: 0, massBelow: 1 },
        flexible: { mass: 0, stiffness: 1, damping: Number.NaN },
      },
      'loop',
    );
    expect(problems.map(({ where }) => where.path).sort()).toEqual([
      'loop.flexible.damping',
      'loop.flexible.mass',
      'loop.inner.kind',
      'loop.mass',
      'loop.sensor.average',
      'loop.sensor.cutOff',
      'loop.sensor.delay',
      'loop.sensor.every',
      'loop.sensor.massBelow',
      'loop.tick',
    ]);
    expect(contactLoopProblems(late)).toEqual([]);
    expect(contactLoopProblems({ ...direct, velocity: { kind: 'differences', cutOff: 0 } }).length).toBe(1);
  });
});
