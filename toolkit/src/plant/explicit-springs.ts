/**
 * Whether springs in the joints can be stable in steps that take them at the old positions, from the model alone.
 *
 * Left to springs and damping the arm has (M + R) v̇ = −K q − D v. A semi-implicit step h is
 *
 *     (M + R + h D) v⁺ = (M + R) v − h K q,     q⁺ = q + h v⁺.
 *
 * A mode x with m = xᵀ(M + R)x, d = h xᵀD x, k = h² xᵀK x has μ² (m + d) − μ (2 m + d − k) + m = 0, and |μ| ≤ 1 just
 * where k ≤ 4 m + 2 d: all modes are stable where h² K ≤ 4 (M + R) + 2 h D. Without damping that is h ω ≤ 2.
 *
 * A Runge–Kutta step of order 4 bears an undamped mode ω up to h ω = 2.828 ({@link rk4Range}), that is
 * h² K ≤ 8 (M + R); damping, explicit there, is judged by itself.
 */
import { rk4Range } from '../math/index.js';
import { type Model, massMatrixWithRotors } from '../model/index.js';
import { type FastJoint, fastJoints } from './fast-joints.js';
import type { Method } from './fields.js';

export interface Springs {
  /** nv each: N m/rad or N/m, N m s/rad or N s/m, kg m² or kg. */
  readonly stiffness: readonly number[];
  readonly damping: readonly number[];
  readonly rotorInertia: readonly number[];
}

/** Joints whose springs cannot be stable in steps of h (s) about q: N m/rad or N/m. None where M + R is singular. */
export function unstableSprings(
  model: Model,
  q: readonly number[],
  { stiffness, damping, rotorInertia }: Springs,
  method: Method,
  h: number,
): FastJoint[] {
  if (stiffness.every((k) => k === 0)) return [];
  const { nv } = model;
  const A = [...massMatrixWithRotors(model, q, rotorInertia)];
  if (method === 'rk4') return fastJoints(A, stiffness, (rk4Range.imaginary * rk4Range.imaginary) / (h * h));
  for (let i = 0; i < nv; i++) A[i * nv + i] += 0.5 * h * damping[i];
  return fastJoints(A, stiffness, 4 / (h * h));
}
