/** Parameters that events and phases change: the design with them, and what is wrong with it then. */
import type { Quaternion, Vec3 } from '../math/index.js';
import type { Problem } from '../problem/index.js';
import { wholeDesign } from './bodies.js';
import { checkCoordinates } from './coordinate-problems.js';
import type { Design, PointDesign } from './design.js';
import { checkElement } from './element-problems.js';
import { Findings } from './findings.js';
import { motionProblems } from './moving-problems.js';

/** By name of the parameter (`reach.stiffness`, `goal.at`): all its entries. */
export type Changes = Readonly<Record<string, readonly number[]>>;

/** The design with the numbers of elements, coordinates and points as `changes` has them; names of nothing change nothing. */
export function changedDesign(design: Design, changes: Changes): Design {
  const own = ofOwner(changes);
  const merged = <T extends { readonly name: string; readonly parameters: Changes }>(owner: T): T => {
    const values = own.get(owner.name);
    return values === undefined ? owner : { ...owner, parameters: { ...owner.parameters, ...values } };
  };
  return {
    ...design,
    points: design.points.map((point) => movedPoint(point, own.get(point.name))),
    ...(design.coordinates === undefined ? {} : { coordinates: design.coordinates.map(merged) }),
    elements: design.elements.map(merged),
    ...(design.laws === undefined ? {} : { laws: design.laws.map(merged) }),
  };
}

/** What a motion's time is measured by: its place is a function of the time since it began, not of where it was. */
const paces = ['speed', 'acceleration', 'period', 'from'];

/** When the motion begins (s) whose point jumps if this parameter changes after that; undefined of other parameters. */
export function jumpsAfter({ points }: Design, parameter: string): number | undefined {
  const owner = ownerOf(parameter);
  const motion = points.find(({ name }) => name === owner)?.motion;
  if (motion === undefined || !paces.includes(parameter.slice(owner.length + 1))) return undefined;
  return motion.parameters.from?.[0] ?? 0;
}

function movedPoint(point: PointDesign, values: Changes | undefined): PointDesign {
  if (values === undefined) return point;
  const { at, attitude, size, ...others } = values;
  const { shape, motion } = point;
  return {
    ...point,
    ...(at === undefined ? {} : { at: at as unknown as Vec3<number> }),
    ...(attitude === undefined ? {} : { attitude: attitude as unknown as Quaternion<number> }),
    ...(size === undefined || shape === undefined ? {} : { shape: { ...shape, size } }),
    ...(motion === undefined
      ? {}
      : { motion: { ...motion, parameters: { ...motion.parameters, ...others } } }),
  };
}

/**
 * What is wrong with numbers that are right one by one, of a design that is sound but for them: a matrix without energy, an
 * interval turned round, a width of 0. `fresh` are the names of the parameters that are new in `design`; each problem
 * comes with the one that it is about, the last of its owner where it is about several.
 */
export function changeProblems(
  design: Design,
  fresh: readonly string[],
): { readonly parameter: string; readonly problem: Problem }[] {
  const found = new Findings();
  const whole = wholeDesign(design);
  const owners = new Set(fresh.map(ownerOf));
  const shapes = checkCoordinates(whole, found);
  for (const element of design.elements) {
    if (owners.has(element.name)) checkElement(whole, element, shapes, found);
  }
  for (const point of design.points) {
    if (owners.has(point.name))
      found.problems.push(...motionProblems(point, `control.points.${point.name}.moves`));
  }
  return found.problems.flatMap((problem) => {
    const [, , owner, ...rest] = (problem.where.path ?? '').split('.');
    const own = fresh.filter((parameter) => ownerOf(parameter) === owner);
    const about = own.find((parameter) => parameter === `${owner}.${rest[rest.length - 1]}`);
    const parameter = about ?? own[own.length - 1];
    return parameter === undefined ? [] : [{ parameter, problem }];
  });
}

function ownerOf(parameter: string): string {
  return parameter.slice(0, parameter.indexOf('.'));
}

function ofOwner(changes: Changes): Map<string, Record<string, readonly number[]>> {
  const owners = new Map<string, Record<string, readonly number[]>>();
  for (const [parameter, values] of Object.entries(changes)) {
    const owner = ownerOf(parameter);
    owners.set(owner, { ...owners.get(owner), [parameter.slice(owner.length + 1)]: values });
  }
  return owners;
}
