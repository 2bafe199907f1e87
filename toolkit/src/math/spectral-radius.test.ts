import { describe, expect, it } from 'vitest';
import { spectralRadius } from './index.js';

describe('spectral radius', () => {
  it('is that of complex and defective poles too', () => {
    const [c, s] = [0.9 * Math.cos(1), 0.9 * Math.sin(1)];
    expect(spectralRadius([c, -s, s, c], 2)).toBeCloseTo(0.9, 12);
    expect(spectralRadius([1, 1, 0, 1], 2)).toBeCloseTo(1, 9);
    expect(spectralRadius([0, 1e200, 1e200, 0], 2) / 1e200).toBeCloseTo(1, 9);
    expect(spectralRadius([0, 0, 0, 0], 2)).toBe(0);
    expect(spectralRadius([Number.NaN, 0, 0, 1], 2)).toBeNaN();
  });
});
