/**
 * A kind of fault that users of robot software have met: the values that one of them reported with the right answer
 * in figures, and a generator of others of the same kind whose answer is worked out by a way of its own.
 */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome, Problem } from 'pliant/problem';
import type { Robot } from 'pliant/robot';

export interface Case {
  /** What goes wrong. */
  readonly name: string;
  /** Throws where a reported value does not come out right. */
  readonly reported: () => void;
  /** Throws where one of `count` other values does not; the same ones for the same seed. */
  readonly others: (count: number, seed?: number) => void;
}

export function kind<T>(
  name: string,
  reported: () => void,
  values: fc.Arbitrary<T>,
  holds: (value: T) => void,
): Case {
  return {
    name,
    reported,
    others: (count, seed = 3) => fc.assert(fc.property(values, holds), { seed, numRuns: count }),
  };
}

/** Numbers within ±size, never −0. */
export const within = (size: number): fc.Arbitrary<number> =>
  fc.double({ min: -size, max: size, noNaN: true }).map((x) => x + 0);

export const between = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true });

export type Three = readonly [number, number, number];

export const vectors = (size: number): fc.Arbitrary<Three> =>
  fc.tuple(within(size), within(size), within(size));

/** Axes of length one: along the frame's own, and any others. */
export const axes: fc.Arbitrary<Three> = fc.oneof(
  fc.constantFrom<Three>([1, 0, 0], [0, 1, 0], [0, 0, 1], [-1, 0, 0], [0, -1, 0], [0, 0, -1]),
  fc.tuple(between(-1, 1), between(0, 2 * Math.PI)).map(([z, angle]): Three => {
    const r = Math.sqrt(1 - z * z);
    return [r * Math.cos(angle), r * Math.sin(angle), z];
  }),
);

const quarters = fc.constantFrom(0, Math.PI / 2, -Math.PI / 2, Math.PI);

/** Roll, pitch and yaw: quarter and half turns, and any others. */
export const turns: fc.Arbitrary<Three> = fc.oneof(fc.tuple(quarters, quarters, quarters), vectors(Math.PI));

/** The only problem, which must have this code. */
export function onlyOf({ problems }: Outcome<Robot>, code: string): Problem {
  deepEqual(
    problems.map((problem) => problem.code),
    [code],
  );
  return problems[0];
}

/** Every entry within `tolerance` of what is wanted. */
export function near(got: readonly number[], wanted: readonly number[], tolerance: number, what = ''): void {
  equal(got.length, wanted.length, what);
  const apart = Math.max(0, ...got.map((x, i) => Math.abs(x - wanted[i])));
  ok(
    got.every(Number.isFinite) && apart <= tolerance,
    `${what} [${got.join(', ')}] is ${apart} off [${wanted.join(', ')}]`,
  );
}
