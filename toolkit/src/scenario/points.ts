/** Points of a scenario as points of a design. */
import type { PointDesign } from '../control/index.js';
import {
  add3,
  type Mat3,
  mulMat,
  mulMatVec,
  numbers,
  quaternionFromRotation,
  rotationFromQuaternion,
  rotationFromRpy,
  snapRotation,
  type Vec3,
} from '../math/index.js';
import { type Frame, forwardKinematics, framePlacement, type Model, type Placement } from '../model/index.js';
import type { ChainEnd } from './chain.js';
import type { Complaints } from './complaints.js';
import type { Scenario } from './scenario.js';
import { under } from './tree.js';

type Triple = readonly [number, number, number];

/** Rotation of fixed-axis roll, pitch and yaw; quarter turns exact. */
export function rotationOf([roll, pitch, yaw]: Triple): Mat3<number> {
  return snapRotation(rotationFromRpy(numbers, roll, pitch, yaw));
}

const still = (v: Triple): boolean => v.every((x) => x === 0);

/** A point on a frame; parts that are zero are baked in. */
function onFrame(name: string, frame: string, at: Triple, rpy: Triple): PointDesign {
  return {
    name,
    frame,
    ...(still(at) ? {} : { at }),
    ...(still(rpy) ? {} : { attitude: quaternionFromRotation(numbers, rotationOf(rpy)) }),
  };
}

/** The frame of this name; a complaint where there is none. */
export function frameNamed(
  model: Model,
  name: string,
  path: string,
  complaints: Complaints,
): Frame | undefined {
  return (
    model.frames.find((frame) => frame.name === name) ??
    complaints.unknown(
      path,
      'link',
      name,
      model.frames.map((frame) => frame.name),
    )
  );
}

/** The tool as a point, and as the end of a chain. */
export function toolPoint(end: ChainEnd, rpy: Triple): PointDesign {
  return onFrame('tool', end.frame.name, end.at, rpy);
}

/** Pose in the world of a point on the robot, at q. */
export function poseAt(model: Model, point: PointDesign, q: readonly number[]): Placement<number> {
  const frame = model.frames.find((f) => f.name === point.frame);
  if (frame === undefined) throw new Error(`the point ${point.name} is on no frame of ${model.name}`);
  const { position, rotation } = framePlacement(numbers, forwardKinematics(numbers, model, q), frame);
  const own = point.attitude === undefined ? undefined : rotationFromQuaternion(numbers, point.attitude);
  return {
    position:
      point.at === undefined ? position : add3(numbers, position, mulMatVec(numbers, rotation, point.at)),
    rotation: own === undefined ? rotation : mulMat(numbers, rotation, own),
  };
}

/**
 * All points: the tool, those of the scenario, and where its points stood at the start; without those that name a
 * point which is none, of which references.ts complains.
 */
export function pointsOf(
  sections: Scenario['control']['points'],
  tool: PointDesign,
  model: Model,
  start: readonly number[],
  complaints: Complaints,
): PointDesign[] {
  const points: PointDesign[] = [tool];
  for (const [name, section] of Object.entries(sections)) {
    const path = under('control.points', name);
    if ('on' in section) {
      if (frameNamed(model, section.on, under(path, 'on'), complaints) === undefined) continue;
      points.push(onFrame(name, section.on, section.at, section.rpy));
    } else if ('in' in section) {
      points.push({
        name,
        at: section.at,
        attitude: quaternionFromRotation(numbers, rotationOf(section.rpy)),
      });
    }
  }
  const carried = new Map(points.filter((p) => p.frame !== undefined).map((p) => [p.name, p]));
  for (const [name, section] of Object.entries(sections)) {
    if (!('startOf' in section)) continue;
    const of = carried.get(section.startOf);
    if (of === undefined) continue;
    const pose = poseAt(model, of, start);
    const at: Vec3<number> = add3(numbers, pose.position, section.shift);
    const rotation = still(section.turn)
      ? pose.rotation
      : mulMat(numbers, rotationOf(section.turn), pose.rotation);
    points.push({ name, at, attitude: quaternionFromRotation(numbers, rotation) });
  }
  return points;
}

/** What to say where a link is named in place of a point. */
export function pointHint(name: string, model: Model): string | undefined {
  if (!model.frames.some((frame) => frame.name === name)) return undefined;
  return `${name} is a link: give it a point, control.points: { name: { on: ${name} } }`;
}
