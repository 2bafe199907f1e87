/** An element of a design and what its declaration says of it. */
import { type ElementDeclaration, elementOf, type ParameterDeclaration } from '../mechanism/index.js';
import { type Body, type JointUnits, jointUnit, type Model } from '../model/index.js';
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

/** The unit of an element's parameter or coordinate, as its joint turns or slides. */
export function unitAt(model: Model, element: ElementDesign, unit: string | JointUnits): string {
  if (typeof unit === 'string') return unit;
  const joint = jointOf(model, element);
  if (joint === undefined) throw new Error(`control: ${element.name} acts on no joint of ${model.name}`);
  return jointUnit(joint, unit);
}
