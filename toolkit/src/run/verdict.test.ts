import { expect, it } from 'vitest';
import { NOTHING, verdictOf } from './verdict.js';

it('gives no part of a stored energy that is next to none', () => {
  const lines = [
    { kind: 'sampling', name: 'sampling', energy: 1e-7 },
    { kind: 'residual', name: 'residual', energy: 1e-9 },
  ] as const;
  const told = (largest: number) => verdictOf(lines, { largest, pushes: undefined });
  expect(told(0).storedNothing).toBe(true);
  expect(told(0.9 * NOTHING).storedNothing).toBe(true);
  expect(told(NOTHING).storedNothing).toBeUndefined();
  expect(told(NOTHING).gainedShare).toBeCloseTo(0.1, 12);
});
