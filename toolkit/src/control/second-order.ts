/** Jacobians of coordinates and their second-order terms: z̈ = J v̇ + J̇ v. */
import { type Algebra, type Dual, dual } from '../math/index.js';
import {
  attach,
  type Coordinate,
  dualJoint,
  dualParameters,
  dualSite,
  LoadSums,
  type Site,
  secondOrderTerm,
  siteAcceleration,
} from '../mechanism/index.js';
import { bodyAccelerations, type Kinematics, type Model } from '../model/index.js';
import { ownCoordinate } from './coordinates.js';
import type { Design, ElementDesign } from './design.js';
import { coordinatesOn, endsOf, type Law, type Places, placesOf, type Slots, torquesOf } from './law.js';

/**
 * Rows of the Jacobian J of a coordinate by its transpose, one for each entry, nv numbers each: ż = J v, less what
 * points and references that move by themselves add. A tension −1 on an entry has that row as its joint torques.
 */
export function jacobianRows<S>(
  A: Algebra<S>,
  model: Model,
  kinematics: Kinematics<S>,
  { reading, transpose }: Coordinate<S>,
): S[][] {
  return reading.rate.map((_, i) => {
    const loads = new LoadSums<S>(A);
    transpose(
      reading.rate.map((__, j) => A.constant(i === j ? -1 : 0)),
      false,
      loads,
    );
    return torquesOf(A, model, kinematics, loads.sites.values(), loads.joints);
  });
}

/**
 * J̇ v of what elements act on, at q and v of a law that has been worked out there: how fast the rate changes while v
 * does not. Points in the world and references count as moving steadily:
 * what inerters join to one that moves by itself is refused before (`inerter-on-motion`).
 */
export function secondOrderTerms<S>(
  A: Algebra<S>,
  design: Design,
  slots: Slots<S>,
  [q, v]: readonly [readonly S[], readonly S[]],
  { kinematics, velocities, sites }: Law<S>,
): (element: ElementDesign) => S[] {
  const D = dual(A);
  const accelerations = bodyAccelerations(A, design.model, kinematics, velocities, v);
  const still = placesOf(design.model, sites, q, v);
  const lifted = new Map<string, Site<Dual<S>>>();
  const places: Places<Dual<S>> = {
    site(name) {
      const made = lifted.get(name);
      if (made !== undefined) return made;
      const site = still.site(name);
      const body = site.body < 0 ? undefined : accelerations[site.body];
      const moving = dualSite(A, site, body && siteAcceleration(A, site, body));
      lifted.set(name, moving);
      return moving;
    },
    joint: (name) => dualJoint(still.joint(name)),
  };
  const moving: Pick<Slots<Dual<S>>, 'parameters' | 'time'> = {
    parameters: (owner) => dualParameters(slots.parameters(owner)),
    time: () => ({ value: slots.time(), change: A.constant(1) }),
  };
  let named: ReadonlyMap<string, Coordinate<Dual<S>>> | undefined;
  return (element) => {
    if (element.of === undefined) {
      const { name, kind } = ownCoordinate(element);
      const parameters = moving.parameters(element);
      return secondOrderTerm(
        A,
        attach(D, kind, { name, ends: endsOf(element, places), parameters, time: moving.time }),
      );
    }
    named ??= coordinatesOn(D, design, moving, places);
    const coordinate = named.get(element.of);
    if (coordinate === undefined) throw new Error(`control: there is no coordinate ${element.of}`);
    return secondOrderTerm(A, coordinate);
  };
}
