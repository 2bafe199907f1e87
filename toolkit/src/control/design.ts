/**
 * A control design as plain data: what hangs on a robot, with every number. `controlProgram` makes code of it.
 *
 * Every number here but the model's is the start value of a slot, so that changing it needs no new code:
 * parameters, points' offsets and attitudes, gravity, limits. What is there and what is joined is baked in.
 */
import type { SolidKind } from '../geometry/index.js';
import type { End, Family, MotionDesign } from '../mechanism/index.js';
import type { Model } from '../model/index.js';
import {
  type LawDesign,
  type Reaction,
  type SensorDesign,
  type ServoDesign,
  sensorFaults,
  type VelocityDesign,
} from './laws/law-design.js';

export * from './laws/law-design.js';

export interface Design {
  /** Becomes the program's name. */
  readonly name: string;
  readonly model: Model;
  /** Nominal tick, s: how long a torque is held. */
  readonly period: number;
  /** Acceleration of free fall in the world, m/s²; {@link standardGravity} by default. */
  readonly gravity?: readonly [number, number, number];
  /** Names are unique among points and elements; `world` is the world's origin and axes, always there. */
  readonly points: readonly PointDesign[];
  /** Named coordinates, for elements and for each other; names are their own among points and elements too. */
  readonly coordinates?: readonly CoordinateDesign[];
  readonly elements: readonly ElementDesign[];
  /** What the controller adds of its own; empty by default. */
  readonly compensate?: readonly Compensation[];
  /** What the robot's own drives add already; what stands in both lists is refused. */
  readonly provides?: readonly Compensation[];
  /** What `friction` of `compensate` compensates. */
  readonly friction?: FrictionDesign;
  readonly limits?: LimitsDesign;
  readonly guards?: GuardsDesign;
  /** Virtual bodies, which the controller moves itself. */
  readonly bodies?: BodiesDesign;
  /** A store of energy that pays for what would otherwise come from nowhere. */
  readonly tank?: TankDesign;
  /** Names are unique; a run starts in the first. */
  readonly phases?: readonly PhaseDesign[];
  /** What the controller knows of the robot's force sensors. */
  readonly sensors?: readonly SensorDesign[];
  /** Laws that are no sums of elements; names are unique among points, coordinates and elements too. */
  readonly laws?: readonly LawDesign[];
  /** What turns motions into joints; needed by laws that act by motions or joints. */
  readonly servo?: ServoDesign;
  /** The joint velocities that elements and laws read; measured ones by default. */
  readonly velocity?: VelocityDesign;
}

/**
 * Virtual bodies: masses on joints of their own, joined to the robot by elements only. Points may be on their links and
 * elements on their joints; their joints and frames have names that the robot has not. Friction and springs of their
 * joints are elements.
 */
export interface BodiesDesign {
  readonly model: Model;
  /** Configuration (nq) at the start; the model's neutral one by default. */
  readonly start?: readonly number[];
  /** Velocity (nv) at the start; 0 by default. */
  readonly speed?: readonly number[];
  /** The joints of the first bodies of the trees that weigh; none by default. */
  readonly weight?: readonly string[];
}

/**
 * What a tank can pay. changes: parameters that change, by events, from outside or by a phase. sources: elements that
 * put energy in. motions: points with a motion, and references, that move by themselves.
 */
export const bills = ['changes', 'sources', 'motions'] as const;
export type Bill = (typeof bills)[number];

/** A tank: dampers refill it with what they take out, as far as it holds. */
export interface TankDesign {
  /** Level at the start, J. */
  readonly start: number;
  /** Level that it holds at most, J; what would make it more is lost. */
  readonly most: number;
  readonly pays: readonly Bill[];
}

/** A phase of a task: values of parameters while it lasts, and what follows when. */
export interface PhaseDesign {
  readonly name: string;
  /** By name of the parameter (`reach.stiffness`, `goal.at`): its value in this phase. All others are as they are set. */
  readonly set?: Readonly<Record<string, readonly number[]>>;
  /** When it ends; absent: never. */
  readonly until?: PhaseEnd;
  /** The phase that follows; by default the next in the list, after the last none. */
  readonly next?: string;
  /**
   * Names of the laws that are at work in it, one at most that acts by motions or joints; by default all that act by a
   * wrench, and no other. Where no phase names any, all laws are at work throughout.
   */
  readonly laws?: readonly string[];
  /**
   * How long the parameters take from what they are at its start to what it wants, and laws that act by a wrench, and a servo
   * that follows by torques, to come in and go out, s; 0 by default: at once.
   */
  readonly blend?: number;
}

export type PhaseEnd =
  /** After so many seconds. */
  | { readonly after: number }
  /** When two points have been closer (farther) than so many metres for `hold` seconds. */
  | {
      readonly from: string;
      readonly to: string;
      readonly below?: number;
      readonly above?: number;
      readonly hold?: number;
    }
  /** When the norm of what an element measures has been below (above) so much for `hold` seconds. */
  | { readonly norm: string; readonly below?: number; readonly above?: number; readonly hold?: number }
  /** When a named coordinate of one entry has been below (above) so much for `hold` seconds. */
  | { readonly coordinate: string; readonly below?: number; readonly above?: number; readonly hold?: number }
  /** When a point has been slower (faster) than so many m/s for `hold` seconds: slower is a stall. */
  | { readonly speed: string; readonly below?: number; readonly above?: number; readonly hold?: number }
  /** When the status of a law has been one of its declared ones for `hold` seconds. */
  | { readonly law: string; readonly is: string; readonly hold?: number }
  /** When the norm of the external force that a sensor reads has been below (above) so many N for `hold` seconds. */
  | { readonly sensor: string; readonly below?: number; readonly above?: number; readonly hold?: number };

/** gravity: τ = g(q), the torque that holds the arm at rest. friction: a share of the joints' friction (see friction.ts). */
export const compensations = ['gravity', 'friction'] as const;
export type Compensation = (typeof compensations)[number];

/** Friction of the joints, for each entry of v, and how it is compensated. */
export interface FrictionDesign {
  /** N m or N, N m s/rad or N s/m, each ≥ 0. */
  readonly coulomb: readonly number[];
  readonly viscous: readonly number[];
  /** The share of both that is compensated, from 0 to 1. */
  readonly share: number;
  /** Share of a joint's Coulomb friction that must be asked for until the compensation of a joint at rest has come in, > 0. */
  readonly width: number;
  /** Speed from which on a joint counts as moving, rad/s or m/s, > 0. */
  readonly speed: readonly number[];
}

/**
 * A point with axes, on the robot or in the world.
 *
 * On the robot (`frame`), `at` and `attitude` are slots where they are given; where they are not, the point is
 * the frame's own origin (or has its axes) and costs nothing. In the world both are slots, at the origin and
 * along the axes by default.
 */
export interface PointDesign {
  readonly name: string;
  /** A frame of the model; absent: the world. */
  readonly frame?: string;
  /** Position in the frame, m. */
  readonly at?: readonly [number, number, number];
  /** Attitude of the point's axes in the frame, [w, x, y, z]; normalised when it is used. */
  readonly attitude?: readonly [number, number, number, number];
  /**
   * World points only. True: the point is an input that somebody writes before each step, with its `velocity`
   * (m/s) and `spin` (rad/s, world axes); its work counts as a source. Otherwise it stands still.
   */
  readonly moves?: boolean;
  /**
   * World points only, in place of `moves`: it moves from `at` and `attitude` as the kernel's time says, and its work
   * counts as a source.
   */
  readonly motion?: MotionDesign;
  /**
   * World points only, in place of both: targets for it come from outside, as readings do (see streamed.ts), by inputs
   * `stream.<name>.at`, `stream.<name>.attitude`, `stream.<name>.age` (s) and `stream.<name>.valid` (0 or 1). Until the first it
   * stands at `at` and `attitude`.
   */
  readonly streamed?: StreamDesign;
  /**
   * A solid about the point, in its axes: what a gap is measured between. Its sizes, as many as `solidSizes` of the
   * geometry names, are the slot `<name>.size`.
   */
  readonly shape?: SolidDesign;
}

/** How long a target holds, and what is done when none has come for so long. */
export interface StreamDesign {
  /** Age of a target from which on it is stale, s, at least the period of the design: an older one is refused. */
  readonly timeout: number;
  /** What is done once the last target that was taken is stale, until the next; damped stop by default. */
  readonly then?: Reaction;
}

export interface SolidDesign {
  readonly kind: SolidKind;
  /** m, each ≥ 0. */
  readonly size: readonly number[];
}

/** What is measured, by a name of its own; see mechanism/coordinates.ts for the kinds. */
export interface CoordinateDesign {
  readonly name: string;
  readonly kind: string;
  /** By end: the name of a point (or `world`), or of a joint. */
  readonly joins: Readonly<Partial<Record<End, string>>>;
  /** Of a posture: its joints. */
  readonly joints?: readonly string[];
  /** Names of the coordinates that it is composed of, in the order of its declaration. */
  readonly of?: readonly string[];
  /** Of one that measures nothing by itself: `m` (default), `rad` or `1`. */
  readonly unit?: string;
  readonly parameters: Readonly<Record<string, readonly number[]>>;
}

export interface ElementDesign {
  readonly name: string;
  readonly family: Family;
  readonly kind: string;
  /** By end: the name of a point (or `world`), or of a joint; empty where it acts `of` a named coordinate. */
  readonly joins: Readonly<Partial<Record<End, string>>>;
  /** The name of the coordinate that it acts on. */
  readonly of?: string;
  /** The joints that it acts on together, all turning or all sliding: of postures and buffers, in place of `joins`. */
  readonly joints?: readonly string[];
  /**
   * Names of elements whose coordinates it is not to accelerate: its joint torques are projected into the null space of
   * all of them together (see null-space.ts).
   */
  readonly nullspaceOf?: readonly string[];
  /**
   * Of one that looks about itself: the points whose shapes it sees. Absent: all points in the world that have one, but its
   * own ends.
   */
  readonly solids?: readonly string[];
  /** By parameter: 1, n or n² numbers on a coordinate of n entries. What has a default may be left out. */
  readonly parameters: Readonly<Record<string, readonly number[]>>;
}

export interface LimitsDesign {
  /** Greatest norm of the sum of all elements' forces at a point, N; the direction is kept. */
  readonly force?: readonly { readonly at: string; readonly norm: number }[];
  /** Greatest magnitude of each joint's torque, N m or N (nv entries; Infinity: none). */
  readonly torque?: {
    readonly most: readonly number[];
    /**
     * scale (default): one factor for all joints, the direction is kept; a joint whose limit is 0 is left out of it.
     * each: every joint by itself.
     */
    readonly how?: 'scale' | 'each';
  };
  /**
   * Greatest change of each joint's torque, N m/s or N/s (nv entries), against the last command. A late tick
   * earns no more change than a nominal one.
   */
  readonly torqueRate?: {
    readonly most: readonly number[];
    /** The torque that the first command is counted from: gravity's (default where it is compensated), or numbers. */
    readonly start?: 'gravity' | readonly number[];
  };
}

export interface GuardsDesign {
  /**
   * While the law's torque is no number though the joint state is one; damped stop by default. A joint state that
   * is no number allows only off.
   */
  readonly nonFinite?: Reaction;
  /** D of damped stop for each entry of v, N m s/rad or N s/m; by default see {@link brakeDamping}. */
  readonly damping?: readonly number[];
  /** Natural frequency of a hold without a servo, rad/s; by default see {@link holdBandwidth}. */
  readonly bandwidth?: number;
}

/** Values of the output `fault`; a joint state is lost where it is not finite, or beyond what sines are known for. */
export const faults = [
  'none',
  'joint state lost',
  'law not finite',
  'kinematics failed',
  ...sensorFaults,
  'target stale',
] as const;
export type Fault = (typeof faults)[number];
