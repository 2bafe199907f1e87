/** An element of a design and what its declaration says of it. */
import {
  coordinateNamed,
  type ElementDeclaration,
  elementOf,
  type ParameterDeclaration,
} from '../mechanism/index.js';
import type { CoordinateDesign, ElementDesign } from './design.js';

/** The declaration of an element; throws where there is none (a design that was not checked). */
export function declarationOf(element: ElementDesign): ElementDeclaration {
  const declaration = elementOf(element.family, element.kind);
  if (declaration === undefined) throw new Error(`control: there is no ${element.family}: ${element.kind}`);
  return declaration;
}

/** The parameters of an element, or of a coordinate without what is baked. */
export function parametersOf(owner: ElementDesign | CoordinateDesign): readonly ParameterDeclaration[] {
  if ('family' in owner) return declarationOf(owner).parameters;
  return coordinateNamed(owner.kind).parameters.filter(({ baked }) => baked !== true);
}

/** The numbers of a parameter, by default those of its declaration; undefined where it may be and is left out. */
export function parameterOf(
  { parameters }: Pick<ElementDesign, 'parameters'>,
  { name, default: otherwise }: ParameterDeclaration,
): readonly number[] | undefined {
  return parameters[name] ?? (typeof otherwise === 'number' ? [otherwise] : otherwise);
}
