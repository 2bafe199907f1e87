import {
  type Algebra,
  conjugate,
  normalised,
  type Quaternion,
  quaternionLog,
  quaternionProduct,
} from '../math/index.js';
import { expectLength } from './joint.js';
import type { Model } from './model.js';

const TURN = 6.283185307179586;

/**
 * The velocity that leads from `from` to `to` in one second (nv): integrate(from, difference(from, to), 1) = to.
 * Attitudes and the angles of continuous and planar joints go the short way, −π … π; at half a turn the way
 * is ambiguous (−π is taken for an angle, see quaternionLog for an attitude). A continuous joint that leads
 * mimics is not wrapped: a turn of it is not a turn of them. Revolute joints are never wrapped.
 */
export function difference<S>(A: Algebra<S>, model: Model, from: readonly S[], to: readonly S[]): S[] {
  expectLength('from', from, model.nq);
  expectLength('to', to, model.nq);
  const v: S[] = new Array(model.nv);
  const masters = new Set(model.bodies.flatMap((body) => (body.mimic === undefined ? [] : [body.mimic.of])));
  model.bodies.forEach((body, i) => {
    const shift = (k: number) => A.sub(to[body.q + k], from[body.q + k]);
    const turn = (at: number, into: number) => {
      const attitude = (q: readonly S[]) => normalised(A, q.slice(at, at + 4) as unknown as Quaternion<S>);
      const between = quaternionProduct(A, conjugate(A, attitude(from)), attitude(to));
      quaternionLog(A, between).forEach((x, k) => {
        v[into + k] = x;
      });
    };
    if (body.nv === 0) return;
    if (body.type === 'spherical') turn(body.q, body.v);
    else if (body.type === 'free') {
      for (let k = 0; k < 3; k++) v[body.v + k] = shift(k);
      turn(body.q + 3, body.v + 3);
    } else {
      for (let k = 0; k < body.nv; k++) v[body.v + k] = shift(k);
      const angle =
        body.type === 'planar' ? 2 : body.type === 'continuous' && !masters.has(i) ? 0 : undefined;
      if (angle !== undefined) v[body.v + angle] = wrapped(A, v[body.v + angle]);
    }
  });
  return v;
}

/** An angle brought into [−π, π). */
function wrapped<S>(A: Algebra<S>, angle: S): S {
  const turns = A.floor(A.add(A.div(angle, A.constant(TURN)), A.constant(0.5)));
  return A.sub(angle, A.mul(turns, A.constant(TURN)));
}
