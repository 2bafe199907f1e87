/** A pose to start in, for a robot that says none. */
import { numbers } from '../math/index.js';
import {
  type Body,
  forwardKinematics,
  gravityTorque,
  type Model,
  pointJacobian,
  pointPosition,
  slides,
} from '../model/index.js';
import { type ChainEnd, chainTo, reachOf } from './chain.js';
import { effortLimits, ownJoints } from './joints.js';

/** A joint's range as far as a start pose uses it: what is open ends half a turn (half a metre) from neutral. */
function rangeOf(model: Model, body: Body): readonly [number, number] {
  const open = slides(body) ? 0.5 : 3;
  const middle = model.neutral[body.q];
  const { lower = middle - open, upper = middle + open } = body.limits ?? {};
  return [
    Math.abs(lower - middle) > open ? middle - open : lower,
    Math.abs(upper - middle) > open ? middle + open : upper,
  ];
}

/** Where in its range a joint is tried. */
const PLACES = [0.15, 0.3, 0.4, 0.5, 0.6, 0.7, 0.85] as const;
const ROUNDS = 2;
/** A change of one joint counts from this ratio of scores on: a tenth more room to move, which goes with the sixth root. */
const WORTH = 1.1 ** 6;
/** And one of a joint that does not move the tool from this ratio of shares on. */
const WORTH_HOLDING = 1.01;

/**
 * A pose inside the joint limits in which the tool can give way in every direction: joint by joint along the
 * tool's chain, twice over, the place in the joint's range with the largest
 *
 *   det(J_v J_vᵀ + (0.02 L)² 1)^(1/6)/L · margin · reserve
 *
 * with L the chain's reach, `margin` (at most 1) the least distance to a limit over a sixth of the range and
 * `reserve` what gravity leaves of the torque limits, {@link reserve} of the largest gravity torque over its limit. It
 * begins with every joint at its neutral position, or in the middle of its range where that is near a limit; a joint
 * that changes little stays there. Joints that do not move the tool stay where they are, unless some joint could not
 * hold them there: see {@link relieve}.
 */
export function readyPose(
  model: Model,
  tool: ChainEnd,
  gravity: readonly [number, number, number],
): readonly number[] {
  const joints = chainTo(model, tool.frame.body)
    .map((i) => model.bodies[i])
    .filter((body) => body.nv === 1 && body.nq === 1);
  const q = [...model.neutral];
  if (joints.length === 0) return q;
  const { reach } = reachOf(model, tool, q);
  const length = Number.isFinite(reach) && reach > 0 ? reach : 1;
  const efforts = effortLimits(model);
  const ranges = new Map(joints.map((body) => [body, rangeOf(model, body)]));
  for (const [body, [lower, upper]] of ranges) {
    const place = (q[body.q] - lower) / (upper - lower);
    if (!(place > PLACES[0] && place < 1 - PLACES[0])) q[body.q] = 0.5 * (lower + upper);
  }

  // The order of scores is what counts, so no root is taken. A pose at a limit is bad, but still compared.
  /** The score, or 0 where it cannot be above `least`: gravity only makes it smaller, and costs most. */
  const score = (least: number): number => {
    let margin = 1;
    for (const [body, [lower, upper]] of ranges) {
      const distance = Math.min(q[body.q] - lower, upper - q[body.q]);
      if (upper > lower && body.type !== 'continuous') {
        margin = Math.min(margin, (6 * distance) / (upper - lower));
      }
    }
    const kinematics = forwardKinematics(numbers, model, q);
    const position = pointPosition(numbers, kinematics, tool.frame, tool.at);
    const rows = pointJacobian(numbers, model, kinematics, tool.frame, position);
    const volume = gramDeterminant(rows, model.nv, 0.02 * length) * Math.max(margin, 0.01) ** 6;
    if (volume <= least) return 0;
    const held = gravityTorque(numbers, model, q, gravity);
    return volume * reserve(largestShare(held, efforts, joints)) ** 6;
  };

  // A change must be worth it, so that joints do not leave their places for nothing, and rounding never decides.
  let most = WORTH * score(-1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const body of joints) {
      const [lower, upper] = ranges.get(body) ?? [0, 0];
      let best = q[body.q];
      for (const place of PLACES) {
        q[body.q] = lower + place * (upper - lower);
        const value = score(most);
        if (value <= most) continue;
        most = WORTH * value;
        best = q[body.q];
      }
      q[body.q] = best;
    }
  }
  relieve(model, q, new Set(joints), gravity, efforts);
  return q;
}

/**
 * What gravity leaves of the torque limits, for the largest share of a limit that it takes: 1 − share; beyond the
 * limits little, and the less the further, so that of poses that cannot be held the nearest to it is the best.
 */
function reserve(share: number): number {
  const least = 0.01;
  return share <= 1 - least ? 1 - share : (least * (1 - least)) / share;
}

/** The largest gravity torque over its limit, of these joints. */
function largestShare(held: readonly number[], efforts: readonly number[], joints: Iterable<Body>): number {
  let share = 0;
  for (const { v } of joints) share = Math.max(share, Math.abs(held[v]) / efforts[v]);
  return share;
}

/**
 * Moves the joints that do not move the tool (a second arm) where some joint could not hold the robot's weight: joint
 * by joint the place at which the largest share of a limit is the least, until every limit holds.
 */
function relieve(
  model: Model,
  q: number[],
  chain: ReadonlySet<Body>,
  gravity: readonly [number, number, number],
  efforts: readonly number[],
): void {
  const joints = ownJoints(model);
  const share = (): number => largestShare(gravityTorque(numbers, model, q, gravity), efforts, joints);
  let least = share();
  for (let round = 0; round < ROUNDS; round++) {
    for (const body of joints) {
      if (least <= 1) return;
      if (chain.has(body)) continue;
      const [lower, upper] = rangeOf(model, body);
      let best = q[body.q];
      for (const place of PLACES) {
        q[body.q] = lower + place * (upper - lower);
        const value = share();
        if (WORTH_HOLDING * value >= least) continue;
        least = value;
        best = q[body.q];
      }
      q[body.q] = best;
    }
  }
}

/** det(J Jᵀ + d² 1) of three rows. */
function gramDeterminant(rows: readonly number[], nv: number, d: number): number {
  const g = (i: number, j: number): number => {
    let sum = i === j ? d * d : 0;
    for (let k = 0; k < nv; k++) sum += rows[i * nv + k] * rows[j * nv + k];
    return sum;
  };
  const [a, b, c, e, f, h] = [g(0, 0), g(0, 1), g(0, 2), g(1, 1), g(1, 2), g(2, 2)];
  return a * (e * h - f * f) - b * (b * h - f * c) + c * (b * f - e * c);
}
