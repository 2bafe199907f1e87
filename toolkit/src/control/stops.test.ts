/** How hard an arm may stop, and that what stops asks for no more. */
import { describe, expect, it } from 'vitest';
import { numbers } from '../math/index.js';
import { noise, planar, randomState, sevenJoints } from '../mechanism/arms.test.helper.js';
import { massMatrix } from '../model/index.js';
import { inertial, shareWithin, stopPart, stopShare } from './stops.js';

describe('the share of a torque within limits', () => {
  const share = (base: number[], part: number[], most: number[]) => shareWithin(numbers, base, part, most);

  it('is the greatest with which no joint is beyond its limit', () => {
    expect(share([3, 0], [10, 4], [8, 8])).toBeCloseTo(0.5, 14);
    expect(share([-3, 0], [10, 4], [8, 8])).toBe(1);
    expect(share([3, 0], [-22, 4], [8, 8])).toBeCloseTo(0.5, 14);
    expect(share([0, 0], [1, 1], [8, 8])).toBe(1);
    expect(share([1], [1e6], [Number.POSITIVE_INFINITY])).toBe(1);
  });

  it('leaves a quarter of the limit to a joint that its load takes up, and none to one that has no limit to give', () => {
    expect(share([7.9], [4], [8])).toBeCloseTo(0.5, 14);
    expect(share([0, 0], [5, 2], [0, 8])).toBe(1);
  });
});

describe('a stop', () => {
  it('takes what the limits leave, by one share for all joints', () => {
    const model = sevenJoints();
    const random = noise(71);
    const most = [87, 87, 87, 87, 12, 12, 12];
    for (let k = 0; k < 20; k++) {
      const { q, v } = randomState(model, random);
      const base = most.map((x) => 0.5 * x * random());
      const part = stopPart(numbers, model, q, {}, { v, tick: 1e-3, base, most });
      expect(part).toBeGreaterThan(0);
      const M = massMatrix(numbers, model, q);
      const loads = most.map((limit, i) => {
        const brake = v.reduce((sum, x, j) => sum - (M[7 * i + j] * x * part) / 1e-3, 0);
        return Math.abs(stopShare * base[i] + brake) / (stopShare * limit);
      });
      // The joint that gives most gives all that it may, and no other more.
      expect(Math.max(...loads)).toBeLessThan(1 + 1e-9);
      if (part < 1) expect(Math.max(...loads)).toBeGreaterThan(1 - 1e-9);
    }
  });

  it('is no harder than the decelerations', () => {
    const model = planar();
    const most = [1e9, 1e9];
    const stop = { v: [2, -1], tick: 1e-3, base: [0, 0], most, deceleration: [50, 10] };
    expect(stopPart(numbers, model, [0, 1], {}, stop)).toBeCloseTo(0.01, 12);
    expect(stopPart(numbers, model, [0, 1], {}, { ...stop, v: [0.01, 0.005] })).toBe(1);
  });

  it('knows the inertia of what is carried', () => {
    const model = planar();
    const payload = { body: 1, moments: { mass: 3, first: [3, 0, 0], second: [3, 0, 0, 0, 0, 0] } } as const;
    const [bare] = inertial(numbers, model, [0, 0], [1, 0], {});
    const [laden] = inertial(numbers, model, [0, 0], [1, 0], { payloads: [payload] });
    expect(laden).toBeGreaterThan(bare + 3);
    const stop = { v: [1, 0], tick: 1e-3, base: [0, 0], most: [50, 50] };
    const [light, heavy] = [{}, { payloads: [payload] }].map((loads) =>
      stopPart(numbers, model, [0, 0], loads, stop),
    );
    expect(heavy / light).toBeCloseTo(bare / laden, 1);
  });
});
