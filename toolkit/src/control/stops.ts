/** How hard an arm stops: no harder than its joints can give. */
import type { Field, Node, ProgramBuilder } from '../graph/index.js';
import { type Algebra, max, min, pairwise } from '../math/index.js';
import { inverseDynamics, type Loads, type Model } from '../model/index.js';
import type { Design } from './design.js';

/** The share of what torque limits leave that a stop takes; the rest is for what the model does not know. */
export const stopShare = 0.8;

/** What a joint has for a stop at least, as a share of its torque limit: one that a load takes up whole would never stop. */
const leastShare = 0.25;

/**
 * The greatest s from 0 to 1 with |base + s part| ≤ most in every joint, where `base` leaves a quarter of `most`; else that
 * quarter is what `part` may take. A joint whose limit is 0 does not count: it gives nothing either way. Infinity: no limit.
 */
export function shareWithin<S>(A: Algebra<S>, base: readonly S[], part: readonly S[], most: readonly S[]): S {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const shares = part.map((x, i) => {
    const along = A.select(A.less(x, zero), A.neg(base[i]), base[i]);
    const room = max(A, A.sub(most[i], along), A.mul(A.constant(leastShare), most[i]));
    const size = A.abs(x);
    const over = A.and(A.less(room, size), A.less(zero, most[i]));
    return A.select(over, A.div(room, A.select(over, size, one)), one);
  });
  return pairwise([one, ...shares], (a, b) => min(A, a, b));
}

/** A stop of joints that move at `v` in a tick. */
export interface Stop<S> {
  /** nv: the speed that is taken out. */
  readonly v: readonly S[];
  readonly tick: S;
  /** Torques of the joints as they move on: gravity that the controller holds, and what the motion needs (nv). */
  readonly base: readonly S[];
  /** Greatest torque of each joint (nv; Infinity: none), and greatest deceleration, if there is one. */
  readonly most: readonly S[];
  readonly deceleration?: readonly S[] | undefined;
}

/**
 * The share of its speed that a command which is to stop takes out in this tick: all joints by one, so that it stays on its way,
 *
 *     s = min(1, ρ min_i (τ_i − σ_i b_i)/|h_i|, min_i a_i T/|v_i|),   h = M(q) v/T,   σ_i = −sgn h_i,   ρ = {@link stopShare},
 *
 * τ the torque limits, b the torque without a stop, a the decelerations. What remains of the speed is the command's next one,
 * so that a stop is as hard all along and ends.
 */
export function stopPart<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  loads: Carries<S>,
  stop: Stop<S>,
): S {
  const { v, tick, base, most, deceleration } = stop;
  const one = A.constant(1);
  const share = A.constant(stopShare);
  const brake = inertial(
    A,
    model,
    q,
    v.map((x) => A.neg(A.div(x, tick))),
    loads,
  );
  const torques = shareWithin(
    A,
    base.map((x) => A.mul(share, x)),
    brake,
    most.map((x) => A.mul(share, x)),
  );
  const paces = (deceleration ?? []).map((a, i) => {
    const [drop, size] = [A.mul(a, tick), A.abs(v[i])];
    const over = A.less(drop, size);
    return A.select(over, A.div(drop, A.select(over, size, one)), one);
  });
  return pairwise([torques, ...paces], (a, b) => min(A, a, b));
}

export type Carries<S> = Pick<Loads<S>, 'payloads'>;

/** M(q) a. */
export function inertial<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  a: readonly S[],
  loads: Carries<S>,
): S[] {
  return weightless(A, model, q, zeros(A, a), a, loads);
}

/** What the motion needs at constant speed, gravity apart: C(q, v) v. */
export function coriolis<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  loads: Carries<S>,
): S[] {
  return weightless(A, model, q, v, zeros(A, v), loads);
}

const zeros = <S>(A: Algebra<S>, x: readonly S[]): S[] => x.map(() => A.constant(0));

/** M(q) a + C(q, v) v. */
function weightless<S>(
  A: Algebra<S>,
  model: Model,
  q: readonly S[],
  v: readonly S[],
  a: readonly S[],
  loads: Carries<S>,
): S[] {
  const zero = A.constant(0);
  return inverseDynamics(A, model, q, v, a, [zero, zero, zero], loads);
}

/** What bounds the torque of each joint: the design, else what the robot says; Infinity: nothing. */
export function greatestTorques(design: Pick<Design, 'limits' | 'model'>): readonly number[] {
  const { limits, model } = design;
  if (limits?.torque !== undefined) return limits.torque.most;
  const found = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  for (const body of model.bodies) if (body.nv === 1) found[body.v] = body.limits?.effort ?? found[body.v];
  return found;
}

/** The same in a step, of the slot of the limits where the program has one; undefined where no joint has a limit. */
export function torqueLimits(
  { graph: A }: ProgramBuilder,
  design: Pick<Design, 'limits' | 'model'>,
  limits: Field | undefined,
  read: { all(field: Field): readonly Node[] },
): readonly Node[] | undefined {
  if (limits !== undefined) return read.all(limits);
  const most = greatestTorques(design);
  return most.every((x) => x === Number.POSITIVE_INFINITY) ? undefined : most.map((x) => A.constant(x));
}

/** Whether torque limits bound how hard the servo of a design stops. */
export function stopsByTorque(design: Pick<Design, 'limits' | 'model' | 'servo'>): boolean {
  const { servo } = design;
  return (
    servo !== undefined &&
    servo.follow.kind !== 'drive' &&
    greatestTorques(design).some((x) => x < Number.POSITIVE_INFINITY)
  );
}
