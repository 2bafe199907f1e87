/** Actuators → what drives the robot, and what each joint can bear. */
import type { Actuator } from '../robot.js';
import type { Compiled, CompiledActuator, CompiledJoint } from './compiled.js';
import type { RobotNames } from './names.js';

/** mjtTrn. */
const transmissions = ['joint', 'joint', 'crank', 'tendon', 'site', 'body'] as const;

/** mjtWrap of a joint in a tendon. */
export const wrapJoint = 1;

export interface Drives {
  readonly actuators: readonly Actuator[];
  /** By joint of the file: the largest force or torque that its drives give both ways, N m or N, where it is bounded. */
  readonly effort: readonly (number | undefined)[];
  /** Joints whose effort is not the same both ways: the smaller one is taken. */
  readonly uneven: readonly number[];
  /** Joints that nothing drives; none where the file has no actuators, or some that pull at links. */
  readonly passive: readonly number[];
}

/** @param frames names of the frames by site */
export function drivesOf(
  model: Compiled,
  names: RobotNames,
  frames: readonly (string | undefined)[],
): Drives {
  const { joints, actuators, tendons } = model;
  const onJoint = joints.map((): CompiledActuator[] => []);
  const driven = new Set<number>();
  /** Whether something pulls at links: which joints that drives is not for a list to say. */
  let elsewhere = false;
  for (const actuator of actuators) {
    const kind = transmissions[actuator.transmission];
    if (kind === 'joint') {
      onJoint[actuator.target].push(actuator);
      driven.add(actuator.target);
    } else if (kind === 'tendon' && tendons[actuator.target].path.every((wrap) => wrap.kind === wrapJoint)) {
      for (const wrap of tendons[actuator.target].path) driven.add(wrap.id);
    } else elsewhere = true;
  }
  const spans = joints.map(({ forceRange, kind }, j) =>
    many(kind) ? undefined : meet(sumOf(onJoint[j]), forceRange),
  );
  return {
    actuators: actuators.map((actuator, i) => actuatorOf(actuator, i, model, names, frames)),
    effort: spans.map((span) => span && bothWays(span)),
    uneven: joints.flatMap((_, j) => (spans[j] !== undefined && spans[j][0] !== -spans[j][1] ? [j] : [])),
    passive:
      actuators.length === 0 || elsewhere
        ? []
        : joints.flatMap(({ kind }, j) => (kind === 'free' || driven.has(j) ? [] : [j])),
  };
}

/** Whether a joint has several positions: each drive on it pulls in a direction of its own. */
const many = (kind: CompiledJoint['kind']) => kind === 'ball' || kind === 'free';

type Span = readonly [number, number];

/** What drives on one joint give together; undefined where there are none, or one without bounds. */
function sumOf(drives: readonly CompiledActuator[]): Span | undefined {
  if (drives.length === 0) return undefined;
  let [low, high] = [0, 0];
  for (const { force, gears } of drives) {
    if (force === undefined) return undefined;
    const ends = [gears[0] * force[0], gears[0] * force[1]];
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return [low, high];
}

function meet(a: Span | undefined, b: Span | undefined): Span | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return [Math.max(a[0], b[0]), Math.min(a[1], b[1])];
}

function bothWays([low, high]: Span): number | undefined {
  const effort = low < 0 && high > 0 ? Math.min(-low, high) : Math.max(Math.abs(low), Math.abs(high));
  return effort > 0 && effort < Infinity ? effort : undefined;
}

function actuatorOf(
  actuator: CompiledActuator,
  i: number,
  { joints, sites, tendons }: Compiled,
  names: RobotNames,
  frames: readonly (string | undefined)[],
): Actuator {
  const { target, gears, force } = actuator;
  const kind = transmissions[actuator.transmission];
  const name = actuator.name === '' ? `actuator${i}` : actuator.name;
  const link = (body: number) => ({ kind: 'link', name: names.links[body] }) as const;
  const several = kind === 'joint' ? many(joints[target].kind) : kind === 'site';
  const gear = several ? Math.sqrt(gears.reduce((sum, g) => sum + g * g, 0)) : gears[0];
  const rest = { gear, ...(force === undefined ? {} : { force }) };
  switch (kind) {
    case 'joint':
      return { name, drives: { kind: 'joint', name: names.joints[target] }, ...rest };
    case 'tendon':
      return { name, drives: { kind: 'tendon', name: tendons[target].name || `tendon${target}` }, ...rest };
    case 'body':
      return { name, drives: link(target), ...rest };
    default: {
      const frame = frames[target];
      return {
        name,
        drives: frame === undefined ? link(sites[target]?.body ?? 0) : { kind: 'frame', name: frame },
        ...rest,
      };
    }
  }
}
