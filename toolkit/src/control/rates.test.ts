import { describe, expect, it } from 'vitest';
import { chain } from '../mechanism/arms.test.helper.js';
import { element, reaching } from './designs.test.helper.js';
import { type Design, designProblems, rateProblems, springRates } from './index.js';

/** Sliders in a row, each of its own spring that pulls by 0.1 m. */
function sliders(stiffness: readonly number[], rate: number, more: Design['limits'] = {}): Design {
  const axes = [
    [1, 0, 0],
    [0, 1, 0],
  ] as const;
  return {
    name: 'sliders',
    model: chain(stiffness.map((_, i) => ({ type: 'prismatic', axis: axes[i], mass: 0.5 }))),
    period: 1e-3,
    points: [],
    elements: stiffness.map((k, i) =>
      element(`k${i}`, 'spring', 'joint', { joint: `j${i + 1}` }, { stiffness: [k], target: [0.1] }),
    ),
    limits: { ...more, torqueRate: { most: stiffness.map(() => rate) } },
  };
}

/** Greatest height of the swing of 0.5 kg on a spring of K, begun at 1, whose force changes by `rate` at most. */
function swing(K: number, rate: number): number {
  const h = 1e-4;
  let [x, v, f] = [1, 0, -K];
  let most = 0;
  for (let k = 0; k < 100_000; k++) {
    const wanted = -K * x - 0.02 * Math.sqrt(K * 0.5) * v;
    f = Math.min(Math.max(wanted, f - h * rate), f + h * rate);
    v += (h * f) / 0.5;
    x += h * v;
    if (k > 50_000) most = Math.max(most, Math.abs(x));
  }
  return most;
}

describe('torque rate limits', () => {
  it('need the greatest force of a slider times its angular frequency', () => {
    const design = sliders([200, 450], 1e6);
    expect(designProblems(design)).toEqual([]);
    // The first carries both: 1 kg. √200 rad/s on 20 N, √900 rad/s on 45 N.
    const [first, second] = springRates(design);
    expect(first).toBeCloseTo(20 * Math.sqrt(200), 8);
    expect(second).toBeCloseTo(45 * 30, 8);
    expect(springRates(design, { rotorInertia: [1, 0] })[0]).toBeCloseTo(20 * 10, 8);
  });

  it('are told of by joint, with the number that works', () => {
    const at = (rate: number) => rateProblems(sliders([200, 450], rate)).map(({ where }) => where.name);
    expect(at(1400)).toEqual([]);
    expect(at(1300)).toEqual(['joint "j2"']);
    expect(at(200)).toEqual(['joint "j1"', 'joint "j2"']);
    expect(rateProblems(sliders([200, 450], 1300))[0]).toMatchObject({
      code: 'slow-torque-rate',
      severity: 'warning',
      where: { path: 'control.limits.torqueRate' },
      expected: expect.stringMatching(/^at least 1350 N\/s /),
      got: '1300 N/s',
    });
    expect(rateProblems({ ...sliders([200], 1), limits: {} })).toEqual([]);
  });

  it('that are fast enough let a spring come to rest, and that are a fraction of it drive it', () => {
    const needed = 450 * 30;
    expect(swing(450, 1.01 * needed)).toBeLessThan(0.5);
    expect(swing(450, 0.3 * needed)).toBeGreaterThan(1);
  });

  it('need less where forces and torques are limited', () => {
    const free = springRates(sliders([200, 450], 1));
    const each = springRates(sliders([200, 450], 1, { torque: { most: [100, 9], how: 'each' } }));
    expect(each[0]).toBeCloseTo(free[0], 8);
    expect(each[1]).toBeCloseTo(free[1] / 5, 8);
    const scaled = springRates(sliders([200, 450], 1, { torque: { most: [100, 9] } }));
    scaled.forEach((rate, i) => {
      expect(rate).toBeCloseTo(free[i] / 5, 8);
    });
    const q = [0.3, 0.8];
    const long = reaching(100, [3, 1, 0], { limits: { force: [{ at: 'tip', norm: 20 }] } });
    const ratio = springRates({ ...long, limits: {} }, { q })[0] / springRates(long, { q })[0];
    expect(ratio).toBeGreaterThan(5);
  });
});
