/** The schema of `control.elements`, made from the declarations of the elements. */
import {
  coordinateNamed,
  declarationName,
  type ElementDeclaration,
  type End,
  elements,
  type Family,
  type ParameterDeclaration,
} from '../mechanism/index.js';
import {
  type Bounds,
  choice,
  either,
  type Infer,
  type Key,
  keys,
  list,
  measured,
  quantity,
  required,
  type Schema,
  text,
  type Variant,
  variants,
  vector,
  withDefault,
} from './schema.js';

/** Damping by its ratio, instead of in N s/m. */
export const dampingRatio = keys({
  ratio: required(quantity('', { least: 0, most: 100 }), 'Damping ratio ζ: 1 is critical'),
  with: required(text('name', 'a linear spring'), 'The spring K that it damps'),
  inertia: required(
    either(
      quantity('kg', { above: 0 }),
      keys({
        of: withDefault(text('name', 'a point on the robot'), 'tool', 'The point whose inertia is felt'),
        at: withDefault(choice({ start: 'As it is at the start pose' }), 'start', 'When it is taken'),
      }),
    ),
    'The mass m that the spring moves: a number, or the operational-space inertia Λ = (J M⁻¹ Jᵀ)⁻¹ of a point',
  ),
});

export type DampingRatio = Infer<typeof dampingRatio>;

/** Numbers of a parameter: one, three, or three rows of three; a text with its unit on a joint. */
export type ParameterValue =
  | number
  | string
  | readonly number[]
  | readonly (readonly number[])[]
  | DampingRatio;

/** An element as a scenario says it: `spring: linear` and the like, what it joins, and its parameters by name. */
export type ElementSection = Readonly<Partial<Record<Family, string>>> &
  Readonly<Partial<Record<End, string | readonly string[]>>> &
  Readonly<Record<string, ParameterValue | readonly string[]>>;

const endMeanings: Readonly<Record<Exclude<End, 'joint'>, string>> = {
  from: 'The point that it acts on',
  to: 'The point that it acts towards, the target',
  at: 'The point that it acts on',
  axes: 'The point whose axes its vectors and gains are given in',
};

/** What an end is where it is not said; `to` and `joint` must be. */
const endDefaults: Readonly<Partial<Record<End, string>>> = { from: 'tool', at: 'tool', axes: 'world' };

function ends(declaration: ElementDeclaration): [string, Key][] {
  const shape = coordinateNamed(declaration.coordinate);
  return [...shape.ends, ...shape.optional].map((end): [string, Key] => {
    if (end === 'joint') {
      const schema: Schema<string | readonly string[]> = either(
        choice({ all: 'Every joint that moves by itself and that the units fit: one such element on each' }),
        text('line', 'a joint'),
        list(text('line', 'a joint'), 1),
      );
      return [
        end,
        required(schema, 'The joint that it acts on; several names, or all, make one element for each'),
      ];
    }
    const point = text('name', 'a point');
    const value = endDefaults[end];
    return [
      end,
      value === undefined ? required(point, endMeanings[end]) : withDefault(point, value, endMeanings[end]),
    ];
  });
}

function bounds({ range: [least, most] }: ParameterDeclaration): Bounds {
  return { ...(Number.isFinite(least) ? { least } : {}), ...(Number.isFinite(most) ? { most } : {}) };
}

function parameter(declaration: ElementDeclaration, p: ParameterDeclaration): Key {
  const range = bounds(p);
  const forms: Schema<ParameterValue>[] = [];
  if (typeof p.unit === 'string') {
    if (p.shapes.includes('scalar')) forms.push(quantity(p.unit, range));
    if (p.shapes.includes('diagonal') || p.shapes.includes('vector')) forms.push(vector(p.unit, 3, range));
    if (p.shapes.includes('matrix')) forms.push(list(vector(p.unit, 3), 3, 3));
  } else {
    if (p.unit[0] === 'rad') forms.push(choice({ start: 'The joint’s position at the start' }));
    forms.push(measured(p.unit, range));
  }
  if (declaration.family === 'damper' && p.unit === 'N s/m')
    forms.push(dampingRatio as Schema<ParameterValue>);
  const schema: Schema = forms.length === 1 ? forms[0] : either(...forms);
  const value = typeof p.default === 'number' || p.default === undefined ? p.default : [...p.default];
  return {
    schema,
    meaning: p.meaning,
    optional: p.optional === true,
    ...(value === undefined ? {} : { value }),
  };
}

function variant(declaration: ElementDeclaration): Variant {
  const { law, sign, energy, singular, source } = declaration.doc;
  const notes: (readonly [string, string])[] = [
    ['Law', law],
    ['Sign', sign],
    ['Energy', energy],
    ['Singular', singular],
    ['Source', source],
  ];
  if (declaration.peer !== undefined)
    notes.push(['Peer', `${declaration.peer.of}: ${declaration.peer.mark}`]);
  return {
    key: declaration.family,
    word: declaration.kind,
    title: declaration.title,
    meaning: declaration.summary,
    keys: Object.fromEntries([
      ...ends(declaration),
      ...declaration.parameters.map((p): [string, Key] => [p.name, parameter(declaration, p)]),
    ]),
    notes,
    symbols: declaration.doc.symbols,
    picture: declaration.picture,
  };
}

export const elementSchema: Schema<ElementSection> = variants<ElementSection>(
  'an element',
  elements.map(variant),
);

/** The declaration that an element of a scenario names. */
export function declarationOf(section: ElementSection): ElementDeclaration {
  const found = elements.find((d) => section[d.family] === d.kind);
  if (found === undefined) throw new Error('an element that the schema let through has no declaration');
  return found;
}

export { declarationName };
