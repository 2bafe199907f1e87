/** Distances against brute force: by supporting planes for points, by fine search along the axis for capsules. */
import { describe, expect, it } from 'vitest';
import { expSO3, mulMatVec, numbers, snapRotation, type Vec3 } from '../math/index.js';
import { pointDepth, separation } from './separation.js';
import { type Solid, type SolidKind, solidKinds, solidSizes } from './solid.js';

const A = numbers;
const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;

/** A seeded sequence of numbers in [0, 1) (Park and Miller). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

const minus = (a: Vec3<number>, b: Vec3<number>): Vec3<number> => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const plus = (a: Vec3<number>, s: number, b: Vec3<number>): Vec3<number> => [
  a[0] + s * b[0],
  a[1] + s * b[1],
  a[2] + s * b[2],
];
const dot = (a: Vec3<number>, b: Vec3<number>) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = (a: Vec3<number>): Vec3<number> => plus([0, 0, 0], 1 / Math.hypot(...a), a);

function someVector(next: () => number, reach: number): Vec3<number> {
  return [(2 * next() - 1) * reach, (2 * next() - 1) * reach, (2 * next() - 1) * reach];
}

function someSolid(kind: SolidKind, next: () => number): Solid<number> {
  return {
    kind,
    size: solidSizes[kind].map(() => 0.1 + next()),
    position: someVector(next, 0.5),
    rotation: expSO3(A, someVector(next, 2)),
  };
}

/** max n·x over the solid, in its own axes. */
function support({ kind, size }: Solid<number>, n: Vec3<number>): number {
  switch (kind) {
    case 'plane':
      return n[2] === 1 ? 0 : Number.POSITIVE_INFINITY;
    case 'sphere':
      return size[0];
    case 'capsule':
      return size[0] + (size[1] / 2) * Math.abs(n[2]);
    case 'cylinder':
      return size[0] * Math.hypot(n[0], n[1]) + (size[1] / 2) * Math.abs(n[2]);
    case 'box':
      return (size[0] * Math.abs(n[0]) + size[1] * Math.abs(n[1]) + size[2] * Math.abs(n[2])) / 2;
  }
}

/**
 * A convex solid's signed distance is the greatest height of the point over any supporting plane: searched over
 * directions, coarsely and then ever more finely about the best.
 */
function bruteDepth(solid: Solid<number>, point: Vec3<number>): number {
  const r = solid.rotation;
  const p = minus(point, solid.position);
  const local: Vec3<number> = [
    dot([r[0], r[3], r[6]], p),
    dot([r[1], r[4], r[7]], p),
    dot([r[2], r[5], r[8]], p),
  ];
  const height = (n: Vec3<number>) => dot(n, local) - support(solid, n);
  const tried: Vec3<number>[] = [];
  for (const x of [-1, 0, 1])
    for (const y of [-1, 0, 1]) for (const z of [-1, 0, 1]) if (x || y || z) tried.push(unit([x, y, z]));
  const next = chance(5);
  for (let i = 0; i < 300; i++) tried.push(unit(someVector(next, 1)));
  const flat = Math.hypot(local[0], local[1]);
  if (flat > 0) tried.push([local[0] / flat, local[1] / flat, 0]);
  tried.sort((a, b) => height(b) - height(a));
  let best = tried[0];
  for (let span = 0.3; span > 1e-9; span *= 0.7) {
    for (let i = 0; i < 16; i++) {
      const other = plus(best, span, someVector(next, 1));
      // The best may lie on a ridge: in a plane of symmetry.
      for (const axis of [0, 1, 2, 3]) {
        const n = unit(other.map((x, k) => (k === axis ? 0 : x)) as unknown as Vec3<number>);
        if (height(n) > height(best)) best = n;
      }
    }
  }
  return height(best);
}

/** The least of a function on [−half, half]: by a grid, then by thirds about the best. */
function least(half: number, f: (s: number) => number): number {
  let best = -half;
  for (let i = 0; i <= 200; i++) {
    const s = -half + (i / 100) * half;
    if (f(s) < f(best)) best = s;
  }
  let [low, high] = [Math.max(-half, best - half / 50), Math.min(half, best + half / 50)];
  for (let i = 0; i < 80; i++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3];
    if (f(a) < f(b)) high = b;
    else low = a;
  }
  return Math.min(f(best), f((low + high) / 2));
}

const finite = (values: readonly number[]) => values.every(Number.isFinite);

describe.each(solidKinds)('a point and a %s', (kind) => {
  it('are as far apart as supporting planes say, inside and outside', () => {
    const next = chance(17);
    let inside = 0;
    for (let i = 0; i < 120; i++) {
      const solid = someSolid(kind, next);
      const point = plus(solid.position, 1, someVector(next, i % 2 === 0 ? 0.5 : 2));
      const { distance } = pointDepth(A, point, solid);
      if (distance < 0) inside++;
      expect(Math.abs(distance - bruteDepth(solid, point))).toBeLessThan(1e-6);
    }
    expect(inside).toBeGreaterThan(5);
  });

  it('have the gradient of the distance as their normal', () => {
    const next = chance(23);
    for (let i = 0; i < 60; i++) {
      const solid = someSolid(kind, next);
      const point = plus(solid.position, 1, someVector(next, 1));
      const { normal } = pointDepth(A, point, solid);
      expect(Math.hypot(...normal)).toBeCloseTo(1, 12);
      const step = someVector(next, 1e-5);
      const [ahead, behind] = [1, -1].map((s) => pointDepth(A, plus(point, s, step), solid).distance);
      expect(Math.abs((ahead - behind) / 2 - dot(normal, step))).toBeLessThan(1e-9);
    }
  });
});

describe.each(solidKinds)('a capsule and a %s', (kind) => {
  const cases = (seed: number, reach: number) => {
    const next = chance(seed);
    return Array.from({ length: 80 }, () => {
      const to = someSolid(kind, next);
      const from = { ...someSolid('capsule', next), position: plus(to.position, 1, someVector(next, reach)) };
      return { from, to };
    });
  };
  const along = ({ size, position, rotation: r }: Solid<number>, s: number) =>
    plus(position, (s * size[1]) / 2, [r[2], r[5], r[8]]);

  it('are as far apart as the nearest point of the axis', () => {
    for (const { from, to } of cases(31, 2)) {
      const { distance } = separation(A, from, to);
      const brute = least(1, (s) => pointDepth(A, along(from, s), to).distance) - from.size[0];
      const apart = distance + from.size[0] > 0;
      expect(distance - brute).toBeGreaterThan(-1e-9);
      expect(distance - brute).toBeLessThan(apart ? 1e-9 : 2 ** -17 * from.size[1]);
    }
  });

  it('touch at points of both surfaces, one above the other', () => {
    for (const { from, to } of cases(37, 2)) {
      const { distance, normal, at, onFrom, onTo } = separation(A, from, to);
      expect(Math.abs(pointDepth(A, onTo, to).distance)).toBeLessThan(1e-9);
      expect(Math.hypot(...minus(onFrom, at))).toBeCloseTo(from.size[0], 12);
      plus(onTo, distance, normal).forEach((x, i) => {
        expect(x).toBeCloseTo(onFrom[i], 12);
      });
    }
  });

  it('have a normal that is the gradient by the place of the capsule', () => {
    const next = chance(41);
    for (const { from, to } of cases(43, 2)) {
      const { normal, distance } = separation(A, from, to);
      // Between the faces inside a solid the gradient jumps.
      if (distance + from.size[0] < 1e-3) continue;
      const step = someVector(next, 1e-6);
      const [ahead, behind] = [1, -1].map(
        (s) => separation(A, { ...from, position: plus(from.position, s, step) }, to).distance,
      );
      expect(Math.abs((ahead - behind) / 2 - dot(normal, step))).toBeLessThan(1e-9);
    }
  });
});

describe('singular places', () => {
  const solid = (kind: SolidKind, ...size: number[]): Solid<number> => ({
    kind,
    size,
    position: [0, 0, 0],
    rotation: identity,
  });
  const moved = (given: Solid<number>, position: Vec3<number>, turn: Vec3<number> = [0, 0, 0]) => ({
    ...given,
    position,
    rotation: snapRotation(expSO3(A, turn)),
  });
  const point = (...p: [number, number, number]) => moved(solid('sphere', 0), p);
  const quarter = Math.PI / 2;

  it.each([
    ['the centre of a sphere', point(0, 0, 0), solid('sphere', 0.3), -0.3, [0, 0, 1]],
    ['the axis of a capsule', point(0, 0, 0.1), solid('capsule', 0.2, 1), -0.2, [1, 0, 0]],
    ['the axis of a cylinder', point(0, 0, 0.1), solid('cylinder', 0.2, 1), -0.2, [1, 0, 0]],
    [
      'between wall and lid of a cylinder',
      point(0.125, 0, 0.375),
      solid('cylinder', 0.25, 1),
      -0.125,
      [1, 0, 0],
    ],
    ['the middle of a cylinder flat as a coin', point(0, 0, 0), solid('cylinder', 1, 0.1), -0.05, [0, 0, 1]],
    ['the centre of a cube', point(0, 0, 0), solid('box', 2, 2, 2), -1, [1, 0, 0]],
    ['the plane of symmetry of a slab', point(0.1, 0.2, 0), solid('box', 2, 2, 0.4), -0.2, [0, 0, 1]],
    ['an edge of a box', point(1, 0, 1), solid('box', 2, 2, 2), 0, [1, 0, 0]],
    ['a corner of a box', point(-1, -1, -1), solid('box', 2, 2, 2), 0, [-1, 0, 0]],
    ['the rim of a cylinder', point(0.2, 0, -0.5), solid('cylinder', 0.2, 1), 0, [1, 0, 0]],
    ['a box without thickness', point(0, 0, 0), solid('box', 1, 1, 0), 0, [0, 0, 1]],
    [
      'a level capsule over a plane',
      moved(solid('capsule', 0.1, 1), [0, 0, 1], [quarter, 0, 0]),
      solid('plane'),
      0.9,
      [0, 0, 1],
    ],
    [
      'crossing axes',
      moved(solid('capsule', 0.1, 1), [0, 0, 0], [0, quarter, 0]),
      solid('capsule', 0.2, 1),
      -0.3,
      [0, 1, 0],
    ],
    ['capsules in one place', solid('capsule', 0.1, 1), solid('capsule', 0.2, 1), -0.3, [1, 0, 0]],
    [
      'capsules in one line',
      moved(solid('capsule', 0.1, 1), [0, 0, 2]),
      solid('capsule', 0.2, 1),
      0.7,
      [0, 0, 1],
    ],
    [
      'parallel capsules',
      moved(solid('capsule', 0.1, 1), [0.5, 0, 0.2]),
      solid('capsule', 0.2, 1),
      0.2,
      [1, 0, 0],
    ],
    [
      'opposite capsules',
      moved(solid('capsule', 0.1, 1), [0.5, 0, 0], [2 * quarter, 0, 0]),
      solid('capsule', 0.2, 1),
      0.2,
      [1, 0, 0],
    ],
    [
      'capsules of no length',
      moved(solid('capsule', 0.1, 0), [0, 3, 0]),
      solid('capsule', 0.2, 0),
      2.7,
      [0, 1, 0],
    ],
    [
      'a sphere in the axis of a capsule',
      moved(solid('capsule', 0.1, 1), [0, 0, 0.2]),
      solid('sphere', 0.2),
      -0.3,
      [0, 0, 1],
    ],
    [
      'a capsule level with a box',
      moved(solid('capsule', 0.1, 0.5), [0, 0, 1], [quarter, 0, 0]),
      solid('box', 1, 1, 1),
      0.4,
      [0, 0, 1],
    ],
    [
      'a capsule along the axis of a cylinder',
      moved(solid('capsule', 0.1, 0.5), [0, 0, 0]),
      solid('cylinder', 0.3, 1),
      -0.4,
      [1, 0, 0],
    ],
    [
      'a capsule beside a cylinder',
      moved(solid('capsule', 0.1, 0.5), [1, 0, 0]),
      solid('cylinder', 0.3, 1),
      0.6,
      [1, 0, 0],
    ],
  ] as [string, Solid<number>, Solid<number>, number, number[]][])(
    'are finite and the same every time: %s',
    (_, from, to, distance, normal) => {
      const found = separation(A, from, to);
      expect(found.distance).toBeCloseTo(distance, 12);
      expect(finite([...found.at, ...found.onFrom, ...found.onTo])).toBe(true);
      expect(Math.hypot(...found.normal)).toBeCloseTo(1, 12);
      const [x, y, z] = found.normal.map(Math.abs);
      // Which of both sides of a plane of symmetry rounding may decide.
      normal.forEach((value, i) => {
        expect([x, y, z][i]).toBeCloseTo(Math.abs(value), 9);
      });
    },
  );

  it('meet what is level with a face in its middle', () => {
    const level = moved(solid('capsule', 0.1, 0.5), [0.1, 0, 1], [quarter, 0, 0]);
    for (const to of [solid('plane'), solid('box', 1, 1, 1)]) {
      separation(A, level, to).at.forEach((x, i) => {
        expect(x).toBeCloseTo([0.1, 0, 1][i], 12);
      });
    }
  });

  it('keep nearly parallel capsules right', () => {
    const to = solid('capsule', 0.1, 1);
    for (const angle of [1e-3, 1e-5, 1e-6, 1e-7, 1e-8, 1e-12]) {
      const from = moved(solid('capsule', 0.1, 1), [0.5, 0.1, 0.3], [angle, angle / 2, 0]);
      const axis = mulMatVec(A, from.rotation, [0, 0, 1]);
      const brute =
        least(0.5, (s) => pointDepth(A, plus(from.position, s, axis), to).distance) - from.size[0];
      expect(Math.abs(separation(A, from, to).distance - brute)).toBeLessThan(
        angle < 1e-7 ? 1e-7 * 0.5 : 1e-12,
      );
    }
  });

  it('cross at small angles within the stated bound', () => {
    const to = solid('capsule', 0.1, 1);
    for (const angle of [1e-3, 1e-6, 3e-7, 1e-7, 5e-8]) {
      const from = moved(solid('capsule', 0.1, 1), [0, 0.4 * angle, -0.4], [angle, 0, 0]);
      expect(separation(A, from, to).distance).toBeGreaterThan(-0.2 - 1e-12);
      expect(separation(A, from, to).distance).toBeLessThan(-0.2 + 1e-7 * 0.5);
    }
  });
});

it('refuses to measure from a box', () => {
  const box = someSolid('box', chance(3));
  expect(() => separation(A, box, box)).toThrow('a distance from a box');
});
