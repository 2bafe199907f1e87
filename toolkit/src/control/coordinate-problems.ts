/** What is wrong with named coordinates: their kinds, what they are made of, their numbers. */
import {
  type CoordinateDeclaration,
  coordinateOf,
  coordinates,
  isShape,
  type Shape,
} from '../mechanism/index.js';
import { inOrder, loopsOf, shapeIn } from './coordinates.js';
import type { CoordinateDesign, Design } from './design.js';
import { checkEnds, checkParameter } from './element-problems.js';
import { type Findings, unknown } from './findings.js';

/** Checks all named coordinates; gives the shapes of those that are sound, as are all that they are made of. */
export function checkCoordinates(design: Design, found: Findings): ReadonlyMap<string, Shape> {
  const { coordinates: list = [] } = design;
  for (const loop of loopsOf(list)) {
    const circle = [...loop, loop[0]].join(' → ');
    found.error(
      'coordinate-loop',
      `control.coordinates.${loop[0]}.of`,
      'coordinates are made of each other',
      {
        got: circle,
      },
    );
  }
  const own = new Map(list.map((coordinate) => [coordinate.name, checkOwn(design, coordinate, found)]));
  const shapes = new Map<string, Shape>();
  for (const coordinate of inOrder(list)) {
    const { name, of = [] } = coordinate;
    if (own.get(name) !== true || !of.every((child) => shapes.has(child))) continue;
    const shape = shapeIn(design, coordinate);
    if (isShape(shape)) shapes.set(name, shape);
    else {
      const { code, message } =
        typeof shape === 'string' ? { code: 'coordinate-shape', message: shape } : shape;
      found.error(code, `control.coordinates.${name}`, message);
    }
  }
  return shapes;
}

/** Checks a coordinate by itself; true where nothing is wrong. */
function checkOwn(design: Design, coordinate: CoordinateDesign, found: Findings): boolean {
  const before = found.problems.length;
  const { name, kind, joins, of = [], unit } = coordinate;
  const path = `control.coordinates.${name}`;
  const declaration = coordinateOf(kind);
  if (declaration === undefined) {
    unknown(
      found,
      path,
      'coordinate',
      kind,
      coordinates.map((c) => c.kind),
    );
    return false;
  }
  checkEnds(design, `coordinate: ${kind}`, declaration, joins, path, found);
  const [least, most] = declaration.of ?? [0, 0];
  if (of.length < least || of.length > most) {
    found.error('coordinate-count', `${path}.of`, `coordinate: ${kind} is made of ${counted(least, most)}`, {
      got: `${of.length}`,
    });
  }
  const names = (design.coordinates ?? []).map((c) => c.name);
  for (const child of of) unknown(found, `${path}.of`, 'coordinate', child, names);
  if (unit !== undefined && declaration.ownUnit !== true) {
    found.error(
      'coordinate-unit',
      `${path}.unit`,
      `the unit of coordinate: ${kind} follows from what it reads`,
    );
  } else if (unit !== undefined) unknown(found, `${path}.unit`, 'unit', unit, ['m', 'rad', '1']);
  checkNumbers(coordinate, declaration, path, found);
  return found.problems.length === before;
}

function checkNumbers(
  { kind, parameters }: CoordinateDesign,
  declaration: CoordinateDeclaration,
  path: string,
  found: Findings,
): void {
  const known = declaration.parameters.map((p) => p.name);
  for (const name of Object.keys(parameters)) {
    unknown(found, `${path}.${name}`, `parameter of coordinate: ${kind}`, name, known);
  }
  for (const parameter of declaration.parameters) {
    const given = parameters[parameter.name];
    if (given !== undefined) checkParameter(parameter, given, 3, `${path}.${parameter.name}`, found);
    else if (parameter.default === undefined && parameter.optional !== true) {
      found.error('parameter-missing', path, `coordinate: ${kind} needs ${parameter.name}`, {
        hint: `${parameter.name}: ${parameter.meaning}`,
      });
    }
  }
}

function counted(least: number, most: number): string {
  if (most === 0) return 'no others';
  if (least === most) return least === 1 ? 'one other' : `${least} others`;
  return `${least} to ${most} others`;
}
