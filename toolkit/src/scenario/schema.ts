/**
 * What a scenario file may say, as data. One declaration is the source of validation (read.ts), of the JSON
 * Schema for editors (json-schema.ts), of the reference page (reference.ts) and of the file with every default
 * filled in (write.ts).
 */

declare const means: unique symbol;

/** A schema whose value, once read, is a `T`. */
export type Schema<T = unknown> = Shape & { readonly [means]?: T };

export type Shape =
  | TextShape
  | ChoiceShape
  | FlagShape
  | WholeShape
  | QuantityShape
  | MeasuredShape
  | VectorShape
  | ListShape
  | TableShape
  | KeysShape
  | EitherShape
  | VariantsShape;

export interface TextShape {
  readonly kind: 'text';
  /**
   * line: any text on one line. name: a letter, then letters, digits, `_` and `-`. path: a file or folder, given
   * relative to the file in which it is written; its value is the path from the folder of the command.
   */
  readonly form: 'line' | 'name' | 'path';
  /** What it names, where it refers to something: `a point`, `a link`, `a folder`. */
  readonly refers?: string;
  /** Any scalar as it is written: also a number, a truth value, an empty text. */
  readonly loose?: boolean;
}

export interface ChoiceShape {
  readonly kind: 'choice';
  /** Each word that may stand here, and its meaning. */
  readonly words: Readonly<Record<string, string>>;
}

export interface FlagShape {
  readonly kind: 'flag';
}

export interface WholeShape {
  readonly kind: 'whole';
  readonly least: number;
  readonly most: number;
}

export interface Bounds {
  /** Both ends included. */
  readonly least?: number;
  readonly most?: number;
  /** Ends excluded. */
  readonly above?: number;
  readonly below?: number;
}

export interface QuantityShape extends Bounds {
  readonly kind: 'quantity';
  /** SI unit of the value. '' is a pure number. */
  readonly unit: string;
}

/**
 * A quantity whose unit is known only when more is: of a joint that may turn or slide, of a parameter by name.
 * Its value is a bare number (SI of whichever it is), or the text with its unit.
 */
export interface MeasuredShape extends Bounds {
  readonly kind: 'measured';
  /** It fits one of these; empty: any unit. */
  readonly units: readonly string[];
  /** What has these units in their order, of a joint that turns, one that slides and a ball; or of turns, ways and mixtures. */
  readonly of?: 'joint' | 'direction';
  /** A word that may stand in the place of a unit and means what whoever reads the text knows: `50 servo`. */
  readonly word?: string;
}

export interface VectorShape extends Bounds {
  readonly kind: 'vector';
  /** SI unit of each entry. */
  readonly unit: string;
  readonly size: number;
  /** One number stands for all entries. */
  readonly spread?: boolean;
}

export interface ListShape {
  readonly kind: 'list';
  readonly of: Schema;
  readonly least: number;
  readonly most: number;
}

export interface TableShape {
  readonly kind: 'table';
  /** What the keys name: `a point`. Names as in {@link TextShape} unless `free`. */
  readonly names: string;
  /** Keys may be any one-line text (joint names, measures). */
  readonly free?: boolean;
  /** Names that are taken already, with who has them. */
  readonly reserved?: Readonly<Record<string, string>>;
  readonly of: Schema;
  readonly least: number;
  readonly most: number;
}

export interface KeysShape {
  readonly kind: 'keys';
  readonly keys: Readonly<Record<string, Key>>;
  /** What to say of a key that is not known. */
  readonly otherwise?: string;
  /** All other keys whose values are maps are the user's names: what they name is read into one more key. */
  readonly rest?: Rest;
}

export interface Rest {
  /** The key of the value that holds them; it never stands in a file. */
  readonly into: string;
  readonly table: TableShape;
  readonly meaning: string;
}

/** One key of a map. Without `optional`, `value` and `section` it must be there. */
export interface Key<T = unknown, Optional extends boolean = boolean> {
  readonly schema: Schema<T>;
  readonly meaning: string;
  /** The value where the key is left out, as it is once read (SI). */
  readonly value?: T;
  readonly optional: Optional;
  /** A map that, left out, is read as an empty one: its own keys have the defaults. */
  readonly section?: true;
}

/** The first alternative that fits what is written (a word, a number, a list, a map) is read. */
export interface EitherShape {
  readonly kind: 'either';
  readonly options: readonly Schema[];
}

/**
 * A map of one of several kinds, told apart by a key that it has: `push:`, `set:`; or by the key and its word:
 * `spring: linear`, `spring: posture`.
 */
export interface VariantsShape {
  readonly kind: 'variants';
  /** What it is a choice of: `an element`. */
  readonly of: string;
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly key: string;
  /** The word that stands at `key`; undefined where any value may, read by the schema of `key` among `keys`. */
  readonly word?: string;
  /** A key that tells it from the others of its word, by being there. */
  readonly given?: string;
  readonly title: string;
  readonly meaning: string;
  readonly keys: Readonly<Record<string, Key>>;
  /** More for the reference: headed lines, symbols of a law, a drawing. */
  readonly notes?: readonly (readonly [heading: string, text: string])[];
  readonly symbols?: readonly { readonly symbol: string; readonly unit: string; readonly meaning: string }[];
  readonly picture?: string;
}

/** The value of a map with these keys. */
export type ValueOf<K extends Readonly<Record<string, Key>>> = {
  readonly [N in keyof K as K[N] extends Key<unknown, true> ? never : N]: K[N] extends Key<infer T>
    ? T
    : never;
} & {
  readonly [N in keyof K as K[N] extends Key<unknown, true> ? N : never]?: K[N] extends Key<infer T>
    ? T
    : never;
};

export type Infer<S> = S extends Schema<infer T> ? T : never;

export const text = (
  form: TextShape['form'] = 'line',
  refers?: string,
  more: { readonly loose?: boolean } = {},
): Schema<string> => ({
  kind: 'text',
  form,
  ...(refers === undefined ? {} : { refers }),
  ...more,
});

export const choice = <W extends string>(words: Readonly<Record<W, string>>): Schema<W> => ({
  kind: 'choice',
  words,
});

export const flag = (): Schema<boolean> => ({ kind: 'flag' });

export const whole = (least: number, most: number): Schema<number> => ({ kind: 'whole', least, most });

export const quantity = (unit: string, bounds: Bounds = {}): Schema<number> => ({
  kind: 'quantity',
  unit,
  ...bounds,
});

export const measured = (
  units: readonly string[],
  bounds: Bounds & Pick<MeasuredShape, 'word' | 'of'> = {},
): Schema<number | string> => ({
  kind: 'measured',
  units,
  ...bounds,
});

export const vector = (
  unit: string,
  size: number,
  bounds: Bounds & { spread?: boolean } = {},
): Schema<readonly number[]> => ({
  kind: 'vector',
  unit,
  size,
  ...bounds,
});

export const vector3 = (unit: string): Schema<readonly [number, number, number]> => ({
  kind: 'vector',
  unit,
  size: 3,
});

export const list = <T>(of: Schema<T>, least = 0, most = 1000): Schema<readonly T[]> => ({
  kind: 'list',
  of,
  least,
  most,
});

export const table = <T>(
  names: string,
  of: Schema<T>,
  more: {
    readonly free?: boolean;
    readonly reserved?: Readonly<Record<string, string>>;
    readonly least?: number;
    readonly most?: number;
  } = {},
): Schema<Readonly<Record<string, T>>> => ({ kind: 'table', names, of, least: 0, most: 1000, ...more });

export const keys = <K extends Readonly<Record<string, Key>>>(
  of: K,
  otherwise?: string,
): Schema<ValueOf<K>> => ({
  kind: 'keys',
  keys: of,
  ...(otherwise === undefined ? {} : { otherwise }),
});

/** Keys beside names of the user's; these are read into the key `into`. */
export const keysAnd = <K extends Readonly<Record<string, Key>>, R extends string, T>(
  of: K,
  into: R,
  names: Schema<Readonly<Record<string, T>>>,
  meaning: string,
): Schema<ValueOf<K> & { readonly [N in R]: Readonly<Record<string, T>> }> => ({
  kind: 'keys',
  keys: of,
  rest: { into, table: names as TableShape, meaning },
  otherwise: `what stands here by a name is ${expectation((names as TableShape).of)}`,
});

export const either = <T extends readonly unknown[]>(
  ...options: { readonly [I in keyof T]: Schema<T[I]> }
): Schema<T[number]> => ({ kind: 'either', options: options as readonly Schema[] });

export const variants = <T>(of: string, options: readonly Variant[]): Schema<T> => ({
  kind: 'variants',
  of,
  variants: options,
});

/** A key that must be there. */
export const required = <T>(schema: Schema<T>, meaning: string): Key<T, false> => ({
  schema,
  meaning,
  optional: false,
});

/** A key that may be left out, and then has no value. */
export const optional = <T>(schema: Schema<T>, meaning: string): Key<T, true> => ({
  schema,
  meaning,
  optional: true,
});

/** A key that may be left out, and then has this value. */
export const withDefault = <T>(schema: Schema<T>, value: NoInfer<T>, meaning: string): Key<T, false> => ({
  schema,
  meaning,
  value,
  optional: false,
});

/** A map that may be left out: its keys have defaults of their own. */
export const section = <T>(schema: Schema<T>, meaning: string): Key<T, false> => ({
  schema,
  meaning,
  optional: false,
  section: true,
});

/** Whether a file may say nothing of a key. */
export function mayBeLeftOut({ optional, value, section }: Key): boolean {
  return optional || value !== undefined || section === true;
}

/** What may stand here, in words: `a force in N`, `auto, or a map of on, at, rpy`. */
export function expectation(schema: Schema): string {
  switch (schema.kind) {
    case 'text':
      if (schema.refers !== undefined)
        return `the ${schema.form === 'path' ? 'path' : 'name'} of ${schema.refers}`;
      return {
        line: 'a text on one line',
        name: 'a name of letters, digits, _ and -',
        path: 'a path of a file',
      }[schema.form];
    case 'choice':
      return Object.keys(schema.words).join(' or ');
    case 'flag':
      return 'true or false';
    case 'whole':
      return `a whole number from ${schema.least} to ${schema.most}`;
    case 'quantity':
      return `a number${inUnit(schema.unit)}${boundsText(schema)}`;
    case 'measured':
      return `${numberIn([...schema.units, ...(schema.word === undefined ? [] : [schema.word])])}${boundsText(schema)}`;
    case 'vector':
      return `${schema.spread ? 'one number or ' : ''}a list of ${schema.size} numbers${inUnit(schema.unit)}${boundsText(schema)}`;
    case 'list':
      return `a list, each item ${expectation(schema.of)}`;
    case 'table':
      return `a map from names of ${schema.names} to ${expectation(schema.of)}`;
    case 'keys':
      return `a map of ${Object.keys(schema.keys).join(', ')}${schema.rest === undefined ? '' : ` and names of ${schema.rest.table.names}`}`;
    case 'either':
      return schema.options.map(expectation).join(', or ');
    case 'variants':
      return `${schema.of}: a map with one of ${variantNames(schema).join(', ')}`;
  }
}

function inUnit(unit: string): string {
  return unit === '' ? '' : ` in ${unit}`;
}

export function boundsText(bounds: Bounds): string {
  const parts: string[] = [];
  if (bounds.least !== undefined) parts.push(`at least ${bounds.least}`);
  if (bounds.above !== undefined) parts.push(`above ${bounds.above}`);
  if (bounds.most !== undefined) parts.push(`at most ${bounds.most}`);
  if (bounds.below !== undefined) parts.push(`below ${bounds.below}`);
  return parts.length === 0 ? '' : `, ${parts.join(' and ')}`;
}

/** `spring: linear`, `push`: how each variant is told. */
export function variantNames(schema: VariantsShape): string[] {
  return [...new Set(schema.variants.map((v) => (v.word === undefined ? v.key : `${v.key}: ${v.word}`)))];
}

function numberIn(units: readonly string[]): string {
  if (units.length === 0) return 'a number with its unit';
  const named = units.filter((unit) => unit !== '');
  if (named.length === 0) return 'a pure number';
  return `a number in ${named.join(' or ')}${named.length < units.length ? ', or a pure number' : ''}`;
}
