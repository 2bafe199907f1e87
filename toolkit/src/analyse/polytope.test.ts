import { describe, expect, it } from 'vitest';
import { noise } from '../mechanism/arms.test.helper.js';
import { dot } from './descent.js';
import { farthest, farthestAlong } from './polytope.js';

const norm = (x: readonly number[]) => Math.sqrt(dot(x, x));
const identity = (n: number) =>
  Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, j) => +(i === j)));

function random(seed: number, rows: number, size: number) {
  const chance = noise(seed);
  const spot = (n: number) => Array.from({ length: n }, () => chance());
  return {
    rows: Array.from({ length: rows }, () => spot(size)),
    widths: Array.from({ length: rows }, () => 0.5 + Math.abs(chance())),
    spot,
  };
}

describe('farthest', () => {
  it('finds the corner of a box', () => {
    const box = { rows: identity(3), widths: [1, 2, 3] };
    const { y, distance, method } = farthest(box, identity(3));
    expect(y.map(Math.abs)).toEqual([1, 2, 3]);
    expect(distance).toBeCloseTo(Math.sqrt(14), 12);
    expect(method).toBe('vertices');
    // Seen from above.
    expect(farthest(box, [[0, 1, 0]]).distance).toBeCloseTo(2, 12);
  });

  it('has no point of the polytope beyond it, and is one itself', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { rows, widths, spot } = random(seed, 7, 3);
      const { y, distance } = farthest({ rows, widths }, identity(3));
      for (const [i, row] of rows.entries())
        expect(Math.abs(dot(row, y))).toBeLessThanOrEqual(widths[i] * (1 + 1e-9));
      expect(distance).toBeCloseTo(norm(y), 12);
      let best = 0;
      for (let n = 0; n < 4000; n++) {
        const way = spot(3);
        const out = Math.min(...rows.map((row, i) => widths[i] / Math.abs(dot(row, way))));
        best = Math.max(best, out * norm(way));
      }
      expect(best).toBeLessThanOrEqual(distance * (1 + 1e-9));
      expect(best).toBeGreaterThan(0.85 * distance);
    }
  });

  it('comes to the same by ascent', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const { rows, widths } = random(seed, 9, 4);
      const J = random(seed + 50, 3, 4).rows;
      const all = farthest({ rows, widths }, J);
      const some = farthest({ rows, widths, centres: widths.map(() => 0) }, J);
      expect([all.method, some.method]).toEqual(['vertices', 'ascent']);
      expect(some.distance).toBeLessThanOrEqual(all.distance * (1 + 1e-9));
      expect(some.distance).toBeGreaterThan(0.999 * all.distance);
    }
  });

  it('looks at all corners for 17 joints and a spring in space', () => {
    const { rows, widths } = random(3, 17, 3);
    const twisted = rows.map((row) => [...row, 0, 0, ...row]);
    const { y, distance, method } = farthest({ rows: twisted, widths }, [
      [1, 0, 0, 0, 0, 1, 0, 0],
      [0, 1, 0, 0, 0, 0, 1, 0],
    ]);
    expect(method).toBe('vertices');
    expect(y[3]).toBeCloseTo(0, 12);
    expect(distance).toBeGreaterThan(0);
  });

  it('is without end where J sees what nothing bounds, and nowhere where it does not', () => {
    const nothing = { rows: [[0, 0]], widths: [1] };
    expect(farthest(nothing, [[0, 2]])).toMatchObject({ y: [0, 1], distance: Number.POSITIVE_INFINITY });
    expect(farthest(nothing, [[0, 0]])).toMatchObject({ y: [0, 0], distance: 0 });
    const half = { rows: [[3, 0]], widths: [1] };
    expect(farthest(half, [[1, 0]]).distance).toBeCloseTo(1 / 3, 12);
    expect(farthest(half, [[1, 1e-3]]).distance).toBe(Number.POSITIVE_INFINITY);
  });

  it('keeps what is soft beside what is hard', () => {
    for (const hard of [1, 1e6, 1e8]) {
      const apart = {
        rows: [
          [hard, 0],
          [0, 0.5],
        ],
        widths: [1, 1],
      };
      expect(farthest(apart, [[1, 1]]).distance / (2 + 1 / hard)).toBeCloseTo(1, 9);
      expect(farthest(apart, identity(2)).distance).toBeCloseTo(Math.sqrt(4 + 1 / hard ** 2), 9);
    }
    // Hard along (1, 1), soft across: corners at (1, −1) of 1/0.5 along (1, −1), each of its length.
    const [k, s] = [1e6, 0.5];
    const turned = {
      rows: [
        [k + s, k - s],
        [k - s, k + s],
      ],
      widths: [1, 1],
    };
    expect(farthest(turned, identity(2)).distance).toBeCloseTo(Math.sqrt(0.5) / s, 6);
  });

  it('counts for none what differences leave of a row', () => {
    const worn = {
      rows: [
        [50, 0, 1e-9],
        [0, 40, 0],
        [1e-9, 0, 1e-9],
      ],
      widths: [1, 1, 1],
    };
    const J = [
      [1, 0, 0],
      [0, 1, 0],
    ];
    expect(farthest(worn, J).distance).toBeCloseTo(Math.sqrt(1 / 50 ** 2 + 1 / 40 ** 2), 9);
  });
});

describe('farthestAlong', () => {
  it('is the best of all corners', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const { rows, widths, spot } = random(seed, 8, 3);
      const c = spot(3);
      const y = farthestAlong({ rows, widths }, c);
      for (const [i, row] of rows.entries())
        expect(Math.abs(dot(row, y))).toBeLessThanOrEqual(widths[i] + 1e-9);
      // |c·y| seen through the one row c is the same maximum.
      expect(dot(c, y)).toBeCloseTo(farthest({ rows, widths }, [c]).distance, 9);
    }
  });

  it('stays on rows of width 0', () => {
    const y = farthestAlong(
      {
        rows: [
          [1, 1],
          [1, 0],
          [0, 1],
        ],
        widths: [0, 2, 3],
      },
      [1, 0],
    );
    expect(y[0]).toBeCloseTo(2, 12);
    expect(y[1]).toBeCloseTo(-2, 12);
  });

  it('counts from the middle of each row', () => {
    const y = farthestAlong(
      {
        rows: [
          [2, 0],
          [0, 1],
        ],
        widths: [3, 1],
        centres: [1, 0.5],
      },
      [1, 1],
    );
    expect(y[0]).toBeCloseTo(2, 12);
    expect(y[1]).toBeCloseTo(1.5, 12);
  });
});
