/**
 * The model: a forest of moving bodies made from a `Robot`, constant and shared; the algorithms are free
 * functions, one file each, and keep no data in it.
 *
 * Every moving joint and the links welded to its child make one body. Bodies are numbered so that a parent
 * stands before its children; brothers are ordered by joint name, trees by root name, never by the order in
 * the file. A free root is a body whose joint is of type free and whose parent is the world (−1).
 * A mimic joint has a body but no position or velocity of its own.
 *
 * Positions q and velocities v of a joint:
 * revolute, continuous, helical — angle (rad) and its rate; prismatic — length (m) and its rate;
 * rail — position along its path (m; by arc length, or by knots) and its rate; the body does not turn;
 * spherical — quaternion [w, x, y, z] of the body in the joint frame (any length but 0; `integrate` keeps it
 *   at 1), and the angular velocity in body axes;
 * planar — x, y (m) in the plane and the angle (rad), and their rates. The plane's axes are those that
 *   `rotationToAxis` gives for the normal: x and y for z, y and z for x, z and x for y;
 * free — position of the body in the joint frame and quaternion as above; the velocity of the body's origin in
 *   the axes of the joint frame (the world, for a free root), then the angular velocity in body axes.
 * Forces of joints go with v: their product is power.
 */
import type { MassMoments, Mat3, NaturalSpline, SplineParameter, Vec3 } from '../math/index.js';
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
  | 'rail'
  | 'spherical'
  | 'planar'
  | 'free';

/** Mass, centre of mass and inertia (xx, yy, zz, xy, xz, yz) about the centre of mass, both in body axes. */
export interface BodyInertia {
  readonly mass: number;
  readonly centre: Vec3<number>;
  readonly inertia: readonly [number, number, number, number, number, number];
}

/**
 * How a joint moves its body: the body turns in its parent by before·Rz(angle)·after (`after` turns the
 * joint's axis to z), and each degree of freedom moves it along one column.
 */
export interface JointMotion {
  readonly before: Mat3<number>;
  readonly after: Mat3<number>;
  /** Per degree of freedom of the joint itself, a mimic's included; none of a rail. */
  readonly columns: readonly MotionColumn[];
}

/** Unit motion of a body in its parent: constant in these axes for every type of joint but a rail. */
export interface MotionColumn {
  /** Velocity of the body's origin relative to the parent, in the parent's axes. */
  readonly linear: Vec3<number>;
  /** Angular velocity relative to the parent, in the body's axes. */
  readonly angular: Vec3<number>;
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
  /** Rail: its path in the joint frame, and what its position counts. */
  readonly rail?: { readonly spline: NaturalSpline; readonly parameter: SplineParameter };
  /** First entry in q and in v, and how many. 0 entries for a mimic. */
  readonly q: number;
  readonly nq: number;
  readonly v: number;
  readonly nv: number;
  readonly motion: JointMotion;
  /** With all welded links. */
  readonly inertia: BodyInertia;
  /** The same as moments about the body's origin, in body axes; what the dynamics use (see regroup.ts). */
  readonly moments: MassMoments<number>;
  readonly rotorInertia: number;
  readonly damping: number;
  readonly friction: number;
  /** Its torque is −stiffness (q − rest). Only of a joint with one position. */
  readonly spring?: { readonly stiffness: number; readonly rest: number };
  readonly limits?: JointLimits;
  /** position = multiplier · position of body `of` + offset; velocity likewise. `of` is not a mimic itself. */
  readonly mimic?: {
    readonly of: number;
    readonly multiplier: number;
    readonly offset: number;
  };
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
  /** A configuration inside all limits, nearest to zero, mimic followers included; a free root at its pose. */
  readonly neutral: readonly number[];
  /** Joint that owns each entry of q and of v: the name, or `name.x` where it has several. */
  readonly positionNames: readonly string[];
  readonly velocityNames: readonly string[];
  /** SI units of the entries of q, of v and of the joint forces that go with v. */
  readonly positionUnits: readonly string[];
  readonly velocityUnits: readonly string[];
  readonly forceUnits: readonly string[];
  /** Bodies whose joint feels no inertia in any configuration: forward dynamics are impossible. */
  readonly massless: readonly number[];
}
