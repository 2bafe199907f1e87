import { type Algebra, type Quaternion, quaternionProduct } from '../math/index.js';
import { expectLength } from './joint.js';
import type { Model } from './model.js';

/**
 * dq/dt (nq) at the velocity v: v itself, and ½·q·(0, w) for an attitude with the angular velocity w in body
 * axes. For methods that integrate the coordinates themselves; they make quaternions unit afterwards.
 */
export function configurationRate<S>(A: Algebra<S>, model: Model, q: readonly S[], v: readonly S[]): S[] {
  expectLength('q', q, model.nq);
  expectLength('v', v, model.nv);
  const rate: S[] = new Array(model.nq);
  const half = A.constant(0.5);
  for (const body of model.bodies) {
    if (body.nv === 0) continue;
    const slides = body.type === 'spherical' ? 0 : body.type === 'free' ? 3 : body.nv;
    for (let k = 0; k < slides; k++) rate[body.q + k] = v[body.v + k];
    if (slides === body.nv) continue;
    const at = body.q + slides;
    const [x, y, z] = v.slice(body.v + slides);
    const attitude = q.slice(at, at + 4) as unknown as Quaternion<S>;
    quaternionProduct(A, attitude, [A.constant(0), x, y, z]).forEach((part, k) => {
      rate[at + k] = A.mul(half, part);
    });
  }
  return rate;
}
