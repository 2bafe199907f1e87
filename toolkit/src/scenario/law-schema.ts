/** The schema of `control.laws`, made from the declarations of the laws. */
import { type LawDeclaration, type LawParameter, laws } from '../control/index.js';
import { type Units, unitOn } from '../mechanism/index.js';
import { parameter } from './element-schema.js';
import {
  type Bounds,
  choice,
  either,
  type Key,
  keys,
  list,
  measured,
  optional,
  quantity,
  required,
  type Schema,
  table,
  text,
  type Variant,
  variants,
  vector,
  vector3,
  withDefault,
} from './schema.js';

/** A number, or a text with its unit. */
export type Told = number | string;

/** A gain on ways and turns apart. */
export interface Apart {
  readonly translation?: number | readonly number[];
  readonly rotation?: number | readonly number[];
}

/** A force, and a torque beside it. */
export interface ForceAndTorque {
  readonly force: readonly number[];
  readonly torque: readonly number[];
}

export type LawValue =
  | Told
  | readonly (Told | readonly Told[])[]
  | Readonly<Record<string, Told>>
  | Apart
  | ForceAndTorque;

/** A law as a scenario says it: its kind, where it acts, and its parameters by name. */
export type LawSection = {
  readonly law: string;
  readonly at?: string;
  readonly axes?: string;
  readonly target?: string;
  readonly sensor?: string;
} & Readonly<Record<string, LawValue | undefined>>;

/** Six directions: ways along the axes of a law, and turns about them. */
export const directions = {
  x: 'the way along x',
  y: 'the way along y',
  z: 'the way along z',
  rx: 'the turn about x',
  ry: 'the turn about y',
  rz: 'the turn about z',
} as const;
export const directionNames = Object.keys(directions);

/** How the numbers of a parameter are written. */
export type Form = 'word' | 'joints' | 'directions' | 'rows' | 'wrench' | 'gain' | 'own';

export function formOf(p: LawParameter): Form {
  if (p.choices !== undefined) return 'word';
  if (p.joints !== undefined) return 'joints';
  if (p.selects !== undefined) return p.selects === 'rows' ? 'rows' : 'directions';
  if (p.entries === 6) return 'wrench';
  if (typeof p.unit !== 'string') return 'gain';
  return 'own';
}

const infinite = (x: number): boolean => Math.abs(x) === Number.POSITIVE_INFINITY;

function bounds({ range: [least, most] }: LawParameter): Bounds {
  return { ...(infinite(least) ? {} : { least }), ...(infinite(most) ? {} : { most }) };
}

const pure = (unit: string | undefined): string => (unit === undefined || unit === '1' ? '' : unit);

/** One number for ways, or one along each axis; the same for turns. */
function apart(p: LawParameter): Schema {
  const side = (on: 'm' | 'rad', what: string): Key => {
    const unit = pure(unitOn(p.unit, on));
    return optional(either(quantity(unit, bounds(p)), vector(unit, 3, bounds(p))), what) as Key;
  };
  return keys({
    translation: side('m', 'Of the ways: one number, or one along each axis'),
    rotation: side('rad', 'Of the turns: one number, or one about each axis'),
  });
}

function schemaOf(p: LawParameter): Schema {
  const units = p.unit as readonly string[];
  const one = measured(typeof p.unit === 'string' ? [pure(p.unit)] : [...new Set(units)], {
    ...bounds(p),
    ...(p.joints !== undefined || formOf(p) === 'gain'
      ? { of: p.joints !== undefined ? 'joint' : 'direction' }
      : {}),
  });
  switch (formOf(p)) {
    case 'word':
      return choice(Object.fromEntries((p.choices ?? []).map((word) => [word, word])));
    case 'joints': {
      const each = table('a joint', one, { free: true });
      if (!startsThere(p.unit)) return either(one, each);
      return either(choice({ start: 'As it is at the start' }), one, each);
    }
    case 'directions':
      return list(choice(directions), 1, 6);
    case 'rows':
      return list(either(choice(directions), vector('', 6)), 1, 6);
    case 'wrench':
      return either(
        vector3('N'),
        keys({
          force: withDefault(vector3('N'), [0, 0, 0], 'The force'),
          torque: withDefault(vector3('N m'), [0, 0, 0], 'The torque about the centre'),
        }),
      );
    case 'gain': {
      const forms: Schema[] = [one];
      if (p.shapes.includes('diagonal')) forms.push(list(one, 1, 6));
      if (p.shapes.includes('matrix')) forms.push(list(list(measured([]), 1, 6), 1, 6));
      return either(...forms, apart(p));
    }
    case 'own':
      return parameter(p, { unit: '1', size: p.entries ?? 1 }).schema;
  }
}

/** Whether a number for each joint is its position. */
export function startsThere(unit: Units): boolean {
  return typeof unit !== 'string' && unit[0] === 'rad';
}

/** The default as it is written. */
function defaultOf(p: LawParameter): unknown {
  const { default: given } = p;
  if (given === undefined) return undefined;
  const numbers = typeof given === 'number' ? [given] : given;
  switch (formOf(p)) {
    case 'word':
      return p.choices?.[numbers[0]];
    case 'directions':
      return directionNames.filter((_, i) => numbers[i] === 1);
    case 'rows':
      return directionNames.filter((_, i) => numbers.some((x, at) => x === 1 && at % 6 === i));
    default:
      return typeof given === 'number' ? given : [...given];
  }
}

function keyOf(p: LawParameter): Key {
  const value = defaultOf(p);
  return {
    schema: schemaOf(p),
    meaning: p.meaning,
    optional: p.optional === true,
    ...(value === undefined ? {} : { value }),
  };
}

/** Where it acts, towards what, and by which sensor. */
function joins({ acts, needs }: LawDeclaration): [string, Key][] {
  const found: [string, Key][] = [];
  const point = text('name', 'a point');
  if (acts !== 'joints') {
    found.push(
      [
        'at',
        withDefault(text('name', 'a point on the robot'), 'tool', 'The compliance centre: where it acts'),
      ],
      [
        'axes',
        optional(point, 'The point whose axes its numbers are in, `world` too; by default those of `at`'),
      ],
    );
  }
  const part = (name: 'target' | 'sensor', schema: Schema<string>, meaning: string): void => {
    if (needs[name] === false) return;
    found.push([name, needs[name] === true ? required(schema, meaning) : optional(schema, meaning)]);
  };
  part(
    'target',
    point,
    needs.target === true
      ? 'The point that it goes to'
      : 'The point that it goes to; without one it stays about where it began',
  );
  part('sensor', text('name', 'a sensor'), 'The sensor that it reads, of `control.sensors`');
  return found;
}

function variantOf(declaration: LawDeclaration): Variant {
  const { law, sign, energy, singular, source, symbols } = declaration.doc;
  return {
    key: 'law',
    word: declaration.kind,
    title: declaration.title,
    meaning: declaration.summary,
    keys: Object.fromEntries([
      ...joins(declaration),
      ...declaration.parameters.map((p): [string, Key] => [p.name, keyOf(p)]),
    ]),
    notes: [
      ['Law', law],
      ['Sign', sign],
      ['Energy', energy],
      ['Singular', singular],
      ['Source', source],
      ...(declaration.statuses === undefined
        ? []
        : [['Status', declaration.statuses.map((word) => `\`${word}\``).join(', ')] as const]),
    ],
    symbols,
    picture: declaration.picture,
  };
}

export const lawSchema: Schema<LawSection> = variants<LawSection>('a law', laws.map(variantOf));
