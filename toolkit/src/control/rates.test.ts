import { describe, expect, it } from 'vitest';
import { chain } from '../mechanism/arms.test.helper.js';
import { element, reaching } from './designs.test.helper.js';
import { type Design, designProblems, rateProblems, springRates } from './index.js';
import { topSpeed } from './rates.js';

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

/** Whether 0.5 kg on a spring of K and a damper of D, let go at 1 from no force, whose force changes by `rate` at most, comes to rest. */
function settles(K: number, D: number, rate: number): boolean {
  const h = 2e-5;
  let [x, v, f] = [1, 0, 0];
  for (let k = 0; k < 2_000_000; k++) {
    const wanted = -K * x - D * v;
    f = Math.min(Math.max(wanted, f - h * rate), f + h * rate);
    v += (h * f) / 0.5;
    x += h * v;
    if (Math.abs(x) > 10) return false;
    if (k % 1000 === 0 && Math.abs(x) + Math.abs(v) / 30 + Math.abs(f) / K < 0.1) return true;
  }
  return false;
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

  it.each([0.02, 0.1, 0.3, 0.5, 0.7, 1, 1.5, 2, 3])(
    'let a spring of damping ratio %d come to rest where they are fast enough, and drive it where they are 0.68 of that',
    (ratio) => {
      const [K, m] = [450, 0.5];
      const D = 2 * ratio * Math.sqrt(K * m);
      const design: Design = {
        ...sliders([K], 1),
        elements: [
          element('k', 'spring', 'joint', { joint: 'j1' }, { stiffness: [K], target: [1] }),
          element('d', 'damper', 'joint', { joint: 'j1' }, { damping: [D] }),
        ],
      };
      const [needed] = springRates(design);
      expect(settles(K, D, needed)).toBe(true);
      expect(settles(K, D, 0.68 * needed)).toBe(false);
    },
  );

  it('go by the top speed of a swing with any damping ratio', () => {
    const peak = (ratio: number): number => {
      const h = 1e-5;
      let [x, v, most] = [1, 0, 0];
      for (let k = 0; k < 400_000; k++) {
        v += h * (-x - 2 * ratio * v);
        x += h * v;
        most = Math.max(most, -v);
      }
      return most;
    };
    for (const ratio of [0, 0.1, 0.6, 0.99, 1, 1.01, 2, 5])
      expect(topSpeed(ratio)).toBeCloseTo(peak(ratio), 4);
    expect(topSpeed(0)).toBe(1);
    expect(topSpeed(1 - 1e-11)).toBeCloseTo(topSpeed(1), 10);
    expect(topSpeed(1 + 1e-11)).toBeCloseTo(topSpeed(1), 10);
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
