/**
 * The equilibria of a design: minima of the total potential over joints and virtual bodies (where elements are projected into
 * null spaces, stable equilibria of the forces: relax.ts), found from many starts and
 * told apart by where its points stand, with what balances there.
 */

import { coordinateOn, dampedProjections, type ElementDesign } from '../control/index.js';
import type { Vec3 } from '../math/index.js';
import { jointProperties } from '../model/index.js';
import { dot, greatest, type Lost, type Minimum } from './descent.js';
import type { ForceField } from './force-field.js';
import { type Held, heldApart, heldBy, heldByBoth } from './held.js';
import { restBelow } from './relax.js';
import { randomStarts } from './starts.js';

/** What one element does at an equilibrium. */
export interface Balance {
  /** The element; `weight` and `joint springs` are the arm's own. */
  readonly name: string;
  /** What its coordinate reads, with its unit; empty for the arm's own. */
  readonly value: readonly number[];
  readonly unit: string;
  /** Magnitude of its force along the coordinate, N or N m; of the joint torques for the arm's own. */
  readonly force: number;
  /** J, where it stores any. */
  readonly energy?: number;
  /** Joint torques that it gives (nv). */
  readonly torque: readonly number[];
}

/** A spring that pulls a point to a place, and how far from it the point is. */
export interface Short {
  readonly spring: string;
  /** The end that moves, with the robot or with a virtual body. */
  readonly point: string;
  readonly goal: string;
  /** m. */
  readonly distance: number;
  /** The elements that hold it off, strongest first, and where each stands, if it is another place. */
  readonly by: readonly { readonly element: string; readonly at?: string }[];
}

/** A projection near a singular pose of what it is not to disturb. */
export interface Leak {
  readonly element: string;
  readonly tasks: readonly string[];
  /** The least singular value of the tasks' Jacobian. */
  readonly singular: number;
}

export interface Equilibrium {
  readonly q: readonly number[];
  /** V, J. */
  readonly energy: number;
  /** Largest force that is left, N m or N. */
  readonly residual: number;
  /** Of the Hessian: the smallest eigenvalue that is not flat, and the largest. */
  readonly softest: number;
  readonly stiffest: number;
  /** Null motions: how many, and the joints that move in them. They neither hold nor push away. */
  readonly free: { readonly count: number; readonly joints: readonly string[] };
  /** Where the points on what moves are, m. */
  readonly places: Readonly<Record<string, Vec3<number>>>;
  /** Points and springs that no null motion moves. */
  readonly held: Held;
  /** What gives joint torques there, most first. */
  readonly balance: readonly Balance[];
  readonly short: readonly Short[];
  /** The places to which springs in m have come. */
  readonly reached: readonly string[];
  /** Joints that are outside their limits there: their stops act first. */
  readonly outside: readonly string[];
  /** Projections that are damped there, near a singular pose of their tasks, and so let something through. */
  readonly leaks: readonly Leak[];
  /** How many of the starts ended there. */
  readonly found: number;
  /** Other configurations of the same place that were found, a few of them. */
  readonly poses: readonly (readonly number[])[];
  /** The forces have no potential there: an odd part of their slope, as a part of the largest entry. */
  readonly curl: number;
}

export interface Equilibria {
  readonly equilibria: readonly Equilibrium[];
  /** Starts that were tried, and those that reached no minimum. */
  readonly starts: number;
  readonly lost: number;
  /** Why, and how many of them each. */
  readonly reasons: Readonly<Partial<Record<Lost, number>>>;
  readonly seed: number;
  /**
   * Elements in the null space of others. Where there are any their forces have no potential, and the list is of stable
   * equilibria of the forces.
   */
  readonly projected: readonly string[];
}

export interface EquilibriaOptions {
  readonly start: readonly number[];
  /** Random starts besides the given one; {@link defaultStarts} by default. */
  readonly starts?: number;
  readonly seed?: number;
  /** Minima found otherwise, which the list is to hold too. */
  readonly known?: readonly Minimum[];
  readonly told?: (done: number, of: number) => void;
}

export const defaultStarts = 100;
/** Points this near stand at one place, m. */
export const samePlace = 1e-3;
/** Other poses of one place that are kept. */
const mostPoses = 8;

interface Cluster {
  readonly minimum: Minimum;
  readonly energy: number;
  readonly held: Held;
  readonly poses: (readonly number[])[];
  found: number;
}

export function findEquilibria(field: ForceField, options: EquilibriaOptions): Equilibria {
  const { start, starts = defaultStarts, seed = 0, known = [], told } = options;
  const clusters: Cluster[] = [];
  let lost = 0;
  const reasons: Partial<Record<Lost, number>> = {};
  for (const minimum of known) sort(field, clusters, minimum, 0);
  const all = [start, ...randomStarts(field.model, start, starts, seed)];
  for (const [i, q] of all.entries()) {
    told?.(i, all.length);
    const minimum = restBelow(field, q, (why) => {
      reasons[why] = (reasons[why] ?? 0) + 1;
    });
    if (minimum === undefined) lost++;
    else sort(field, clusters, minimum, 1);
  }
  const equilibria = clusters.map((cluster) => described(field, cluster)).sort((a, b) => a.energy - b.energy);
  return { equilibria, starts: all.length, lost, reasons, seed, projected: field.projected };
}

/** The equilibrium of a list of which this configuration is a pose. */
export function equilibriumAt(
  field: ForceField,
  equilibria: readonly Equilibrium[],
  q: readonly number[],
): Equilibrium | undefined {
  return equilibria.find((e) => heldApart(field, e.held, e.q, q) < samePlace);
}

/** Adds a minimum to the place where it belongs. */
function sort(field: ForceField, clusters: Cluster[], minimum: Minimum, count: number): void {
  const { q } = minimum;
  const held = heldBy(field, minimum);
  const energy = field.energy(q);
  const at = clusters.find(
    (cluster) =>
      Math.abs(cluster.energy - energy) <= 1e-6 * (1e-3 + Math.abs(energy)) &&
      heldApart(field, heldByBoth(held, cluster.held), cluster.minimum.q, q) < samePlace,
  );
  if (at === undefined) clusters.push({ minimum, energy, held, poses: [], found: count });
  else {
    at.found += count;
    if (at.poses.length < mostPoses) at.poses.push(q);
  }
}

function described(field: ForceField, cluster: Cluster): Equilibrium {
  const { minimum, energy, held, poses, found } = cluster;
  const { q, eigenvalues, flat } = minimum;
  const { model } = field;
  const balance = balanceAt(field, q);
  const moves = model.velocityNames.filter((_, i) => flat.reduce((sum, u) => sum + u[i] * u[i], 0) > 1e-3);
  const stops = jointProperties(model).stops;
  const outside = stops
    .filter((stop) => q[stop.q] < stop.lower - 1e-6 || q[stop.q] > stop.upper + 1e-6)
    .map(({ v }) => model.velocityNames[v]);
  return {
    q,
    energy,
    residual: minimum.force,
    softest: eigenvalues[flat.length] ?? 0,
    stiffest: eigenvalues[eigenvalues.length - 1] ?? 0,
    free: { count: flat.length, joints: moves },
    places: Object.fromEntries(field.places(q)),
    held,
    balance,
    ...goalsAt(field, q, balance),
    outside,
    leaks: leaksAt(field, q),
    found,
    poses,
    curl: minimum.curl,
  };
}

function leaksAt({ design }: ForceField, q: readonly number[]): Leak[] {
  return dampedProjections(design, q).map(({ element, square }) => ({
    element: element.name,
    tasks: [...(element.nullspaceOf ?? [])].sort(),
    singular: Math.sqrt(square),
  }));
}

/** What gives torques at q: the elements and what is the arm's own, most first. */
export function balanceAt(field: ForceField, q: readonly number[]): Balance[] {
  const n = field.size;
  const elements = field.design.elements
    .filter(({ family }) => family === 'spring' || family === 'source')
    .map(({ name }): Balance => {
      const { value, tension, energy } = field.element(name, q);
      const J = field.readingJacobian(name, q);
      const projection = field.projected.includes(name) ? field.projection(name, q) : [];
      const torque = Array.from(
        { length: n },
        (_, i) => (projection[i] ?? 0) - J.reduce((sum, row, r) => sum + row[i] * tension[r], 0),
      );
      const force = Math.sqrt(dot(tension, tension));
      return {
        name,
        value,
        unit: field.unitOf(name),
        force,
        torque,
        ...(energy === undefined ? {} : { energy }),
      };
    });
  const own = field.ownForces(q).map(
    ([name, torque]): Balance => ({
      name,
      value: [],
      unit: '',
      force: Math.sqrt(dot(torque, torque)),
      torque,
    }),
  );
  const most = (b: Balance) => greatest(b.torque);
  return [...elements, ...own].sort((a, b) => most(b) - most(a));
}

/** Springs in m between a point that moves and a place: those that are closed, and those that something holds open. */
function goalsAt(
  field: ForceField,
  q: readonly number[],
  balance: readonly Balance[],
): Pick<Equilibrium, 'short' | 'reached'> {
  const { design } = field;
  const points = new Map(design.points.map((p) => [p.name, p]));
  const carried = (name: string | undefined) => points.get(name ?? '')?.frame !== undefined;
  /** The ends of what an element acts on, and the one of them that does not move with the robot or a body. */
  const endsOf = (element: ElementDesign) => {
    const { kind, joins } = coordinateOn(design, element);
    const ends = [joins.from, joins.to].filter((end) => end !== undefined);
    const fixed = ends.filter((end) => !carried(end));
    const one = ends.length === 2 && fixed.length === 1;
    return { kind, place: one ? fixed[0] : undefined, point: ends.find(carried) };
  };
  const reached = new Set<string>();
  const short = design.elements.flatMap((element): Short[] => {
    const own = balance.find((b) => b.name === element.name);
    if (element.family !== 'spring' || own === undefined || own.unit !== 'm') return [];
    const { kind, place: goal, point } = endsOf(element);
    if (goal === undefined || point === undefined || kind === 'gap') return [];
    const { value, tension } = field.element(element.name, q);
    const distance = Math.sqrt(dot(value, value));
    if (distance < 1e-6 && goal !== 'world') reached.add(goal);
    if (!(dot(value, tension) > 0) || distance < 1e-6) return [];
    const by = balance
      .map((b) => ({ name: b.name, pull: -dot(b.torque, own.torque) }))
      .filter((b) => b.name !== element.name && b.pull > 0.1 * dot(own.torque, own.torque))
      .sort((a, b) => b.pull - a.pull)
      .map(({ name }) => {
        const against = design.elements.find((e) => e.name === name);
        const at = against && endsOf(against).place;
        return { element: name, ...(at === undefined || at === goal || at === 'world' ? {} : { at }) };
      });
    return [{ spring: element.name, point, goal, distance, by }];
  });
  return { short, reached: [...reached] };
}
