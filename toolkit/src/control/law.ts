/**
 * The law of a design at one instant: readings and forces of all elements, their sums at the points, joint torques.
 * Written over the algebra; the control program and every numeric analysis call the same function.
 */
import type { Algebra, Twist } from '../math/index.js';
import {
  type ActingLaw,
  attach,
  bodySite,
  type Coordinate,
  coordinateNamed,
  type ElementDeclaration,
  type Ends,
  type Engaged,
  engage,
  engageOn,
  type JointState,
  LoadSums,
  type Memory,
  type Mounting,
  type Parameters,
  type Site,
  type WorldMotion,
  worldOrigin,
  worldSite,
} from '../mechanism/index.js';
import {
  bodyVelocities,
  forwardKinematics,
  frameOf,
  type Kinematics,
  type Model,
  wraps,
} from '../model/index.js';
import { carriedLoads } from './carried.js';
import { inOrder, jointOf, ownCoordinate } from './coordinates.js';
import type { CoordinateDesign, Design, ElementDesign, PointDesign } from './design.js';
import { declarationOf } from './element.js';
import { type Projection, projectionsOf } from './projections.js';
import { siteOf, surroundingsOf } from './watch.js';

export { torquesOf } from './joint-forces.js';

/** Where the law finds the numbers that are not baked in. */
export interface Slots<S> {
  /** Of a point on the robot. */
  mounting(point: PointDesign): Mounting<S>;
  /** Of a point in the world. */
  worldMotion(point: PointDesign): WorldMotion<S>;
  /** Of the shape of a point that has one, m. */
  sizes(point: PointDesign): readonly S[];
  /** Those of coordinates without what is baked. */
  parameters(owner: ElementDesign | CoordinateDesign): Parameters<S>;
  /** What an element remembers that does. */
  memory(element: ElementDesign): Memory<S>;
  /** The time of what moves by itself. */
  time(): S;
  pace(): S | undefined;
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
  /** The named coordinates. */
  readonly coordinates: ReadonlyMap<string, Coordinate<S>>;
  /** By name of the element. */
  readonly acting: readonly Acting<S>[];
  /** What projections into null spaces add, by name of the element. */
  readonly projections: readonly Projection<S>[];
  /** Sums at the points and joints, before any limit. */
  readonly loads: LoadSums<S>;
}

/** Points, coordinates and elements ordered by name, so that no result depends on the order in which they were written. */
export function ordered(design: Design): Design {
  const byName = <T extends { readonly name: string }>(list: readonly T[]): T[] =>
    [...list].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return {
    ...design,
    points: byName(design.points),
    ...(design.coordinates === undefined ? {} : { coordinates: inOrder(design.coordinates) }),
    elements: byName(design.elements),
  };
}

/** A design whose model may be robot and virtual bodies as one: then `robot` is the robot alone. */
export type WholeDesign = Design & { readonly robot?: Model };

/** The law at q (nq) and v (nv). The design is taken as checked and ordered. */
export function controlLaw<S>(
  A: Algebra<S>,
  design: WholeDesign,
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
    const { shape } = point;
    const sized = shape && { ...site, shape: { kind: shape.kind, size: slots.sizes(point) } };
    sites.set(point.name, sized ?? site);
  }
  const places = placesOf(model, sites, q, v);
  const coordinates = coordinatesOn(A, design, slots, places);
  const acting = design.elements.map(
    (element): Acting<S> => ({
      element,
      declaration: declarationOf(element),
      ...engageIn(A, design, element, slots, places, coordinates),
    }),
  );
  const projections = projectionsOf(
    A,
    model,
    design.robot ?? model,
    kinematics,
    acting,
    [q, v],
    () => carriedLoads(A, design, slots).payloads ?? [],
  );
  const loads = loadsOf(A, acting, projections);
  return { kinematics, velocities, sites, coordinates, acting, projections, loads };
}

/** The sums of what elements and projections do. */
export function loadsOf<S>(
  A: Algebra<S>,
  acting: readonly Pick<Acting<S>, 'coordinate' | 'effect'>[],
  projections: readonly Pick<Projection<S>, 'torque'>[],
): LoadSums<S> {
  const loads = new LoadSums<S>(A);
  for (const { coordinate, effect } of acting) {
    // An inerter is part of the inertia, not of the forces.
    if (effect.inertance === undefined) coordinate.transpose(effect.force, effect.radial === true, loads);
  }
  for (const { torque } of projections) {
    torque.forEach((x, i) => {
      loads.joint(i, x);
    });
  }
  return loads;
}

/** Points and joints as coordinates find them. */
export interface Places<S> {
  /** Throws where there is none. */
  site(name: string): Site<S>;
  joint(name: string): JointState<S>;
}

/** The named coordinates of an ordered design, each worked out once. */
export function coordinatesOn<S>(
  A: Algebra<S>,
  { coordinates = [] }: Pick<Design, 'coordinates'>,
  slots: Pick<Slots<S>, 'parameters' | 'time' | 'pace'>,
  places: Places<S>,
): Map<string, Coordinate<S>> {
  const made = new Map<string, Coordinate<S>>();
  for (const design of coordinates) {
    const { name, kind, of = [] } = design;
    const baked = Object.fromEntries(
      coordinateNamed(kind).parameters.flatMap((p) =>
        p.baked === true ? [[p.name, design.parameters[p.name]]] : [],
      ),
    );
    const coordinate = attach(A, kind, {
      name,
      ends: endsOf(design, places),
      of: of.map((child) => named(made, child)),
      parameters: slots.parameters(design),
      baked,
      time: slots.time,
      pace: slots.pace,
    });
    made.set(name, coordinate);
  }
  return made;
}

/** An element at work on the coordinate that it names, or on its own. */
function engageIn<S>(
  A: Algebra<S>,
  design: Design,
  element: ElementDesign,
  slots: Pick<Slots<S>, 'parameters' | 'memory' | 'time' | 'pace'>,
  places: Places<S>,
  coordinates: ReadonlyMap<string, Coordinate<S>>,
): Engaged<S> {
  const declaration = declarationOf(element);
  const parameters = slots.parameters(element);
  const { watches, remembers } = declaration;
  const memory = (): Memory<S> => slots.memory(element);
  const remembering: ActingLaw<S> | undefined = remembers && {
    law: (_, reading, given) => remembers.law(A, reading, given, memory()),
  };
  const acting = remembering ?? declaration;
  if (element.of !== undefined) return engageOn<S>(A, acting, named(coordinates, element.of), parameters);
  const { name, kind } = ownCoordinate(element);
  const makings = { name, ends: endsOf(element, places), time: slots.time, pace: slots.pace };
  if (watches === undefined) return engage<S>(A, acting, kind, makings, parameters);
  const seen = surroundingsOf(A, design, element, places);
  const watchful: ActingLaw<S> = {
    law: (_, reading, given) => watches.law(A, reading, given, seen, memory()),
  };
  return engage<S>(A, watchful, kind, makings, parameters);
}

function named<S>(coordinates: ReadonlyMap<string, Coordinate<S>>, name: string): Coordinate<S> {
  const found = coordinates.get(name);
  if (found === undefined) throw new Error(`control: there is no coordinate ${name}`);
  return found;
}

/** Points and joints at q and v. */
export function placesOf<S>(
  model: Model,
  sites: ReadonlyMap<string, Site<S>>,
  q: readonly S[],
  v: readonly S[],
): Places<S> {
  return {
    site: (name) => siteOf(sites, name),
    joint(name) {
      const body = jointOf(model, { joins: { joint: name } });
      if (body === undefined || body.nv !== 1 || body.nq !== 1) {
        throw new Error(`control: ${name} is no joint with one position of its own`);
      }
      return { index: body.v, position: q[body.q], velocity: v[body.v], continuous: wraps(model, body) };
    },
  };
}

/** What a coordinate joins, as it stands. */
export function endsOf<S>(
  { joins, joints }: Pick<CoordinateDesign, 'joins' | 'joints'>,
  places: Places<S>,
): Ends<S> {
  const site = (name: string | undefined) => (name === undefined ? undefined : places.site(name));
  return {
    from: site(joins.from),
    to: site(joins.to),
    at: site(joins.at),
    axes: site(joins.axes),
    joint: joins.joint === undefined ? undefined : places.joint(joins.joint),
    joints: joints?.map((name) => places.joint(name)),
  };
}
