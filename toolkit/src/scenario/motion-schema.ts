/** The schema of `control.points.<name>.moves`, made from the declarations of the motions. */
import {
  type MotionDeclaration,
  type MotionParameter,
  motions,
  type Ramp,
  rampMeanings,
} from '../mechanism/index.js';
import {
  choice,
  either,
  flag,
  type Key,
  list,
  quantity,
  type Schema,
  text,
  type Variant,
  variants,
  vector3,
  withDefault,
} from './schema.js';

/** A place: three numbers, or the name of a point. */
export type PlaceText = string | readonly [number, number, number];

/** A motion as a scenario says it: `along: line`, and its parameters by name. */
export type MotionSection = {
  readonly along: string;
  readonly ramp?: Ramp;
  readonly returns?: boolean;
} & Readonly<Record<string, string | boolean | number | PlaceText | readonly PlaceText[] | undefined>>;

function value({ unit, shape, place, range: [least, most] }: MotionParameter): Schema {
  const bounds = {
    ...(Number.isFinite(least) ? { least } : {}),
    ...(Number.isFinite(most) ? { most } : {}),
  };
  if (shape === 'scalar') return quantity(unit, bounds);
  const one = place === true ? either(vector3(unit), text('name', 'a point')) : vector3(unit);
  return shape === 'vector' ? one : list(one, 1);
}

function variant(declaration: MotionDeclaration): Variant {
  const { kind, title, summary, parameters, ends, doc } = declaration;
  const keys = parameters.map((parameter): [string, Key] => {
    const { name, meaning, optional, default: otherwise } = parameter;
    const schema = value(parameter);
    return [
      name,
      {
        schema,
        meaning,
        optional: optional === true,
        ...(otherwise === undefined ? {} : { value: otherwise }),
      },
    ];
  });
  const ending: Readonly<Record<string, Key>> = {
    ramp: withDefault(choice(rampMeanings), 'linear', 'How it speeds up and slows down'),
    returns: withDefault(flag(), false, 'Whether it goes back at the end, and begins again when it is back'),
  };
  return {
    key: 'along',
    word: kind,
    title,
    meaning: summary,
    keys: { ...Object.fromEntries(keys), ...(ends ? ending : {}) },
    notes: [
      ['Law', doc.law],
      ['Singular', doc.singular],
    ],
    symbols: doc.symbols,
  };
}

export const motionSchema: Schema<MotionSection> = variants<MotionSection>('a motion', motions.map(variant));
