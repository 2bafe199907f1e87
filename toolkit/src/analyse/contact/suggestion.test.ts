import { describe, expect, it } from 'vitest';
import type { AdmittanceLoop } from './loop.js';
import { roundedUp, suggestionsOf } from './suggestion.js';
import { verdictOf } from './verdict.js';

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
    const [{ what, least, value = 0 }] = suggestionsOf(press, metal, approach, safe);
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

  it('round up', () => {
    expect([roundedUp(3401, 2), roundedUp(3400, 2), roundedUp(0.0123, 2), roundedUp(999, 2)]).toEqual([
      3500, 3400, 0.013, 1000,
    ]);
  });
});
