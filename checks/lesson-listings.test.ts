/**
 * The lesson's admittance on one axis, M = 3 kg, D = 20 N s/m, K = 50 N/m, T = 1 ms, a push of 10 N, as it is listed in each
 * language and printed by its main program: the state after step k.
 */

import { oneAxisAdmittance } from 'pliant/control';
import { type ListingTrial, listing } from 'pliant/graph';
import { describe, expect, it } from 'vitest';
import { missing, type Runner, runFiles, runners } from './listings.js';

const given = { mass: 3, damping: 20, stiffness: 50, tick: 0.001 } as const;
const explicit = oneAxisAdmittance({ ...given, scheme: 'explicit' });
const exact = oneAxisAdmittance({ ...given, scheme: 'exact' });
const base: ListingTrial = {
  before: ['prepare'],
  each: ['step'],
  input: { field: 'force', value: 10 },
  passes: 5000,
  every: 1000,
  columns: [
    { label: 'x_r', field: 'position' },
    { label: 'xdot_r', field: 'velocity' },
  ],
};

/** k, x_r, xdot_r, ten digits. */
const table = [
  [0, 3.333333333e-6, 3.333333333e-3],
  [500, 0.1366428324, 0.2458984572],
  [1000, 0.1979130653, 0.03536551331],
  [1500, 0.2019339735, -0.00357158246],
  [2000, 0.2003526951, -0.001763005414],
  [3000, 0.1999850565, 4.366689187e-5],
  [4000, 0.2000003043, 2.241826974e-8],
] as const;

function lines(runner: Runner, change: Partial<ListingTrial>, program = explicit): string[] {
  const { files, main } = listing(program, runner.language, {
    name: 'Admittance',
    trial: { ...base, ...change },
  });
  return runFiles(runner, files, main as string)
    .toString()
    .trim()
    .split(/\r?\n/);
}

/** x_r and xdot_r of each row, by k. */
function rows(
  runner: Runner,
  change: Partial<ListingTrial>,
  program = explicit,
): Map<number, [number, number]> {
  return new Map(
    lines(runner, change, program).map((line) => {
      const [, k, x, v] = /^k=(\d+), x_r=(\S+), xdot_r=(\S+)$/.exec(line) ?? [];
      return [Number(k), [Number(x), Number(v)]];
    }),
  );
}

function holdToTable(got: ReadonlyMap<number, readonly [number, number]>): void {
  for (const [k, x, v] of table) {
    const row = got.get(k);
    if (row === undefined) continue;
    expect(Math.abs(row[0] - x), `x_r after step ${k}`).toBeLessThanOrEqual(1e-9 * x);
    const most = k === 4000 ? 1e-10 : 1e-9 * Math.abs(v);
    expect(Math.abs(row[1] - v), `xdot_r after step ${k}`).toBeLessThanOrEqual(most);
    // The lesson works its rows out by matrices, whose last digits differ where the velocity is small.
    expect(Number(row[0].toPrecision(10))).toBe(x);
    if (k < 3000) expect(Number(row[1].toPrecision(10))).toBe(v);
  }
}

const oneEach = runners.filter(({ needs }) => needs !== 'clang++');

for (const runner of oneEach) {
  const reason = missing(runner);
  const { language } = runner;
  const title = `${language} by ${runner.needs}${reason === undefined ? '' : ` (skipped: ${reason})`}`;
  describe.skipIf(reason !== undefined)(title, () => {
    it('prints the rows of the lesson', () => {
      const got = rows(runner, { passes: 4001, every: 500, digits: 17 });
      expect([...got.keys()]).toEqual([0, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000]);
      holdToTable(got);
    });

    if (language === 'cpp' || language === 'c') {
      it('prints six digits by itself', () => {
        expect(lines(runner, {})).toEqual([
          'k=0, x_r=3.33333e-06, xdot_r=0.00333333',
          'k=1000, x_r=0.197913, xdot_r=0.0353655',
          'k=2000, x_r=0.200353, xdot_r=-0.00176301',
          'k=3000, x_r=0.199985, xdot_r=4.36669e-05',
          'k=4000, x_r=0.2, xdot_r=2.24183e-08',
        ]);
      });
    }

    if (language === 'java') {
      it('never comes to step 2000 of 2000', () => {
        const got = rows(runner, { passes: 2000, every: 500 });
        expect([...got.keys()]).toEqual([0, 500, 1000, 1500]);
        holdToTable(got);
      });
    }

    if (language === 'python') {
      it('pushed from 0.2 s on, peaks at step 1534', () => {
        const got = rows(runner, { passes: 2000, every: 1, input: { field: 'force', value: 10, from: 200 } });
        const x = [...got.values()].map(([position]) => position);
        expect(x).toHaveLength(2000);
        expect(x.slice(0, 200).every((position) => position === 0)).toBe(true);
        expect(Number(x[200].toPrecision(10))).toBe(3.333333333e-6);
        expect(Number(x[999].toPrecision(10))).toBe(0.1856363219);
        expect(Number(x[1999].toPrecision(10))).toBe(0.2008350639);
        expect(x.indexOf(Math.max(...x))).toBe(1534);
        expect(Number(x[1534].toPrecision(10))).toBe(0.2023002944);
      });
    }

    if (language === 'matlab' || language === 'python') {
      it('is the continuous response by the exact scheme', () => {
        const got = rows(runner, { passes: 4001, every: 1000, digits: 17 }, exact);
        const omega = Math.sqrt(50 / 3 - 100 / 9);
        for (const [k, [x]] of got) {
          const t = (k + 1) * 0.001;
          const swing = Math.cos(omega * t) + (10 / 3 / omega) * Math.sin(omega * t);
          expect(
            Math.abs(x - 0.2 * (1 - Math.exp((-10 / 3) * t) * swing)),
            `x_r after step ${k}`,
          ).toBeLessThan(1e-12);
        }
        expect(got.get(1000)?.[0]).toBeCloseTo(0.197955896, 9);
      });
    }
  });
}
