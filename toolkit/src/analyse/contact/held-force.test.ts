import { describe, expect, it } from 'vitest';
import { impactOf } from './impact.js';
import { firstPeak } from './landing.js';
import type { AdmittanceLoop, ContactLoop, ImpedanceLoop, Inner, PressLoop, Velocity } from './loop.js';
import { contactLoopProblems } from './loop.js';
import { contactRadius, freeRadius, onWall } from './radius.js';
import { responseAt, wantedAdmittance } from './response.js';
import { statusOf } from './verdict.js';

const T = 0.002;
const press: PressLoop = {
  law: 'press',
  tick: T,
  mass: 2,
  stiffness: 0,
  damping: 60,
  velocity: { kind: 'measured' },
  gain: 0.8,
  integral: 4,
  delay: 0,
  sensor: { every: 1, delay: 0, average: 1, massBelow: 0 },
};
const wall = { stiffness: 2e4, damping: 0 };

/** A mass on a spring under held forces, in closed form: from place and speed to place and speed after t. */
function swing(mass: number, k: number, x: number, v: number, force: number, t: number): [number, number] {
  const w = Math.sqrt(k / mass);
  const rest = force / k;
  const [c, s] = [Math.cos(w * t), Math.sin(w * t)];
  return [rest + (x - rest) * c + (v / w) * s, v * c - (x - rest) * w * s];
}

/** By what the motion grows a tick in the end. `law`: from place, speed and force on the wall to the force of the motor. */
function growth(
  mass: number,
  k: number,
  delay: number,
  law: (x: number, v: number, F: number) => number,
  ticks = 6000,
): number {
  let [x, v, force] = [1e-3, 0, 0];
  const waiting = new Array<number>(Math.floor(delay / T)).fill(0);
  const rest = delay - Math.floor(delay / T) * T;
  const third = ticks / 3;
  const sizes = [0, 0, 0];
  for (let tick = 0; tick < ticks; tick++) {
    waiting.push(law(x, v, k * x));
    [x, v] = swing(mass, k, x, v, force, rest);
    force = waiting.shift() as number;
    [x, v] = swing(mass, k, x, v, force, T - rest);
    const part = Math.floor(tick / third);
    sizes[part] = Math.max(sizes[part], Math.abs(x) + Math.abs(v) / Math.sqrt(k / mass));
  }
  return (sizes[2] / sizes[1]) ** (1 / third);
}

describe('a press', () => {
  it('without a gain on the force is the impedance, for all kinds of delay and speed', () => {
    const kinds: Velocity[] = [{ kind: 'measured' }, { kind: 'differences', cutOff: 80 }];
    for (const velocity of kinds) {
      for (const delay of [0, 0.0007, 0.004, 0.0051]) {
        const shared = { tick: T, mass: 2, stiffness: 700, damping: 60, velocity, delay };
        const held: ImpedanceLoop = { ...shared, law: 'impedance', dampingOn: 'speed' };
        const plain: PressLoop = { ...press, ...shared, gain: 0, integral: 0 };
        expect(contactRadius(plain, wall)).toBeCloseTo(contactRadius(held, wall), 9);
        expect(freeRadius(plain)).toBeCloseTo(freeRadius(held), 9);
      }
    }
  });

  it.each([
    { delay: 0, late: 0, gain: 0.8, integral: 4 },
    { delay: 0, late: 3, gain: 0.2, integral: 1 },
    { delay: 0.0013, late: 2, gain: 0.6, integral: 30 },
    { delay: 0.0045, late: 1, gain: 0.1, integral: 0 },
  ])('grows as a recursion by hand does: %j', ({ delay, late, gain, integral }) => {
    const old = new Array<number>(late).fill(0);
    let sum = 0;
    const grew = growth(2, 2e4, delay, (_, v, F) => {
      old.push(F);
      const felt = old.shift() as number;
      const u = -gain * felt + sum - 60 * v;
      sum -= integral * T * felt;
      return u;
    });
    const loop: PressLoop = { ...press, delay, gain, integral, sensor: { ...press.sensor, delay: late } };
    expect(Math.abs(contactRadius(loop, wall) - grew)).toBeLessThan(2e-4);
  });

  it('shapes the inertia of an impedance: fast ticks leave the poles of M x″ + D x′ + (K + k) x', () => {
    const [m, M, K, D, tick] = [2, 5, 300, 40, 1e-5];
    const shaped = { stiffness: (K * m) / M, damping: (D * m) / M, gain: m / M - 1, integral: 0 };
    const radius = contactRadius({ ...press, tick, mass: m, ...shaped }, wall);
    expect(Math.log(radius) / tick).toBeCloseTo(-D / (2 * M), 1);
  });

  it('is felt as lighter by its gain at fast ticks', () => {
    const loop: PressLoop = { ...press, tick: 1e-5, stiffness: 400, integral: 0 };
    for (const w of [3, 20]) {
      const [told, wanted] = [responseAt(loop, w)?.mean, wantedAdmittance(loop, w)];
      expect(Math.hypot((told?.re ?? 0) - wanted.re, (told?.im ?? 0) - wanted.im)).toBeLessThan(
        2e-3 * Math.hypot(wanted.re, wanted.im),
      );
    }
    expect(wantedAdmittance(loop, 3).im / wantedAdmittance({ ...loop, gain: 0 }, 3).im).toBeCloseTo(1.8, 9);
  });

  it('keeps its place and its integral in free space, and has neither on a wall', () => {
    expect(freeRadius(press)).toBeLessThan(0.95);
    expect(freeRadius({ ...press, stiffness: 100 })).toBeLessThan(0.999);
    expect(contactRadius(press, wall)).toBeLessThan(1);
  });

  it('comes to its preload, its first peak above it, and bounces for ever where it is unstable', () => {
    const approach = { speed: 0.05, preload: 10 };
    const hard = { ...press, gain: 0.1, integral: 1, damping: 200 };
    const impact = impactOf(hard, wall, approach);
    expect(impact.firstPeak).toBeGreaterThan(10);
    expect(impact.firstPeak).toBeLessThan(10 + 0.05 * Math.sqrt(2 * 2e4) + 10);
    const late: PressLoop = { ...press, gain: 0.9, integral: 2000, sensor: { ...press.sensor, delay: 25 } };
    expect(contactRadius(late, wall)).toBeGreaterThan(1.01);
    expect(impactOf(late, wall, approach).bounces).toBe(Number.POSITIVE_INFINITY);
    // Between ticks it is pushed on by the old command: the instants are not alike.
    expect(firstPeak(hard, wall, approach, 0)).not.toBe(firstPeak(hard, wall, approach, 0.5));
  });

  it('names what no press has', () => {
    const bad = { ...press, gain: -1.5, integral: -1, mass: 0, sensor: { ...press.sensor, average: 0 } };
    expect(contactLoopProblems(bad).map(({ where }) => where.path)).toEqual([
      'mass',
      'integral',
      'sensor.average',
      'gain',
    ]);
  });
});

describe('position loops by torques at the tick', () => {
  const led: AdmittanceLoop = {
    law: 'admittance',
    tick: T,
    mass: 8,
    damping: 900,
    stiffness: 0,
    scheme: 'implicit',
    inner: { kind: 'ideal' },
    sensor: { every: 1, delay: 1, average: 1, massBelow: 0 },
  };
  const gains = { stiffness: 3000, damping: 150 };

  it.each([
    { name: 'pd', ahead: 0, integral: 0, delay: 0, D: 900 },
    { name: 'pd, whose own motion is the slowest', ahead: 0, integral: 0, delay: 0, D: 9000 },
    { name: 'pd, which swings', ahead: 0, integral: 0, delay: 0, D: 150 },
    { name: 'pid', ahead: 0, integral: 9000, delay: 0, D: 900 },
    { name: 'computed torque', ahead: 2, integral: 0, delay: 0, D: 900 },
    { name: 'computed torque, late', ahead: 2, integral: 0, delay: 0.003, D: 900 },
  ])('grow as a recursion by hand does: $name', ({ ahead, integral, delay, D }) => {
    let [at, speed, old, sum] = [0, 0, 0, 0];
    const grew = growth(2, 2e4, delay, (x, v, F) => {
      const next = (speed - (T / 8) * old) / (1 + (T * D) / 8);
      old = F;
      at += T * next;
      sum += integral * T * (at - x);
      const u = 3000 * (at - x) + 150 * (next - v) + (ahead * (next - speed)) / T + sum;
      speed = next;
      return u;
    });
    const inner: Inner = {
      kind: 'torque',
      mass: 2,
      ...gains,
      ahead,
      integral,
      velocity: { kind: 'measured' },
    };
    expect(Math.abs(contactRadius({ ...led, damping: D, delay, inner }, wall) - grew)).toBeLessThan(2e-4);
  });

  it('that feel nothing are an impedance with an integral', () => {
    const held: ImpedanceLoop = {
      law: 'impedance',
      tick: T,
      mass: 2,
      ...gains,
      integral: 20_000,
      dampingOn: 'error rate',
      velocity: { kind: 'measured' },
      delay: 0,
    };
    let sum = 0;
    const grew = growth(2, 2e4, 0, (x, v) => {
      sum += 20_000 * T * x;
      return -3000 * x - 150 * v - sum;
    });
    expect(Math.abs(contactRadius(held, wall) - grew)).toBeLessThan(2e-4);
    expect(contactRadius({ ...held, integral: 0 }, wall)).toBeLessThan(0.99);
  });

  it('hold an admittance on softer walls than a drive that jumps to its command', () => {
    const inner: Inner = { kind: 'torque', mass: 2, ...gains, velocity: { kind: 'measured' } };
    const own = contactRadius({ ...led, inner }, { stiffness: 2e3, damping: 0 });
    expect(Math.abs(own - contactRadius(led, { stiffness: 2e3, damping: 0 }))).toBeGreaterThan(1e-3);
  });
});

describe('a verdict', () => {
  const slack: ImpedanceLoop = {
    law: 'impedance',
    tick: 1e-3,
    mass: 1,
    stiffness: 500,
    damping: 44,
    dampingOn: 'speed',
    velocity: { kind: 'measured' },
    delay: 0,
  };
  const status = (loop: ContactLoop, stiffness: number) => statusOf(onWall(loop, { stiffness, damping: 0 }));

  it('does not hang on how fast the ticks are: a motion that is well damped is, and one that grows', () => {
    for (const tick of [1e-3, 1e-4, 1e-5]) {
      expect(status({ ...slack, tick }, 5e4)).toBe('stable');
      expect(onWall({ ...slack, tick: 1e-5 }, { stiffness: 5e4, damping: 0 }).radius).toBeGreaterThan(0.998);
      // A negative damping ratio of 0.05 by a delay of its own.
      expect(status({ ...slack, tick, damping: 0, stiffness: 2e4, delay: 3e-3 }, 5e4)).toBe('unstable');
      expect(status({ ...slack, tick, damping: 2 }, 5e4)).toBe('marginal');
    }
  });
});
