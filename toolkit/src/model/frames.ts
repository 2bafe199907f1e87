/** Named frames: where they are, how they move. */
import {
  add3,
  cross3,
  lift3,
  liftMat3,
  mulMat,
  mulMatVec,
  mulTransposeVec,
  type Primitive,
  sub3,
  type Twist,
  type Vec3,
} from '../math/index.js';
import { nearest } from '../problem/index.js';
import type { Kinematics } from './forward-kinematics.js';
import type { Frame, Model, Placement } from './model.js';

/**
 * In which axes and at which point a frame's motion is told.
 * worldAligned: world axes, at the frame's origin. local: the frame's own axes, at its origin. world: world
 * axes, at the world's origin (of the point of the frame's body that passes through it).
 */
export type Reference = 'worldAligned' | 'local' | 'world';

/** The frame of this name; throws with the nearest known name where there is none. */
export function frameOf(model: Model, name: string): Frame {
  const frame = model.frames.find((f) => f.name === name);
  if (frame !== undefined) return frame;
  const names = model.frames.map((f) => f.name);
  const near = nearest(name, names);
  throw new Error(
    `no frame ${JSON.stringify(name)} in ${model.name}${near === undefined ? '' : `; did you mean ${near}?`}`,
  );
}

/** The point `at` (m) of a frame in its body's frame; in the world where no body carries it. */
export function pointInBody<S>(A: Primitive<S>, frame: Frame, at: Vec3<S>): Vec3<S> {
  const { position, rotation } = frame.placement;
  return add3(A, lift3(A, position), mulMatVec(A, liftMat3(A, rotation), at));
}

/** Pose of a frame in the world. */
export function framePlacement<S>(A: Primitive<S>, kinematics: Kinematics<S>, frame: Frame): Placement<S> {
  const position = lift3(A, frame.placement.position);
  const rotation = liftMat3(A, frame.placement.rotation);
  if (frame.body < 0) return { position, rotation };
  const body = kinematics.placements[frame.body];
  return {
    position: add3(A, body.position, mulMatVec(A, body.rotation, position)),
    rotation: mulMat(A, body.rotation, rotation),
  };
}

/** Velocity of a frame from those of the bodies ({@link bodyVelocities}). */
export function frameVelocity<S>(
  A: Primitive<S>,
  kinematics: Kinematics<S>,
  velocities: readonly Twist<S>[],
  frame: Frame,
  reference: Reference,
): Twist<S> {
  const aligned = alignedMotion(A, kinematics, velocities, frame);
  if (reference === 'worldAligned') return aligned;
  const { position, rotation } = framePlacement(A, kinematics, frame);
  if (reference === 'world') {
    return {
      linear: sub3(A, aligned.linear, cross3(A, aligned.angular, position)),
      angular: aligned.angular,
    };
  }
  return {
    linear: mulTransposeVec(A, rotation, aligned.linear),
    angular: mulTransposeVec(A, rotation, aligned.angular),
  };
}

/**
 * Time derivative of {@link frameVelocity} in the same reference, from the velocities and the classical
 * accelerations of the bodies: J·a + J̇·v. In worldAligned the linear part is the classical acceleration of
 * the frame's origin; in local and in world it is the spatial one.
 */
export function frameAcceleration<S>(
  A: Primitive<S>,
  kinematics: Kinematics<S>,
  velocities: readonly Twist<S>[],
  accelerations: readonly Twist<S>[],
  frame: Frame,
  reference: Reference,
): Twist<S> {
  const velocity = alignedMotion(A, kinematics, velocities, frame);
  const { linear: v, angular: w } = velocity;
  const carried = alignedMotion(A, kinematics, accelerations, frame);
  const angular = carried.angular;
  const { position, rotation } = framePlacement(A, kinematics, frame);
  let linear = carried.linear;
  if (frame.body >= 0) {
    const r = sub3(A, position, kinematics.placements[frame.body].position);
    linear = add3(A, linear, cross3(A, w, cross3(A, w, r)));
  }
  if (reference === 'worldAligned') return { linear, angular };
  const spatial = sub3(A, linear, cross3(A, w, v));
  if (reference === 'world') return { linear: sub3(A, spatial, cross3(A, angular, position)), angular };
  return {
    linear: mulTransposeVec(A, rotation, spatial),
    angular: mulTransposeVec(A, rotation, angular),
  };
}

/** linear + angular × r at the frame's origin, in world axes. */
function alignedMotion<S>(
  A: Primitive<S>,
  kinematics: Kinematics<S>,
  motions: readonly Twist<S>[],
  frame: Frame,
): Twist<S> {
  const zero = A.constant(0);
  if (frame.body < 0) return { linear: [zero, zero, zero], angular: [zero, zero, zero] };
  const { linear, angular } = motions[frame.body];
  const r = mulMatVec(A, kinematics.placements[frame.body].rotation, lift3(A, frame.placement.position));
  return { linear: add3(A, linear, cross3(A, angular, r)), angular };
}
