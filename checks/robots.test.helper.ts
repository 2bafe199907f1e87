/** What the tests of robots look up in them. */
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement } from 'pliant/model';
import type { Joint, Link, Robot } from 'pliant/robot';
import { modelOfRobot } from './robots.js';

export const linkIn = (robot: Robot, name: string): Link => robot.links.find((link) => link.name === name)!;
export const jointIn = (robot: Robot, name: string): Joint =>
  robot.joints.find((joint) => joint.name === name)!;
/** Joints that move by themselves. */
export const driven = ({ joints }: Robot): Joint[] =>
  joints.filter(({ type, mimic }) => type !== 'fixed' && mimic === undefined);

export const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);

/** Positions in the model's order from positions by joint; others stand at 0. */
export function at(robot: Robot, positions: Readonly<Record<string, number>>): number[] {
  return modelOfRobot(robot).velocityNames.map((name) => positions[name] ?? 0);
}

export function place(robot: Robot, q: readonly number[], frame: string, model = modelOfRobot(robot)) {
  return framePlacement(numbers, forwardKinematics(numbers, model, q), frameOf(model, frame));
}
