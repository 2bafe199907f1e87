import { describe, expect, it } from 'vitest';
import { numbers } from './numbers.js';
import {
  logCoshRatio,
  logistic,
  quinticStep,
  ramp,
  softplus,
  softplusIntegral,
  tanhRatio,
} from './smooth.js';

const A = numbers;
/** By Simpson's rule, n intervals. */
function integral(f: (x: number) => number, from: number, to: number, n = 4000): number {
  const h = (to - from) / n;
  let sum = f(from) + f(to);
  for (let k = 1; k < n; k++) sum += (k % 2 === 1 ? 4 : 2) * f(from + k * h);
  return (sum * h) / 3;
}

describe('tanh(x)/x and ln cosh x', () => {
  it('agree with the functions on both sides of their series, to a few ulp', () => {
    for (const x of [1e-4, 0.02, 0.0999, 0.1001, 0.3, 1, 4, 20]) {
      expect(tanhRatio(A, x * x) / (Math.tanh(x) / x)).toBeCloseTo(1, 14);
      // ln cosh x = ½ ln(1 + sinh² x).
      const exact = x < 18 ? 0.5 * Math.log1p(Math.sinh(x) ** 2) : x - Math.LN2;
      expect((logCoshRatio(A, x * x) * x * x) / exact).toBeCloseTo(1, 13);
    }
  });
  it('hold at 0, at subnormal numbers and far beyond where cosh overflows', () => {
    expect(tanhRatio(A, 0)).toBe(1);
    expect(logCoshRatio(A, 0)).toBe(0.5);
    expect(tanhRatio(A, 5e-324)).toBe(1);
    expect(tanhRatio(A, 1e300)).toBeCloseTo(1e-150, 160);
    expect(logCoshRatio(A, 1e300) * 1e150).toBeCloseTo(1, 14);
  });
});

describe('softplus', () => {
  it('is ln(1 + eˣ), with logistic for its slope and its integral above it', () => {
    for (const x of [-30, -3, -0.1, 0, 0.1, 2, 25]) {
      expect(softplus(A, x)).toBeCloseTo(Math.log1p(Math.exp(x)), 13);
      expect(logistic(A, x)).toBeCloseTo(1 / (1 + Math.exp(-x)), 15);
      const h = 1e-5;
      expect((softplus(A, x + h) - softplus(A, x - h)) / (2 * h)).toBeCloseTo(logistic(A, x), 9);
    }
  });
  it('integrates to −Li₂(−eˣ) to rounding', () => {
    expect(softplusIntegral(A, 0)).toBeCloseTo(Math.PI ** 2 / 12, 15);
    // −Li₂(−1/2) and, by inversion, −Li₂(−2).
    expect(softplusIntegral(A, -Math.LN2)).toBeCloseTo(0.4484142069236462, 15);
    expect(softplusIntegral(A, Math.LN2)).toBeCloseTo(1.4367463668836809, 14);
    for (const [a, b] of [
      [-40, -5],
      [-5, 0],
      [-1, 1],
      [0, 12],
    ]) {
      const exact = integral((x) => Math.log1p(Math.exp(x)), a, b);
      expect(softplusIntegral(A, b) - softplusIntegral(A, a)).toBeCloseTo(exact, 10);
    }
  });
  it('stays finite far out', () => {
    for (const f of [softplus, softplusIntegral, logistic]) {
      expect(f(A, -1e150)).toBe(0);
      expect(Number.isFinite(f(A, 1e150))).toBe(true);
    }
  });
});

describe('steps', () => {
  it('run straight from 0 to 1, up or down', () => {
    expect([0.1, 0.2, 0.25, 0.4, 9].map((x) => ramp(A, x, 0.2, 0.4))).toEqual([
      0,
      0,
      expect.closeTo(0.25, 14),
      1,
      1,
    ]);
    expect(ramp(A, 0.25, 0.4, 0.2)).toBeCloseTo(0.75, 14);
  });
  it('run smoothly: .00856, .103515625, .5, .896484375, .99144', () => {
    const wanted = [0.00856, 0.103515625, 0.5, 0.896484375, 0.99144];
    [0.1, 0.25, 0.5, 0.75, 0.9].forEach((s, i) => {
      expect(Math.abs(quinticStep(A, s) - wanted[i])).toBeLessThan(1e-12);
    });
    expect([-1, 0, 1, 2].map((s) => quinticStep(A, s))).toEqual(
      [0, 0, 1, 1].map((x) => expect.closeTo(x, 14)),
    );
  });
});
