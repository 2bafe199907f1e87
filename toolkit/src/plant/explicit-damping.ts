/**
 * Whether viscous joint damping can be stable in explicit steps, from the model alone.
 *
 * Left to its damping the arm has (M + R) v̇ = −D v. A Runge–Kutta step h of order 4 multiplies the mode with
 * λ (M + R) x = D x by 1 + z + z²/2 + z³/6 + z⁴/24, z = −h λ, which is at most 1 in magnitude for h λ up to
 * 2.785 ({@link rk4Range}).
 *
 * The λ are the eigenvalues of S = D^½ (M + R)⁻¹ D^½. None of its diagonal entries dᵢ ((M + R)⁻¹)ᵢᵢ is above the
 * greatest of them, so a joint whose own entry is too large is too strongly damped whatever the others are.
 */
import { factorDefinite, numbers, rk4Range, solveDefinite, symmetricEigen } from '../math/index.js';
import { type Model, massMatrixWithRotors } from '../model/index.js';

export interface DampedJoint {
  /** Entry of v. */
  readonly index: number;
  /** N m s/rad or N s/m: up to here it is stable; of a joint that is not `alone`, all damping reduced alike. */
  readonly most: number;
  /** Whether this joint's damping is too large by itself. */
  readonly alone: boolean;
}

/**
 * Joints whose damping cannot be stable in steps of h (s) about q: each that is too strongly damped by itself,
 * else, where all together are, the one that takes most out of the fastest mode. None where M + R is singular.
 */
export function unstableDamping(
  model: Model,
  q: readonly number[],
  damping: readonly number[],
  rotorInertia: readonly number[],
  h: number,
): DampedJoint[] {
  const { nv } = model;
  if (damping.every((d) => d === 0)) return [];
  const factored = factorDefinite(numbers, massMatrixWithRotors(model, q, rotorInertia), nv);
  if (!factored.pivots.every((pivot) => pivot > 0)) return [];
  const roots = damping.map((d) => Math.sqrt(d));
  const S = roots.flatMap((root, j) => {
    const unit = roots.map((_, i) => (i === j ? root : 0));
    return solveDefinite(numbers, factored, unit).map((x, i) => roots[i] * x);
  });
  const most = rk4Range.real / h;
  const alone = damping.flatMap((d, index) => {
    const rate = S[index * nv + index];
    return rate > most ? [{ index, most: (d * most) / rate, alone: true }] : [];
  });
  if (alone.length > 0) return alone;
  const { values, vectors } = symmetricEigen(S, nv);
  const [value, vector] = [values[nv - 1], vectors[nv - 1]];
  if (!(value > most)) return [];
  const index = vector.reduce((best, x, i) => (Math.abs(x) > Math.abs(vector[best]) ? i : best), 0);
  return [{ index, most: (damping[index] * most) / value, alone: false }];
}
