/** The robots of this project, by the folder that each has below `robots`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { numbers } from 'pliant/math';
import { gravityTorque, type Model, modelOf, standardGravity } from 'pliant/model';
import { describe, type Outcome } from 'pliant/problem';
import { type Files, type ReadOptions, type Robot, readRobot } from 'pliant/robot';
import { checkout, folderOnDisk } from './folders.js';

export const robotFiles: Files = folderOnDisk(join(checkout, 'robots'));

export function readOwn(path: string, options: ReadOptions = {}): Outcome<Robot> {
  return readRobot(path, robotFiles, options);
}

/** A robot that must be read. */
export function ownRobot(name: string): Robot {
  const { value, problems } = readOwn(`${name}/${name}.urdf`);
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  return value;
}

export function modelOfRobot(robot: Robot): Model {
  const { value, problems } = modelOf(robot);
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  return value;
}

export function ownPage(name: string): string {
  return readFileSync(join(checkout, 'robots', name, 'README.md'), 'utf8');
}

/** Positions inside the ranges, by the model's order; `next` gives numbers in [0, 1). */
export function insideRanges(model: Model, robot: Robot, next: () => number): number[] {
  return model.velocityNames.map((name) => {
    const { lower = -Math.PI, upper = Math.PI } = robot.joints.find((j) => j.name === name)?.limits ?? {};
    return lower + next() * (upper - lower);
  });
}

/** The greatest share of a joint's torque that gravity takes over `poses` seeded poses inside the ranges. */
export function gravityShare(robot: Robot, poses: number, next: () => number): number {
  const model = modelOfRobot(robot);
  const efforts = model.velocityNames.map(
    (name) => robot.joints.find((j) => j.name === name)?.limits?.effort ?? 0,
  );
  let most = 0;
  for (let i = 0; i < poses; i++) {
    const q = insideRanges(model, robot, next);
    gravityTorque(numbers, model, q, standardGravity).forEach((torque, k) => {
      most = Math.max(most, Math.abs(torque) / efforts[k]);
    });
  }
  return most;
}
