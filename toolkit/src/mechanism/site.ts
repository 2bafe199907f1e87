/** Sites: points with axes on bodies and in the world, made from the motion of the bodies. */
import {
  type Algebra,
  add3,
  cross3,
  identity3,
  lift3,
  liftMat3,
  type Mat3,
  mulMat,
  mulMatVec,
  type Quaternion,
  quaternionFromRotation,
  type Twist,
  type Vec3,
  vec3,
} from '../math/index.js';
import type { Frame, Kinematics } from '../model/index.js';
import type { Site } from './coordinate.js';

/** Where a point stands in its body; undefined parts are those of the frame, baked in. */
export interface Mounting<S> {
  /** From the body's origin, in the body's axes, m. */
  readonly offset?: Vec3<S>;
  /** Turns coordinates in the point's axes into body axes. */
  readonly turn?: Mat3<S>;
}

/** A point on a body: on a frame of the model, or elsewhere on the frame's body. */
export function bodySite<S>(
  A: Algebra<S>,
  name: string,
  frame: Frame,
  kinematics: Kinematics<S>,
  velocities: readonly Twist<S>[],
  mounting: Mounting<S> = {},
): Site<S> {
  const offset = mounting.offset ?? lift3(A, frame.placement.position);
  const turn = mounting.turn ?? liftMat3(A, frame.placement.rotation);
  const still = vec3(A, 0, 0, 0);
  const [placement, twist] =
    frame.body < 0
      ? [
          { position: still, rotation: identity3(A) },
          { linear: still, angular: still },
        ]
      : [kinematics.placements[frame.body], velocities[frame.body]];
  const lever = mulMatVec(A, placement.rotation, offset);
  const rotation = mulMat(A, placement.rotation, turn);
  return {
    name,
    body: frame.body,
    position: add3(A, placement.position, lever),
    lever,
    velocity: add3(A, twist.linear, cross3(A, twist.angular, lever)),
    rotation,
    spin: twist.angular,
    quaternion: () => quaternionFromRotation(A, rotation),
  };
}

/** A point in the world: at rest, or moved by somebody. */
export interface WorldMotion<S> {
  readonly position: Vec3<S>;
  readonly rotation: Mat3<S>;
  readonly quaternion: Quaternion<S>;
  /** Of the point, m/s, and of its axes, rad/s, world axes; at rest by default. */
  readonly velocity?: Vec3<S>;
  readonly spin?: Vec3<S>;
}

export function worldSite<S>(A: Algebra<S>, name: string, motion: WorldMotion<S>): Site<S> {
  const still = vec3(A, 0, 0, 0);
  return {
    name,
    body: -1,
    position: motion.position,
    lever: motion.position,
    velocity: motion.velocity ?? still,
    rotation: motion.rotation,
    spin: motion.spin ?? still,
    quaternion: () => motion.quaternion,
  };
}

/** The world's origin and axes. */
export function worldOrigin<S>(A: Algebra<S>): Site<S> {
  const [one, zero] = [A.constant(1), A.constant(0)];
  return worldSite(A, 'world', {
    position: [zero, zero, zero],
    rotation: identity3(A),
    quaternion: [one, zero, zero, zero],
  });
}
