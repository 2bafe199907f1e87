/**
 * The steepest gain of one spring or damper, by its law alone: what the judgements of stability take of an element,
 * and the parameter that makes it so steep.
 */
import { changeOf, dual, duals, numbers, projectSemidefinite, symmetricEigen } from '../math/index.js';
import { type ElementDeclaration, entryOf, type Parameters, type Reading } from '../mechanism/index.js';
import type { ElementDesign } from './design.js';
import { parameterOf } from './element.js';

/** A parameter, and its largest entry. */
export interface Strength {
  readonly name: string;
  readonly size: number;
}

export type Given = Readonly<Record<string, readonly number[]>>;

/** All parameters, those with their defaults too. */
export function parametersOf(element: ElementDesign, { parameters }: ElementDeclaration): Given {
  const given: Record<string, readonly number[]> = {};
  for (const parameter of parameters) {
    const numbers = parameterOf(element, parameter);
    if (numbers !== undefined) given[parameter.name] = numbers;
  }
  return given;
}

/** The parameter that the steepest gain G grows with most, `stiffness` or `damping` where the element has it. */
export function strengthOf(
  usual: 'stiffness' | 'damping',
  given: Given,
  element: ElementDesign,
  declaration: ElementDeclaration,
  reading: Reading<number>,
  G: readonly number[],
): Strength {
  const size = reading.rate.length;
  if (given[usual] !== undefined) return { name: usual, size: largest(given[usual]) };
  let [name, most] = [usual as string, 1];
  for (const [tried, values] of Object.entries(given)) {
    const doubled = { ...given, [tried]: values.map((x) => 2 * x) };
    const gain = steepest(element, declaration, reading, doubled);
    const grown = gain === undefined ? 0 : greatest(gain, size) / greatest(G, size);
    if (grown > (1 + 1e-9) * most) [name, most] = [tried, grown];
  }
  return { name, size: largest(given[name] ?? G) };
}

/**
 * The steepest gain that is known of a spring (force over value) or damper (force over rate), as applyGain takes it: what
 * its `stiffness` or `damping`, or `opening` and `closing`, says, as if it were at work; its secant at no extension and no motion,
 * where a law that saturates is steepest; and its slope where it is, of a law that grows steeper. Undefined where none of
 * them is there.
 *
 * Of a slope only the directions count in which the force grows against the motion: what pushes a value on, near the
 * top of a hill, drives it away at any tick.
 */
export function steepest(
  element: ElementDesign,
  declaration: ElementDeclaration,
  reading: Reading<number>,
  parameters: Given,
): readonly number[] | undefined {
  const size = reading.rate.length;
  const none = reading.rate.map(() => 0);
  const said =
    element.family === 'spring'
      ? [element.parameters.stiffness]
      : [element.parameters.damping, parameters.opening, parameters.closing];
  const secant = declaration.law(numbers, { value: none, rate: none }, parameters).secant;
  const tangent = slopeAt(declaration, reading, parameters, element.family === 'damper' ? 'rate' : 'value');
  let best: readonly number[] | undefined;
  const acted = declaration.actsOn?.(size) ?? size;
  for (const gain of [...said.map((g) => g && onFirst(g, acted, size)), secant, resisting(tangent, size)]) {
    if (gain === undefined || !gain.every(Number.isFinite)) continue;
    if (best === undefined || greatest(gain, size) > (1 + 1e-9) * greatest(best, size)) best = gain;
  }
  return best;
}

/** A gain of one number, or of one for each entry, that acts on the first entries only. */
function onFirst(gain: readonly number[], acted: number, size: number): readonly number[] {
  if (acted === size) return gain;
  return Array.from({ length: size }, (_, i) => (i < acted ? entryOf(gain, i) : 0));
}

/** A slope without the directions in which it is negative; undefined where it is in all. */
function resisting(slope: readonly number[], size: number): readonly number[] | undefined {
  if (!slope.every(Number.isFinite)) return undefined;
  const { matrix, cut } = projectSemidefinite(slope, size);
  if (cut.length === 0) return slope;
  return cut.length < size ? matrix : undefined;
}

/** The symmetric part of ∂force/∂value or ∂force/∂rate, size × size. */
function slopeAt(
  declaration: ElementDeclaration,
  reading: Reading<number>,
  parameters: Parameters<number>,
  by: keyof Reading<number>,
): number[] {
  const size = reading.rate.length;
  const D = dual(numbers);
  const still = (values: readonly number[]) => values.map((value) => D.constant(value));
  const lifted = Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, still(values ?? [])]),
  );
  const columns = reading[by].map((_, j) => {
    const moved = { value: still(reading.value), rate: still(reading.rate) };
    moved[by] = duals(
      reading[by],
      reading[by].map((_, i) => (i === j ? 1 : 0)),
    );
    return declaration.law(D, moved, lifted).force.map((f) => changeOf(numbers, f));
  });
  return Array.from({ length: size * size }, (_, k) => {
    const [i, j] = [Math.floor(k / size), k % size];
    return 0.5 * (columns[j][i] + columns[i][j]);
  });
}

/** The greatest eigenvalue of a gain. */
function greatest(gain: readonly number[], size: number): number {
  return gain.length <= size ? largest(gain) : symmetricEigen(gain, size).values[size - 1];
}

export function largest(values: readonly number[]): number {
  return values.reduce((most, x) => (x > most ? x : most), 0);
}
