import { describe, expect, it } from 'vitest';
import { numbers as N } from '../math/index.js';
import { seeded } from './arms.test.helper.js';
import { impulseAt, inDisc, type Pair, type Slip, slipLaw, trialImpulse } from './slip-law.js';

describe('the law of friction in the plane', () => {
  /** Passes until a mass of its own in each direction, M u = r + λ, has what Coulomb asks for. */
  const passes = (M: readonly [number, number, number], r: Pair<number>, cap: number, newton: number) => {
    const grip = 1e4 * Math.max(M[0], M[2]);
    let slip: Slip<number> = { impulse: [0, 0], velocity: [r[0] / M[0], r[1] / M[2]], grip, cap };
    slip = { ...slip, impulse: inDisc(N, trialImpulse(N, slip), cap) };
    for (let pass = 1; pass <= 400; pass++) {
      const law = slipLaw(N, slip, newton);
      const [a, b, c] = law.mass;
      expect(a + c).toBeGreaterThanOrEqual(0);
      expect(a * c - b * b).toBeGreaterThanOrEqual(-1e-12 * (a + c) ** 2);
      const [x, y] = [r[0] + law.pull[0], r[1] + law.pull[1]];
      const [d, e, f] = [M[0] + a, M[1] + b, M[2] + c];
      const det = d * f - e * e;
      const velocity: Pair<number> = [(f * x - e * y) / det, (d * y - e * x) / det];
      const used = impulseAt(N, law, velocity);
      const wanted = inDisc(N, trialImpulse(N, { ...slip, velocity }), cap);
      if (Math.hypot(used[0] - wanted[0], used[1] - wanted[1]) < 1e-9 * cap)
        if (Math.hypot(used[0] - slip.impulse[0], used[1] - slip.impulse[1]) < 1e-7 * cap)
          return { pass, velocity, impulse: used };
      slip = { ...slip, impulse: inDisc(N, used, cap), velocity };
    }
    return { pass: 401, velocity: [0, 0] as Pair<number>, impulse: [0, 0] as Pair<number> };
  };

  it('ends with an impulse that holds, or one against the motion at the edge of the cone', () => {
    const next = seeded(4);
    let [stuck, slid, most] = [0, 0, 0];
    for (let n = 0; n < 400; n++) {
      const [a, c] = [1 + 0.9 * next(), 1 + 0.9 * next()];
      const M = [a, 0.9 * next() * Math.sqrt(a * c), c] as const;
      const r: Pair<number> = [next(), next()];
      const cap = 0.7 * (1 + next()) + 1e-3;
      const { pass, velocity, impulse } = passes(M, r, cap, 1);
      most = Math.max(most, pass);
      const speed = Math.hypot(...velocity);
      const size = Math.hypot(...impulse);
      expect(size).toBeLessThan(cap * (1 + 1e-6));
      if (Math.hypot(...r) < cap) {
        stuck++;
        expect(speed).toBeLessThan(1e-9);
        expect(impulse[0]).toBeCloseTo(-r[0], 6);
      } else if (speed > 1e-6) {
        slid++;
        expect(size / cap).toBeCloseTo(1, 6);
        expect((impulse[0] * velocity[0] + impulse[1] * velocity[1]) / (size * speed)).toBeCloseTo(-1, 6);
      }
    }
    expect(stuck).toBeGreaterThan(50);
    expect(slid).toBeGreaterThan(50);
    expect(most).toBeLessThan(25);
  });

  it('gets there without Newton too, with more passes', () => {
    const [quick, sure] = [1, 0].map((newton) => passes([1, 0.3, 0.7], [1, 0.4], 0.8, newton));
    expect(sure.pass).toBeLessThan(401);
    expect(sure.pass).toBeGreaterThan(quick.pass);
    expect(sure.velocity[0]).toBeCloseTo(quick.velocity[0], 6);
    expect(sure.velocity[1]).toBeCloseTo(quick.velocity[1], 6);
  });
});
