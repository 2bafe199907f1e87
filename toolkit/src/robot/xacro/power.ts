/**
 * Powers of floats without the engine's own, whose last bits differ between engines: a whole exponent by repeated
 * squaring in double-double arithmetic (T. J. Dekker, Numer. Math. 18, 1971), what is left of another one by
 * exp(f·log x). Whole exponents up to 1000 are right to 1 ulp, others to a few.
 */
import { exp, log, numbers } from '../../math/index.js';

type Pair = readonly [number, number];

/** 2²⁷ + 1: splits a double into two halves. */
const splitter = 134217729;

/** a·b exactly, as long as nothing under- or overflows. */
export function twoProduct(a: number, b: number): Pair {
  const product = a * b;
  const s = splitter * a;
  const aHigh = s - (s - a);
  const aLow = a - aHigh;
  const t = splitter * b;
  const bHigh = t - (t - b);
  const bLow = b - bHigh;
  return [product, aLow * bLow - (product - aHigh * bHigh - aLow * bHigh - aHigh * bLow)];
}

function times(a: Pair, b: Pair): Pair {
  const [high, low] = twoProduct(a[0], b[0]);
  const rest = low + (a[0] * b[1] + a[1] * b[0]);
  const sum = high + rest;
  return Number.isFinite(rest) ? [sum, rest - (sum - high)] : [high, 0];
}

function wholePower(x: number, n: number): number {
  let factor: Pair = [x, 0];
  let result: Pair = [1, 0];
  for (let left = n; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = times(result, factor);
    if (left > 1) factor = times(factor, factor);
  }
  return result[0] + result[1];
}

/** x to the y for x > 0, or for a whole y; NaN where there is no real result. */
export function power(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  const size = Math.abs(x);
  if (Math.abs(y) === Infinity) {
    if (size === 1) return 1;
    return size > 1 === y > 0 ? Infinity : 0;
  }
  const whole = Number.isInteger(y);
  if (x < 0 && !whole) return x === -Infinity ? (y > 0 ? Infinity : 0) : Number.NaN;
  const negative = (x < 0 || Object.is(x, -0)) && whole && Math.abs(y) % 2 === 1;
  const result = ofPositive(size, y, whole);
  return negative ? -result : result;
}

function ofPositive(x: number, y: number, whole: boolean): number {
  if (x === 0 || x === Infinity) return (x === 0) === y > 0 ? 0 : Infinity;
  if (y === 0.5) return Math.sqrt(x);
  const [n, fraction] = [Math.trunc(Math.abs(y)), Math.abs(y) % 1];
  if (n > 1_000_000) return exp(numbers, y * log(numbers, x));
  const result = wholePower(x, n) * (whole ? 1 : exp(numbers, fraction * log(numbers, x)));
  if (y > 0) return result;
  // The reciprocal of what over- or underflows may still be a number.
  return result === Infinity || result < 1e-300
    ? wholePower(1 / x, n) * (whole ? 1 : exp(numbers, -fraction * log(numbers, x)))
    : 1 / result;
}
