/** Momentum of the joints and what changes it. */
import { type Algebra, type Dual, dual, type Sym3, type Vec3 } from '../math/index.js';
import { biasForces } from './bias-forces.js';
import { configurationRate } from './configuration-rate.js';
import { inverseDynamics } from './inverse-dynamics.js';
import { expectLength } from './joint.js';
import type { Loads, Payload } from './loads.js';
import type { Model } from './model.js';

/** Generalised momentum p = M(q) v (nv), rotors included, N m s or N s. */
export function generalisedMomentum<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  loads: Pick<Loads<S>, 'payloads'> = {},
): S[] {
  expectLength('v', v, model.nv);
  const zero = A.constant(0);
  const { payloads } = loads;
  return inverseDynamics(
    A,
    model,
    q,
    v.map(() => zero),
    v,
    [zero, zero, zero],
    payloads === undefined ? {} : { payloads },
  );
}

export interface MomentumBalance<S> {
  /** p = M v. */
  readonly momentum: S[];
  /** n with dp/dt = τ + n + τ_ext: n = Ṁ v − b(q, v) = Cᵀ v − g, N m or N. */
  readonly drift: S[];
}

/**
 * Momentum and its drift: dp/dt = Ṁ v + M v̇ and M v̇ = τ + τ_ext − b give dp/dt = τ + (Ṁ v − b) + τ_ext, in joint rates
 * as in quasi-velocities. Ṁ v by dual numbers along q̇ with v held, b by the recursive Newton–Euler algorithm
 * ({@link biasForces}, gravity with it). For joint rates Ṁ = C + Cᵀ, so that the drift is Cᵀ v − g (De Luca, Albu-Schäffer,
 * Haddadin, Hirzinger, Collision detection and safe reaction with the DLR-III (2006), section III).
 */
export function momentumBalance<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  gravity: Vec3<S>,
  loads: Pick<Loads<S>, 'payloads'> = {},
): MomentumBalance<S> {
  const rates = configurationRate(A, model, q, v);
  const D = dual(A);
  const still = (value: S): Dual<S> => ({ value, change: undefined });
  const { payloads } = loads;
  const carried = payloads === undefined ? {} : { payloads };
  const moving = generalisedMomentum(
    D,
    model,
    q.map((value, i) => ({ value, change: rates[i] })),
    v.map(still),
    payloads === undefined ? {} : { payloads: payloads.map((payload) => held(still, payload)) },
  );
  const bias = biasForces(A, model, q, v, gravity, carried);
  return {
    momentum: moving.map(({ value }) => value),
    drift: moving.map(({ change }, i) => (change === undefined ? A.neg(bias[i]) : A.sub(change, bias[i]))),
  };
}

/** A payload in another algebra. */
function held<S, T>(as: (x: S) => T, { body, moments }: Payload<S>): Payload<T> {
  const { mass, first, second } = moments;
  return {
    body,
    moments: { mass: as(mass), first: map3(as, first), second: second.map(as) as unknown as Sym3<T> },
  };
}

function map3<S, T>(as: (x: S) => T, [x, y, z]: Vec3<S>): Vec3<T> {
  return [as(x), as(y), as(z)];
}
