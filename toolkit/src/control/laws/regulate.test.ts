import { describe, expect, it } from 'vitest';
import { numbers as N } from '../../math/index.js';
import { regulate, speedRange, type Touch, touchStep } from './regulate.js';

/** A point that is moved against a wall 0.1 m away: the greatest force and the last. */
function press(held: boolean, k = 20000, T = 0.001, seconds = 12) {
  let [x, stored, peak, force] = [0, 0, 0, 0];
  for (let t = 0; t < seconds / T; t++) {
    force = Math.max(0, k * (x - 0.1));
    peak = Math.max(peak, force);
    const error = 10 - force;
    const step = regulate(
      N,
      { gain: 0.002, integral: 0.02 },
      error,
      { lower: -0.02, upper: 0.02 },
      stored,
      T,
    );
    stored = held ? step.stored : stored + 0.02 * error * T;
    x += step.out * T;
  }
  return { peak, force };
}

describe('explicit force control', () => {
  it('does not wind up before contact', () => {
    expect(press(false).peak).toBeCloseTo(173.65, 2);
    expect(press(true).peak).toBeCloseTo(11.38, 2);
    expect(press(false).force).toBeCloseTo(10, 1);
    expect(press(true).force).toBeCloseTo(10, 1);
  });

  it('holds its integral only where the error pushes further', () => {
    const step = (error: number, stored: number) =>
      regulate(N, { gain: 1, integral: 1 }, error, { lower: -1, upper: 1 }, stored, 0.1);
    expect(step(5, 0)).toEqual({ out: 1, stored: 0 });
    expect(step(-0.5, 5)).toEqual({ out: 1, stored: 4.95 });
    expect(step(-5, 0)).toEqual({ out: -1, stored: 0 });
    expect(step(0.5, 0)).toEqual({ out: 0.5, stored: 0.05 });
  });

  it('stays within its deviation, and beyond it leads inward only', () => {
    const at = (x: number) => speedRange(N, 0.1, 0.01, { x, deviation: 0.002 });
    expect(at(0)).toEqual({ lower: -0.1, upper: 0.1 });
    expect(at(0.0019).upper).toBeCloseTo(0.01, 12);
    expect(at(0.003)).toEqual({ lower: -0.1, upper: 0 });
    expect(at(-0.003)).toEqual({ lower: 0, upper: 0.1 });
    expect(speedRange(N, 0.1, 0.01)).toEqual({ lower: -0.1, upper: 0.1 });
  });

  it('knows contact that was never there from contact that was lost', () => {
    let touch: Touch<number> = { touched: 0, away: 0, lost: 0 };
    const seen: number[] = [];
    for (const force of [0, 0, 3, 3, 0, 0, 0, 0, 0, 3]) {
      touch = touchStep(N, force, { threshold: 1, after: 0.03 }, touch, 0.01);
      seen.push(touch.lost);
    }
    expect(seen).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 0]);
  });
});
