import { expect, it } from 'vitest';
import { nelderMead } from './nelder-mead.js';

const finely = { step: 0.3, size: 1e-7, most: 1000 };

it('finds the bottom of Rosenbrock’s valley, (1, 1)', () => {
  const valley = ([x, y]: readonly number[]) => 100 * (y - x * x) ** 2 + (1 - x) ** 2;
  const { x, value, evaluations } = nelderMead(valley, [-1.2, 1], finely);
  expect(x).toEqual([expect.closeTo(1, 5), expect.closeTo(1, 5)]);
  expect(value).toBeLessThan(1e-12);
  // 195 by the paper's own count, to a similar accuracy.
  expect(evaluations).toBeLessThan(250);
});

it('finds the bottom of a bowl in three directions from outside', () => {
  const bowl = ([x, y, z]: readonly number[]) => (x - 2) ** 2 + 3 * (y + 1) ** 2 + (z - x) ** 2;
  expect(nelderMead(bowl, [0, 0, 0], finely).x).toEqual([2, -1, 2].map((x) => expect.closeTo(x, 5)));
});

it('ends after the evaluations that it may have', () => {
  let calls = 0;
  const { evaluations } = nelderMead(
    ([x]) => {
      calls++;
      return x * x;
    },
    [5],
    { ...finely, most: 10 },
  );
  expect(evaluations).toBe(calls);
  expect(calls).toBeLessThanOrEqual(13);
});
