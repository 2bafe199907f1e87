/** How far the elementary functions are from the exact values, over ranges of their arguments. */
import { numbers } from 'pliant/math';
import * as precise from './precise.js';
import { type Exact, random, ulpError } from './precise.js';

export interface AccuracyCase {
  readonly name: string;
  /** Bound that the docstrings of elementary.ts state, in ulp. */
  readonly limit: number;
  /** Arguments from seeded numbers in [0, 1). */
  draw(u: () => number): readonly number[];
  value(...x: readonly number[]): number;
  exact(...x: readonly number[]): Exact;
}

type Function1 = readonly [value: (x: number) => number, exact: (x: number) => Exact];
type Draw = (u: () => number) => number;

const uniform =
  (from: number, to: number): Draw =>
  (u) =>
    from + u() * (to - from);

/** Of either sign, the logarithm uniform from `from` to `to`. */
const spread =
  (from: number, to: number): Draw =>
  (u) =>
    (u() < 0.5 ? -1 : 1) * 2 ** (Math.log2(from) + u() * (Math.log2(to) - Math.log2(from)));

/** Where the remainder r of sin and cos has twice the ulp of sin r: |r| in [½, π/6]. */
const nearHalf: Draw = (u) =>
  (u() < 0.5 ? -1 : 1) * uniform(0.5, Math.PI / 6)(u) + Math.floor(uniform(-50, 50)(u)) * (Math.PI / 2);

function cases(name: string, limit: number, [value, exact]: Function1, draws: Record<string, Draw>) {
  return Object.entries(draws).map(
    ([range, draw]): AccuracyCase => ({
      name: `${name}, ${range}`,
      limit,
      draw: (u) => [draw(u)],
      value: (x) => value(x),
      exact: (x) => exact(x),
    }),
  );
}

const angles = {
  'up to a quarter turn': uniform(-0.8, 0.8),
  'some turns': uniform(-20, 20),
  'many turns': uniform(-1.6e6, 1.6e6),
  'small angles': spread(1e-12, 1),
  'remainders near ½': nearHalf,
};

export const accuracyCases: readonly AccuracyCase[] = [
  ...cases('sin', 1.5, [numbers.sin, precise.sin], angles),
  ...cases('cos', 1.5, [numbers.cos, precise.cos], angles),
  ...cases('tan', 1.1, [numbers.tan, precise.tan], angles),
  ...cases('exp', 0.9, [numbers.exp, precise.exp], {
    'near 0': uniform(-1, 1),
    'all exponents': uniform(-745, 709.7),
    'small arguments': spread(1e-20, 1),
  }),
  ...cases('log', 0.9, [numbers.log, precise.log], {
    'near 1': (u) => 1 + spread(1e-16, 0.3)(u),
    'around 1': uniform(0.3, 4),
    'all exponents': (u) => 2 ** uniform(-1074, 1023.9)(u),
  }),
  ...cases('tanh', 1.3, [numbers.tanh, precise.tanh], {
    'near 0': uniform(-1, 1),
    'up to 1': uniform(-22, 22),
    'small arguments': spread(1e-300, 1),
  }),
  ...[3, 60, 1000].map(
    (range): AccuracyCase => ({
      name: `atan2, numbers of 2^±${range}`,
      limit: range === 1000 ? 1 : 0.8,
      draw: (u) => [spread(2 ** -range, 2 ** range)(u), spread(2 ** -range, 2 ** range)(u)],
      value: (y, x) => numbers.atan2(y, x),
      exact: (y, x) => precise.atan2(y, x),
    }),
  ),
];

/** The largest error of `count` seeded arguments, in ulp, and where. */
export function largestError(
  { draw, value, exact }: AccuracyCase,
  count: number,
): { error: number; at: readonly number[] } {
  const u = random(17);
  let largest = { error: 0, at: [] as readonly number[] };
  for (let i = 0; i < count; i++) {
    const at = draw(u);
    const error = ulpError(value(...at), exact(...at));
    if (!(error <= largest.error)) largest = { error, at };
  }
  return largest;
}
