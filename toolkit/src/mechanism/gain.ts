/** Gains on vectors of any length: one number, a diagonal, or a symmetric matrix. */
import { type Algebra, max, sum } from '../math/index.js';

/** K x. K: 1 entry (the same in all directions), n (a diagonal) or n² (a matrix, row by row). */
export function applyGain<S>(A: Algebra<S>, gain: readonly S[], x: readonly S[]): S[] {
  const n = x.length;
  if (gain.length === 1) return x.map((component) => A.mul(gain[0], component));
  if (gain.length === n) return x.map((component, i) => A.mul(gain[i], component));
  return x.map((_, i) => inner(A, gain.slice(i * n, (i + 1) * n), x));
}

/** a · b. */
export function inner<S>(A: Algebra<S>, a: readonly S[], b: readonly S[]): S {
  return sum(
    A,
    a.map((component, i) => A.mul(component, b[i])),
  );
}

/** ½ a · b. */
export function half<S>(A: Algebra<S>, a: readonly S[], b: readonly S[]): S {
  return A.mul(A.constant(0.5), inner(A, a, b));
}

/** √ of a number that may be 0 (x · x for |x|). Below 1e-280 it is 0 with derivative 0; the guard stands before the root. */
export function rootOf<S>(A: Algebra<S>, square: S): S {
  const tiny = A.less(square, A.constant(1e-280));
  return A.select(tiny, A.constant(0), A.sqrt(A.select(tiny, A.constant(1), square)));
}

/** Entry i of a parameter of one number or of one for each entry. */
export function entryOf<S>(parameter: readonly S[], i: number): S {
  return parameter.length === 1 ? parameter[0] : parameter[i];
}

/** A width or strength that is divided by, at least 1e-12, so that one set to 0 while running stays finite. */
export function positive<S>(A: Algebra<S>, x: S): S {
  return max(A, x, A.constant(1e-12));
}
