/** Seeded chance for test programs and inputs (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** Uniform in [0, 1). */
  unit(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  /** Whole, in 0 … n − 1. */
  below(n: number): number {
    return Math.floor(n * this.unit());
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)];
  }

  /** Uniform in [−size, size). */
  within(size: number): number {
    return size * (2 * this.unit() - 1);
  }

  /** Of any sign and of any magnitude from 2^-range to 2^range. */
  scaled(range: number): number {
    let x = this.within(1);
    for (let n = this.below(range); n > 0; n--) x *= this.unit() < 0.5 ? 2 : 0.5;
    return x;
  }
}

/** Where arithmetic has corners. */
export const specialNumbers: readonly number[] = [
  0,
  -0,
  1,
  -1,
  0.5,
  -0.5,
  2,
  1.5,
  -2.5,
  3,
  1e-320,
  -5e-324,
  2.2250738585072014e-308,
  1e300,
  -1e300,
  1.7976931348623157e308,
  4503599627370497.5,
  9007199254740993,
  -1e17,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  Number.NaN,
];

/** The lesser of two counts. */
export function least(a: number, b: number): number {
  return a < b ? a : b;
}
