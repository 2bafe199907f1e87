/** Limits on forces and torques, over the algebra. Each keeps what is inside it to the bit. */
import { type Algebra, clamp, max, norm3, pairwise, scale3, type Vec3 } from '../math/index.js';

/** A force of norm at most `most`, the direction kept: f · min(1, most/|f|). */
export function capNorm<S>(A: Algebra<S>, force: Vec3<S>, most: S): Vec3<S> {
  const norm = norm3(A, force);
  const beyond = A.less(most, norm);
  const one = A.constant(1);
  return scale3(A, A.select(beyond, A.div(most, A.select(beyond, norm, one)), one), force);
}

/** A limit below this counts as 0: it blocks its joint, and the torques of others are not scaled for its sake. */
const LEAST = 1e-300;

/** What {@link scaleToLimits} needs of a limit: 1/most, 0 where there is no limit or where it is 0. */
export function inverseLimit<S>(A: Algebra<S>, most: S): S {
  const one = A.constant(1);
  const open = A.less(A.constant(LEAST), most);
  return A.select(open, A.div(one, A.select(open, most, one)), A.constant(0));
}

/**
 * Torques scaled by one factor so that none passes its limit: τ · min(1, minᵢ mostᵢ/|τᵢ|). `inverse` is 1/most of
 * each joint, 0 for one without a limit and for one whose limit is 0, which {@link clampToLimits} has to hold.
 */
export function scaleToLimits<S>(A: Algebra<S>, torques: readonly S[], inverse: readonly S[]): S[] {
  const loads = torques.map((torque, i) => A.mul(A.abs(torque), inverse[i]));
  const load = pairwise([A.constant(1), ...loads], (a, b) => max(A, a, b));
  const factor = A.div(A.constant(1), load);
  return torques.map((torque) => A.mul(factor, torque));
}

/** Each torque held within ±most by itself. */
export function clampToLimits<S>(A: Algebra<S>, torques: readonly S[], most: readonly S[]): S[] {
  return torques.map((torque, i) => clamp(A, torque, A.neg(most[i]), most[i]));
}

/** Each torque no further than `change` from the last command. */
export function limitRate<S>(
  A: Algebra<S>,
  torques: readonly S[],
  last: readonly S[],
  change: readonly S[],
): S[] {
  return torques.map((torque, i) => clamp(A, torque, A.sub(last[i], change[i]), A.add(last[i], change[i])));
}
