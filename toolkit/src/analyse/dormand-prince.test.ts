import { describe, expect, it } from 'vitest';
import { DormandPrince } from './dormand-prince.js';

describe('DormandPrince', () => {
  const swing = (_: number, [x, v]: readonly number[]) => [v, -x];

  it('follows a swing for a hundred radians to its tolerance', () => {
    const motion = new DormandPrince(swing, [1, 0], { relative: 1e-9, absolute: 1e-9 });
    while (motion.time < 100) expect(motion.step(100)).toBe(true);
    expect(motion.time).toBe(100);
    expect(motion.state[0]).toBeCloseTo(0.8623188722876839, 6);
    expect(motion.state[1]).toBeCloseTo(0.5063656411097588, 6);
  });

  it('takes steps whose error falls as their fifth power', () => {
    const after = (h: number) => {
      const motion = new DormandPrince(swing, [1, 0], { relative: 1e9, absolute: 1e9 }, { first: h });
      motion.step(h);
      return Math.hypot(motion.state[0] - Math.cos(h), motion.state[1] + Math.sin(h));
    };
    expect(Math.log2(after(0.4) / after(0.2))).toBeGreaterThan(5.8);
  });

  it('takes more steps for less error', () => {
    const steps = (relative: number) => {
      const motion = new DormandPrince(swing, [1, 0], { relative, absolute: relative });
      while (motion.time < 10) motion.step(10);
      return motion.taken;
    };
    const [many, few] = [steps(1e-10), steps(1e-5)];
    // Error per step goes with the fifth power of the step.
    expect(many / few).toBeGreaterThan(6);
    expect(many / few).toBeLessThan(16);
  });

  it('sees the time, and ends where it is told', () => {
    const motion = new DormandPrince((t) => [3 * t * t], [0], { relative: 1e-9, absolute: 1e-9 });
    while (motion.time < 2) motion.step(2);
    expect(motion.state[0]).toBeCloseTo(8, 8);
  });

  it('brings the state back to where it has to stay', () => {
    const unit = ([x, y]: number[]) => {
      const length = Math.hypot(x, y);
      return [x / length, y / length];
    };
    const motion = new DormandPrince(swing, [1, 0], { relative: 1e-3, absolute: 1e-3 }, { project: unit });
    while (motion.time < 30) motion.step(30);
    expect(Math.hypot(...motion.state)).toBeCloseTo(1, 14);
  });

  it('gives up on what no step is short enough for', () => {
    const motion = new DormandPrince((t) => [t < 0.5 ? 1 : Number.NaN], [0], {
      relative: 1e-6,
      absolute: 1e-6,
    });
    let goes = true;
    while (goes && motion.time < 1) goes = motion.step(1);
    expect(goes).toBe(false);
    expect(motion.time).toBeLessThanOrEqual(0.5);
  });
});
