/** Points of a scenario as points of a design. */
import type { PointDesign, SolidDesign } from '../control/index.js';
import {
  add3,
  direction3,
  type Mat3,
  mulMat,
  mulMatVec,
  numbers,
  quaternionFromRotation,
  rotationFromQuaternion,
  rotationFromRpy,
  rotationToAxis,
  snapRotation,
  type Vec3,
} from '../math/index.js';
import { type Frame, forwardKinematics, framePlacement, type Model, type Placement } from '../model/index.js';
import type { ChainEnd } from './chain.js';
import type { Complaints } from './complaints.js';
import { motionDesign } from './moves.js';
import type { Scenario } from './scenario.js';
import type { Shapes, SolidSection } from './solid-schema.js';
import { under } from './tree.js';

type Triple = readonly [number, number, number];

/** Rotation of fixed-axis roll, pitch and yaw; quarter turns exact. */
export function rotationOf([roll, pitch, yaw]: Triple): Mat3<number> {
  return snapRotation(rotationFromRpy(numbers, roll, pitch, yaw));
}

const still = (v: Triple): boolean => v.every((x) => x === 0);

/** A point on a frame; parts that are zero are baked in. */
function onFrame(name: string, frame: string, at: Triple, rpy: Triple, shape?: SolidDesign): PointDesign {
  return {
    name,
    frame,
    ...(still(at) ? {} : { at }),
    ...(still(rpy) ? {} : { attitude: quaternionFromRotation(numbers, rotationOf(rpy)) }),
    ...(shape === undefined ? {} : { shape }),
  };
}

/** A point that stands in the world. */
function inWorld(name: string, at: Triple, rotation: Mat3<number>, shape?: SolidDesign): PointDesign {
  return {
    name,
    at,
    attitude: quaternionFromRotation(numbers, rotation),
    ...(shape === undefined ? {} : { shape }),
  };
}

/** The shape that a point is given; a complaint where there are two. */
function shapeOf(section: Shapes, path: string, complaints: Complaints): SolidDesign | undefined {
  const { sphere, capsule, cylinder, box } = section;
  const given: SolidDesign[] = [];
  if (sphere !== undefined) given.push({ kind: 'sphere', size: [sphere] });
  if (capsule !== undefined) given.push({ kind: 'capsule', size: [capsule.radius, capsule.length] });
  if (cylinder !== undefined) given.push({ kind: 'cylinder', size: [cylinder.radius, cylinder.length] });
  if (box !== undefined) given.push({ kind: 'box', size: box });
  if (given.length > 1) {
    complaints.error('shape-twice', path, `a point has one shape, this one has ${given.length}`, {
      got: given.map(({ kind }) => kind).join(', '),
      hint: `give each shape a point of its own, at the same place; one that was written before, in what a file extends or below a --set, is taken away by null (${given.map(({ kind }) => kind).join(': null, ')}: null)`,
    });
  }
  return given[0];
}

/** The solids of the world as points; those with the name of a point are complained of and left out. */
function solidsOf(
  solids: Readonly<Record<string, SolidSection>>,
  taken: readonly string[],
  complaints: Complaints,
): PointDesign[] {
  return Object.entries(solids).flatMap(([name, section]) => {
    const path = under('world', name);
    if (taken.includes(name)) {
      complaints.error('name-taken', path, `the name is that of control.points.${name} already`, {
        hint: 'solids and points are named by the same elements: give one of them another name',
      });
      return [];
    }
    const { plane, at, rpy = [0, 0, 0] } = section;
    if (plane === undefined) {
      return [inWorld(name, at, rotationOf(rpy), shapeOf(section, path, complaints))];
    }
    const { direction, norm } = direction3(numbers, plane);
    if (norm === 0) {
      complaints.error('plane-normal', under(path, 'plane'), 'the normal of a plane has no direction', {
        got: plane.join(', '),
      });
      return [];
    }
    return [inWorld(name, at, rotationToAxis(direction), { kind: 'plane', size: [] })];
  });
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
 * All points: the `given` ones (the tool, virtual bodies), those of the scenario, where its points stood at the start,
 * and the solids of the world; without those that name a point which is none or themselves, of which references.ts
 * complains.
 */
export function pointsOf(
  sections: Scenario['control']['points'],
  solids: Scenario['world']['solids'],
  given: readonly PointDesign[],
  model: Model,
  start: readonly number[],
  complaints: Complaints,
): PointDesign[] {
  const points = new Map(given.map((point) => [point.name, point]));
  for (const [name, section] of Object.entries(sections)) {
    const path = under('control.points', name);
    if ('on' in section) {
      if (frameNamed(model, section.on, under(path, 'on'), complaints) === undefined) continue;
      points.set(
        name,
        onFrame(name, section.on, section.at, section.rpy, shapeOf(section, path, complaints)),
      );
    } else if ('in' in section) {
      points.set(
        name,
        inWorld(name, section.at, rotationOf(section.rpy), shapeOf(section, path, complaints)),
      );
    }
  }
  /** Solids whose places are counted from where a point stands at the start. */
  const beside = new Map<string, PointDesign>();
  /** Where a point stands at the start; those that stand where another does are added on the way. */
  const standing = (name: string, followed: readonly string[] = []): Placement<number> | undefined => {
    const point = points.get(name);
    if (point?.frame !== undefined) return poseAt(model, point, start);
    if (point !== undefined) {
      const { at = [0, 0, 0] as const, attitude = [1, 0, 0, 0] as const } = point;
      return { position: at, rotation: rotationFromQuaternion(numbers, attitude) };
    }
    if (followed.includes(name)) return undefined;
    const solid = beside.get(name);
    if (solid !== undefined) {
      const from = standing(solids[name].startOf ?? '', [...followed, name]);
      if (from === undefined) return undefined;
      const position = add3(numbers, from.position, solid.at ?? ([0, 0, 0] as const));
      points.set(name, { ...solid, at: position });
      return standing(name);
    }
    const section = sections[name];
    if (section === undefined || !('startOf' in section)) return undefined;
    const pose = standing(section.startOf, [...followed, name]);
    if (pose === undefined) return undefined;
    const position: Vec3<number> = add3(numbers, pose.position, section.shift);
    const rotation = still(section.turn)
      ? pose.rotation
      : mulMat(numbers, rotationOf(section.turn), pose.rotation);
    points.set(name, inWorld(name, position, rotation));
    return { position, rotation };
  };
  for (const solid of solidsOf(solids, [...points.keys(), ...Object.keys(sections)], complaints))
    (solids[solid.name].startOf === undefined ? points : beside).set(solid.name, solid);
  for (const name of [...beside.keys(), ...Object.keys(sections)]) standing(name);
  for (const [name, section] of Object.entries(sections)) {
    const point = points.get(name);
    if (point !== undefined && !('on' in section) && section.streamed !== undefined)
      points.set(name, { ...point, streamed: section.streamed });
  }
  for (const [name, section] of Object.entries(sections)) {
    const point = points.get(name);
    if ('on' in section || section.moves === undefined || point === undefined) continue;
    const motion = motionDesign(section.moves, (other) =>
      other === name ? undefined : other === 'world' ? [0, 0, 0] : standing(other)?.position,
    );
    if (motion !== undefined) points.set(name, { ...point, motion });
  }
  return [...points.values()];
}

/** What to say where a link is named in place of a point. */
export function pointHint(name: string, model: Model): string | undefined {
  if (!model.frames.some((frame) => frame.name === name)) return undefined;
  return `${name} is a link: give it a point, control.points: { name: { on: ${name} } }`;
}
