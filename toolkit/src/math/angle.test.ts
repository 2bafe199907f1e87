import { describe, expect, it } from 'vitest';
import { wrappedAngle } from './angle.js';
import { numbers as N } from './numbers.js';

const PI = 3.141592653589793;

describe('an angle the short way round', () => {
  it('is itself within half a turn, whole turns aside', () => {
    for (const angle of [-3.14, -1, -1e-9, 0, 1e-300, 0.5, 3.14]) {
      expect(wrappedAngle(N, angle)).toBe(angle);
      for (const turns of [-7, -1, 1, 20])
        expect(wrappedAngle(N, angle + 2 * PI * turns)).toBeCloseTo(angle, 13);
    }
  });

  it('is −π at half a turn', () => {
    expect([PI, -PI, 3 * PI].map((angle) => wrappedAngle(N, angle))).toEqual([-PI, -PI, -PI]);
  });
});
