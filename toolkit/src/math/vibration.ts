/**
 * The vibration of a stiffness on an inertia: K x = λ Λ x for symmetric positive semidefinite K and positive definite Λ,
 * over the algebra. Taken from the mobility W = Λ⁻¹ = J M⁻¹ Jᵀ, so that Λ itself is never formed: with W = G Gᵀ, G = Lᵀ D^½
 * (see definite.ts), the eigenvalues of C = Gᵀ K G = V diag(λ) Vᵀ, and x = G V with Xᵀ Λ X = 1, Xᵀ K X = diag(λ).
 *
 * Damping that is true in every mode: D = 2 ζ Y diag(√λ) Yᵀ, Y = Λ X = G⁻ᵀ V, so that each mode has the poles of
 * s² + 2 ζ √λ s + λ whatever the pose. It is 2 ζ times the geometric mean of Λ and K (Albu-Schäffer, Ott, Frese, Hirzinger,
 * Cartesian impedance control of redundant robots (2003), section 3.2; they call it double diagonalisation).
 */
import { max, type Primitive } from './algebra.js';
import { factorDefinite, solveUnitLower } from './definite.js';
import { symmetricModes } from './jacobi.js';
import type { Repeat } from './repeat.js';

export interface Vibration<S> {
  /** λ = ω² of each mode, 1/s², ≥ 0, in no order. */
  readonly squares: readonly S[];
  /** Y: Λ x of each mode x, where x has xᵀ Λ x = 1. */
  readonly momenta: readonly (readonly S[])[];
  /** X: the modes. */
  readonly shapes: readonly (readonly S[])[];
}

/** The modes of `stiffness` on the inertia whose inverse is `mobility`, both size × size, row-major, symmetric. */
export function vibration<S>(
  A: Primitive<S>,
  stiffness: readonly S[],
  mobility: readonly S[],
  size: number,
  repeat?: Repeat<S>,
): Vibration<S> {
  const factored = factorDefinite(A, mobility, size);
  const roots = factored.pivots.map((pivot) => A.sqrt(pivot));
  const rows = Array.from({ length: size }, (_, i) => i);
  /** Entry (i, k) of G = Lᵀ D^½; 0 below the diagonal. */
  const G = (i: number, k: number): S =>
    k === i ? roots[k] : k > i ? A.mul(factored.lower[k * size + i], roots[k]) : A.constant(0);
  const spread = rows.map((k) => rows.map((i) => G(i, k)));
  const pushed = spread.map((column) =>
    rows.map((i) =>
      total(
        A,
        rows.map((j) => A.mul(stiffness[i * size + j], column[j])),
      ),
    ),
  );
  const form: S[] = new Array(size * size);
  for (const i of rows) {
    for (let j = 0; j <= i; j++) {
      form[i * size + j] = total(
        A,
        rows.map((k) => A.mul(spread[i][k], pushed[j][k])),
      );
      form[j * size + i] = form[i * size + j];
    }
  }
  const { values, vectors } = symmetricModes(A, form, size, repeat);
  return {
    squares: values.map((value) => max(A, value, A.constant(0))),
    momenta: vectors.map((v) =>
      solveUnitLower(
        A,
        factored,
        v.map((x, k) => A.div(x, roots[k])),
      ),
    ),
    shapes: vectors.map((v) =>
      rows.map((i) =>
        total(
          A,
          rows.map((k) => A.mul(spread[k][i], v[k])),
        ),
      ),
    ),
  };
}

/** D u = Σ yₖ 2 ζ √λₖ (yₖ · u), and uᵀ D u. */
export function modalDamping<S>(
  A: Primitive<S>,
  { squares, momenta }: Pick<Vibration<S>, 'squares' | 'momenta'>,
  ratio: S,
  u: readonly S[],
): { readonly force: S[]; readonly power: S } {
  const twice = A.add(ratio, ratio);
  const parts = momenta.map((y) =>
    total(
      A,
      y.map((x, i) => A.mul(x, u[i])),
    ),
  );
  const scaled = parts.map((part, k) => A.mul(A.mul(twice, A.sqrt(squares[k])), part));
  return {
    force: u.map((_, i) =>
      total(
        A,
        momenta.map((y, k) => A.mul(y[i], scaled[k])),
      ),
    ),
    power: total(
      A,
      parts.map((part, k) => A.mul(part, scaled[k])),
    ),
  };
}

/** The matrix D of {@link modalDamping}, row-major. */
export function modalDampingMatrix<S>(
  A: Primitive<S>,
  modes: Pick<Vibration<S>, 'squares' | 'momenta'>,
  ratio: S,
): S[] {
  const size = modes.squares.length;
  const columns = Array.from({ length: size }, (_, j) =>
    modalDamping(
      A,
      modes,
      ratio,
      Array.from({ length: size }, (__, k) => A.constant(k === j ? 1 : 0)),
    ),
  );
  return Array.from({ length: size * size }, (_, at) => columns[at % size].force[Math.floor(at / size)]);
}

function total<S>(A: Primitive<S>, terms: readonly S[]): S {
  return terms.reduce((sum, term) => A.add(sum, term));
}
