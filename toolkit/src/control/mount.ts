/** From a point's numbers to where it stands: computed when parameters change, not in the step. */
import {
  type Algebra,
  add3,
  lift3,
  liftMat3,
  type Mat3,
  mulMat,
  mulMatVec,
  normalised,
  type Quaternion,
  rotationFromQuaternion,
  type Vec3,
} from '../math/index.js';
import type { Frame } from '../model/index.js';

/** From the body's origin to the point `at` of the frame, body axes, m. */
export function mountOffset<S>(A: Algebra<S>, frame: Frame, at: Vec3<S>): Vec3<S> {
  const { position, rotation } = frame.placement;
  return add3(A, lift3(A, position), mulMatVec(A, liftMat3(A, rotation), at));
}

/** Turns coordinates in axes of attitude `attitude` in the frame into body axes. */
export function mountTurn<S>(A: Algebra<S>, frame: Frame, attitude: Quaternion<S>): Mat3<S> {
  return mulMat(A, liftMat3(A, frame.placement.rotation), rotationFromQuaternion(A, normalised(A, attitude)));
}

/** A unit quaternion and its matrix, of four numbers of any length but 0. */
export function worldTurn<S>(
  A: Algebra<S>,
  attitude: Quaternion<S>,
): { quaternion: Quaternion<S>; rotation: Mat3<S> } {
  const quaternion = normalised(A, attitude);
  return { quaternion, rotation: rotationFromQuaternion(A, quaternion) };
}
