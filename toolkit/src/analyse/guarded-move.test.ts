import { describe, expect, it } from 'vitest';
import { approachTable, guardedMoveForecast, highestSpeed, reactionTime } from './guarded-move.js';

describe('the forecast of a guarded move', () => {
  it('has the overshoot of a late stop, and the speed for a peak', () => {
    const at = { deceleration: Number.POSITIVE_INFINITY, threshold: 10, stiffness: 20000, reaction: 0.01 };
    const { overshoot, peak } = guardedMoveForecast({ ...at, speed: 0.05 });
    expect(overshoot).toBeCloseTo(10, 12);
    expect(peak).toBeCloseTo(20, 12);
    expect(highestSpeed(12, at)).toBeCloseTo(0.01, 12);
    expect(highestSpeed(10, at)).toBe(0);
  });

  it('has the way and the force of a stop that brakes', () => {
    const at = { deceleration: 2, threshold: 0, stiffness: 20000, reaction: 0.01 };
    const { stopping, braking, overshoot } = guardedMoveForecast({ ...at, speed: 0.1 });
    expect(stopping).toBeCloseTo(0.0035, 12);
    expect(braking).toBeCloseTo(0.0025, 12);
    expect(overshoot).toBeCloseTo(70, 9);
    for (const speed of [0.003, 0.02, 0.1]) {
      const { peak } = guardedMoveForecast({ ...at, threshold: 3, speed });
      expect(highestSpeed(peak, { ...at, threshold: 3 })).toBeCloseTo(speed, 12);
    }
  });

  it('counts what holds a reading back', () => {
    const { seen, answered, total } = reactionTime({ tick: 0.002, average: 5 });
    expect([seen, answered]).toEqual([0.004, 0.002]);
    expect(total).toBeCloseTo(0.006, 15);
    expect(reactionTime({ tick: 0.001, delay: 0.008, filter: 0.002, stands: 0.02 }).total).toBeCloseTo(
      0.031,
      15,
    );
    // 20 mm, 5 N/mm, mean of five at 2 ms: seen at 20 + F/k + 2 v T, then one tick and the brake, within a reading.
    const forecast = guardedMoveForecast({
      speed: 0.05,
      deceleration: 0.5,
      threshold: 1,
      stiffness: 5000,
      reaction: total,
    });
    expect(Math.abs(forecast.peak - 15)).toBeLessThan(0.05 * 0.002 * 5000);
  });

  it('tabulates the highest approach speed, and a mass on a spring presses that hard', () => {
    const { mark, rows } = approachTable([20, 100], [2e4, 2e5], [1, 4], 0.004);
    expect(mark).toBe('not safety-rated');
    expect(rows).toHaveLength(8);
    for (const { force, stiffness, mass, free, delayed } of rows) {
      expect(delayed).toBeLessThan(free);
      for (const [speed, delay] of [
        [free, 0],
        [delayed, 0.004],
      ]) {
        let [x, v, peak] = [0, speed, 0];
        const h = 1e-6;
        for (let t = 0; x >= 0 && v > 0; t += h) {
          if (t >= delay) v -= (stiffness * x * h) / mass;
          x += v * h;
          peak = Math.max(peak, stiffness * x);
        }
        expect(Math.abs(peak / force - 1)).toBeLessThan(2e-3);
      }
    }
  });
});
