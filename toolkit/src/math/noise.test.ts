import { describe, expect, it } from 'vitest';
import { Noise } from './noise.js';

describe('noise', () => {
  const take = (noise: Noise, count: number) => Array.from({ length: count }, () => noise.normal());

  it('is the same for the same seed and name, other for others, and begins anew', () => {
    const noise = new Noise(7, 'wrist');
    const first = take(noise, 51);
    expect(take(new Noise(7, 'wrist'), 51)).toEqual(first);
    for (const other of [new Noise(8, 'wrist'), new Noise(7, 'wrist2'), new Noise(7 + 2 ** 40, 'wrist')])
      expect(take(other, 3)).not.toEqual(first.slice(0, 3));
    // An odd number was taken: what was kept of the last pair is gone.
    noise.reset();
    expect(take(noise, 51)).toEqual(first);
  });

  it('is white and normal', () => {
    const n = 100_000;
    const x = take(new Noise(1, ''), n);
    const mean = (f: (v: number, i: number) => number) => x.reduce((sum, v, i) => sum + f(v, i), 0) / n;
    // Five standard deviations of each estimate.
    expect(Math.abs(mean((v) => v))).toBeLessThan(5 / Math.sqrt(n));
    expect(Math.abs(mean((v) => v * v) - 1)).toBeLessThan(5 * Math.sqrt(2 / n));
    expect(Math.abs(mean((v) => v ** 3))).toBeLessThan(5 * Math.sqrt(15 / n));
    expect(Math.abs(mean((v) => v ** 4) - 3)).toBeLessThan(5 * Math.sqrt(96 / n));
    for (const lag of [1, 2, 3])
      expect(Math.abs(mean((v, i) => v * x[(i + lag) % n]))).toBeLessThan(5 / Math.sqrt(n));
    // Φ(−1.96) = 0.025.
    expect(Math.abs(mean((v) => (v < -1.959964 ? 1 : 0)) - 0.025)).toBeLessThan(5 * Math.sqrt(0.025 / n));
  });

  it('has uniform numbers of [0, 1)', () => {
    const noise = new Noise(3, 'u');
    const x = Array.from({ length: 20_000 }, () => noise.uniform());
    expect(x.every((u) => u >= 0 && u < 1)).toBe(true);
    const counts = new Array(20).fill(0);
    for (const u of x) counts[Math.floor(20 * u)]++;
    const squares = counts.reduce((sum, c) => sum + (c - 1000) ** 2 / 1000, 0);
    // χ² with 19 degrees of freedom: 99.99 %.
    expect(squares).toBeLessThan(50);
  });
});
