import { type Algebra, normalised, type Quaternion } from '../math/index.js';
import { expectLength } from './joint.js';
import type { Model } from './model.js';

/**
 * The configuration nearest to q (nq): attitudes brought to length 1, all other entries as they are. For methods
 * that integrate the coordinates themselves ({@link configurationRate}). An attitude of length 0 has none.
 */
export function normalise<S>(A: Algebra<S>, model: Model, q: readonly S[]): S[] {
  expectLength('q', q, model.nq);
  const unit = [...q];
  for (const { type, nq, q: first } of model.bodies) {
    const at = first + nq - 4;
    if (nq === 0 || (type !== 'spherical' && type !== 'free')) continue;
    normalised(A, q.slice(at, at + 4) as unknown as Quaternion<S>).forEach((x, i) => {
      unit[at + i] = x;
    });
  }
  return unit;
}
