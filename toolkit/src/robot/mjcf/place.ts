/** Poses of what MuJoCo compiled. */
import {
  add3,
  mulMat,
  mulMatVec,
  numbers,
  type Quaternion,
  rotationFromQuaternion,
  snapRotation,
  type Vec3,
} from '../../math/index.js';
import { identityPose } from '../pose.js';
import type { Pose } from '../robot.js';

export function poseOf(position: Vec3<number>, turn: Quaternion<number>): Pose {
  return { position, rotation: rotationOf(turn) };
}

export function rotationOf(turn: Quaternion<number>): Pose['rotation'] {
  return snapRotation(rotationFromQuaternion(numbers, turn));
}

export function shift(position: Vec3<number>): Pose {
  return { position, rotation: identityPose.rotation };
}

/** X_AC of X_AB and X_BC. */
export function composed(outer: Pose, inner: Pose): Pose {
  return {
    position: add3(numbers, outer.position, mulMatVec(numbers, outer.rotation, inner.position)),
    rotation: snapRotation(mulMat(numbers, outer.rotation, inner.rotation)),
  };
}
