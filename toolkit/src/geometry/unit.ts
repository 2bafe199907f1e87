import { type Algebra, dot3, select3, type Vec3 } from '../math/index.js';

/**
 * v/|v| and |v|; where |v| < 1e-140 the direction is `otherwise` and the length 0, so that there always is one. The
 * guard stands before the root: derivatives are finite.
 */
export function unit3<S>(A: Algebra<S>, v: Vec3<S>, otherwise: Vec3<S>): { direction: Vec3<S>; norm: S } {
  const square = dot3(A, v, v);
  const tiny = A.less(square, A.constant(1e-280));
  const root = A.sqrt(A.select(tiny, A.constant(1), square));
  const inverse = A.div(A.constant(1), root);
  const scaled: Vec3<S> = [A.mul(inverse, v[0]), A.mul(inverse, v[1]), A.mul(inverse, v[2])];
  return { direction: select3(A, tiny, otherwise, scaled), norm: A.select(tiny, A.constant(0), root) };
}
