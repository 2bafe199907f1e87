import { describe, expect, it } from 'vitest';
import { accuracyCases, largestError } from '../../../checks/accuracy.js';
import * as precise from '../../../checks/precise.js';
import { random, ulpError } from '../../../checks/precise.js';
import { acos, asin, atan } from './elementary.js';
import { numbers } from './numbers.js';

/** Neighbours of multiples k·π/2, k ≤ 636000 (all of the first sixty). */
function nearQuarterTurns(): number[] {
  const u = random(11);
  return Array.from({ length: 600 }, (_, i) => {
    const k = i < 60 ? i + 1 : Math.floor(u() * 636_000);
    const x = Number((BigInt(k) * precise.PI) >> 257n) / 2 ** 64;
    return [x, x * (1 + 2 ** -52), x * (1 - 2 ** -53), -x];
  }).flat();
}

describe('the judge', () => {
  it('knows constants to 60 digits', () => {
    const digits = (x: bigint): string => ((x * 10n ** 60n) >> 320n).toString();
    expect(digits(precise.PI)).toBe('3141592653589793238462643383279502884197169399375105820974944');
    const e = precise.exp(1);
    expect(digits(e.m << BigInt(e.e + 320))).toBe(
      '2718281828459045235360287471352662497757247093699959574966967',
    );
    const l = precise.log(2);
    expect(digits(l.m)).toBe('693147180559945309417232121458176568075500134360255254120680');
    expect(digits(4n * precise.atan2(1, 1).m)).toBe(digits(precise.PI));
  });

  it('measures in units in the last place', () => {
    expect(ulpError(1 + 2 ** -52, { m: 1n, e: 0 })).toBe(1);
    expect(ulpError(1 - 2 ** -53, { m: 1n, e: 0 })).toBe(0.5);
    expect(ulpError(Number.POSITIVE_INFINITY, { m: 1n, e: 0 })).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('elementary functions on numbers', () => {
  it.each(accuracyCases.map((c) => [c.name, c] as const))('%s', (_, c) => {
    const { error, at } = largestError(c, 4000);
    expect(error, `largest error, at ${at}`).toBeLessThanOrEqual(c.limit);
    // A judge that finds no error at all does not look.
    expect(error).toBeGreaterThan(0.45);
  });

  it('sin, cos and tan next to the multiples of π/2', () => {
    const functions = [
      [numbers.sin, precise.sin],
      [numbers.cos, precise.cos],
      [numbers.tan, precise.tan],
    ] as const;
    for (const x of nearQuarterTurns()) {
      for (const [f, exact] of functions) {
        // The absolute error of the remainder, |x|·2^-107, counts where the value is as small as that.
        const ulps = Math.abs(x) * 2 ** -107 * 2 ** 53 * Math.max(1 / Math.abs(f(x)), Math.abs(f(x)));
        expect(ulpError(f(x), exact(x)), `${x}`).toBeLessThan(1.5 + ulps);
      }
    }
    expect(numbers.cos(Math.PI / 2)).toBe(6.123233995736766e-17);
    expect(numbers.sin(Math.PI)).toBe(1.2246467991473532e-16);
    expect(numbers.tan(Math.PI / 2)).toBe(16331239353195370);
  });

  it('sin is odd and cos is even to the last bit, ties of the reduction included', () => {
    const u = random(4);
    const angles = Array.from({ length: 4000 }, () => (2 * u() - 1) * 10 ** (6 * u()));
    for (const x of [...angles, ...nearQuarterTurns(), 0.5, 1.5, Math.PI / 4, 3 * (Math.PI / 4)]) {
      expect(numbers.sin(-x)).toBe(-numbers.sin(x));
      expect(numbers.cos(-x)).toBe(numbers.cos(x));
      expect(numbers.tan(-x)).toBe(-numbers.tan(x));
    }
  });

  it('sin and cos degrade as |x|·2^-53 beyond the exact reduction', () => {
    for (const x of [1e7, -3e8, 1e10, 1e13]) {
      expect(Math.abs(numbers.sin(x) - Math.sin(x))).toBeLessThan(Math.abs(x) * 2 ** -52);
      expect(Math.abs(numbers.cos(x) - Math.cos(x))).toBeLessThan(Math.abs(x) * 2 ** -52);
    }
  });

  it('asin, acos and atan come from atan2', () => {
    const u = random(13);
    for (let i = 0; i < 2000; i++) {
      const x = 2 * u() - 1;
      expect(Math.abs(asin(numbers, x) - Math.asin(x))).toBeLessThan(4e-16);
      expect(Math.abs(acos(numbers, x) - Math.acos(x))).toBeLessThan(8e-16);
      expect(Math.abs(atan(numbers, 5 * x) - Math.atan(5 * x))).toBeLessThan(4e-16);
    }
    expect([asin(numbers, 1), asin(numbers, -1)]).toEqual([Math.PI / 2, -Math.PI / 2]);
    expect([acos(numbers, 1), acos(numbers, -1)]).toEqual([0, Math.PI]);
    expect(asin(numbers, 1.0000000000000002)).toBeNaN();
  });
});

describe('special values', () => {
  const { NaN: nan, POSITIVE_INFINITY: inf } = Number;

  it('of sin, cos and tan', () => {
    for (const f of [numbers.sin, numbers.cos, numbers.tan]) {
      for (const x of [nan, inf, -inf]) expect(f(x)).toBeNaN();
    }
    expect([numbers.sin(0), numbers.cos(0), numbers.cos(-0), numbers.tan(0)]).toEqual([0, 1, 1, 0]);
    expect(numbers.sin(5e-324)).toBe(5e-324);
    expect(numbers.tan(-3e-310)).toBe(-3e-310);
  });

  it('of exp', () => {
    expect([numbers.exp(0), numbers.exp(-0), numbers.exp(inf), numbers.exp(-inf)]).toEqual([1, 1, inf, 0]);
    expect(numbers.exp(nan)).toBeNaN();
    expect(ulpError(numbers.exp(709.782712893384), precise.exp(709.782712893384))).toBeLessThan(0.9);
    expect(numbers.exp(709.7827128933841)).toBe(inf);
    expect([numbers.exp(1e300), numbers.exp(-1e300)]).toEqual([inf, 0]);
    expect(numbers.exp(-745.13)).toBe(5e-324);
    expect(numbers.exp(-745.14)).toBe(0);
    expect(numbers.exp(-740)).toBe(4.2e-322);
  });

  it('of log', () => {
    expect([numbers.log(0), numbers.log(-0), numbers.log(1), numbers.log(inf)]).toEqual([-inf, -inf, 0, inf]);
    for (const x of [nan, -1, -inf, -5e-324]) expect(numbers.log(x)).toBeNaN();
    expect(numbers.log(5e-324)).toBe(-744.4400719213812);
    expect(numbers.log(Number.MAX_VALUE)).toBe(709.782712893384);
  });

  it('of tanh', () => {
    expect([numbers.tanh(0), numbers.tanh(inf), numbers.tanh(-inf)]).toEqual([0, 1, -1]);
    expect([numbers.sin(-0), numbers.tanh(-0)], 'a zero with its sign lost').toEqual([0, 0]);
    expect(numbers.tanh(nan)).toBeNaN();
    expect([numbers.tanh(400), numbers.tanh(-1e300), numbers.tanh(5e-324)]).toEqual([1, -1, 5e-324]);
  });

  it('of atan2: quadrants, signed zeros, infinities, as in C', () => {
    const values = [0, -0, 1, -1, 2.5, -2.5, 1e-320, -1e-320, 1e308, -1e308, inf, -inf];
    for (const y of values) {
      for (const x of values) {
        const [got, wanted] = [numbers.atan2(y, x), Math.atan2(y, x)];
        expect(Math.abs(got - wanted), `atan2(${y}, ${x})`).toBeLessThanOrEqual(2 ** -52 * Math.abs(wanted));
        expect(Object.is(got, -0) || got < 0, `sign of atan2(${y}, ${x})`).toBe(
          Object.is(wanted, -0) || wanted < 0,
        );
      }
      expect(numbers.atan2(y, nan)).toBeNaN();
      expect(numbers.atan2(nan, y)).toBeNaN();
    }
    expect([numbers.atan2(0, -1), numbers.atan2(-0, -1)]).toEqual([Math.PI, -Math.PI]);
  });
});
