import { describe, expect, it } from 'vitest';
import { rk4Range } from './index.js';

/** |R(x + i y)| of the classical Runge–Kutta method. */
function growth(x: number, y: number): number {
  let [re, im] = [1, 0];
  for (const k of [4, 3, 2, 1]) [re, im] = [1 + (re * x - im * y) / k, (re * y + im * x) / k];
  return Math.hypot(re, im);
}

describe('the range of the Runge–Kutta method', () => {
  it('ends on both axes where a step neither grows nor shrinks', () => {
    for (const [x, y] of [
      [-rk4Range.real, 0],
      [0, rk4Range.imaginary],
    ]) {
      expect(growth(x, y)).toBeCloseTo(1, 14);
      expect(growth(0.99 * x, 0.99 * y)).toBeLessThan(1);
      expect(growth(1.01 * x, 1.01 * y)).toBeGreaterThan(1);
    }
  });
});
