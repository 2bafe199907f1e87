/** The bound on the ripple of rounding. */
import { describe, expect, it } from 'vitest';
import type { ImpedanceLoop } from './loop.js';
import { direct, late } from './loops.test.helper.js';
import { errorResponse, rippleBound } from './ripple.js';

const driven: ImpedanceLoop = {
  ...direct,
  velocity: { kind: 'differences', cutOff: 100 },
  delay: 0.001,
};
const wall = { stiffness: 2e4, damping: 60 };

describe('the ripple of rounding', () => {
  it('grows with the quantum, and has no bound where the loop is unstable', () => {
    const one = rippleBound(driven, wall, 50e-6);
    expect(one).toBeGreaterThan(0);
    expect(rippleBound(driven, wall, 100e-6) / one).toBeCloseTo(2, 12);
    expect(rippleBound({ ...driven, damping: 5000 }, wall, 50e-6)).toBe(Number.POSITIVE_INFINITY);
  });

  it('of a constant error is what statics says: the sum of the answers, with their signs', () => {
    // x off by e in a spring of 500 N/m before a wall of 20 kN/m: the force is off by K k/(K + k) e.
    const sum = errorResponse(driven, wall, 20_000).reduce((a, b) => a + b, 0);
    expect(-sum / ((500 * 2e4) / (500 + 2e4))).toBeCloseTo(1, 6);
    // With an integral the place is off by all of it, and so is the wall.
    const found = errorResponse({ ...driven, integral: 20_000 }, wall, 20_000).reduce((a, b) => a + b, 0);
    expect(found).toBeCloseTo(-2e4, 3);
    // A force that reads 1 N too much is 1 N too small.
    const force = errorResponse(late, { stiffness: 4000, damping: 0 }, 20_000).reduce((a, b) => a + b, 0);
    expect(force).toBeCloseTo(-1, 6);
  });

  it('of an integral is by the place, however the speed is had', () => {
    const bound = (velocity: ImpedanceLoop['velocity'], delay: number): number =>
      rippleBound({ ...driven, velocity, delay, integral: 2000 }, wall, 50e-6);
    // At least what a constant error does, at most a few times that of a loop without a delay.
    for (const delay of [0, 0.0003, 0.002])
      for (const velocity of [driven.velocity, { kind: 'measured' } as const]) {
        expect(bound(velocity, delay)).toBeGreaterThan(0.5 * 50e-6 * 2e4);
        expect(bound(velocity, delay)).toBeLessThan(50 * 50e-6 * 2e4);
      }
  });

  it('of a measured speed is by the spring alone', () => {
    const measured = { ...driven, velocity: { kind: 'measured' } } as const;
    const bound = rippleBound(measured, wall, 50e-6);
    expect(bound).toBeLessThan(0.5 * rippleBound(driven, wall, 50e-6));
    // At least what a constant error does.
    expect(bound).toBeGreaterThan(0.5 * 50e-6 * ((500 * 2e4) / (500 + 2e4)));
  });
});
