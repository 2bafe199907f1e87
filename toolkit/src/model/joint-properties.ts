/**
 * What joints have beyond rigid-body dynamics, folded from bodies to the entries of the
 * velocity. A follower (mimic, position = m · master + offset) adds to its master: inertia and viscous damping
 * with m², Coulomb friction with |m|, its limits divided by m. Springs with stiffnesses kᵢ and rests rᵢ in their own
 * positions mᵢ q + oᵢ are one with K = Σ mᵢ² kᵢ and its rest at Σ mᵢ kᵢ (rᵢ − oᵢ) / K.
 */
import type { Body, Model } from './model.js';

export interface JointProperties {
  /** Rotor inertia felt at the joint, kg m² or kg (nv). */
  readonly rotorInertia: readonly number[];
  /** Viscous damping, N m s/rad or N s/m (nv). */
  readonly damping: readonly number[];
  /** Coulomb friction τ_c, N m or N (nv). */
  readonly coulomb: readonly number[];
  /** Stiffness of the joint's own spring, N m/rad or N/m (nv); 0 for entries of joints with several positions. */
  readonly stiffness: readonly number[];
  /** Position at which that spring gives no torque, rad or m (nv). */
  readonly rest: readonly number[];
  /** Joint stops, in the order of the velocity. */
  readonly stops: readonly Stop[];
}

/** The range of one joint position; −∞ or ∞ where that side is open. */
export interface Stop {
  /** Entry of q and of v. */
  readonly q: number;
  readonly v: number;
  readonly lower: number;
  readonly upper: number;
}

export function jointProperties(model: Model): JointProperties {
  const rotorInertia = new Array<number>(model.nv).fill(0);
  const damping = new Array<number>(model.nv).fill(0);
  const coulomb = new Array<number>(model.nv).fill(0);
  const stiffness = new Array<number>(model.nv).fill(0);
  /** Torque of the springs at position 0. */
  const pull = new Array<number>(model.nv).fill(0);
  const stops = new Map<number, Stop>();
  for (const body of model.bodies) {
    const master = masterOf(model, body);
    const ratio = body.mimic?.multiplier ?? 1;
    for (let i = master.v; i < master.v + master.nv; i++) {
      rotorInertia[i] += ratio * ratio * body.rotorInertia;
      damping[i] += ratio * ratio * body.damping;
      coulomb[i] += Math.abs(ratio) * body.friction;
    }
    const { spring, mimic } = body;
    if (spring !== undefined && master.nv === 1) {
      stiffness[master.v] += ratio * ratio * spring.stiffness;
      pull[master.v] += ratio * spring.stiffness * (spring.rest - (mimic?.offset ?? 0));
    }
    const range = rangeOf(body);
    if (range === undefined || master.nv !== 1) continue;
    const known = stops.get(master.v);
    stops.set(master.v, {
      q: master.q,
      v: master.v,
      lower: known === undefined || range[0] > known.lower ? range[0] : known.lower,
      upper: known === undefined || range[1] < known.upper ? range[1] : known.upper,
    });
  }
  const rest = pull.map((torque, i) => (stiffness[i] === 0 ? 0 : torque / stiffness[i]));
  const inOrder = [...stops.values()].sort((a, b) => a.v - b.v);
  return { rotorInertia, damping, coulomb, stiffness, rest, stops: inOrder };
}

/** The body whose position a body follows: itself, unless it is a mimic. */
export function masterOf(model: Model, body: Body): Body {
  return body.mimic === undefined ? body : model.bodies[body.mimic.of];
}

/** A body's limits as limits of its master's position; undefined where there is none. */
function rangeOf(body: Body): readonly [number, number] | undefined {
  if (body.type === 'continuous' || body.limits === undefined) return undefined;
  const { lower = Number.NEGATIVE_INFINITY, upper = Number.POSITIVE_INFINITY } = body.limits;
  if (lower === Number.NEGATIVE_INFINITY && upper === Number.POSITIVE_INFINITY) return undefined;
  if (body.mimic === undefined) return [lower, upper];
  const { multiplier, offset } = body.mimic;
  if (multiplier === 0) return undefined;
  const ends = [(lower - offset) / multiplier, (upper - offset) / multiplier] as const;
  return multiplier > 0 ? ends : [ends[1], ends[0]];
}
