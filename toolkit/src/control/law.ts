/**
 * The law of a design at one instant: readings and forces of all elements, their sums at the points, joint torques.
 * Written over the algebra; the control program and every numeric analysis call the same function.
 */
import type { Algebra, Twist } from '../math/index.js';
import {
  bodySite,
  bodyWrenches,
  type ElementDeclaration,
  type Ends,
  type Engaged,
  engage,
  type JointState,
  LoadSums,
  type Mounting,
  type Parameters,
  type Site,
  type SiteLoad,
  type WorldMotion,
  worldOrigin,
  worldSite,
} from '../mechanism/index.js';
import {
  bodyVelocities,
  forwardKinematics,
  frameOf,
  jointTorques,
  type Kinematics,
  type Model,
  wraps,
} from '../model/index.js';
import type { Design, ElementDesign, PointDesign } from './design.js';
import { declarationOf, jointOf } from './element.js';

/** Where the law finds the numbers that are not baked in. */
export interface Slots<S> {
  /** Of a point on the robot. */
  mounting(point: PointDesign): Mounting<S>;
  /** Of a point in the world. */
  worldMotion(point: PointDesign): WorldMotion<S>;
  parameters(element: ElementDesign): Parameters<S>;
}

/** One element at work. */
export interface Acting<S> extends Engaged<S> {
  readonly element: ElementDesign;
  readonly declaration: ElementDeclaration;
}

export interface Law<S> {
  readonly kinematics: Kinematics<S>;
  readonly velocities: readonly Twist<S>[];
  /** All points by name, `world` among them. */
  readonly sites: ReadonlyMap<string, Site<S>>;
  /** By name of the element. */
  readonly acting: readonly Acting<S>[];
  /** Sums at the points and joints, before any limit. */
  readonly loads: LoadSums<S>;
}

/** Points and elements ordered by name, so that no result depends on the order in which they were written. */
export function ordered(design: Design): Design {
  const byName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
    [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    ...design,
    points: byName(design.points),
    elements: byName(design.elements),
  };
}

/** The law at q (nq) and v (nv). The design is taken as checked and ordered. */
export function controlLaw<S>(
  A: Algebra<S>,
  design: Design,
  slots: Slots<S>,
  q: readonly S[],
  v: readonly S[],
): Law<S> {
  const { model } = design;
  const kinematics = forwardKinematics(A, model, q);
  const velocities = bodyVelocities(A, model, kinematics, v);
  const sites = new Map<string, Site<S>>([['world', worldOrigin(A)]]);
  for (const point of design.points) {
    const site =
      point.frame === undefined
        ? worldSite(A, point.name, slots.worldMotion(point))
        : bodySite(A, point.name, frameOf(model, point.frame), kinematics, velocities, slots.mounting(point));
    sites.set(point.name, site);
  }
  const loads = new LoadSums<S>(A);
  const acting = design.elements.map((element): Acting<S> => {
    const declaration = declarationOf(element);
    const parameters = slots.parameters(element);
    const ends = endsOf(model, element, sites, q, v, parameters.target?.[0]);
    const engaged = engage(A, declaration, ends, parameters);
    const { coordinate, effect } = engaged;
    coordinate.transpose(effect.force, effect.radial === true, loads);
    return { element, declaration, ...engaged };
  });
  return { kinematics, velocities, sites, acting, loads };
}

/** Joint torques (nv) of forces at sites and joints: Σ Jᵀ f in one sweep. */
export function torquesOf<S>(
  A: Algebra<S>,
  model: Model,
  kinematics: Kinematics<S>,
  sites: Iterable<SiteLoad<S>>,
  joints: ReadonlyMap<number, S> = new Map(),
): S[] {
  const torques = jointTorques(A, model, kinematics, bodyWrenches(A, model.bodies.length, sites));
  for (const [index, torque] of joints) torques[index] = A.add(torques[index], torque);
  return torques;
}

function endsOf<S>(
  model: Model,
  element: ElementDesign,
  sites: ReadonlyMap<string, Site<S>>,
  q: readonly S[],
  v: readonly S[],
  target: S | undefined,
): Ends<S> {
  const site = (name: string | undefined): Site<S> | undefined => {
    if (name === undefined) return undefined;
    const found = sites.get(name);
    if (found === undefined) throw new Error(`control: element ${element.name} joins no point ${name}`);
    return found;
  };
  const { joins } = element;
  return {
    from: site(joins.from),
    to: site(joins.to),
    at: site(joins.at),
    axes: site(joins.axes),
    joint: joins.joint === undefined ? undefined : jointState(model, element, q, v),
    target,
  };
}

function jointState<S>(
  model: Model,
  element: ElementDesign,
  q: readonly S[],
  v: readonly S[],
): JointState<S> {
  const body = jointOf(model, element);
  if (body === undefined || body.nv !== 1 || body.nq !== 1) {
    throw new Error(`control: ${element.joins.joint} is no joint with one position of its own`);
  }
  return { index: body.v, position: q[body.q], velocity: v[body.v], continuous: wraps(model, body) };
}
