/** Spectral radii against closed forms, published limits and another way to the same poles. */
import { describe, expect, it } from 'vitest';
import { spectralRadius } from '../../math/index.js';
import { chance } from '../chance.js';
import { closedMatrix, delayLoopOf, sizeOf } from './delay-loop.js';
import { delayPoles } from './delay-roots.js';
import { eigenvalues } from './eigenvalues.js';
import { direct, plain, press, sensor } from './loops.test.helper.js';
import { contactRadius, freeRadius, loopRadius, radiusOf } from './radius.js';

/** The stiffness or damping at which f passes 1, between a stable and an unstable one. */
function edge(f: (x: number) => number, stable: number, unstable: number): number {
  let [a, b] = [stable, unstable];
  expect(f(a)).toBeLessThan(1);
  expect(f(b)).toBeGreaterThan(1);
  for (let i = 0; i < 50; i++) {
    const mid = Math.sqrt(a * b);
    if (f(mid) < 1) a = mid;
    else b = mid;
  }
  return a;
}

const wall = (stiffness: number, damping = 0) => ({ stiffness, damping });

describe('eigenvalues', () => {
  it('of a matrix whose poles are known, of any size', () => {
    const next = chance(3);
    for (const n of [1, 2, 3, 7, 20]) {
      // D + a strictly upper triangle, turned by a few shears: the diagonal stays the spectrum.
      const poles = Array.from({ length: n }, (_, i) => (i + 1) / n - 0.3);
      const M = new Float64Array(n * n);
      for (let i = 0; i < n; i++)
        for (let j = i; j < n; j++) M[i * n + j] = i === j ? poles[i] : next() - 0.5;
      for (let turn = 0; turn < n; turn++) {
        const [i, j] = [Math.floor(n * next()), Math.floor(n * next())];
        if (i === j) continue;
        const s = next() - 0.5;
        for (let k = 0; k < n; k++) M[i * n + k] += s * M[j * n + k];
        for (let k = 0; k < n; k++) M[k * n + j] -= s * M[k * n + i];
      }
      const { re, im } = eigenvalues(M, n);
      const got = [...re].sort((a, b) => a - b);
      for (const [i, pole] of poles.entries()) expect(Math.abs(got[i] - pole)).toBeLessThan(1e-7);
      expect(Math.max(...im.map(Math.abs))).toBeLessThan(1e-7);
    }
  });

  it('of a turn are on the circle, and of no number there are none', () => {
    const { re, im } = eigenvalues(Float64Array.of(0, -1, 0, 1, 0, 0, 0, 0, 0.5), 3);
    expect([...re].map((x, i) => Math.hypot(x, im[i])).sort()).toEqual([0.5, 1, 1]);
    expect(eigenvalues(Float64Array.of(Number.NaN), 1).re[0]).toBeNaN();
  });
});

describe('limits in closed form', () => {
  it('of an admittance without an inner loop: (4 M − 2 D T)/T² at once, D/T a sample late, and published ones', () => {
    const limits: [number, number][] = [
      [0, 980000],
      [1, 10000],
      [2, 5050.0],
      [5, 2062.4],
      [10, 1061.6],
    ];
    for (const [delay, limit] of limits) {
      const loop = { ...plain, sensor: { ...sensor, delay } };
      const k = edge((x) => contactRadius(loop, wall(x)), 10, 1e7);
      expect(k / limit).toBeCloseTo(1, 4);
    }
    for (const [delay, limit] of [
      [0, 3393.0],
      [1, 2533.4],
    ]) {
      const loop = { ...plain, sensor: { ...sensor, delay, cutOff: 20 } };
      expect(edge((x) => contactRadius(loop, wall(x)), 10, 1e7) / limit).toBeCloseTo(1, 4);
    }
    for (const [delay, limit] of [
      [0, 36000],
      [1, 2000],
    ]) {
      const loop = { ...plain, tick: 0.01, sensor: { ...sensor, delay } };
      expect(edge((x) => contactRadius(loop, wall(x)), 10, 1e7) / limit).toBeCloseTo(1, 6);
    }
  });

  it('of the damping that holds metal at 500 Hz, late by 4 and 5 samples, explicit and implicit', () => {
    const metal = wall(2e5);
    for (const [scheme, delay, limit] of [
      ['implicit', 5, 3458],
      ['implicit', 4, 3201],
      ['explicit', 5, 3267],
      ['explicit', 4, 3014],
    ] as const) {
      const at = (damping: number) =>
        contactRadius({ ...press, scheme, damping, sensor: { ...sensor, delay } }, metal);
      const least = edge((x) => at(1 / x), 1 / 8000, 1 / 500);
      expect(Math.abs(1 / least - limit)).toBeLessThan(30);
      if (scheme === 'explicit') expect(edge(at, 8000, 12000)).toBeCloseTo(10_000, -2);
      else expect(at(1e6)).toBeLessThan(1);
    }
  });

  it('of a held damper on a free mass: 2 m/T, with the speed and with bare differences of places', () => {
    const free = { ...direct, stiffness: 1e-3 };
    expect(edge((damping) => freeRadius({ ...free, damping }), 10, 1e5) / (2 * 2e3)).toBeCloseTo(1, 3);
    const velocity = { kind: 'differences', cutOff: Number.POSITIVE_INFINITY } as const;
    // The difference is the mean of the last two speeds: z² − (1 − b/2) z + b/2 with b = D T/m.
    expect(edge((damping) => freeRadius({ ...free, velocity, damping }), 10, 1e5) / 4e3).toBeCloseTo(1, 3);
  });

  it('of a free admittance with a spring: Ts² K + 2 Ts D = 4 M', () => {
    const loop = { ...plain, mass: 3, damping: 20, stiffness: 50 };
    const T = edge((tick) => freeRadius({ ...loop, tick }), 0.1, 0.5);
    expect(T).toBeCloseTo(0.232455532034, 9);
    expect(freeRadius({ ...loop, tick: 0.2324 })).toBeCloseTo(0.999245, 6);
    expect(freeRadius({ ...loop, tick: 0.001 })).toBeCloseTo(0.996661092515, 11);
  });
});

describe('the matrix', () => {
  it('is the same for a delay of two halves as for a whole one, and between its neighbours for a part', () => {
    const at = (delay: number) => contactRadius({ ...direct, delay }, wall(3e4, 10));
    expect(at(0.002 - 1e-13)).toBeCloseTo(at(0.002), 11);
    expect(at(0.00201)).toBeGreaterThan(at(0.002));
    expect(at(0.00201)).toBeLessThan(at(0.003));
    expect(at(0.00200001)).toBeCloseTo(at(0.002), 6);
    expect(at(0.00299999)).toBeCloseTo(at(0.003), 6);
  });

  it('of springs in line is that of their one stiffness, and of a damped wall behind a rigid one that of the wall', () => {
    const soft = contactRadius({ ...direct, series: 2e4 }, wall(3e4));
    expect(soft).toBeCloseTo(contactRadius(direct, wall(1.2e4)), 12);
    const hard = contactRadius({ ...direct, series: 1e11 }, wall(3e4, 30));
    expect(hard).toBeCloseTo(contactRadius(direct, wall(3e4, 30)), 6);
  });

  it('of a stiff flexible mode is that of the joined mass, and its spring is in line with the wall where it is soft', () => {
    const flexible = { mass: 0.5, stiffness: 1e9, damping: 3e3 };
    const joined = contactRadius({ ...direct, mass: 1.5, flexible }, wall(3e4, 20));
    expect(joined).toBeCloseTo(contactRadius(direct, wall(3e4, 20)), 5);
    const light = { mass: 1e-4, stiffness: 2e4, damping: 1 };
    expect(contactRadius({ ...direct, flexible: light }, wall(3e4))).toBeCloseTo(
      contactRadius({ ...direct, series: 2e4 }, wall(3e4)),
      2,
    );
  });

  it('of a sensor at half the rate is a period of two ticks', () => {
    const slow = { ...plain, sensor: { ...sensor, every: 2 } };
    // Two explicit ticks under one reading: Jury of the product, by hand: [x v] ↦ twice, then f = k x.
    const [T, M, D, k] = [0.002, 1, 20, 3000];
    const p = 1 - (T * D) / M;
    const once = (x: number, v: number, f: number): [number, number] => {
      const w = p * v - (T / M) * f;
      return [x + T * w, w];
    };
    const column = (x: number, v: number) => once(...once(x, v, k * x), k * x);
    const [a, c] = column(1, 0);
    const [b, d] = column(0, 1);
    const rho = spectralRadius([a, b, c, d], 2);
    expect(contactRadius(slow, wall(k))).toBeCloseTo(rho, 10);
  });

  it('moves like its poles by the queue, by QR and by squaring, for all kinds of delay', () => {
    const next = chance(11);
    for (let trial = 0; trial < 16; trial++) {
      const delay = Math.floor(40 * next());
      const k = 10 ** (2 + 4 * next());
      const loop =
        trial % 2 === 0
          ? delayLoopOf(
              { ...direct, delay: (delay + next()) * direct.tick, stiffness: 100 + 2e3 * next() },
              wall(k),
            )
          : delayLoopOf(
              {
                ...press,
                damping: 10 ** (2 + 2 * next()),
                sensor: {
                  ...sensor,
                  delay,
                  massBelow: next(),
                  average: 1 + Math.floor(6 * next()),
                },
              },
              wall(k),
            );
      const size = sizeOf(loop);
      const matrix = radiusOf(eigenvalues(closedMatrix(loop), size)).radius;
      const squared = spectralRadius([...closedMatrix(loop)], size);
      expect(matrix).toBeCloseTo(squared, 7);
      expect(loopRadius(loop)).toBeCloseTo(squared, 7);
      const poles = delayPoles(loop);
      expect(poles && radiusOf(poles).radius).toBeCloseTo(squared, 7);
    }
  });
});

describe('free motion', () => {
  it('leaves out the pole that only keeps the place', () => {
    expect(freeRadius({ ...press, damping: 1000 })).toBeLessThan(0.95);
    expect(freeRadius(plain)).toBeCloseTo(1 - 0.04, 10);
  });
  it('is not free of the mass below the sensor', () => {
    const heavy = { ...press, damping: 100, sensor: { ...sensor, delay: 2, massBelow: 60 } };
    expect(freeRadius(heavy)).toBeGreaterThan(1);
    expect(freeRadius({ ...heavy, sensor: { ...heavy.sensor, massBelow: 0.1 } })).toBeLessThan(1);
  });
});
