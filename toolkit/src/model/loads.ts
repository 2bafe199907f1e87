import {
  addMoments,
  lift3,
  type MassMoments,
  type Primitive,
  type Sym3,
  type Wrench,
} from '../math/index.js';
import type { Model } from './model.js';

/** Mass carried by a body beyond its own: moments about the body's origin, in body axes. */
export interface Payload<S> {
  readonly body: number;
  readonly moments: MassMoments<S>;
}

/** What acts on a model from outside. Everything may be left out. */
export interface Loads<S> {
  readonly payloads?: readonly Payload<S>[];
  /** `external[i]` acts on body i, in world axes, torque about the body's origin. */
  readonly external?: readonly (Wrench<S> | undefined)[];
}

/** Mass moments of every body with its payloads. */
export function bodyMoments<S>(A: Primitive<S>, model: Model, loads: Loads<S> = {}): MassMoments<S>[] {
  const all = model.bodies.map(({ moments }) => ({
    mass: A.constant(moments.mass),
    first: lift3(A, moments.first),
    second: moments.second.map((x) => A.constant(x)) as unknown as Sym3<S>,
  }));
  for (const { body, moments } of loads.payloads ?? []) all[body] = addMoments(A, all[body], moments);
  return all;
}
