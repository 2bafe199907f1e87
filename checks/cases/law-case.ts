/**
 * A kind of fault that users have met in how robots give way: what came out for the values that one of them reported, beside
 * the right answer, and the same for others of its kind, whose answer is worked out by a way of its own.
 */
import { ok } from 'node:assert/strict';
import fc from 'fast-check';
import { figure } from '../claim.js';

/** What came out, and what is right. */
export interface Figure {
  readonly what: string;
  readonly got: string;
  readonly right: string;
  readonly pass: boolean;
}

export interface LawCase {
  /** Of the kind of fault: CL of compliance, AD of admittance, LS of limits and stops. */
  readonly id: string;
  /** What goes wrong. */
  readonly name: string;
  readonly reported: () => readonly Figure[];
  /** Throws where one of `count` other values does not come out right; the same ones for the same seed. */
  readonly others: (count: number, seed?: number) => void;
  /** How many others are tried, of those that all cases are; 1 by default. Less where each of them is a long run. */
  readonly share?: number;
}

export function lawCase<T>(
  id: string,
  name: string,
  reported: () => readonly Figure[],
  values: fc.Arbitrary<T>,
  holds: (value: T) => readonly Figure[],
  share = 1,
): LawCase {
  const check = (value: T): void => {
    for (const { what, got, right, pass } of holds(value)) ok(pass, `${what}: ${got} is not ${right}`);
  };
  return {
    id,
    name,
    reported,
    share,
    others: (count, seed = 3) => fc.assert(fc.property(values, check), { seed, numRuns: count }),
  };
}

const digits = (x: number): string => String(Number(x.toPrecision(7)) + 0);
const list = (x: readonly number[]): string =>
  x.length === 1 ? digits(x[0]) : `(${x.map(digits).join(', ')})`;

/** Numbers, each within `tolerance`. */
export function same(
  what: string,
  got: number | readonly number[],
  right: number | readonly number[],
  tolerance: number,
): Figure {
  const [a, b] = [got, right].map((x) => (typeof x === 'number' ? [x] : [...x]));
  const pass = a.length === b.length && a.every((x, i) => Math.abs(x - b[i]) <= tolerance);
  return { what, got: list(a), right: list(b), pass };
}

/** Words, or whether something is so. */
export function told(
  what: string,
  got: string | boolean | readonly string[],
  right: string | boolean | readonly string[],
): Figure {
  return { what, got: String(got), right: String(right), pass: String(got) === String(right) };
}

/** A number that is at most `most`. */
export function most(what: string, got: number, most: number): Figure {
  return { what, got: figure(got), right: `≤ ${figure(most)}`, pass: got <= most };
}

/** A number that is above `least`. */
export function above(what: string, got: number, least: number): Figure {
  return { what, got: figure(got), right: `> ${figure(least)}`, pass: got > least };
}
