/**
 * Dual numbers over any algebra: a value and its derivative along one direction, carried through a formula together.
 *
 * Kinks and steps as in a graph's derivatives (graph/derivative.ts): `select` has the derivative of the branch that it
 * takes, the other's NaN does not spread; |x| at 0 has 0; `floor`, `exponent`, `pow2`, comparisons and logic have 0.
 * √ and log at 0, division by 0 and atan2 at the origin are singular: guard the operand before the function.
 */
import type { Algebra } from './algebra.js';

export interface Dual<S> {
  readonly value: S;
  /** d value; undefined: 0, known as such, so that nothing is worked out for it. */
  readonly change: S | undefined;
}

/** The algebra of duals over A. */
export function dual<S>(A: Algebra<S>): Algebra<Dual<S>> {
  const still = (value: S): Dual<S> => ({ value, change: undefined });
  const plus = (a: S | undefined, b: S | undefined) =>
    a === undefined ? b : b === undefined ? a : A.add(a, b);
  const minus = (a: S | undefined, b: S | undefined) =>
    b === undefined ? a : a === undefined ? A.neg(b) : A.sub(a, b);
  const times = (factor: () => S, change: S | undefined) =>
    change === undefined ? undefined : A.mul(factor(), change);
  const zero = A.constant(0);
  const one = A.constant(1);
  return {
    constant: (x) => still(A.constant(x)),
    add: (a, b) => ({ value: A.add(a.value, b.value), change: plus(a.change, b.change) }),
    sub: (a, b) => ({ value: A.sub(a.value, b.value), change: minus(a.change, b.change) }),
    mul: (a, b) => ({
      value: A.mul(a.value, b.value),
      change: plus(
        times(() => b.value, a.change),
        times(() => a.value, b.change),
      ),
    }),
    // d(a/b) = (da − (a/b) db)/b.
    div(a, b) {
      const value = A.div(a.value, b.value);
      const above = minus(
        a.change,
        times(() => value, b.change),
      );
      return { value, change: above === undefined ? undefined : A.div(above, b.value) };
    },
    neg: (a) => ({ value: A.neg(a.value), change: a.change === undefined ? undefined : A.neg(a.change) }),
    sqrt(a) {
      const value = A.sqrt(a.value);
      if (a.change === undefined) return still(value);
      return { value, change: A.div(a.change, A.add(value, value)) };
    },
    abs(a) {
      const value = A.abs(a.value);
      if (a.change === undefined) return still(value);
      const below = A.select(A.less(a.value, zero), A.neg(a.change), zero);
      return { value, change: A.select(A.less(zero, a.value), a.change, below) };
    },
    floor: (a) => still(A.floor(a.value)),
    less: (a, b) => still(A.less(a.value, b.value)),
    lessEqual: (a, b) => still(A.lessEqual(a.value, b.value)),
    equal: (a, b) => still(A.equal(a.value, b.value)),
    and: (a, b) => still(A.and(a.value, b.value)),
    or: (a, b) => still(A.or(a.value, b.value)),
    not: (a) => still(A.not(a.value)),
    select: (test, a, b) => ({
      value: A.select(test.value, a.value, b.value),
      change:
        a.change === undefined && b.change === undefined
          ? undefined
          : A.select(test.value, a.change ?? zero, b.change ?? zero),
    }),
    exponent: (a) => still(A.exponent(a.value)),
    pow2: (n) => still(A.pow2(n.value)),
    sin: (a) => ({ value: A.sin(a.value), change: times(() => A.cos(a.value), a.change) }),
    cos: (a) => ({ value: A.cos(a.value), change: times(() => A.neg(A.sin(a.value)), a.change) }),
    // 1 + tan².
    tan(a) {
      const value = A.tan(a.value);
      return { value, change: times(() => A.add(one, A.mul(value, value)), a.change) };
    },
    // (x dy − y dx)/(x² + y²).
    atan2(y, x) {
      const value = A.atan2(y.value, x.value);
      const turned = minus(
        times(() => x.value, y.change),
        times(() => y.value, x.change),
      );
      if (turned === undefined) return still(value);
      const square = A.add(A.mul(x.value, x.value), A.mul(y.value, y.value));
      return { value, change: A.div(turned, square) };
    },
    exp(a) {
      const value = A.exp(a.value);
      return { value, change: times(() => value, a.change) };
    },
    log: (a) => ({
      value: A.log(a.value),
      change: a.change === undefined ? undefined : A.div(a.change, a.value),
    }),
    // 1 − tanh².
    tanh(a) {
      const value = A.tanh(a.value);
      return { value, change: times(() => A.sub(one, A.mul(value, value)), a.change) };
    },
  };
}

/** Duals of values and their changes, entry by entry. */
export function duals<S>(values: readonly S[], changes: readonly S[]): Dual<S>[] {
  return values.map((value, i) => ({ value, change: changes[i] }));
}

/** d value as a scalar of the algebra. */
export function changeOf<S>(A: Algebra<S>, { change }: Dual<S>): S {
  return change ?? A.constant(0);
}
