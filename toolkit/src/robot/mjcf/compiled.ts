/** A model as MuJoCo compiled it, as plain data. Ids are indices; body 0 is the world. */
import type { Quaternion, Vec3 } from '../../math/index.js';

export interface CompiledBody {
  readonly name: string;
  readonly parent: number;
  readonly position: Vec3<number>;
  readonly turn: Quaternion<number>;
  readonly mass: number;
  /** Centre of mass and principal axes in the body's frame, principal moments. */
  readonly centre: Vec3<number>;
  readonly axes: Quaternion<number>;
  readonly moments: Vec3<number>;
  /** Whether the file gives an `<inertial>`. */
  readonly explicit: boolean;
  readonly gravityCompensation: number;
  readonly mocap: boolean;
}

export const jointKinds = ['free', 'ball', 'slide', 'hinge'] as const;

export interface CompiledJoint {
  readonly name: string;
  readonly body: number;
  readonly kind: (typeof jointKinds)[number];
  /** Anchor and axis in the body's frame. */
  readonly anchor: Vec3<number>;
  readonly axis: Vec3<number>;
  /** First entry in a row of positions. */
  readonly address: number;
  /** Position where the body stands as it is written: `ref`. */
  readonly reference: number;
  readonly range?: readonly [number, number];
  /** Of the sum of the drives on the joint. */
  readonly forceRange?: readonly [number, number];
  readonly stiffness: number;
  /** Position at which the spring is at rest. */
  readonly rest: number;
  readonly damping: number;
  readonly friction: number;
  readonly rotorInertia: number;
  /** Whether damping or stiffness has terms of higher order. */
  readonly polynomial: boolean;
}

export const geomKinds = [
  'plane',
  'hfield',
  'sphere',
  'capsule',
  'ellipsoid',
  'cylinder',
  'box',
  'mesh',
  'sdf',
] as const;

export interface CompiledGeom {
  readonly name: string;
  readonly body: number;
  readonly kind: (typeof geomKinds)[number];
  readonly position: Vec3<number>;
  readonly turn: Quaternion<number>;
  readonly size: Vec3<number>;
  /** What MuJoCo took off the vertices, so that they lie in principal axes about their centre. */
  readonly mesh?: {
    readonly name: string;
    readonly position: Vec3<number>;
    readonly turn: Quaternion<number>;
    readonly scale: Vec3<number>;
  };
  /** Whether the file gives its mass, and not only a density. */
  readonly weighed: boolean;
  readonly collides: boolean;
  readonly group: number;
  readonly colour: readonly [number, number, number, number];
}

export interface CompiledSite {
  readonly name: string;
  readonly body: number;
  readonly position: Vec3<number>;
  readonly turn: Quaternion<number>;
}

export interface CompiledActuator {
  readonly name: string;
  /** MuJoCo's transmission (mjtTrn) and what it drives. */
  readonly transmission: number;
  readonly target: number;
  /** Of a joint of one position, a tendon or a body the first number; of others by direction: forces, then torques. */
  readonly gears: readonly number[];
  /** Force before the gear, where it is bounded. */
  readonly force?: readonly [number, number];
}

export interface CompiledEquality {
  readonly name: string;
  /** mjtEq. */
  readonly kind: number;
  /** mjtObj of what connect and weld join. */
  readonly of: number;
  readonly first: number;
  readonly second: number;
  readonly data: readonly number[];
  readonly active: boolean;
}

export interface CompiledTendon {
  readonly name: string;
  readonly limited: boolean;
  readonly stiffness: number;
  readonly damping: number;
  readonly friction: number;
  readonly armature: number;
  /** mjtWrap and the joint, site or geom. */
  readonly path: readonly { readonly kind: number; readonly id: number }[];
}

export interface Compiled {
  readonly bodies: readonly CompiledBody[];
  readonly joints: readonly CompiledJoint[];
  readonly geoms: readonly CompiledGeom[];
  readonly sites: readonly CompiledSite[];
  readonly actuators: readonly CompiledActuator[];
  readonly equalities: readonly CompiledEquality[];
  readonly tendons: readonly CompiledTendon[];
  readonly keys: readonly { readonly name: string; readonly positions: readonly number[] }[];
}
