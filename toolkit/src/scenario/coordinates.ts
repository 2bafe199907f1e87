/** Named coordinates of a scenario as coordinates of a design. */
import type { CoordinateDesign, PointDesign } from '../control/index.js';
import type { End, Shape } from '../mechanism/index.js';
import { jointUnit, type Model } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { type CoordinateSection, childrenOf, coordinateDeclaration } from './coordinate-schema.js';
import type { ParameterValue } from './element-schema.js';
import { jointOf } from './joints.js';
import { valuesOf } from './parameter-values.js';
import { under } from './tree.js';

export interface CoordinateContext {
  /** The robot, and virtual bodies behind it. */
  readonly model: Model;
  readonly points: readonly PointDesign[];
  /** q at the start. */
  readonly start: readonly number[];
  readonly complaints: Complaints;
}

/**
 * The coordinates of the scenario. One that names a point or a coordinate which is none is left out, and so is what is
 * made of it: references.ts complains of names.
 */
export function coordinatesOf(
  sections: Readonly<Record<string, CoordinateSection>>,
  context: CoordinateContext,
): CoordinateDesign[] {
  const made = new Map<string, CoordinateDesign>();
  for (const [name, section] of Object.entries(sections)) {
    const coordinate = coordinateIn(name, section, context);
    if (coordinate !== undefined) made.set(name, coordinate);
  }
  for (let before = -1; before !== made.size; ) {
    before = made.size;
    for (const [name, { of = [] }] of made) if (!of.every((child) => made.has(child))) made.delete(name);
  }
  return [...made.values()];
}

function coordinateIn(
  name: string,
  section: CoordinateSection,
  { model, points, start, complaints }: CoordinateContext,
): CoordinateDesign | undefined {
  const path = under('control.coordinates', name);
  const declaration = coordinateDeclaration(section);
  const joins: Partial<Record<End, string>> = {};
  let whole = true;
  let read: Shape = { size: 1, unit: section.unit ?? 'm' };
  let position: number | undefined;
  for (const end of [...declaration.ends, ...declaration.optional]) {
    const joined = String(section[end]);
    if (end === 'joint') {
      const body = jointOf(model, joined, under(path, 'joint'), complaints);
      if (body === undefined) return undefined;
      read = { size: 1, unit: jointUnit(body, ['rad', 'm']) };
      position = start[body.q];
    } else if (joined !== 'world' && !points.some((point) => point.name === joined)) whole = false;
    // The world's axes are what a reading has without any; a coordinate that is all about axes names them.
    if (end === 'axes' && joined === 'world' && declaration.optional.includes('axes')) continue;
    joins[end] = joined;
  }
  const parameters: Record<string, readonly number[]> = {};
  for (const parameter of declaration.parameters) {
    const value = section[parameter.name] as ParameterValue | undefined;
    if (value === undefined) continue;
    const at = under(path, parameter.name);
    const given =
      value === 'start' && position !== undefined
        ? [position]
        : valuesOf(value as Parameters<typeof valuesOf>[0], parameter, read, at, complaints);
    if (given === undefined) whole = false;
    else parameters[parameter.name] = given;
  }
  if (!whole) return undefined;
  const of = childrenOf(section);
  return {
    name,
    kind: declaration.kind,
    joins,
    ...(of.length === 0 ? {} : { of }),
    ...(declaration.ownUnit === true ? { unit: read.unit } : {}),
    parameters,
  };
}
