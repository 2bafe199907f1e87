/** The numbers of a law as its declaration has them: defaults, shapes, units. */
import { type ParameterShape, type Parameters, shapeSize, unitOn } from '../../mechanism/index.js';
import type { EntryUnit, GivenNumbers, LawDeclaration, LawParameter } from './declaration.js';
import type { LawDesign } from './law-design.js';

const sixEntries: readonly EntryUnit[] = ['m', 'm', 'm', 'rad', 'rad', 'rad'];

/** What is given, or the default; undefined where it may be left out and is. */
export function given(
  { parameters }: Pick<LawDesign, 'parameters'>,
  { name, default: otherwise }: LawParameter,
): readonly number[] | undefined {
  return parameters[name] ?? (typeof otherwise === 'number' ? [otherwise] : otherwise);
}

/** All numbers of a law by parameter, defaults among them. */
export function givenNumbers(law: Pick<LawDesign, 'parameters'>, declaration: LawDeclaration): GivenNumbers {
  const numbers: Record<string, readonly number[]> = {};
  for (const parameter of declaration.parameters) {
    const values = given(law, parameter);
    if (values !== undefined) numbers[parameter.name] = values;
  }
  return numbers;
}

/** What each entry of the coordinate of a parameter is. */
export function entryUnits(
  { entries }: LawDeclaration,
  parameter: LawParameter,
  numbers: GivenNumbers,
): readonly EntryUnit[] {
  if (parameter.entries === 6) return sixEntries;
  if (parameter.entries !== undefined) return new Array<EntryUnit>(parameter.entries).fill('1');
  return entries?.(numbers) ?? sixEntries;
}

/** The shapes of a parameter with their counts. */
function shapeCounts(
  declaration: LawDeclaration,
  parameter: LawParameter,
  numbers: GivenNumbers,
): readonly { readonly shape: ParameterShape; readonly count: number | undefined }[] {
  const size = entryUnits(declaration, parameter, numbers).length;
  return parameter.shapes.map((shape) => ({ shape, count: shapeSize(shape, size) }));
}

/** The shape that so many numbers have; undefined where none has. */
export function shapeOf(
  declaration: LawDeclaration,
  parameter: LawParameter,
  numbers: GivenNumbers,
  count: number,
): ParameterShape | undefined {
  return shapeCounts(declaration, parameter, numbers).find((s) => s.count === undefined || s.count === count)
    ?.shape;
}

/** Unit of each number of a parameter. */
export function unitsOf(
  declaration: LawDeclaration,
  parameter: LawParameter,
  numbers: GivenNumbers,
  count: number,
): string | readonly string[] {
  const { unit } = parameter;
  if (typeof unit === 'string') return unit;
  const kinds = entryUnits(declaration, parameter, numbers);
  const one = (kind: EntryUnit): string => unitOn(unit, kind) ?? '';
  if (count === kinds.length) return kinds.map(one);
  if (count === kinds.length * kinds.length)
    return kinds.flatMap((row) => kinds.map((column) => (row === column ? one(row) : '')));
  return new Set(kinds).size === 1 ? one(kinds[0]) : '';
}

/** The first number of a parameter; throws where there is none. */
export function one<S>(parameters: Parameters<S>, name: string): S {
  return all(parameters, name)[0];
}

/** All numbers of a parameter; throws where there are none. */
export function all<S>(parameters: Parameters<S>, name: string): readonly S[] {
  const values = parameters[name];
  if (values === undefined) throw new Error(`control: a law needs ${name}`);
  return values;
}
