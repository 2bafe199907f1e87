/** Where the frames of a robot are, told as a corpus tells it. */
import { numbers } from 'pliant/math';
import { forwardKinematics, framePlacement } from 'pliant/model';
import type { Pose, Robot } from 'pliant/robot';
import { modelOfRobot } from './robots.js';

/** Poses of all frames where the joints stand at q; neutral where it says nothing. */
export function posesAt(robot: Robot, q: Readonly<Record<string, number>>): Map<string, Pose> {
  const model = modelOfRobot(robot);
  const at = model.positionNames.map((name, i) => q[name] ?? model.neutral[i]);
  const kinematics = forwardKinematics(numbers, model, at);
  return new Map(model.frames.map((frame) => [frame.name, framePlacement(numbers, kinematics, frame)]));
}

/** The matrix of a unit quaternion, row by row; written out here, so that it is not ours that judges ours. */
export function matrixOf([w, x, y, z]: readonly number[]): number[] {
  const row0 = [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)];
  const row1 = [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)];
  const row2 = [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)];
  return [...row0, ...row1, ...row2];
}
