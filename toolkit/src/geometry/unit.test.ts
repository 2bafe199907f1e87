import { describe, expect, it } from 'vitest';
import { type Dual, dual, numbers, type Vec3 } from '../math/index.js';
import { unit3 } from './unit.js';

describe('a direction', () => {
  it('is of unit length, with the length beside', () => {
    expect(unit3(numbers, [0, 3, -4], [1, 0, 0])).toEqual({
      direction: [0, 0.6000000000000001, -0.8],
      norm: 5,
    });
  });

  it('of nothing is the other one, and its derivative is finite', () => {
    const D = dual(numbers);
    const zero: Dual<number> = { value: 0, change: 1 };
    const one: Dual<number> = { value: 1, change: undefined };
    const none: Dual<number> = { value: 0, change: undefined };
    const nothing: Vec3<Dual<number>> = [zero, zero, zero];
    const { direction, norm } = unit3(D, nothing, [none, one, none]);
    expect(direction.map(({ value }) => value)).toEqual([0, 1, 0]);
    expect(norm.value).toBe(0);
    for (const { change } of [...direction, norm]) expect(Number.isFinite(change ?? 0)).toBe(true);
  });
});
