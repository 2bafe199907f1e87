/**
 * The second-order term of a coordinate, J̇ v: how fast its rate changes while the velocities stay as they are. No
 * coordinate writes it: it is the derivative of the rate, worked out over dual numbers from the function that gives it.
 */
import {
  type Algebra,
  add3,
  changeOf,
  cross3,
  type Dual,
  duals,
  type Mat3,
  type Quaternion,
  quaternionProduct,
  type Twist,
  type Vec3,
} from '../math/index.js';
import type { Coordinate, JointState, Site } from './coordinate.js';
import type { Parameters } from './declaration.js';

/**
 * A site with its motion as dual parts: that of the position is the velocity, that of the velocity the acceleration.
 * `acceleration`: of the site's point and its axes at constant v (see {@link siteAcceleration}), world axes; at rest or
 * in steady motion none.
 */
export function dualSite<S>(A: Algebra<S>, site: Site<S>, acceleration?: Twist<S>): Site<Dual<S>> {
  const still = (values: readonly S[]) => values.map((value) => ({ value, change: undefined }));
  const moving = <T>(values: readonly S[], changes: readonly S[]): T =>
    duals(values, changes) as unknown as T;
  const column = (k: number): Vec3<S> => [site.rotation[k], site.rotation[k + 3], site.rotation[k + 6]];
  // Ṙ = [ω]× R, column by column.
  const turned = [0, 1, 2].map((k) => cross3(A, site.spin, column(k)));
  return {
    name: site.name,
    body: site.body,
    position: moving<Vec3<Dual<S>>>(site.position, site.velocity),
    // Where a force acts is no part of a reading.
    lever: still(site.lever) as unknown as Vec3<Dual<S>>,
    velocity:
      acceleration === undefined
        ? (still(site.velocity) as unknown as Vec3<Dual<S>>)
        : moving(site.velocity, acceleration.linear),
    rotation: moving<Mat3<Dual<S>>>(
      site.rotation,
      site.rotation.map((_, i) => turned[i % 3][Math.floor(i / 3)]),
    ),
    spin:
      acceleration === undefined
        ? (still(site.spin) as unknown as Vec3<Dual<S>>)
        : moving(site.spin, acceleration.angular),
    quaternion() {
      const q = site.quaternion();
      // q̇ = ½ ω q, ω in world axes.
      const half = site.spin.map((w) => A.mul(A.constant(0.5), w));
      return moving<Quaternion<Dual<S>>>(
        q,
        quaternionProduct(A, [A.constant(0), half[0], half[1], half[2]], q),
      );
    },
    shape: site.shape && { kind: site.shape.kind, size: still(site.shape.size) },
  };
}

/** Acceleration of a site from that of its body's origin (classical, world axes): a + α × r + ω × (ω × r), and α. */
export function siteAcceleration<S>(A: Algebra<S>, { lever, spin }: Site<S>, body: Twist<S>): Twist<S> {
  const carried = add3(A, cross3(A, body.angular, lever), cross3(A, spin, cross3(A, spin, lever)));
  return { linear: add3(A, body.linear, carried), angular: body.angular };
}

/** A joint in motion at constant velocity. */
export function dualJoint<S>(joint: JointState<S>): JointState<Dual<S>> {
  return {
    ...joint,
    position: { value: joint.position, change: joint.velocity },
    velocity: { value: joint.velocity, change: undefined },
  };
}

/** Parameters that stand still. */
export function dualParameters<S>(parameters: Parameters<S>): Parameters<Dual<S>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [
      name,
      values?.map((value) => ({ value, change: undefined })),
    ]),
  );
}

/** J̇ v of a coordinate that stands on dual sites and joints. */
export function secondOrderTerm<S>(A: Algebra<S>, { reading }: Coordinate<Dual<S>>): S[] {
  return reading.rate.map((rate) => changeOf(A, rate));
}
