/** Where the joints stand at the start. */
import type { Model } from '../model/index.js';
import type { NamedStart } from '../robot/index.js';
import type { ChainEnd } from './chain.js';
import type { Complaints } from './complaints.js';
import { configurationOf } from './joint-positions.js';
import { jointNumbers } from './joints.js';
import { readyPose } from './ready-pose.js';
import type { Scenario } from './scenario.js';
import type { ServoMaps } from './servos.js';
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
  servos: ServoMaps,
): readonly number[] {
  const { start, poses } = section;
  if (start === 'neutral') return model.neutral;
  if (start === 'auto') return readyPose(model, tool, gravity);
  if (typeof start !== 'string')
    return configurationOf(model, start, under(path, 'start'), complaints, servos);
  if (Object.hasOwn(poses, start))
    return configurationOf(model, poses[start], under(under(path, 'poses'), start), complaints, servos);
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

/** The joints' velocities (nv) at the start; joints that are not named rest. */
export function startSpeeds(
  { speeds }: RobotSection,
  model: Model,
  path: string,
  complaints: Complaints,
): readonly number[] {
  const rest = new Array<number>(model.nv).fill(0);
  return jointNumbers(speeds, model, ['rad/s', 'm/s'], rest, rest, under(path, 'speeds'), complaints);
}
