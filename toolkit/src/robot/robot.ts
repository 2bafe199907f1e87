/**
 * A robot as plain data, whatever file it came from. Lengths in metres, masses in kilograms, angles in
 * radians; everything is JSON.
 */
import type { Mat3, SplineParameter, Vec3 } from '../math/index.js';

export interface Robot {
  readonly name: string;
  readonly source: { readonly format: 'urdf' | 'xacro' | 'mjcf' | 'made'; readonly file?: string };
  /** In the file's order. Names are unique among links. */
  readonly links: readonly Link[];
  /** In the file's order. Names are unique among joints. Links and joints make a forest. */
  readonly joints: readonly Joint[];
  /** How each root link (a link that is no joint's child) stands in the world. */
  readonly roots: readonly Root[];
  /** Named frames on links (MJCF sites, tool frames). Names are unique among frames and links. */
  readonly frames: readonly NamedFrame[];
  /** Named configurations (MJCF keyframes); a joint that is not named stands at its neutral position. */
  readonly starts: readonly NamedStart[];
  /** What the file says drives the robot; absent where the format has no drives. */
  readonly actuators?: readonly Actuator[];
  /**
   * What the file demands of the robot beyond its tree: closed loops and couplings that links and joints do not
   * hold. Absent where there are none. A robot with active ones moves otherwise than its tree does.
   */
  readonly constraints?: readonly Constraint[];
}

export interface Root {
  readonly link: string;
  /** A fixed root is bolted to the world; a free one has six degrees of freedom. */
  readonly base: 'fixed' | 'free';
  /** Pose of the root link in the world (a free root's pose at start). */
  readonly pose: Pose;
}

/** Pose of B in A: `rotation` turns coordinates in B into coordinates in A; `position` is B's origin in A. */
export interface Pose {
  readonly position: Vec3<number>;
  readonly rotation: Mat3<number>;
}

export interface Link {
  readonly name: string;
  /** Absent where the file gives none: the link has mass 0. */
  readonly inertial?: Inertial;
  readonly visuals: readonly Geometry[];
  readonly collisions: readonly Geometry[];
}

export interface Inertial {
  readonly mass: number;
  /** Centre of mass in the link frame. */
  readonly centre: Vec3<number>;
  /** (xx, yy, zz, xy, xz, yz) about the centre of mass, in link axes (already turned out of the file's inertial frame). */
  readonly inertia: readonly [number, number, number, number, number, number];
}

export type Shape =
  | { readonly kind: 'box'; readonly size: Vec3<number> }
  /** Axis z, centred. */
  | { readonly kind: 'cylinder'; readonly radius: number; readonly length: number }
  /** Axis z, centred; length without the caps. */
  | { readonly kind: 'capsule'; readonly radius: number; readonly length: number }
  | { readonly kind: 'sphere'; readonly radius: number }
  /** `file` as the robot file spells it; `resolved` where it was found. */
  | {
      readonly kind: 'mesh';
      readonly file: string;
      readonly resolved?: string;
      readonly scale: Vec3<number>;
    };

export interface Geometry {
  readonly name?: string;
  /** In the link frame. */
  readonly pose: Pose;
  readonly shape: Shape;
  /** Red, green, blue, opacity, each 0 … 1. */
  readonly colour?: readonly [number, number, number, number];
}

export const jointTypes = [
  'fixed',
  'revolute',
  'continuous',
  'prismatic',
  'helical',
  'rail',
  'spherical',
  'planar',
  'free',
] as const;
export type JointType = (typeof jointTypes)[number];

export interface Joint {
  readonly name: string;
  readonly type: JointType;
  readonly parent: string;
  readonly child: string;
  /** Pose of the joint frame (= the child's frame at zero, but for a rail) in the parent link. */
  readonly origin: Pose;
  /** Unit axis in the joint frame; meaningless for fixed, spherical and free joints and rails. Normal of a planar joint. */
  readonly axis: Vec3<number>;
  /** Helical joints: metres along the axis for each radian. */
  readonly pitch?: number;
  /**
   * Rails: knots of the natural spline that the child's origin moves along, in the joint frame (m), and what the
   * joint's position counts. The child does not turn; its frame stands at the path's first knot at position 0.
   */
  readonly path?: { readonly through: readonly Vec3<number>[]; readonly by: SplineParameter };
  /** Absent: no limit. */
  readonly limits?: JointLimits;
  /** Viscous damping (N m s/rad or N s/m) and Coulomb friction (N m or N) that the file gives; 0 by default. */
  readonly damping: number;
  readonly friction: number;
  /** Inertia of the rotor felt at the joint (MJCF armature), kg m² or kg; 0 by default. */
  readonly rotorInertia: number;
  /** A spring of the joint: its torque is −stiffness (q − rest); N m/rad and rad, or N/m and m. */
  readonly spring?: { readonly stiffness: number; readonly rest: number };
  /** position = multiplier · position of `joint` + offset. `joint` is the master at the end of a chain of mimics. */
  readonly mimic?: { readonly joint: string; readonly multiplier: number; readonly offset: number };
}

export interface JointLimits {
  /** rad or m; −∞ and +∞ never stand here: absent means unlimited. */
  readonly lower?: number;
  readonly upper?: number;
  /** rad/s or m/s. */
  readonly velocity?: number;
  /** N m or N. */
  readonly effort?: number;
}

export interface NamedFrame {
  readonly name: string;
  readonly link: string;
  readonly pose: Pose;
}

export interface NamedStart {
  readonly name: string;
  /** By joint: one number, or as many as the joint has positions. */
  readonly positions: Readonly<Record<string, readonly number[]>>;
}

export interface Actuator {
  readonly name: string;
  /** What it pulls at: a joint, a tendon over several joints, a point of a link. */
  readonly drives: { readonly kind: 'joint' | 'tendon' | 'frame' | 'link'; readonly name: string };
  /** Force or torque on what it drives for each unit of its own; its size alone where it drives in a direction of its own. */
  readonly gear: number;
  /** Its own force, least and most, where the file bounds it. */
  readonly force?: readonly [number, number];
}

export interface Constraint {
  /** `connect` and `weld` join links, `joint` couples joints, `tendon` strings them, `distance` and `soft` are others. */
  readonly kind: 'connect' | 'weld' | 'joint' | 'tendon' | 'distance' | 'soft';
  readonly name?: string;
  /** Links and joints that it is between; the world is "world". */
  readonly links: readonly string[];
  readonly joints: readonly string[];
  /** Whether it holds from the start. */
  readonly active: boolean;
}
