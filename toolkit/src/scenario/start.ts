/** Where the joints stand at the start. */
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
import type { NamedStart } from '../robot/index.js';
import { type ChainEnd, chainTo, reachOf } from './chain.js';
import type { Complaints } from './complaints.js';
import { configurationOf } from './joint-positions.js';
import { effortLimits } from './joints.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type RobotSection = Scenario['robots'][string];

/** The configuration (nq) that the scenario asks for; joints that it does not name are neutral. */
export function startOf(
  section: RobotSection,
  starts: readonly NamedStart[],
  model: Model,
  tool: ChainEnd,
  gravity: readonly [number, number, number],
  path: string,
  complaints: Complaints,
): readonly number[] {
  const { start, poses } = section;
  if (start === 'neutral') return model.neutral;
  if (start === 'auto') return readyPose(model, tool, gravity);
  if (typeof start !== 'string') return configurationOf(model, start, under(path, 'start'), complaints);
  if (Object.hasOwn(poses, start))
    return configurationOf(model, poses[start], under(under(path, 'poses'), start), complaints);
  const named = starts.find((s) => s.name === start);
  if (named === undefined) {
    const known = ['auto', 'neutral', ...Object.keys(poses), ...starts.map((s) => s.name)];
    complaints.unknown(under(path, 'start'), 'pose', start, known);
    return model.neutral;
  }
  // What a robot's own start says of a joint that follows another follows from the other.
  const own = Object.entries(named.positions).filter(([joint]) =>
    model.bodies.some((body) => body.joint === joint && body.mimic === undefined),
  );
  return configurationOf(model, Object.fromEntries(own), under(path, 'start'), complaints);
}

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

/**
 * A pose inside the joint limits in which the tool can give way in every direction: joint by joint along the
 * tool's chain, twice over, the place in the joint's range with the largest
 *
 *   det(J_v J_vᵀ + (0.02 L)² 1)^(1/6)/L · margin · (1 − share)
 *
 * with L the chain's reach, `margin` (at most 1) the least distance to a limit over a sixth of the range and
 * `share` the largest gravity torque over its limit. It begins with every joint at its neutral position, or in
 * the middle of its range where that is near a limit; a joint that changes little stays there.
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
    let share = 0;
    const held = gravityTorque(numbers, model, q, gravity);
    for (const body of joints) share = Math.max(share, Math.abs(held[body.v]) / efforts[body.v]);
    return volume * Math.max(1 - share, 0.01) ** 6;
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
  return q;
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
