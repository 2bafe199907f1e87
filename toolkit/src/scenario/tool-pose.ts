/** Where the tool of a scenario is before anything has moved. */
import {
  add3,
  formatNumber,
  mulMat,
  mulMatVec,
  numbers,
  rotationFromQuaternion,
  type Vec3,
} from '../math/index.js';
import { forwardKinematics, framePlacement } from '../model/index.js';
import type { Draft } from './draft.js';

export interface ToolPose {
  /** In the world, m. */
  readonly position: Vec3<number>;
  /** The z axis of the tool, a unit vector in world axes. */
  readonly axis: Vec3<number>;
  /** The same in a line. */
  readonly text: string;
}

/** What is smaller than this is 0, m and of a unit vector. */
const nothing = 1e-6;

export function toolPose({ design, model, tool, start }: Draft): ToolPose {
  const { position, rotation } = framePlacement(
    numbers,
    forwardKinematics(numbers, model, start),
    tool.frame,
  );
  const attitude = design.points.find(({ name }) => name === 'tool')?.attitude ?? [1, 0, 0, 0];
  const turned = mulMat(numbers, rotation, rotationFromQuaternion(numbers, attitude));
  const at = add3(numbers, position, mulMatVec(numbers, rotation, tool.at));
  const axis: Vec3<number> = [turned[2], turned[5], turned[8]];
  const text = `the tool starts at ${told(at)} m, its z axis along ${told(axis)}`;
  return { position: at, axis, text };
}

function told(vector: Vec3<number>): string {
  return `[${vector.map((x) => (Math.abs(x) < nothing ? '0' : formatNumber(x, 4))).join(', ')}]`;
}
