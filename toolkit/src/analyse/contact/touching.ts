/**
 * Where plant and controller of a loop stand when the tool touches. What is assumed of the approach: constant speed v,
 * nothing felt, and a controller that is in step with it; from the first tick after touching on it presses with what
 * gives the preload at rest.
 */
import {
  type ContactLoop,
  drivenBy,
  type ForceLoop,
  feltStiffness,
  type ImpedanceLoop,
  lagOf,
  type Wall,
} from './loop.js';
import type { Plant } from './plant.js';
import type { Controller } from './recursion.js';

export interface Approach {
  /** m/s at touch. */
  readonly speed: number;
  /** Force at rest, N. */
  readonly preload: number;
}

/** Where the loop stands when the tool touches: plant, controller and command, places from the surface. */
export interface Touch {
  readonly x: Float64Array;
  readonly s: Float64Array;
  command: number;
  /** What is added to a reading and to a command so that the controller presses with the preload. */
  readonly offset: number;
  readonly ahead?: number;
  /** From where the place of the holder is told that it reads besides; the surface by default, m. */
  readonly from?: number;
}

/** Touching a share of a tick before the next one. */
export function touching(
  loop: ContactLoop,
  wall: Wall,
  { speed, preload }: Approach,
  plant: Plant,
  controller: Controller,
  share: number,
): Touch {
  const x = new Float64Array(plant.n);
  for (const moving of [plant.speed, plant.toolSpeed]) {
    const at = moving.row.indexOf(1);
    if (at >= 0) x[at] = speed;
  }
  const s = new Float64Array(controller.n);
  const felt = feltStiffness(loop, wall);
  const depth = preload / felt + (loop.flexible === undefined ? 0 : preload / loop.flexible.stiffness);
  const friction = (drivenBy(loop)?.friction ?? 0) * speed;
  /** Where the holder stood a tick before its first one on the wall. */
  const behind = -speed * loop.tick * (1 - share);
  if (loop.law === 'impedance' && controller.own === undefined) {
    // u = −(reading + offset) is the preload at rest, reading K x there: offset in what the controller reads.
    const goal = depth + preload / loop.stiffness;
    if (loop.velocity.kind === 'measured') return { x, s, command: friction, offset: -loop.stiffness * goal };
    // Places are told from the goal; the difference of the tick before was that of the speed.
    s[0] = behind - goal;
    s[1] = speed;
    return { x, s, command: friction, offset: -goal };
  }
  const remember = (velocity: ImpedanceLoop['velocity']): void => {
    if (velocity.kind === 'differences') s.set([behind, speed], controller.n - 2);
  };
  if (loop.law === 'impedance') {
    // An integral rests where its goal is reached.
    remember(loop.velocity);
    if (loop.velocity.kind === 'differences') s[controller.n - 2] -= depth;
    s[0] = -friction;
    return { x, s, command: friction, offset: 0, from: depth };
  }
  if (loop.law === 'press') {
    remember(loop.velocity);
    return { x, s, command: friction, offset: -preload, ahead: preload + loop.stiffness * depth };
  }
  const spring = loop.law === 'admittance' ? loop.stiffness * (preload / felt) : 0;
  const { inner } = loop;
  if (inner.kind === 'torque') {
    s[0] = behind;
    s[1] = speed;
    if (loop.law === 'force' && loop.integral > 0) s[2] = sumsAt(loop, speed, preload);
    const law = loop.law === 'force' && loop.integral > 0 ? 3 : 2;
    if ((inner.integral ?? 0) > 0) s[law] = friction;
    remember(inner.velocity);
    return { x, s, command: friction, offset: -preload - spring };
  }
  const lead = lagOf(inner) * speed;
  if (loop.law === 'admittance') {
    s[0] = lead;
    s[1] = speed;
  } else {
    if (loop.integral > 0) s[0] = sumsAt(loop, speed, preload);
    s[controller.n - 1] = lead;
  }
  return { x, s, command: lead, offset: -preload - spring };
}

/** The integral with which force control moves at this speed while nothing is felt. */
function sumsAt({ proportional, integral }: ForceLoop, speed: number, preload: number): number {
  return (speed - proportional * preload) / integral;
}
