/** One axis against what is known of it: M = 3 kg, D = 20 N s/m, K = 50 N/m, T = 1 ms, a step of 10 N. */
import { describe, expect, it } from 'vitest';
import { interpret, view } from '../../graph/index.js';
import { type OneAxisAdmittance, oneAxisAdmittance } from './one-axis-admittance.js';

const lesson: OneAxisAdmittance = { mass: 3, damping: 20, stiffness: 50, tick: 0.001, scheme: 'explicit' };

class Axis {
  readonly #run;
  readonly #force;
  readonly #position;
  readonly #velocity;

  constructor(given: OneAxisAdmittance) {
    const { layout, memory, run } = interpret(oneAxisAdmittance(given));
    this.#run = run;
    this.#force = view(layout, memory, 'force');
    this.#position = view(layout, memory, 'position');
    this.#velocity = view(layout, memory, 'velocity');
    run.prepare();
  }

  step(force: number): readonly [number, number] {
    this.#force[0] = force;
    this.#run.step();
    return [this.#position[0], this.#velocity[0]];
  }

  /** One tick from a state. */
  from(position: number, velocity: number, force: number): readonly [number, number] {
    this.#position[0] = position;
    this.#velocity[0] = velocity;
    return this.step(force);
  }
}

/** A of z ← A z + B F, and B, of a law whose rest is 0. */
function matrices(given: OneAxisAdmittance) {
  const axis = new Axis(given);
  const [[a11, a21], [a12, a22], B] = [axis.from(1, 0, 0), axis.from(0, 1, 0), axis.from(0, 0, 1)];
  return { A: [a11, a12, a21, a22], B };
}

function spectralRadius(given: OneAxisAdmittance): number {
  const [a, b, c, d] = matrices(given).A;
  const [half, determinant] = [(a + d) / 2, a * d - b * c];
  const square = half * half - determinant;
  return square < 0 ? Math.sqrt(determinant) : Math.abs(half) + Math.sqrt(square);
}

describe('explicit damping', () => {
  it('is the linear map of the lesson', () => {
    const { A, B } = matrices(lesson);
    const alpha = 0.001 / 3;
    const wanted = [1 - 0.001 * alpha * 50, 0.001 * (1 - alpha * 20), -alpha * 50, 1 - alpha * 20];
    for (const [k, x] of A.entries()) expect(x).toBeCloseTo(wanted[k], 14);
    expect(B[0]).toBeCloseTo(3.33333333e-7, 14);
    expect(B[1]).toBeCloseTo(3.33333333e-4, 11);
    const axis = new Axis(lesson);
    let [x, v] = [0, 0];
    for (let k = 0; k < 5000; k++) {
      [x, v] = [
        wanted[0] * x + wanted[1] * v + 0.001 * alpha * 10,
        wanted[2] * x + wanted[3] * v + alpha * 10,
      ];
      const [position, velocity] = axis.step(10);
      expect(Math.abs(position - x) + Math.abs(velocity - v)).toBeLessThan(1e-12);
    }
  });

  it('moves in its first tick, peaks, and rests at F/K; one that uses the old velocity does neither so', () => {
    const axis = new Axis(lesson);
    const x: number[] = [];
    let [place, speed] = [0, 0];
    const other: number[] = [];
    for (let k = 0; k < 20_000; k++) {
      x.push(axis.step(10)[0]);
      [place, speed] = [place + 0.001 * speed, speed + (0.001 * (10 - 20 * speed - 50 * place)) / 3];
      other.push(place);
    }
    expect(x[0]).toBeCloseTo(3.333333333e-6, 15);
    expect(x.indexOf(Math.max(...x))).toBe(1334);
    expect(x[1334]).toBeCloseTo(0.2023002944, 10);
    expect(x[19_999]).toBeCloseTo(0.2, 12);
    expect(other[0]).toBe(0);
    expect(other[1000]).toBeCloseTo(0.1980571447, 10);
    expect(x[1000]).toBeCloseTo(0.1979130653, 10);
  });

  it('is stable up to T = (√(D² + 4 K M) − D)/K and no further', () => {
    const most = (Math.sqrt(400 + 600) - 20) / 50;
    expect(most).toBeCloseTo(0.232455532034, 12);
    expect(spectralRadius({ ...lesson, tick: most })).toBeCloseTo(1, 12);
    expect(spectralRadius({ ...lesson, tick: 0.2324 })).toBeCloseTo(0.999245, 6);
    expect(spectralRadius({ ...lesson, tick: 0.2325 })).toBeCloseTo(1.000605, 6);
    expect(spectralRadius({ ...lesson, stiffness: 0 })).toBeCloseTo(1, 12);
  });

  it('rests where it is told to', () => {
    const axis = new Axis({ ...lesson, rest: -0.3 });
    expect(axis.step(0)).toEqual([-0.3, 0]);
    let x = 0;
    for (let k = 0; k < 10_000; k++) [x] = axis.step(10);
    expect(x).toBeCloseTo(-0.1, 12);
  });
});

describe('other schemes', () => {
  it('exact: the continuous response at every tick', () => {
    const axis = new Axis({ ...lesson, scheme: 'exact' });
    const sigma = 20 / 6;
    const omega = Math.sqrt(50 / 3 - sigma * sigma);
    for (let k = 0; k <= 4000; k++) {
      const t = (k + 1) * 0.001;
      const swing = Math.cos(omega * t) + (sigma / omega) * Math.sin(omega * t);
      const [x] = axis.step(10);
      expect(Math.abs(x - 0.2 * (1 - Math.exp(-sigma * t) * swing))).toBeLessThan(1e-12);
      const known = new Map([
        [1000, 0.197955896],
        [2000, 0.2003577364],
        [3000, 0.1999845384],
        [4000, 0.2000003254],
      ]);
      if (known.has(k)) expect(x).toBeCloseTo(known.get(k) as number, 9);
    }
  });

  it('implicit: stable where explicit damping is not', () => {
    const heavy = { ...lesson, damping: 2000, tick: 0.004 };
    expect(spectralRadius(heavy)).toBeGreaterThan(1);
    expect(spectralRadius({ ...heavy, scheme: 'implicit' })).toBeLessThan(1);
  });
});
