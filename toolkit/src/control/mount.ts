/** From a point's numbers to where it stands: computed when parameters change, not in the step. */
import {
  type Algebra,
  liftMat3,
  type Mat3,
  mulMat,
  normalised,
  type Quaternion,
  rotationFromQuaternion,
} from '../math/index.js';
import type { Frame } from '../model/index.js';

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
