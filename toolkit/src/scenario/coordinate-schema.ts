/** The schema of `control.coordinates`, made from the declarations of the coordinates. */
import { type CoordinateDeclaration, coordinateNamed, coordinates, type End } from '../mechanism/index.js';
import { ends, type ParameterValue, parameter } from './element-schema.js';
import {
  choice,
  either,
  type Key,
  list,
  required,
  type Schema,
  text,
  type Variant,
  variants,
  withDefault,
} from './schema.js';

/** A coordinate as a scenario says it: its kind, what it joins or is made of, its parameters by name. */
export type CoordinateSection = { readonly coordinate: string } & Readonly<Partial<Record<End, string>>> & {
    readonly of?: string | readonly string[];
    readonly unit?: string;
  } & Readonly<Record<string, ParameterValue | readonly string[] | undefined>>;

const joint = required(text('line', 'a joint'), 'The joint that it reads');

function children([least, most]: readonly [number, number]): Key {
  const name = text('name', 'a coordinate');
  if (most === 1) return required(name, 'The coordinate that it is made of');
  const many = list(name, least, most);
  return required(
    least === 1 ? either(name, many) : many,
    'The coordinates that it is made of, in their order',
  );
}

const unit = withDefault(
  choice({ m: 'Lengths', rad: 'Angles', 1: 'Pure numbers' }),
  'm',
  'What its numbers are',
);

function variant(declaration: CoordinateDeclaration): Variant {
  const { value, rate, sign, singular, source } = declaration.doc;
  return {
    key: 'coordinate',
    word: declaration.kind,
    title: declaration.title,
    meaning: declaration.summary,
    keys: Object.fromEntries([
      ...ends(declaration).map(([end, key]): [string, Key] => [end, end === 'joint' ? joint : key]),
      ...(declaration.of === undefined ? [] : [['of', children(declaration.of)] as [string, Key]]),
      ...(declaration.ownUnit === true ? [['unit', unit] as [string, Key]] : []),
      ...declaration.parameters.map((p): [string, Key] => [
        p.name,
        parameter(p, declaration.ends.includes('joint') ? 'joint' : 'of'),
      ]),
    ]),
    notes: [
      ['Value', value],
      ['Rate', rate],
      ['Sign', sign],
      ['Singular', singular],
      ['Source', source],
    ],
  };
}

export const coordinateSchema: Schema<CoordinateSection> = variants<CoordinateSection>(
  'a coordinate',
  coordinates.map(variant),
);

/** The declaration that a coordinate of a scenario names. */
export function coordinateDeclaration(section: {
  readonly coordinate?: string | undefined;
}): CoordinateDeclaration {
  return coordinateNamed(section.coordinate as string);
}

/** The names of the coordinates that one is made of. */
export function childrenOf({
  of = [],
}: {
  readonly of?: string | readonly string[] | undefined;
}): readonly string[] {
  return typeof of === 'string' ? [of] : of;
}
