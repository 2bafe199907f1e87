/**
 * Eigenvalues of small symmetric matrices over the algebra: cyclic Jacobi with a fixed number of sweeps and no branch, so
 * that it can stand in a control step (Golub and Van Loan, Matrix Computations, section 8.5).
 *
 * The rotation that annihilates a_pr has t = tan θ = 2 a_pr s/(|d| + √(d² + 4 a_pr²)), d = a_rr − a_pp, s = ±1 with the sign
 * of d: the smaller of the two, |θ| ≤ 45°; where d and a_pr are both 0 it is 0. Off-diagonal entries shrink quadratically
 * once the sweeps have begun to converge.
 */
import type { Primitive } from './algebra.js';
import { type Repeat, unrolled } from './repeat.js';

/** Sweeps after which a matrix of so many rows, up to six, stands to rounding, whatever the spread of its eigenvalues. */
function sweepsFor(size: number): number {
  return size <= 3 ? 4 : 6;
}

export interface Modes<S> {
  /** In no order. */
  readonly values: readonly S[];
  /** `vectors[k]` of unit length belongs to `values[k]`. */
  readonly vectors: readonly (readonly S[])[];
}

/**
 * Eigenvalues and vectors of a symmetric matrix (row-major, size × size; the lower triangle is read), off by a few ulp of
 * the largest eigenvalue. `repeat` runs the sweeps: written out by default.
 */
export function symmetricModes<S>(
  A: Primitive<S>,
  matrix: readonly S[],
  size: number,
  repeat: Repeat<S> = unrolled,
): Modes<S> {
  const pairs = size * (size + 1) * 0.5;
  const place = (i: number, j: number) => (i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i);
  const lower: S[] = [];
  for (let i = 0; i < size; i++) for (let j = 0; j <= i; j++) lower.push(matrix[i * size + j]);
  const turned: S[] = Array.from({ length: size * size }, (_, k) => A.constant(k % (size + 1) === 0 ? 1 : 0));
  const end = repeat(sweepsFor(size), [...lower, ...turned], (state) => {
    const a = state.slice(0, pairs);
    const vectors = state.slice(pairs);
    for (const stage of stages(size)) {
      // Pairs without a common row: none changes what another is worked out from.
      const rotations = stage.map(([p, r]) => rotation(A, a[place(r, r)], a[place(p, p)], a[place(p, r)]));
      stage.forEach(([p, r], i) => {
        const { c, s, t } = rotations[i];
        const moved = A.mul(t, a[place(p, r)]);
        a[place(p, p)] = A.sub(a[place(p, p)], moved);
        a[place(r, r)] = A.add(a[place(r, r)], moved);
        a[place(p, r)] = A.constant(0);
        for (let k = 0; k < size; k++) {
          if (k !== p && k !== r) turn(A, a, place(k, p), place(k, r), c, s);
          turn(A, vectors, p * size + k, r * size + k, c, s);
        }
      });
    }
    return [...a, ...vectors];
  });
  return {
    values: Array.from({ length: size }, (_, k) => end[place(k, k)]),
    vectors: Array.from({ length: size }, (_, k) => end.slice(pairs + k * size, pairs + (k + 1) * size)),
  };
}

/**
 * All pairs of rows, in stages of pairs without a common row, as in a tournament in which everybody meets everybody
 * (Golub and Van Loan, section 8.5.6): their roots and quotients are worked out side by side.
 */
function stages(size: number): readonly (readonly (readonly [number, number])[])[] {
  const players = size % 2 === 0 ? size : size + 1;
  return Array.from({ length: players - 1 }, (_, round) =>
    Array.from({ length: players / 2 }, (__, i): readonly [number, number] => {
      const seat = (k: number) => (k === 0 ? 0 : 1 + ((k - 1 + round) % (players - 1)));
      const [a, b] = [seat(i), seat(players - 1 - i)];
      return a < b ? [a, b] : [b, a];
    }).filter(([, r]) => r < size),
  );
}

/** Cosine, sine and tangent of the turn that makes the entry `off` beside the diagonal entries `lower` and `upper` 0. */
function rotation<S>(
  A: Primitive<S>,
  lower: S,
  upper: S,
  off: S,
): { readonly c: S; readonly s: S; readonly t: S } {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const d = A.sub(lower, upper);
  const twice = A.add(off, off);
  const under = A.add(A.abs(d), A.sqrt(A.add(A.mul(d, d), A.mul(twice, twice))));
  const none = A.equal(under, zero);
  const size = A.div(twice, A.select(none, one, under));
  const t = A.select(A.less(d, zero), A.neg(size), size);
  const c = A.div(one, A.sqrt(A.add(one, A.mul(t, t))));
  return { c, s: A.mul(t, c), t };
}

/** x, y ← c x − s y, s x + c y at two places of a list. */
function turn<S>(A: Primitive<S>, list: S[], i: number, j: number, c: S, s: S): void {
  const [x, y] = [list[i], list[j]];
  list[i] = A.sub(A.mul(c, x), A.mul(s, y));
  list[j] = A.add(A.mul(s, x), A.mul(c, y));
}
