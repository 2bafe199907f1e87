/**
 * The model: a forest of moving bodies made from a `Robot`, constant and shared; the algorithms are free
 * functions, one file each, and keep no data in it.
 *
 * Every moving joint and the links welded to its child make one body. Bodies are numbered so that a parent
 * stands before its children; brothers are ordered by joint name, trees by root name, never by the order in
 * the file. A free root is a body whose joint is of type free and whose parent is the world (−1).
 * A mimic joint has a body but no position or velocity of its own.
 */
import type { Mat3, Vec3 } from '../math/index.js';
import type { JointLimits } from '../robot/index.js';

/** Pose of B in A. Also what algorithms return, with `S` a number or a graph node. */
export interface Placement<S> {
  readonly position: Vec3<S>;
  readonly rotation: Mat3<S>;
}

export type MovingType =
  | 'revolute'
  | 'continuous'
  | 'prismatic'
  | 'helical'
  | 'spherical'
  | 'planar'
  | 'free';

/** Mass, centre of mass and inertia (xx, yy, zz, xy, xz, yz) about the centre of mass, both in body axes. */
export interface BodyInertia {
  readonly mass: number;
  readonly centre: Vec3<number>;
  readonly inertia: readonly [number, number, number, number, number, number];
}

export interface Body {
  /** Name of the joint that moves it. A free root's is the name of its root link. */
  readonly joint: string;
  /** Name of the link that carries the body's frame (the joint's child). */
  readonly link: string;
  readonly type: MovingType;
  /** Number of the parent body; −1 is the world. */
  readonly parent: number;
  /** Pose of the joint frame in the parent body's frame. */
  readonly placement: Placement<number>;
  /** Unit axis in the joint frame (revolute, continuous, prismatic, helical); normal (planar). */
  readonly axis: Vec3<number>;
  /** Helical: m/rad. 0 otherwise. */
  readonly pitch: number;
  /** First entry in q and in v, and how many. 0 entries for a mimic. */
  readonly q: number;
  readonly nq: number;
  readonly v: number;
  readonly nv: number;
  /** With all welded links. */
  readonly inertia: BodyInertia;
  readonly rotorInertia: number;
  readonly damping: number;
  readonly friction: number;
  readonly limits?: JointLimits;
  /** position = multiplier · position of body `of` + offset; velocity likewise. `of` is not a mimic itself. */
  readonly mimic?: { readonly of: number; readonly multiplier: number; readonly offset: number };
}

/** A frame that can be named: a link or a named frame of the robot. */
export interface Frame {
  readonly name: string;
  /** Body that carries it; −1: fixed to the world. */
  readonly body: number;
  /** In the body's frame (or in the world). */
  readonly placement: Placement<number>;
  /** The link that a link is fixed to, or the link that carries a named frame. */
  readonly parent?: string;
}

export interface Model {
  readonly name: string;
  readonly bodies: readonly Body[];
  readonly frames: readonly Frame[];
  /** Length of a configuration and of a velocity. */
  readonly nq: number;
  readonly nv: number;
  /** Mass and centre of mass (in the world) of what is bolted to the world. */
  readonly fixed: { readonly mass: number; readonly centre: Vec3<number> };
  /** A configuration inside all limits, nearest to zero, mimic followers included. */
  readonly neutral: readonly number[];
  /** Joint that owns each entry of v (the name; `name.x` where it has several). Unit of each entry of q and v and force. */
  readonly velocityNames: readonly string[];
  readonly positionNames: readonly string[];
}
