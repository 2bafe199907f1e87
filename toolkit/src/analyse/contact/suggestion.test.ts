import { describe, expect, it } from 'vitest';
import type { AdmittanceLoop, ForceLoop } from './loop.js';
import { roundedDown, roundedUp, suggestionsOf } from './suggestion.js';
import { verdictOf, worstRadius } from './verdict.js';

const press: AdmittanceLoop = {
  law: 'admittance',
  tick: 0.002,
  mass: 10,
  damping: 1000,
  stiffness: 0,
  scheme: 'implicit',
  inner: { kind: 'kinematic', frequency: 30 * Math.PI, ratio: 0.7 },
  sensor: { every: 1, delay: 5, average: 1, massBelow: 0 },
};
const metal = { stiffness: 2e5, damping: 0 };
const approach = { speed: 0.01, preload: 10 };

describe('suggestions', () => {
  it('name the least and one that is stable from an impact', () => {
    const safe = { damping: [{ from: 3456, to: Number.POSITIVE_INFINITY }], mass: [] };
    const [suggestion] = suggestionsOf(press, metal, approach, safe);
    if (suggestion.what === 'answer') throw new Error('an admittance has a damping');
    const { what, least, value = 0 } = suggestion;
    expect([what, least]).toEqual(['damping', 3456]);
    expect(value).toBeGreaterThan(least);
    expect(value).toBeLessThan(2 * least);
    expect(verdictOf({ ...press, damping: value }, metal).impact).toBe('stable');
  });

  it('are none where nothing is needed, and none below what is there', () => {
    const safe = { damping: [{ from: 10, to: 500 }], mass: undefined };
    expect(suggestionsOf(press, metal, approach, safe)).toEqual([]);
    expect(suggestionsOf({ ...press, damping: 5000 }, metal, approach, safe)).toEqual([]);
  });

  it('of force control name the greatest answer to the force, all gains alike', () => {
    const { law: _, mass: __, damping: ___, stiffness: ____, scheme: _____, ...around } = press;
    const loop: ForceLoop = { ...around, law: 'force', proportional: 2e-3, integral: 4e-3 };
    const [one, ...more] = suggestionsOf(loop, metal, approach, { damping: undefined, mass: undefined });
    expect(more).toEqual([]);
    if (one.what !== 'answer') throw new Error(one.what);
    const scaled = (factor: number): ForceLoop => ({
      ...loop,
      proportional: factor * 2e-3,
      integral: factor * 4e-3,
    });
    expect(worstRadius(scaled(0.99 * one.most), metal)).toBeLessThan(1);
    expect(worstRadius(scaled(1.01 * one.most), metal)).toBeGreaterThan(1);
    expect(one.value).toBeLessThan(one.most);
    expect(verdictOf(scaled(one.value ?? 1), metal).impact).toBe('stable');
    expect(
      suggestionsOf(scaled(one.value ?? 1), metal, approach, { damping: undefined, mass: undefined }),
    ).toEqual([]);
  });

  it('round up and down', () => {
    expect([roundedDown(3499, 2), roundedDown(3400, 2), roundedDown(0.0129, 2)]).toEqual([3400, 3400, 0.012]);
    expect([roundedUp(3401, 2), roundedUp(3400, 2), roundedUp(0.0123, 2), roundedUp(999, 2)]).toEqual([
      3500, 3400, 0.013, 1000,
    ]);
  });
});
