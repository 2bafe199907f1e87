/**
 * Damped least squares: x that makes |J x − b|² + λ² |x|² least, J of full rank or not (Nakamura, Hanafusa 1986; Wampler 1986).
 *
 * λ² = λ₀² (1 − d/σ₀²)² where d, the least pivot of J Jᵀ (of Jᵀ J where there are fewer joints than rows), is below σ₀², else
 * 0: away from singularities the step is exact. d is 0 exactly where J loses rank, and at least σ_min² / rows there.
 */
import { factorDefinite, type Primitive, solveDefinite, sum } from '../../math/index.js';

export interface LeastSquares<S> {
  /** x without damping: of no use where {@link near}. */
  exact(b: readonly S[]): readonly S[];
  /** x with damping, by a factorisation of its own. */
  damped(b: readonly S[]): readonly S[];
  /** 1 where d < σ₀². */
  readonly near: S;
  /** λ². */
  readonly damping: S;
  /** Whether there are fewer joints than rows: J x is not b then, wherever J is. */
  readonly tall: boolean;
}

/** `jacobian` is rows × nv, row-major. */
export function leastSquares<S>(
  A: Primitive<S>,
  jacobian: readonly S[],
  rows: number,
  { damping, threshold }: { readonly damping: S; readonly threshold: S },
): LeastSquares<S> {
  const nv = jacobian.length / rows;
  const tall = nv < rows;
  const size = tall ? nv : rows;
  const at = (i: number, j: number): S => jacobian[i * nv + j];
  const column = (j: number): S[] => Array.from({ length: rows }, (_, i) => at(i, j));
  const row = (i: number): S[] => Array.from({ length: nv }, (_, j) => at(i, j));
  const parts = Array.from({ length: size }, (_, i) => (tall ? column(i) : row(i)));
  const normal = parts.flatMap((a) => parts.map((b) => dot(A, a, b)));
  const zero = A.constant(0);
  const least = A.mul(threshold, threshold);
  const plain = factorDefinite(A, normal, size);
  let pivot = least;
  for (const p of plain.pivots) pivot = A.select(A.less(p, pivot), p, pivot);
  const positive = A.select(A.less(zero, pivot), pivot, zero);
  const near = A.less(positive, least);
  const share = A.sub(A.constant(1), A.div(positive, A.select(A.less(zero, least), least, A.constant(1))));
  const lambda = A.select(near, A.mul(A.mul(damping, damping), A.mul(share, share)), zero);
  const transposed = (y: readonly S[]): S[] => Array.from({ length: nv }, (_, j) => dot(A, column(j), y));
  const solve = (factored: typeof plain, b: readonly S[]): readonly S[] =>
    tall ? solveDefinite(A, factored, transposed(b)) : transposed(solveDefinite(A, factored, b));
  return {
    near,
    damping: lambda,
    tall,
    exact: (b) => solve(plain, b),
    damped: (b) => {
      const raised = normal.map((x, k) => (k % (size + 1) === 0 ? A.add(x, lambda) : x));
      return solve(factorDefinite(A, raised, size), b);
    },
  };
}

export function dot<S>(A: Primitive<S>, a: readonly S[], b: readonly S[]): S {
  return sum(
    A,
    a.map((x, i) => A.mul(x, b[i])),
  );
}
