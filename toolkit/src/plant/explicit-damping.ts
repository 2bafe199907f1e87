/**
 * Whether viscous joint damping can be stable in explicit steps, from the model alone.
 *
 * Left to its damping the arm has (M + R) v̇ = −D v. A Runge–Kutta step h of order 4 multiplies the mode with
 * λ (M + R) x = D x by 1 + z + z²/2 + z³/6 + z⁴/24, z = −h λ, which is at most 1 in magnitude for h λ up to
 * {@link REAL_AXIS} (Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2).
 *
 * The λ are the eigenvalues of S = D^½ (M + R)⁻¹ D^½. None of its diagonal entries dᵢ ((M + R)⁻¹)ᵢᵢ is above the
 * greatest of them, so a joint whose own entry is too large is too strongly damped whatever the others are.
 */
import { factorDefinite, numbers, solveDefinite } from '../math/index.js';
import { type Model, massMatrix } from '../model/index.js';
import { jointProperties } from './joints.js';

/** Where the Runge–Kutta method of order 4 leaves its stable range on the real axis: z³ + 4 z² + 12 z + 24 = 0. */
export const REAL_AXIS = 2.785293563405282;

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
  const M = massMatrix(numbers, model, q);
  const own = jointProperties(model).rotorInertia;
  for (let i = 0; i < nv; i++) M[i * nv + i] += rotorInertia[i] - own[i];
  const factored = factorDefinite(numbers, M, nv);
  if (!factored.pivots.every((pivot) => pivot > 0)) return [];
  const roots = damping.map((d) => Math.sqrt(d));
  const S = roots.flatMap((root, j) => {
    const unit = roots.map((_, i) => (i === j ? root : 0));
    return solveDefinite(numbers, factored, unit).map((x, i) => roots[i] * x);
  });
  const most = REAL_AXIS / h;
  const alone = damping.flatMap((d, index) => {
    const rate = S[index * nv + index];
    return rate > most ? [{ index, most: (d * most) / rate, alone: true }] : [];
  });
  if (alone.length > 0) return alone;
  const { value, vector } = greatestMode(S, nv);
  if (!(value > most)) return [];
  const index = vector.reduce((best, x, i) => (Math.abs(x) > Math.abs(vector[best]) ? i : best), 0);
  return [{ index, most: (damping[index] * most) / value, alone: false }];
}

/** Squarings after which modes that are a millionth apart are told from each other. */
const squarings = 25;

/**
 * Greatest eigenvalue of a symmetric positive semidefinite matrix that is not 0 and its eigenvector: S^(2^k), its
 * trace kept at 1, goes to the projector on it.
 */
function greatestMode(S: readonly number[], size: number): { value: number; vector: readonly number[] } {
  let power = scaled(S, size);
  for (let k = 0; k < squarings; k++) power = scaled(product(power, power, size), size);
  let at = 0;
  for (let i = 1; i < size; i++) if (power[i * size + i] > power[at * size + at]) at = i;
  const vector = power.slice(at * size, (at + 1) * size);
  const moved = vector.map((_, i) => vector.reduce((sum, x, j) => sum + S[i * size + j] * x, 0));
  const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0);
  return { value: dot(vector, moved) / dot(vector, vector), vector };
}

/** With trace 1. */
function scaled(m: readonly number[], size: number): number[] {
  let trace = 0;
  for (let i = 0; i < size; i++) trace += m[i * size + i];
  return m.map((x) => x / trace);
}

function product(a: readonly number[], b: readonly number[], size: number): number[] {
  const out = new Array<number>(size * size).fill(0);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const factor = a[i * size + k];
      for (let j = 0; j < size; j++) out[i * size + j] += factor * b[k * size + j];
    }
  }
  return out;
}
