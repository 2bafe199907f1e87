/**
 * Torques in the null space of a task: what is left of joint torques when that part is taken out which accelerates what
 * some elements measure. With J (m × nv) the Jacobian of all that they measure, one under the other,
 *
 *     Nᵀ = 1 − Jᵀ Λ J M⁻¹,   Λ = (J M⁻¹ Jᵀ + β ρ² 1)⁻¹,   β = tr(J M⁻¹ Jᵀ)/tr(J Jᵀ)
 *
 * (Khatib 1987, section VII): J M⁻¹ Nᵀ τ = 0 where ρ = 0, which is so wherever the least singular value σ of J is above
 * σ₀ = {@link dampedBelow}. Below, ρ = σ₀ (1 − σ²/σ₀²) comes in smoothly, and the task is accelerated by the leak
 * J M⁻¹ Nᵀ τ = β ρ² Λ J M⁻¹ τ. Whatever ρ is, the eigenvalues of Nᵀ lie between 0 and 1 in the metric of M⁻¹, so that
 * τᵀ N M⁻¹ Nᵀ τ ≤ τᵀ M⁻¹ τ: the torques are bounded at every pose.
 *
 * σ comes from the trace of C⁻⁴, C = J Jᵀ: σ² ≈ tr(C⁻⁴)^(−1/4), which is smooth, does not depend on the axes, is exact
 * where one singular value is much below the others and at most 25 % low where six are alike: damping never comes in too late.
 */
import { type Algebra, factorDefinite, max, solveDefinite, sum } from '../math/index.js';
import { inner } from '../mechanism/index.js';

/** Least singular value of a task's Jacobian (rates over joint rates) below which its inverse is damped. */
export const dampedBelow = 0.02;

/** What keeps C⁻¹ finite, as a share of its trace: a singular value of 1e-6 of the largest counts as 0. */
const nothing = 1e-12;

/** The null space of a task at one pose. */
export interface NullSpace<S> {
  /** Jᵀ Λ J M⁻¹ τ: what is to be taken from joint torques τ (nv). */
  task(torques: readonly S[]): { readonly torque: readonly S[]; readonly leak: readonly S[] };
  /** ρ². */
  readonly damping: S;
  /** J M⁻¹ Jᵀ + β ρ² 1 (m × m, row-major): the mobility, kept from being singular. */
  readonly mobility: readonly S[];
  /** The estimate of σ². */
  readonly square: S;
}

/**
 * The null space of a task with the Jacobian's rows (nv numbers each) and the inertia M (nv × nv, row-major), which
 * must be positive definite. `damping`: ρ² that is given instead of following from σ.
 */
export function nullSpaceOf<S>(
  A: Algebra<S>,
  rows: readonly (readonly S[])[],
  inertia: readonly S[],
  damping?: S,
): NullSpace<S> {
  const m = rows.length;
  const nv = rows[0].length;
  const factored = factorDefinite(A, inertia, nv);
  /** Columns of M⁻¹ Jᵀ. */
  const moved = rows.map((row) => solveDefinite(A, factored, row));
  const mobility = products(A, rows, moved);
  const gram = products(A, rows, rows);
  const square = leastSquare(A, gram, m);
  const own = damping ?? dampingAt(A, square);
  const added = A.mul(A.div(positiveTrace(A, mobility, m), positiveTrace(A, gram, m)), own);
  const kept = withDiagonal(A, mobility, m, added);
  const damped = factorDefinite(A, kept, m);
  return {
    damping: own,
    mobility: kept,
    square,
    task(torques) {
      // J M⁻¹ τ, by the symmetry of M.
      const asked = moved.map((column) => inner(A, column, torques));
      const force = solveDefinite(A, damped, asked);
      return {
        torque: torques.map((_, k) =>
          sum(
            A,
            rows.map((row, i) => A.mul(row[k], force[i])),
          ),
        ),
        leak: force.map((f) => A.mul(added, f)),
      };
    },
  };
}

/** ρ² = σ₀² (1 − σ²/σ₀²)², 0 from σ₀ on; its slope is continuous. */
function dampingAt<S>(A: Algebra<S>, square: S): S {
  const most = A.constant(dampedBelow * dampedBelow);
  const short = max(A, A.sub(A.constant(1), A.div(square, most)), A.constant(0));
  return A.mul(most, A.mul(short, short));
}

/** σ² ≈ tr(C⁻⁴)^(−1/4) of a Gram matrix C, kept off 0 by a share of its trace. */
function leastSquare<S>(A: Algebra<S>, gram: readonly S[], m: number): S {
  const floor = A.mul(A.constant(nothing), positiveTrace(A, gram, m));
  if (m === 1) return gram[0];
  const factored = factorDefinite(A, withDiagonal(A, gram, m, floor), m);
  const inverse: S[][] = Array.from({ length: m }, (_, i) =>
    solveDefinite(
      A,
      factored,
      Array.from({ length: m }, (__, k) => A.constant(k === i ? 1 : 0)),
    ),
  );
  const twice = products(A, inverse, inverse);
  const fourth = inner(A, twice, twice);
  return A.div(A.constant(1), A.sqrt(A.sqrt(fourth)));
}

/** aᵢ · bⱼ, symmetric, row-major. */
function products<S>(A: Algebra<S>, a: readonly (readonly S[])[], b: readonly (readonly S[])[]): S[] {
  const m = a.length;
  const form: S[] = new Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      form[i * m + j] = inner(A, a[i], b[j]);
      form[j * m + i] = form[i * m + j];
    }
  }
  return form;
}

function trace<S>(A: Algebra<S>, form: readonly S[], m: number): S {
  return sum(
    A,
    Array.from({ length: m }, (_, i) => form[i * m + i]),
  );
}

/** A task that nothing moves has the trace 0. */
function positiveTrace<S>(A: Algebra<S>, form: readonly S[], m: number): S {
  return max(A, trace(A, form, m), A.constant(1e-100));
}

function withDiagonal<S>(A: Algebra<S>, form: readonly S[], m: number, added: S): S[] {
  return form.map((x, k) => (k % (m + 1) === 0 ? A.add(x, added) : x));
}
