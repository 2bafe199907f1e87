/** `<origin>`: position and fixed-axis roll, pitch, yaw → the pose of a frame. */
import {
  accurateAngle,
  add3,
  mulMat,
  mulMatVec,
  numbers,
  rotationAbout,
  rotationFromRpy,
  scale3,
  snapRotation,
  type Vec3,
} from '../math/index.js';
import { fault, inside, only, type Subject, vectorOr } from './attributes.js';
import type { Joint, Pose } from './robot.js';
import type { XmlElement } from './xml.js';

const zero: Vec3<number> = [0, 0, 0];

export const identityPose: Pose = { position: zero, rotation: [1, 0, 0, 0, 1, 0, 0, 0, 1] };

/** The pose in the element's `<origin>`, the identity where there is none, undefined after a fault. */
export function readOrigin(subject: Subject, element: XmlElement): Pose | undefined {
  const origin = only(subject, element, 'origin');
  if (origin === undefined) return identityPose;
  const at = inside(subject, 'origin');
  if (origin.attributes.has('quat_xyzw')) {
    fault(at, origin, 'origin-quaternion', 'a quaternion is not read in URDF 1.0', {
      attribute: 'quat_xyzw',
      hint: 'write the rotation as rpy="roll pitch yaw"',
    });
    return undefined;
  }
  const position = vectorOr(at, origin, 'xyz', zero);
  const rpy = vectorOr(at, origin, 'rpy', zero);
  if (position === undefined || rpy === undefined) return undefined;
  if (rpy.some((angle) => Math.abs(angle) > accurateAngle)) {
    fault(at, origin, 'number-malformed', 'the angle is too large to have a sine', {
      attribute: 'rpy',
      expected: `at most ${accurateAngle} rad`,
    });
    return undefined;
  }
  // A quarter turn written with all digits of π/2 becomes exact; one written as 1.5708 stays as it is.
  return { position, rotation: snapRotation(rotationFromRpy(numbers, rpy[0], rpy[1], rpy[2])) };
}

/** The origin of a joint whose child stands at a position (rad or m) that never changes. */
export function displaced(joint: Pick<Joint, 'type' | 'origin' | 'axis'>, position: number): Pose {
  const { origin, axis } = joint;
  if (joint.type === 'prismatic') {
    const shift = mulMatVec(numbers, origin.rotation, scale3(numbers, position, axis));
    return { position: add3(numbers, origin.position, shift), rotation: origin.rotation };
  }
  const turn = snapRotation(rotationAbout(numbers, axis, position));
  return { position: origin.position, rotation: mulMat(numbers, origin.rotation, turn) };
}
