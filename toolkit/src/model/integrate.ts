import { type Algebra, integrateQuaternion, type Quaternion, type Vec3 } from '../math/index.js';
import { expectLength } from './joint.js';
import type { Model } from './model.js';

/**
 * The configuration after `h` seconds at the velocity v, held: angles and lengths add, an attitude q becomes
 * q·exp(h·w) and is made unit. {@link difference} is the way back.
 */
export function integrate<S>(A: Algebra<S>, model: Model, q: readonly S[], v: readonly S[], h: S): S[] {
  expectLength('q', q, model.nq);
  expectLength('v', v, model.nv);
  const next: S[] = new Array(model.nq);
  for (const body of model.bodies) {
    if (body.nv === 0) continue;
    const shift = (count: number) => {
      for (let k = 0; k < count; k++) next[body.q + k] = A.add(q[body.q + k], A.mul(h, v[body.v + k]));
    };
    const turn = (at: number, from: number) => {
      const attitude = q.slice(at, at + 4) as unknown as Quaternion<S>;
      const w = v.slice(from, from + 3) as unknown as Vec3<S>;
      integrateQuaternion(A, attitude, w, h).forEach((x, k) => {
        next[at + k] = x;
      });
    };
    if (body.type === 'spherical') turn(body.q, body.v);
    else if (body.type === 'free') {
      shift(3);
      turn(body.q + 3, body.v + 3);
    } else shift(body.nv);
  }
  return next;
}
