/** Jacobians of coordinates and their second-order terms: z̈ = J v̇ + J̇ v. */
import { type Algebra, type Dual, dual } from '../math/index.js';
import {
  attach,
  type Coordinate,
  dualJoint,
  dualParameters,
  dualSite,
  type Site,
  secondOrderTerm,
  siteAcceleration,
} from '../mechanism/index.js';
import { bodyAccelerations } from '../model/index.js';
import { ownCoordinate } from './coordinates.js';
import type { Design, ElementDesign } from './design.js';
import { coordinatesOn, endsOf, type Law, type Places, placesOf, type Slots } from './law.js';

export { jacobianRows } from './joint-forces.js';

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
  const moving: Pick<Slots<Dual<S>>, 'parameters' | 'time' | 'pace'> = {
    parameters: (owner) => dualParameters(slots.parameters(owner)),
    time: () => ({ value: slots.time(), change: slots.pace() ?? A.constant(1) }),
    pace() {
      const value = slots.pace();
      return value === undefined ? undefined : { value, change: undefined };
    },
  };
  let named: ReadonlyMap<string, Coordinate<Dual<S>>> | undefined;
  return (element) => {
    if (element.of === undefined) {
      const { name, kind } = ownCoordinate(element);
      const parameters = moving.parameters(element);
      return secondOrderTerm(
        A,
        attach(D, kind, {
          name,
          ends: endsOf(element, places),
          parameters,
          time: moving.time,
          pace: moving.pace,
        }),
      );
    }
    named ??= coordinatesOn(D, design, moving, places);
    const coordinate = named.get(element.of);
    if (coordinate === undefined) throw new Error(`control: there is no coordinate ${element.of}`);
    return secondOrderTerm(A, coordinate);
  };
}
