import { describe, expect, it } from 'vitest';
import {
  alongSpline,
  type CurvePoint,
  knotFault,
  naturalSpline,
  splineAt,
  splineAtLength,
} from './natural-spline.js';
import { numbers } from './numbers.js';

/** A raster of rows: 6 rows of 6 points, every second one backwards. */
const rows = [0, 1, 2, 3, 4, 5].flatMap((i) => {
  const row = [0, 1, 2, 3, 4, 5].map((j) => [0.425 + 0.04 * j, 0.15 + 0.04 * i, 0.1]);
  return i % 2 === 0 ? row : row.reverse();
});
const wave = [
  [-1, 0, 1.1],
  [-0.5, 0, 1],
  [0, 0, 1.1],
  [0.5, 0, 1],
  [1, 0, 1.1],
];
const loop = [
  [-0.5, 0, 0.1],
  [-0.5, 0, 0.3],
  [0, 0, 0.3],
  [0.5, 0, 0.1],
  [0.5, 0, 0.3],
  [0, 0, 0.3],
];

/** Length by very many chords, with Richardson's step from half as many: errors of O(h⁴). */
function chords(knots: readonly (readonly number[])[], each: number): number {
  const spline = naturalSpline(knots);
  const sum = (n: number) => {
    let total = 0;
    let before = splineAt(numbers, spline, 0).value;
    for (let i = 1; i <= n * (knots.length - 1); i++) {
      const { value } = splineAt(numbers, spline, i / n);
      total += Math.hypot(...value.map((x, axis) => x - before[axis]));
      before = value;
    }
    return total;
  };
  return (4 * sum(2 * each) - sum(each)) / 3;
}

/** Second derivatives at the knots from the textbook's tridiagonal system, by Gauss–Seidel: another way round. */
function bends(values: readonly number[]): number[] {
  const m = values.map(() => 0);
  for (let sweep = 0; sweep < 200; sweep++) {
    for (let i = 1; i + 1 < m.length; i++) {
      m[i] = (6 * (values[i - 1] - 2 * values[i] + values[i + 1]) - m[i - 1] - m[i + 1]) / 4;
    }
  }
  return m;
}

function near(a: readonly number[], b: readonly number[], digits: number): void {
  a.forEach((x, i) => {
    expect(x).toBeCloseTo(b[i], digits);
  });
}

describe.each([
  ['rows', rows],
  ['wave', wave],
  ['loop', loop],
  ['two knots', [[1], [3]]],
  [
    'three knots in a plane',
    [
      [0, 0],
      [1, 1],
      [3, 0],
    ],
  ],
])('the natural spline of %s', (_, knots) => {
  const spline = naturalSpline(knots);

  it('goes through its knots', () => {
    for (const [i, knot] of knots.entries()) near(splineAt(numbers, spline, i).value, knot, 14);
  });

  it('is the cubic of the textbook between them', () => {
    const moments = knots[0].map((_, axis) => bends(knots.map((knot) => knot[axis])));
    for (let k = 0; k + 1 < knots.length; k++) {
      for (const f of [0.1, 0.35, 0.5, 0.9]) {
        const value = knots[k].map((a, axis) => {
          const [b, m, n] = [knots[k + 1][axis], moments[axis][k], moments[axis][k + 1]];
          const g = 1 - f;
          return (m * g ** 3 + n * f ** 3) / 6 + (a - m / 6) * g + (b - n / 6) * f;
        });
        near(splineAt(numbers, spline, k + f).value, value, 12);
        near(
          splineAt(numbers, spline, k + f).second,
          moments.map((m) => m[k] * (1 - f) + m[k + 1] * f),
          12,
        );
      }
    }
  });

  it('goes on straight beyond its ends', () => {
    const end = knots.length - 1;
    for (const [at, over] of [
      [0, -2.5],
      [end, 40],
    ]) {
      const { value, first } = splineAt(numbers, spline, at);
      const beyond = splineAt(numbers, spline, at + over);
      near(
        beyond.value,
        value.map((x, axis) => x + over * first[axis]),
        10,
      );
      near(beyond.first, first, 12);
      near(
        beyond.second,
        value.map(() => 0),
        12,
      );
    }
  });

  it.each(['knots', 'length'] as const)('has the derivatives of its values, by %s', (parameter) => {
    const h = 1e-4 * spline.length;
    for (let i = -1; i < 40; i++) {
      // Not across a knot, where the third derivative jumps, nor across an end.
      const s = (spline.length * (i + 0.437)) / 38;
      const at = (x: number) => alongSpline(numbers, spline, parameter, x);
      const [before, here, after] = [at(s - h), at(s), at(s + h)];
      const slope = (key: 'value' | 'first') =>
        here[key].map((_, k) => (after[key][k] - before[key][k]) / (2 * h));
      const scale = Math.max(1, ...here.second.map(Math.abs));
      for (const [k, x] of slope('value').entries()) {
        expect(Math.abs(x - here.first[k])).toBeLessThan(1e-4 * scale);
      }
      for (const [k, x] of slope('first').entries()) {
        expect(Math.abs(x - here.second[k])).toBeLessThan(2e-2 * scale);
      }
    }
  });

  it('has the length of its chords, many and fine', () => {
    expect(Math.abs(chords(knots, 400) / spline.length - 1)).toBeLessThan(1e-9);
  });

  it('is passed at one metre a metre by arc length', () => {
    for (let i = 0; i <= 100; i++) {
      const { first, second } = splineAtLength(numbers, spline, (spline.length * i) / 100);
      expect(Math.hypot(...first)).toBeCloseTo(1, 12);
      expect(first.reduce((sum, x, axis) => sum + x * second[axis], 0)).toBeCloseTo(0, 9);
    }
  });
});

/** How far the position at s is off, m: s less the length to it, measured by fine chords from the knot before. */
function lengthError(knots: readonly (readonly number[])[], count: number): number {
  const spline = naturalSpline(knots);
  const last = knots.length - 1;
  let worst = 0;
  let [s, before] = [0, splineAt(numbers, spline, 0)];
  for (let i = 1; i <= count * last; i++) {
    // Simpson's rule for |dp/du| over one step.
    const speed = (p: CurvePoint<number>) => Math.hypot(...p.first);
    const here = splineAt(numbers, spline, i / count);
    s +=
      (speed(before) + 4 * speed(splineAt(numbers, spline, (i - 0.5) / count)) + speed(here)) / (6 * count);
    before = here;
    const { value } = splineAtLength(numbers, spline, s);
    worst = Math.max(worst, Math.hypot(...value.map((x, axis) => x - here.value[axis])));
  }
  return worst;
}

describe('arc length', () => {
  it('of the raster is 1.43008 m and of the wave 2.05001 m', () => {
    expect(naturalSpline(rows).length).toBeCloseTo(1.43008, 5);
    expect(naturalSpline(wave).length).toBeCloseTo(2.05001, 5);
  });

  it('is met within a millionth of a piece on smooth paths', () => {
    expect(lengthError(wave, 50)).toBeLessThan(1e-6 * 0.5);
    expect(lengthError(loop, 50)).toBeLessThan(1e-6 * 0.2);
  });

  it('stays finite where a path turns back upon itself', () => {
    const back = naturalSpline([[0], [1], [0]]);
    const at = splineAtLength(numbers, back, back.length / 2);
    expect(at.value[0]).toBeCloseTo(1, 12);
    expect(Math.abs(at.first[0])).toBeLessThan(1 + 1e-12);
    for (const s of [-1, 0, 0.4, 0.9999999, 1.0000001, 1.5, 3]) {
      const { value, first, second } = splineAtLength(numbers, back, s);
      for (const x of [...value, ...first, ...second]) expect(Number.isFinite(x)).toBe(true);
    }
  });
});

describe('a path that turns back upon itself between knots close to each other', () => {
  it.each([1e-2, 1e-3, 1e-9, 1e-300])('has a length at once: knots %s apart', (apart) => {
    const { lengths } = naturalSpline([
      [0, 0, 0],
      [apart, 0, 0],
      [1, 1, 1],
    ]);
    // As the knots fall together the rest is the spline's pull back: between the chord and a little more than its loop.
    expect(lengths[2]).toBeGreaterThan(Math.sqrt(3));
    expect(lengths[2]).toBeLessThan(2.1);
  });
});

describe('knots', () => {
  it('at one place in a row are no path', () => {
    expect(knotFault([[0], [1], [1], [2]])).toEqual({
      code: 'repeated-knots',
      at: 2,
      message: 'knots 2 and 3 are at the same place',
    });
    expect(
      knotFault([
        [0, 0],
        [1, 0],
        [0, 0],
      ]),
    ).toBeUndefined();
    expect(knotFault([[0]])?.code).toBe('few-knots');
    expect(knotFault([[0], [1, 2]])?.code).toBe('mixed-knots');
    expect(() => naturalSpline([[0], [0]])).toThrow('knots 1 and 2 are at the same place');
  });
});
