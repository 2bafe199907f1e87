/** The coordinates of a design: their order, their shapes, and what they are made from. */
import {
  coordinateNamed,
  isShape,
  ownKind,
  type ParameterDeclaration,
  type Shape,
  type ShapeFault,
  type Units,
  unitOn,
} from '../mechanism/index.js';
import { type Body, jointUnit, type Model } from '../model/index.js';
import type { CoordinateDesign, Design, ElementDesign } from './design.js';
import { declarationOf, parameterOf } from './element.js';

/** What the coordinates of a design stand on. */
export type Measured = Pick<Design, 'model' | 'coordinates'>;

/** Named coordinates, those that others are made of first, else ordered by name; a loop is left out. */
export function inOrder(coordinates: readonly CoordinateDesign[]): CoordinateDesign[] {
  const named = new Map(coordinates.map((coordinate) => [coordinate.name, coordinate]));
  const placed = new Map<string, CoordinateDesign>();
  const open = new Set<string>();
  const place = (name: string): boolean => {
    if (placed.has(name)) return true;
    const coordinate = named.get(name);
    if (coordinate === undefined || open.has(name)) return false;
    open.add(name);
    const whole = (coordinate.of ?? []).every(place);
    open.delete(name);
    if (whole) placed.set(name, coordinate);
    return whole;
  };
  for (const name of [...named.keys()].sort()) place(name);
  return [...placed.values()];
}

/** The loops among named coordinates, each from the first of its names on. */
export function loopsOf(coordinates: readonly CoordinateDesign[]): string[][] {
  const named = new Map(coordinates.map((coordinate) => [coordinate.name, coordinate]));
  const loops = new Map<string, string[]>();
  const follow = (name: string, path: readonly string[], seen: Set<string>): void => {
    const start = path.indexOf(name);
    if (start >= 0) {
      const loop = path.slice(start);
      loops.set([...loop].sort().join(' '), loop);
      return;
    }
    if (seen.has(name)) return;
    seen.add(name);
    for (const child of named.get(name)?.of ?? []) follow(child, [...path, name], seen);
  };
  const seen = new Set<string>();
  for (const name of [...named.keys()].sort()) follow(name, [], seen);
  return [...loops.values()];
}

/** The shapes of the named coordinates that have one, by name. */
export function shapesIn(design: Measured): Map<string, Shape> {
  const shapes = new Map<string, Shape>();
  for (const coordinate of inOrder(design.coordinates ?? [])) {
    const shape = shapeIn(design, coordinate);
    if (isShape(shape)) shapes.set(coordinate.name, shape);
  }
  return shapes;
}

/** The coordinate that an element acts on: the one that it names, or its own. */
export function coordinateOn(design: Measured, element: ElementDesign): CoordinateDesign {
  if (element.of === undefined) return ownCoordinate(element);
  const named = design.coordinates?.find(({ name }) => name === element.of);
  if (named === undefined) throw new Error(`control: there is no coordinate ${element.of}`);
  return named;
}

/** The coordinate that an element measures between what it joins. */
export function ownCoordinate(element: ElementDesign): CoordinateDesign {
  const { name, joins, joints, parameters } = element;
  const several = joints === undefined ? {} : { joints };
  return { name, kind: ownKind(declarationOf(element), joins), joins, ...several, parameters };
}

/** Entries and unit of a coordinate, or why it has none. All that it is made of must be there, without loops. */
export function shapeIn(design: Measured, coordinate: CoordinateDesign): Shape | ShapeFault {
  const of: Shape[] = [];
  for (const name of coordinate.of ?? []) {
    const child = design.coordinates?.find((c) => c.name === name);
    const shape = child && shapeIn(design, child);
    if (shape === undefined) return `there is no coordinate ${name}`;
    if (!isShape(shape)) return `${name} has no shape`;
    of.push(shape);
  }
  const body = jointOf(design.model, coordinate);
  return coordinateNamed(coordinate.kind).shape({
    of,
    parameters: numbersOf(coordinate),
    joint: body && jointUnit(body, ['rad', 'm']),
    joints: coordinate.joints?.length,
    unit: coordinate.unit,
  });
}

/** Entries and unit of what an element acts on. */
export function shapeOn(design: Measured, element: ElementDesign): Shape {
  const shape = shapeIn(design, coordinateOn(design, element));
  if (!isShape(shape)) throw new Error(`control: ${element.name} acts on a coordinate without a shape`);
  return shape;
}

/** The numbers of a coordinate with those of its declaration that were left out. */
function numbersOf(coordinate: CoordinateDesign): Record<string, readonly number[]> {
  const numbers: Record<string, readonly number[]> = {};
  for (const parameter of coordinateNamed(coordinate.kind).parameters) {
    const given = parameterOf(coordinate, parameter);
    if (given !== undefined) numbers[parameter.name] = given;
  }
  return numbers;
}

/** The joint that an element or a coordinate reads, the first of several; undefined where it joins points. */
export function jointOf(
  model: Model,
  { joins, joints: [first] = [] }: Pick<CoordinateDesign, 'joins' | 'joints'>,
): Body | undefined {
  const name = joins.joint ?? first;
  return name === undefined ? undefined : model.bodies.find(({ joint }) => joint === name);
}

/** Whether so many numbers of a parameter are a matrix on a coordinate of n entries. */
export function isMatrix(
  { shapes }: Pick<ParameterDeclaration, 'shapes'>,
  count: number,
  n: number,
): boolean {
  return shapes.includes('matrix') && count > n;
}

/** The unit of a parameter of an element on its coordinate, or of a coordinate. */
export function unitAt(design: Measured, owner: ElementDesign | CoordinateDesign, units: Units): string {
  const shape = shapeIn(design, 'family' in owner ? coordinateOn(design, owner) : owner);
  const unit = isShape(shape) ? unitOn(units, shape.unit) : undefined;
  if (unit === undefined) throw new Error(`control: ${owner.name} has no unit on its coordinate`);
  return unit;
}
