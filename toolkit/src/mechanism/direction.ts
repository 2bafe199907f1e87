import type { Algebra } from '../math/index.js';
import { inner } from './gain.js';

/**
 * x/|x| and |x| of a vector of any length; both are 0, with derivative 0, where x·x < 1e-280: the guard stands before
 * the root and the quotient.
 */
export function direction<S>(A: Algebra<S>, x: readonly S[]): { unit: S[]; length: S } {
  const square = inner(A, x, x);
  const tiny = A.less(square, A.constant(1e-280));
  const root = A.sqrt(A.select(tiny, A.constant(1), square));
  const inverse = A.select(tiny, A.constant(0), A.div(A.constant(1), root));
  return { unit: x.map((xi) => A.mul(inverse, xi)), length: A.select(tiny, A.constant(0), root) };
}
