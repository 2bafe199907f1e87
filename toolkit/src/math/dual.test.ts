import { describe, expect, it } from 'vitest';
import { random } from '../../../checks/precise.js';
import { changeOf, type Dual, dual } from './dual.js';
import { formulas } from './formulas.test.helper.js';
import { numbers } from './numbers.js';

const D = dual(numbers);
const at = (x: readonly number[], dx: readonly number[]): Dual<number>[] =>
  x.map((value, i) => ({ value, change: dx[i] }));

describe('duals', () => {
  it.each(Object.entries(formulas))('%s: the change is the slope of the formula', (_, formula) => {
    const next = random(7);
    for (let k = 0; k < 20; k++) {
      const [x, dx] = [0, 1].map(() => [0, 1, 2].map(() => 1.6 * next() - 0.8));
      const result = formula(D, at(x, dx));
      expect(result.value).toBe(formula(numbers, x));
      const near = (h: number) =>
        formula(
          numbers,
          x.map((xi, i) => xi + h * dx[i]),
        );
      const slope = (near(1e-6) - near(-1e-6)) / 2e-6;
      expect(Math.abs(changeOf(numbers, result) - slope)).toBeLessThan(2e-8 * (1 + Math.abs(slope)));
    }
  });

  it('takes the derivative of the branch, whatever stands in the other', () => {
    const x = { value: 0, change: 1 };
    const guarded = D.select(D.less(D.constant(0), x), D.sqrt(x), D.mul(x, D.constant(3)));
    expect(guarded).toEqual({ value: 0, change: 3 });
    expect(D.abs(x).change).toBe(0);
    expect(D.abs({ value: -2, change: 1 }).change).toBe(-1);
    expect(changeOf(numbers, D.floor({ value: 0.3, change: 1 }))).toBe(0);
  });

  it('nests: the change of a change is the second derivative', () => {
    const E = dual(D);
    // d²/dt² of sin(t³) at 0.7.
    const t = { value: { value: 0.7, change: 1 }, change: D.constant(1) };
    const y = E.sin(E.mul(E.mul(t, t), t));
    const s = 0.7 ** 3;
    const slope = 3 * 0.7 ** 2;
    const second = 6 * 0.7 * Math.cos(s) - slope * slope * Math.sin(s);
    expect(changeOf(numbers, changeOf(D, y))).toBeCloseTo(second, 12);
  });
});
