/** Which fields a control program has, as its procedures find them. */
import type { Field } from '../graph/index.js';
import type { BodyFields } from './body-fields.js';
import type { PointFields } from './element-fields.js';
import type { FrictionFields } from './friction.js';
import type { LawFields } from './laws/law-fields.js';
import type { GuardFields, LimitFields } from './limit-fields.js';
import type { StreamFields } from './streamed.js';

export interface ControlFields {
  readonly tick: Field;
  /** Of the step, s. */
  readonly time: Field;
  readonly gravity: Field | undefined;
  /** Where friction is compensated. */
  readonly friction: FrictionFields | undefined;
  readonly points: ReadonlyMap<string, PointFields>;
  /** By element, then by parameter. */
  readonly elements: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  /** By coordinate, then by parameter. */
  readonly coordinates: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  /** State by element, then by name: what those that look about themselves remember. */
  readonly memory: ReadonlyMap<string, ReadonlyMap<string, Field>>;
  readonly q: Field;
  readonly v: Field;
  readonly period: Field;
  readonly torque: Field;
  readonly fault: Field;
  readonly asked: Field | undefined;
  readonly limits: LimitFields;
  readonly guards: GuardFields | undefined;
  readonly bodies: BodyFields | undefined;
  /** Where there are sensors, laws or a servo; and the laws' parameters, by law and name. */
  readonly laws?: LawFields | undefined;
  readonly lawParameters?: ReadonlyMap<string, ReadonlyMap<string, Field>> | undefined;
  /** By name of the point, where targets for one come from outside. */
  readonly streams?: ReadonlyMap<string, StreamFields>;
  /** Where what is in force is apart from what is wanted: a tank, phases or streamed points. */
  readonly live?: LiveFields;
}

/** A parameter in its three places, and what phases want it to be. */
export interface LiveEntry {
  readonly parameter: Field;
  readonly inForce: Field;
  /** Between calls without a meaning: the value whose energy is worked out. */
  readonly trial: Field;
  /** The value that it is to have now. */
  readonly wanted: Field;
  /** By index of the phase: its slot. */
  readonly phases: ReadonlyMap<number, Field>;
  /** Where some phase blends: the value that was in force when the phase began. */
  readonly from: Field | undefined;
}

export interface PhaseFields {
  /** State: index of the phase. */
  readonly index: Field;
  /** State: time at which it began, and at which its end began to hold, s; and 1 where it holds. */
  readonly since: Field;
  readonly met: Field;
  readonly holds: Field;
  /** State: 1 after the first step. */
  readonly started: Field;
  /** By index of the phase. */
  readonly slots: readonly {
    readonly after?: Field;
    readonly bound?: Field;
    readonly hold?: Field;
    readonly blend?: Field;
  }[];
}

export interface TankFields {
  readonly most: Field;
  /** State, J: level, and what was taken out of it and put into it since the start. */
  readonly level: Field;
  readonly paid: Field;
  readonly kept: Field;
  /** State, J: what the sources may still need of the level until the next step. */
  readonly reserved: Field;
  /** State, J: what the wanted change would still ask for; 0 where all is in force. */
  readonly owed: Field;
  /** State: factor of all sources. */
  readonly scale: Field;
  /** State: joint torques of the sources and of the dampers that are held; and the positions at that step, of virtual bodies too. */
  readonly held: Field | undefined;
  readonly damped: Field | undefined;
  readonly place: Field | undefined;
  /** State, where there are limits: 1 where the last command was what was asked, and what it was beyond that. */
  readonly uncut: Field | undefined;
  readonly cut: Field | undefined;
  /** State, J, where there are limits: what the tank paid because they cut, and was not given back. */
  readonly debt: Field | undefined;
  /** Of what moves by itself, where the tank pays for it. */
  readonly motion: MotionFields | undefined;
  /** State, W: what dampers took out at the last step. */
  readonly drain: Field;
  readonly started: Field;
}

export interface MotionFields {
  /** State, s: how far the time of what moves is behind; and the time of the last step. */
  readonly lag: Field;
  readonly last: Field;
  /** State: how fast that time went on at the last step, 1: as all time does. */
  readonly pace: Field;
}

export interface LiveFields {
  readonly entries: readonly LiveEntry[];
  /** The fields of the law at the trial values. */
  readonly trial: ControlFields;
  /** Scratch, J: what the controller stores at the trial values. */
  readonly energy: Field;
  /** Scratch: numbers of the search. */
  readonly search: Field;
  /** State, J: what changed parameters put in since the start. */
  readonly changes: Field;
  readonly phases: PhaseFields | undefined;
  readonly tank: TankFields | undefined;
}
