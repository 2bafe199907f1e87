import { numbers } from '../math/index.js';
import { expectLength } from './joint.js';
import { jointProperties } from './joint-properties.js';
import type { Loads } from './loads.js';
import { massMatrix } from './mass-matrix.js';
import type { Model } from './model.js';

/**
 * M(q), nv × nv, row-major, with the rotors that are given (nv, kg m² or kg, felt at the joint) in place of the
 * model's own; payloads count as mass of their bodies.
 */
export function massMatrixWithRotors(
  model: Model,
  q: readonly number[],
  rotorInertia: readonly number[] | undefined,
  loads: Pick<Loads<number>, 'payloads'> = {},
): number[] {
  const M = massMatrix(numbers, model, q, loads);
  if (rotorInertia === undefined) return M;
  expectLength('rotorInertia', rotorInertia, model.nv);
  const own = jointProperties(model).rotorInertia;
  for (let i = 0; i < model.nv; i++) M[i * model.nv + i] += rotorInertia[i] - own[i];
  return M;
}
