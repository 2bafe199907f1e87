/** Directions of a linear system M ẍ + D ẋ + K x = 0 in joint space, and who is to blame for what it does along one. */
import { generalisedEigen, matrixTimes, numbers } from '../math/index.js';
import { applyGain, inner } from '../mechanism/index.js';
import type { Model } from '../model/index.js';
import type { LinearDesign, Part } from './slopes.js';

/** Weights of damping and stiffness in what an element does along a direction. */
export type Shares = Readonly<Record<Part['parameter'], number>>;

/** The eigenvector of the greatest λ with (a K + b D) x = λ M x, xᵀ M x = 1, and this λ. */
export function extremeMode(
  { model: { nv }, K, D, M }: Pick<LinearDesign, 'model' | 'K' | 'D' | 'M'>,
  { stiffness, damping }: Shares,
): { readonly value: number; readonly x: readonly number[] } {
  const form = K.map((k, i) => damping * D[i] + stiffness * k);
  const { values, vectors } = generalisedEigen(form, M, nv);
  return { value: values[nv - 1], x: vectors[nv - 1] };
}

/** The element or law that acts most along x, and the joint that moves most. */
export function worstAlong(
  { model, parts, M }: LinearDesign,
  x: readonly number[],
  shares: Shares,
): { readonly element: string; readonly law?: true; readonly joint: string } {
  const action = (part: Part): number => shares[part.parameter] * slopeAlong(part, x);
  const most = parts.reduce((best, part) => (action(part) > action(best) ? part : best));
  return { element: most.name, ...(most.law && { law: true }), joint: busiestJoint(model, x, M) };
}

/** xᵀ Jᵀ G J x. */
function slopeAlong({ gain, jacobian }: Part, x: readonly number[]): number {
  const rates = jacobian.map((row) => row.reduce((sum, r, i) => sum + r * x[i], 0));
  return inner(numbers, rates, applyGain(numbers, gain, rates));
}

/** The entry of v with the largest share xᵢ (M x)ᵢ of the kinetic energy. */
export function busiestJoint(model: Model, x: readonly number[], M: readonly number[]): string {
  const shares = matrixTimes(M, x).map((p, i) => x[i] * p);
  const at = shares.reduce((best, share, i) => (share > shares[best] ? i : best), 0);
  return model.velocityNames[at];
}
