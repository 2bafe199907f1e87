/**
 * What is measured, and how a force comes back from it.
 *
 * A coordinate z is read at sites (points with axes) and joints; its rate is ż = J·(velocities of the sites).
 * The force conjugate to it goes back through Jᵀ to forces and torques on the same sites, which add up site by
 * site; from there to bodies and joints see loads.ts. No Jacobian is ever formed.
 */
import type { Solid } from '../geometry/index.js';
import type { Mat3, Quaternion, Vec3 } from '../math/index.js';
import type { Reading } from './declaration.js';

/** A point with axes as it is now; everything in world axes. */
export interface Site<S> {
  readonly name: string;
  /** The body that carries it; −1: the world. */
  readonly body: number;
  readonly position: Vec3<S>;
  /** From the body's origin to the point. */
  readonly lever: Vec3<S>;
  readonly velocity: Vec3<S>;
  /** Turns coordinates in the site's axes into world coordinates. */
  readonly rotation: Mat3<S>;
  /** Angular velocity of the axes. */
  readonly spin: Vec3<S>;
  /** The rotation as a unit quaternion. */
  readonly quaternion: () => Quaternion<S>;
  /** The solid about it, in its axes; absent: a point. */
  readonly shape?: Pick<Solid<S>, 'kind' | 'size'> | undefined;
}

/** One revolute, continuous, prismatic or helical joint as it is now. */
export interface JointState<S> {
  /** Entry of v (and of forces) that it owns. */
  readonly index: number;
  readonly position: S;
  readonly velocity: S;
  /** A joint without end stops that comes round to where it was. */
  readonly continuous: boolean;
}

/** Collects what acts on sites and joints. */
export interface Loads<S> {
  /** A force at the site's point, world axes. */
  force(on: Site<S>, force: Vec3<S>): void;
  /** A torque on what carries the site, world axes. */
  torque(on: Site<S>, torque: Vec3<S>): void;
  /** A torque or force along entry `index` of v. */
  joint(index: number, torque: S): void;
  /** A tension on numbers that move by themselves at `rate`. */
  reference(name: string, tension: readonly S[], rate: readonly S[]): void;
}

export interface Coordinate<S> {
  readonly reading: Reading<S>;
  /**
   * Puts `force` (conjugate to the reading, world or `axes` axes as the reading) back. `radial`: it is parallel to
   * the value, so that moments about the value vanish.
   */
  transpose(force: readonly S[], radial: boolean, loads: Loads<S>): void;
}

/** Three entries as a vector. */
export function asVec3<S>(x: readonly S[]): Vec3<S> {
  if (x.length !== 3) throw new Error(`mechanism: expected 3 entries, got ${x.length}`);
  return x as unknown as Vec3<S>;
}

/** Where the axes of a reading come from; undefined: the world's. */
export type Axes<S> = Site<S> | undefined;
