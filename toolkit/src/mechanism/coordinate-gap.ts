import { type Separation, type Solid, separation, sweptKinds } from '../geometry/index.js';
import { type Algebra, add3, cross3, dot3, neg3, scale3, sub3, type Vec3 } from '../math/index.js';
import type { Coordinate, Loads, Site } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/** What stands about a site; without a shape it is a point, a sphere of radius 0. */
export function solidOf<S>(A: Algebra<S>, { position, rotation, shape }: Site<S>): Solid<S> {
  return { position, rotation, ...(shape ?? { kind: 'sphere', size: [A.constant(0)] }) };
}

/** How the shapes of two sites stand to each other. */
export function between<S>(A: Algebra<S>, from: Site<S>, to: Site<S>): Separation<S> {
  return separation(A, solidOf(A, from), solidOf(A, to));
}

/** Velocity of the material of a site's body at a place, world axes. */
export function velocityAt<S>(A: Algebra<S>, site: Site<S>, place: Vec3<S>): Vec3<S> {
  return add3(A, site.velocity, cross3(A, site.spin, sub3(A, place, site.position)));
}

/** A force on a site's body at a place: the force at the site and its moment about it. */
export function forceAt<S>(
  A: Algebra<S>,
  loads: Loads<S>,
  site: Site<S>,
  place: Vec3<S>,
  force: Vec3<S>,
): void {
  loads.force(site, force);
  loads.torque(site, cross3(A, sub3(A, place, site.position), force));
}

/** True where the normal always goes through the site's own place, so that nothing turns it about that. */
function central<S>({ shape }: Site<S>): boolean {
  return shape === undefined || shape.kind === 'sphere';
}

/**
 * The signed distance of two shapes, m.
 *
 * At its least the distance does not change with where on the shapes it is measured, so that ḋ = n · (v_from − v_to) of
 * the bodies' material on the line through the closest points. Back: −φ n acts on `from`, φ n on `to`, on that line.
 */
export function gap<S>(A: Algebra<S>, from: Site<S>, to: Site<S>): Coordinate<S> {
  const { distance, normal, at } = between(A, from, to);
  const velocity = (site: Site<S>) => (central(site) ? site.velocity : velocityAt(A, site, at));
  const push = (loads: Loads<S>, site: Site<S>, force: Vec3<S>) =>
    central(site) ? loads.force(site, force) : forceAt(A, loads, site, at, force);
  return {
    reading: {
      value: [distance],
      rate: [dot3(A, normal, sub3(A, velocity(from), velocity(to)))],
    },
    transpose([force], _radial, loads) {
      const f = scale3(A, force, normal);
      push(loads, from, neg3(A, f));
      push(loads, to, f);
    },
  };
}

export const gapDeclaration: CoordinateDeclaration = {
  kind: 'gap',
  title: 'Signed distance of two shapes',
  summary:
    'How far the surface of `from`, a point, sphere or capsule, is from that of `to`, any shape; negative where they ' +
    'meet. A whole link is kept off an obstacle by a capsule about it, not only by its origin.',
  ends: ['from', 'to'],
  optional: [],
  solids: { from: sweptKinds },
  parameters: [],
  shape: () => ({ size: 1, unit: 'm' }),
  observed: { name: 'gap', meaning: 'Signed distance of the surfaces' },
  doc: {
    value: 'z = distance of the closest points of both surfaces, negative by the depth where they meet',
    rate: 'ż = n · (v_from − v_to) at the closest points, n the unit vector from `to` to `from`',
    sign: 'A positive tension pulls the shapes together, a negative one pushes them apart along n.',
    singular:
      'n is always a unit vector. In the centre of a sphere it is the z axis of `to`, on the axis of a capsule or cylinder ' +
      'its x axis, where axes cross the one across both, inside a box the normal of the nearest face (of x, y, z in this ' +
      'order where several are). Value and rate are finite there; the rate jumps where the nearest face or end changes.',
    source: 'Ericson, Real-Time Collision Detection (2005), chapter 5',
  },
  coordinate: (A, given) => gap(A, endOf(given, 'from'), endOf(given, 'to')),
};
