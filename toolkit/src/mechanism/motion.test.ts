import { describe, expect, test } from 'vitest';
import {
  conjugate,
  norm3,
  numbers,
  type Quaternion,
  quaternionExp,
  quaternionLog,
  quaternionProduct,
  sub3,
  type Vec3,
} from '../math/index.js';
import { type MotionDesign, motionAt, motionOf, motions } from './index.js';
import { progress, ramps } from './motion-ramp.js';

const begin: Vec3<number> = [0.3, -0.1, 0.5];
const attitude: Quaternion<number> = quaternionExp(numbers, [0.2, -0.4, 0.1]);

function at(motion: MotionDesign, time: number) {
  const declaration = motionOf(motion.along);
  if (declaration === undefined) throw new Error(motion.along);
  const parameters: Record<string, readonly number[]> = {};
  for (const { name, shape, default: otherwise } of declaration.parameters) {
    const values = motion.parameters[name] ?? (typeof otherwise === 'number' ? [otherwise] : otherwise);
    if (values !== undefined && shape !== 'places') parameters[name] = values;
  }
  return motionAt(
    numbers,
    declaration,
    motion,
    { position: begin, attitude, baked: begin },
    parameters,
    time,
  );
}

const turn = [0.3, 0.8, -0.5];
const line = (more: Partial<MotionDesign> = {}, parameters = {}): MotionDesign => ({
  along: 'line',
  parameters: { to: [0.5, 0.2, 0.1], speed: [0.1], ...parameters },
  ...more,
});
const length = norm3(numbers, sub3(numbers, [0.5, 0.2, 0.1], begin));
const through = [0.4, 0.1, 0.5, 0.6, 0.0, 0.4, 0.55, -0.3, 0.45];

const cases: readonly (readonly [string, MotionDesign])[] = [
  ...ramps.flatMap((ramp) =>
    [false, true].flatMap((returns) => {
      const more = { ramp, returns };
      const own = { turn, from: [0.5], ...(ramp === 'trapezoidal' ? { acceleration: [0.2] } : {}) };
      return [
        [`line ${ramp} ${returns}`, line(more, own)],
        [
          `path ${ramp} ${returns}`,
          { along: 'path', parameters: { through, speed: [0.15], ...own }, ...more },
        ],
      ] as const;
    }),
  ),
  [
    'circle',
    { along: 'circle', parameters: { radius: [0.2], period: [3], phase: [0.4], turn, from: [0.5] } },
  ],
  ['ellipse', { along: 'circle', parameters: { cosine: [0.2, 0, 0], sine: [0, 0.1, 0.2], period: [5] } }],
];

describe.each(cases)('%s', (_, motion) => {
  test('has the derivatives of its place and its axes as velocity and spin', () => {
    const h = 1e-5;
    let moved = 0;
    for (let k = 0; k < 60; k++) {
      const t = 0.1234 + 0.1717 * k;
      const [before, now, after] = [at(motion, t - h), at(motion, t), at(motion, t + h)];
      for (let i = 0; i < 3; i++) {
        const slope = (after.position[i] - before.position[i]) / (2 * h);
        expect(now.velocity[i]).toBeCloseTo(slope, 6);
      }
      const step = quaternionLog(
        numbers,
        quaternionProduct(numbers, after.quaternion, conjugate(numbers, before.quaternion)),
      );
      for (let i = 0; i < 3; i++) expect(now.spin[i]).toBeCloseTo(step[i] / (2 * h), 6);
      moved += norm3(numbers, now.velocity);
    }
    expect(moved).toBeGreaterThan(0.1);
  });

  test('stands still in its own place and axes until it begins', () => {
    if (motion.along === 'circle') return;
    const { position, velocity, quaternion, spin } = at(motion, 0.4999);
    expect(position).toEqual(begin);
    expect(quaternion).toEqual(attitude);
    expect([...velocity, ...spin].every((x) => x === 0)).toBe(true);
  });
});

describe('s', () => {
  const way = (more = {}) => ({ length: 0.7, speed: 0.3, acceleration: 0.5, returns: false, ...more });
  /** When it is over. */
  const total = {
    linear: 0.7 / 0.3,
    trapezoidal: 0.7 / 0.3 + 0.3 / 0.5,
    'minimum-jerk': (15 / 8) * (0.7 / 0.3),
  };

  test.each(ramps)('of the ramp %s goes from 0 to exactly 1 in a finite time, and never beyond', (ramp) => {
    const s = (t: number) => progress(numbers, ramp, way(), t);
    expect(s(-1)).toBe(0);
    expect(s(0)).toBe(0);
    expect(Math.abs(s(total[ramp]) - 1)).toBeLessThan(1e-12);
    expect(s(total[ramp] * (1 + 1e-15))).toBe(1);
    expect(s(1e9)).toBe(1);
    let before = 0;
    for (let k = 0; k <= 2000; k++) {
      const now = s((k / 2000) * total[ramp]);
      expect(now).toBeGreaterThanOrEqual(before);
      expect(now).toBeLessThanOrEqual(1);
      before = now;
    }
    expect(s(0.5 * total[ramp])).toBeCloseTo(0.5, 12);
  });

  test.each(ramps)('of the ramp %s reaches its greatest speed and does not pass it', (ramp) => {
    let most = 0;
    const n = 4000;
    for (let k = 0; k < n; k++) {
      const [a, b] = [k, k + 1].map((i) => progress(numbers, ramp, way(), (i / n) * total[ramp]));
      most = Math.max(most, ((b - a) * 0.7) / (total[ramp] / n));
    }
    expect(most).toBeCloseTo(0.3, 6);
  });

  test('of a minimum-jerk ramp has the closed-form values', () => {
    for (const [p, s] of [
      [0.1, 0.00856],
      [0.25, 0.103515625],
      [0.5, 0.5],
      [0.75, 0.896484375],
      [0.9, 0.99144],
    ]) {
      expect(progress(numbers, 'minimum-jerk', way(), p * total['minimum-jerk'])).toBeCloseTo(s, 12);
    }
  });

  test('of a trapezoidal ramp that is too short for its speed is a triangle of 2 √(L/a)', () => {
    const short = way({ length: 0.02, speed: 1, acceleration: 0.5 });
    const end = 2 * Math.sqrt(0.02 / 0.5);
    expect(progress(numbers, 'trapezoidal', short, end / 2)).toBeCloseTo(0.5, 12);
    expect(progress(numbers, 'trapezoidal', short, end * 0.999)).toBeLessThan(1);
    expect(progress(numbers, 'trapezoidal', short, end * (1 + 1e-12))).toBe(1);
    expect(progress(numbers, 'trapezoidal', short, end / 4)).toBeCloseTo(0.125, 12);
  });

  test.each(ramps)('of the ramp %s comes back as it went and begins again', (ramp) => {
    const both = way({ returns: true });
    const T = total[ramp];
    for (const t of [0.2 * T, 0.7 * T]) {
      const there = progress(numbers, ramp, way(), t);
      expect(progress(numbers, ramp, both, t)).toBeCloseTo(there, 12);
      expect(progress(numbers, ramp, both, 2 * T - t)).toBeCloseTo(there, 12);
      expect(progress(numbers, ramp, both, 6 * T + t)).toBeCloseTo(there, 10);
    }
  });

  test.each(ramps)('of the ramp %s without a way is at its end, with a finite velocity', (ramp) => {
    expect(progress(numbers, ramp, way({ length: 0 }), 0.1)).toBe(1);
    const { position, velocity } = at(
      line({ ramp }, { to: begin, ...(ramp === 'trapezoidal' ? { acceleration: [1] } : {}) }),
      0.1,
    );
    expect(position).toEqual(begin);
    expect(velocity).toEqual([0, 0, 0]);
  });
});

describe('a line', () => {
  test('ends at `to` or after `by`, turned by its turn', () => {
    const end = at(line({}, { turn }), length / 0.1 + 1);
    for (let i = 0; i < 3; i++) expect(end.position[i]).toBeCloseTo([0.5, 0.2, 0.1][i], 15);
    const done = quaternionLog(
      numbers,
      quaternionProduct(numbers, end.quaternion, conjugate(numbers, attitude)),
    );
    for (let i = 0; i < 3; i++) expect(done[i]).toBeCloseTo(turn[i], 12);
    const by = at({ along: 'line', parameters: { by: [0, 0, -0.2], speed: [1] } }, 9);
    expect(by.position[2]).toBeCloseTo(0.3, 15);
  });
});

describe('a circle', () => {
  test('of two vectors is the published target of a reach, with its exact velocity', () => {
    const motion: MotionDesign = {
      along: 'circle',
      parameters: { centre: [0.5, 0, 0.3], cosine: [0.2, 0, 0], sine: [0, 0, 0.2], period: [2 * Math.PI] },
    };
    for (const t of [0, 0.7, 2, 6, 17.3]) {
      const { position, velocity } = at(motion, t);
      const wanted = [0.5 + 0.2 * Math.cos(t), 0, 0.3 + 0.2 * Math.sin(t)];
      const rate = [-0.2 * Math.sin(t), 0, 0.2 * Math.cos(t)];
      for (let i = 0; i < 3; i++) {
        expect(position[i]).toBeCloseTo(wanted[i], 14);
        expect(velocity[i]).toBeCloseTo(rate[i], 14);
      }
    }
  });

  test('of a radius turns from the point’s x axis towards its y axis about its own place', () => {
    const motion: MotionDesign = { along: 'circle', parameters: { radius: [0.2], period: [4] } };
    const [start, quarter] = [at(motion, 0), at(motion, 1)];
    const off = (p: Vec3<number>) => sub3(numbers, p, begin);
    for (let i = 0; i < 3; i++) {
      expect(off(start.position)[i]).toBeCloseTo(0.2 * start.rotation[3 * i], 14);
      expect(off(quarter.position)[i]).toBeCloseTo(0.2 * start.rotation[3 * i + 1], 14);
    }
  });
});

describe('a path', () => {
  test('goes through its places at the speed of its ramp along it', () => {
    const motion: MotionDesign = { along: 'path', parameters: { through, speed: [0.15] } };
    for (let t = 0.05; t < 4; t += 0.1) expect(norm3(numbers, at(motion, t).velocity)).toBeCloseTo(0.15, 5);
    const nearest = (place: readonly number[]) => {
      let least = 1;
      for (let t = 0; t < 10; t += 0.005)
        least = Math.min(
          least,
          norm3(numbers, sub3(numbers, at(motion, t).position, place as unknown as Vec3<number>)),
        );
      return least;
    };
    for (const i of [0, 3, 6]) expect(nearest(through.slice(i, i + 3))).toBeLessThan(4e-4);
  });

  test('refuses the same place twice in a row, its own place among them', () => {
    const check = motionOf('path')?.check;
    const of = (places: readonly number[]) =>
      check?.({ along: 'path', parameters: { through: places, speed: [1] } }, begin)?.code;
    expect(of([...begin, 1, 1, 1])).toBe('repeated-knots');
    expect(of([1, 1, 1, 1, 1, 1])).toBe('repeated-knots');
    expect(of([1, 1, 1, 0, 0, 0, 1, 1, 1])).toBeUndefined();
  });
});

test('every motion declares its parameters once and says what is singular', () => {
  for (const { kind, parameters, doc } of motions) {
    const names = parameters.map(({ name }) => name);
    expect(new Set(names).size, kind).toBe(names.length);
    expect(doc.singular, kind).not.toBe('');
  }
});

test('a ramp and its acceleration belong together, and a line goes somewhere', () => {
  const of = (motion: MotionDesign) => motionOf('line')?.check?.(motion, begin)?.code;
  expect(of(line())).toBeUndefined();
  expect(of(line({ ramp: 'trapezoidal' }))).toBe('motion-acceleration');
  expect(of(line({}, { acceleration: [1] }))).toBe('motion-acceleration');
  expect(of(line({}, { by: [0, 0, 1] }))).toBe('motion-end');
  expect(of(line({}, { to: begin }))).toBe('motion-still');
});
