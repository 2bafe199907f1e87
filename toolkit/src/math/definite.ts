/**
 * Symmetric positive definite systems over the algebra, without roots: M = Lᵀ D L, L unit lower triangular,
 * eliminated from the last row up. For a joint-space inertia matrix whose rows stand parents first this
 * order makes no fill-in, and a graph folds every entry that is zero by the tree's branching
 * (Featherstone, Rigid Body Dynamics Algorithms (2008), section 6.5).
 *
 * The pivots are positive exactly where M is positive definite; nothing is guarded: a singular M gives
 * infinities or NaN, which the caller rules out beforehand or damps.
 */
import type { Primitive } from './algebra.js';

export interface Factored<S> {
  readonly size: number;
  /** Row-major, size × size; the strictly lower part is L. */
  readonly lower: readonly S[];
  readonly pivots: readonly S[];
  readonly inverses: readonly S[];
}

/** Factors a symmetric matrix (row-major, size × size; the lower triangle is read). */
export function factorDefinite<S>(A: Primitive<S>, matrix: readonly S[], size: number): Factored<S> {
  if (matrix.length !== size * size) {
    throw new Error(`factorDefinite: expected ${size * size} entries, got ${matrix.length}`);
  }
  const m = [...matrix];
  const pivots: S[] = new Array(size);
  const inverses: S[] = new Array(size);
  for (let k = size - 1; k >= 0; k--) {
    const row = k * size;
    pivots[k] = m[row + k];
    inverses[k] = A.div(A.constant(1), pivots[k]);
    for (let i = k - 1; i >= 0; i--) {
      const l = A.mul(m[row + i], inverses[k]);
      for (let j = 0; j <= i; j++) m[i * size + j] = A.sub(m[i * size + j], A.mul(l, m[row + j]));
      m[row + i] = l;
    }
  }
  return { size, lower: m, pivots, inverses };
}

/** x with M x = b. */
export function solveDefinite<S>(A: Primitive<S>, factored: Factored<S>, b: readonly S[]): S[] {
  const x = solveTransposedLower(A, factored, b);
  return solveUnitLower(
    A,
    factored,
    x.map((y, k) => A.mul(y, factored.inverses[k])),
  );
}

/** x with Lᵀ x = b. */
export function solveTransposedLower<S>(A: Primitive<S>, factored: Factored<S>, b: readonly S[]): S[] {
  const { size, lower } = factored;
  if (b.length !== size) throw new Error(`solveDefinite: expected ${size} entries, got ${b.length}`);
  const x = [...b];
  for (let k = size - 1; k >= 0; k--) {
    for (let i = 0; i < k; i++) x[i] = A.sub(x[i], A.mul(lower[k * size + i], x[k]));
  }
  return x;
}

/** x with L x = b. */
export function solveUnitLower<S>(A: Primitive<S>, factored: Factored<S>, b: readonly S[]): S[] {
  const { size, lower } = factored;
  const x = [...b];
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < k; i++) x[k] = A.sub(x[k], A.mul(lower[k * size + i], x[i]));
  }
  return x;
}
