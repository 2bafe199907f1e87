/** Gains on vectors of one or three entries: one number, a diagonal, or a symmetric matrix. */
import { type Algebra, type Mat3, mulMatVec, sum, type Vec3 } from '../math/index.js';

/** K x. K: 1 entry (the same in all directions), 3 (a diagonal) or 9 (a matrix, row by row). */
export function applyGain<S>(A: Algebra<S>, gain: readonly S[], x: readonly S[]): S[] {
  if (gain.length === 1) return x.map((component) => A.mul(gain[0], component));
  if (gain.length === x.length) return x.map((component, i) => A.mul(gain[i], component));
  return [...mulMatVec(A, gain as unknown as Mat3<S>, x as unknown as Vec3<S>)];
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
