/** Six-vectors in the axes of a task: force or way along x, y, z, then torque or turn about them. */
import { type Mat3, mulMatVec, mulTransposeVec, type Primitive, type Vec3 } from '../../math/index.js';
import { asVec3 } from '../../mechanism/index.js';

/** Two world vectors as six numbers in the axes. */
export function seen<S>(A: Primitive<S>, axes: Mat3<S>, along: Vec3<S>, about: Vec3<S>): S[] {
  return [...mulTransposeVec(A, axes, along), ...mulTransposeVec(A, axes, about)];
}

/** Six numbers in the axes as two world vectors. */
export function shown<S>(
  A: Primitive<S>,
  axes: Mat3<S>,
  six: readonly S[],
): { readonly along: Vec3<S>; readonly about: Vec3<S> } {
  return {
    along: mulMatVec(A, axes, asVec3(six.slice(0, 3))),
    about: mulMatVec(A, axes, asVec3(six.slice(3, 6))),
  };
}

/** Names of the six in channels. */
export const sixLabels = ['x', 'y', 'z', 'rx', 'ry', 'rz'] as const;

/** Units of six that are force and torque, and of six that are way and turn. */
export const sixWrench: readonly string[] = ['N', 'N', 'N', 'N m', 'N m', 'N m'];
export const sixWays: readonly string[] = ['m', 'm', 'm', 'rad', 'rad', 'rad'];

/** Names of the six in words. */
export const taskAxes = ['x', 'y', 'z', 'about x', 'about y', 'about z'] as const;
