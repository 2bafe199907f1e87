import { expect, it } from 'vitest';
import { atRest } from './at-rest.js';
import { drafted } from './runs.js';

it('the design balances where spring and hand in line do, and friction holds some newtons about that', () => {
  const { springs, balance, band, exact } = atRest(drafted('blocked-hand').start);
  expect(springs).toBeCloseTo((45 * 1000 * 0.1) / 1045, 3);
  expect(balance).toBeCloseTo(springs, 6);
  // One joint alone, 0.2 N m by about 0.6 m, is the least that it can be.
  expect(band).toBeGreaterThan(0.2 / 0.6);
  expect(band).toBeLessThan(springs);
  expect(exact / band).toBeGreaterThan(0.8);
});
