/** A law by itself: run tick by tick on a rigid tool that follows its command, against forces that the test makes. */
import {
  expSO3,
  identity3,
  type Mat3,
  mulMat,
  numbers as N,
  quaternionFromRotation,
  type Vec3,
} from '../../math/index.js';
import type { Site } from '../../mechanism/index.js';
import type { LawDeclaration, LawView, MotionAct, Numbers } from './declaration.js';
import { givenNumbers } from './law-parameters.js';

export interface Pose {
  readonly position: Vec3<number>;
  readonly rotation: Mat3<number>;
}

export const origin: Pose = { position: [0, 0, 0], rotation: identity3(N) };

export function siteAt(
  { position, rotation }: Pose,
  velocity: Vec3<number> = [0, 0, 0],
  spin: Vec3<number> = [0, 0, 0],
  body = 0,
): Site<number> {
  return {
    name: 'site',
    body,
    position,
    lever: position,
    velocity,
    rotation,
    spin,
    quaternion: () => quaternionFromRotation(N, rotation),
  };
}

/** What the world does to a tool: external wrench about the centre, and where the tool is for a command. */
export interface MotionWorld {
  readonly tick: number;
  readonly axes?: Mat3<number>;
  wrench(
    command: Pose,
    time: number,
  ): { readonly force: Vec3<number>; readonly torque?: Vec3<number>; readonly at?: Pose };
  target?(time: number): Site<number>;
}

export interface MotionTick {
  readonly time: number;
  readonly command: Pose;
  readonly force: Vec3<number>;
  readonly status: number;
  readonly velocity: Vec3<number>;
  readonly spin: Vec3<number>;
  readonly observed: Numbers<number>;
}

/** Runs a motion law for so many ticks from the origin; `see` gets each. */
export function runMotion(
  law: LawDeclaration,
  numbers: Readonly<Record<string, readonly number[]>>,
  world: MotionWorld,
  ticks: number,
  see: (tick: MotionTick) => void,
): void {
  const given = givenNumbers({ parameters: numbers }, law);
  let memory: Numbers<number> = Object.fromEntries(
    law.memory.map(({ name, size, initial }) => [name, new Array(size?.(given) ?? 1).fill(initial)]),
  );
  let command = origin;
  let [velocity, spin]: Vec3<number>[] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let k = 0; k < ticks; k++) {
    const time = k * world.tick;
    const { force, torque = [0, 0, 0], at = command } = world.wrench(command, time);
    const axes = world.axes ?? identity3(N);
    const view = {
      elapsed: world.tick,
      tick: world.tick,
      time,
      q: [],
      v: [],
      kinematics: { placements: [], turns: [] },
      velocities: [],
      site: () => siteAt(origin),
      centre: siteAt(at),
      axes,
      commandedAxes: axes,
      target: world.target?.(time),
      sensor: { force, torque, fresh: 1, age: 0, ready: 1 },
      commanded: { ...command, velocity, spin, q: [], v: [], limited: 0 },
      begins: k === 0 ? 1 : 0,
    } as unknown as LawView<number>;
    const act = law.law<number>(N, view, given, memory, {}, given);
    const { motion } = act as MotionAct<number>;
    see({
      time,
      command,
      force,
      status: act.status ?? 0,
      velocity: motion.velocity,
      spin: motion.spin,
      observed: act.observed ?? {},
    });
    memory = act.memory;
    velocity = motion.velocity;
    spin = motion.spin;
    command = {
      position: command.position.map((x, i) => x + motion.move[i]) as unknown as Vec3<number>,
      rotation: mulMat(N, expSO3(N, motion.turn), command.rotation),
    };
  }
}
