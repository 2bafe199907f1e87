import {
  type Algebra,
  conjugate,
  normalised,
  type Quaternion,
  quaternionLog,
  quaternionProduct,
  wrappedAngle,
} from '../math/index.js';
import { expectLength } from './joint.js';
import type { Model } from './model.js';
import { wraps } from './wraps.js';

/**
 * The velocity that leads from `from` to `to` in one second (nv): integrate(from, difference(from, to), 1) = to.
 * Attitudes and the angles of continuous and planar joints go the short way, −π … π; at half a turn the way
 * is ambiguous (−π is taken for an angle, see quaternionLog for an attitude). Which continuous joints are wrapped
 * says {@link wraps}; revolute joints never are.
 */
export function difference<S>(A: Algebra<S>, model: Model, from: readonly S[], to: readonly S[]): S[] {
  expectLength('from', from, model.nq);
  expectLength('to', to, model.nq);
  const v: S[] = new Array(model.nv);
  for (const body of model.bodies) {
    const shift = (k: number) => A.sub(to[body.q + k], from[body.q + k]);
    const turn = (at: number, into: number) => {
      const attitude = (q: readonly S[]) => normalised(A, q.slice(at, at + 4) as unknown as Quaternion<S>);
      const between = quaternionProduct(A, conjugate(A, attitude(from)), attitude(to));
      quaternionLog(A, between).forEach((x, k) => {
        v[into + k] = x;
      });
    };
    if (body.nv === 0) continue;
    if (body.type === 'spherical') turn(body.q, body.v);
    else if (body.type === 'free') {
      for (let k = 0; k < 3; k++) v[body.v + k] = shift(k);
      turn(body.q + 3, body.v + 3);
    } else {
      for (let k = 0; k < body.nv; k++) v[body.v + k] = shift(k);
      const angle = body.type === 'planar' ? 2 : wraps(model, body) ? 0 : undefined;
      if (angle !== undefined) v[body.v + angle] = wrappedAngle(A, v[body.v + angle]);
    }
  }
  return v;
}
