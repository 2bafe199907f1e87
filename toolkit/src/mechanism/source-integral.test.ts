import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { sourceIntegral } from './source-integral.js';

const { remembers } = sourceIntegral;
if (remembers === undefined) throw new Error('integral action remembers');
const given = (stiffnessRate: number, greatest: number, rest = 0) => ({
  stiffnessRate: [stiffnessRate],
  greatest: [greatest],
  rest: [rest],
});
const next = (held: number, value: number, elapsed: number, parameters = given(10, 3)) =>
  remembers.next(numbers, { value: [value], rate: [0] }, parameters, { held }, elapsed).held;

describe('integral action', () => {
  it('gains force by how far and how long its value is off, towards it', () => {
    expect(next(0, 0.2, 0.5)).toBeCloseTo(1, 15);
    expect(next(1, -0.2, 0.5)).toBeCloseTo(0, 15);
    expect(next(0.4, 0.5, 0.1, given(10, 3, 0.3))).toBeCloseTo(0.6, 15);
    expect(next(0.7, 0.2, 0)).toBe(0.7);
  });

  it('remembers no more than its greatest force, so that it comes back at once', () => {
    let held = 0;
    for (let k = 0; k < 1000; k++) held = next(held, 0.5, 0.01);
    expect(held).toBe(3);
    expect(next(held, -0.1, 0.01)).toBeCloseTo(2.99, 12);
    expect(next(-2.9, -5, 1)).toBe(-3);
  });

  it('pulls with the force that it has come to, whatever its gain, and supplies what that does', () => {
    for (const rate of [5, 50]) {
      const reading = { value: [0.4], rate: [2] };
      const { force, supplied } = remembers.law(numbers, reading, given(rate, 3), { held: 1.5 });
      expect(force).toEqual([1.5]);
      expect(supplied).toBe(-3);
    }
    const lowered = remembers.law(numbers, { value: [0], rate: [1] }, given(5, 1), { held: -1.5 });
    expect(lowered).toEqual({ force: [-1], supplied: 1 });
  });
});
