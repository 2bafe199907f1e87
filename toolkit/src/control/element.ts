/** An element of a design and what its declaration says of it. */
import {
  coordinates,
  type ElementDeclaration,
  elementOf,
  type ParameterDeclaration,
  type Units,
  unitOn,
} from '../mechanism/index.js';
import { type Body, jointUnit, type Model } from '../model/index.js';
import type { ElementDesign } from './design.js';

/** The declaration of an element; throws where there is none (a design that was not checked). */
export function declarationOf(element: ElementDesign): ElementDeclaration {
  const declaration = elementOf(element.family, element.kind);
  if (declaration === undefined) throw new Error(`control: there is no ${element.family}: ${element.kind}`);
  return declaration;
}

/** The numbers of a parameter, by default those of its declaration; undefined where it may be and is left out. */
export function parameterOf(
  element: ElementDesign,
  { name, default: otherwise }: ParameterDeclaration,
): readonly number[] | undefined {
  return element.parameters[name] ?? (typeof otherwise === 'number' ? [otherwise] : otherwise);
}

/** The joint that an element acts on; undefined for an element between points. */
export function jointOf(model: Model, { joins }: ElementDesign): Body | undefined {
  return joins.joint === undefined ? undefined : model.bodies.find((body) => body.joint === joins.joint);
}

/** The unit of an element's parameter on its coordinate. */
export function unitAt(model: Model, element: ElementDesign, units: Units): string {
  const unit = unitOn(units, coordinateUnit(model, element));
  if (unit === undefined) throw new Error(`control: ${element.name} has no unit on its coordinate`);
  return unit;
}

/** The unit of an element's coordinate, as its joint turns or slides. */
export function coordinateUnit(model: Model, element: ElementDesign): string {
  const { unit } = coordinates[declarationOf(element).coordinate];
  if (typeof unit === 'string') return unit;
  const joint = jointOf(model, element);
  if (joint === undefined) throw new Error(`control: ${element.name} acts on no joint of ${model.name}`);
  return jointUnit(joint, unit);
}
