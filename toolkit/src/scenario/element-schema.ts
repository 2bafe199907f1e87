/** The schema of `control.elements`, made from the declarations of the elements. */
import {
  type CoordinateDeclaration,
  coordinateNamed,
  declarationName,
  type ElementDeclaration,
  type End,
  elements,
  type Family,
  isShape,
  type ParameterDeclaration,
  type ParameterShape,
  unitOn,
} from '../mechanism/index.js';
import {
  type Bounds,
  choice,
  either,
  flag,
  type Infer,
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
    'The mass m that the spring moves: a number, or the operational-space inertia Λ = (J M⁻¹ Jᵀ)⁻¹ of a point, { of: tool, at: start }',
  ),
});

export type DampingRatio = Infer<typeof dampingRatio>;

/** Numbers of a parameter: one, three, or three rows of three; a text with its unit on a joint. */
export type ParameterValue =
  | number
  | string
  | readonly (number | string)[]
  | readonly (readonly (number | string)[])[]
  | DampingRatio;

/** An element as a scenario says it: `spring: linear` and the like, what it joins, and its parameters by name. */
export type ElementSection = Readonly<Partial<Record<Family, string>>> &
  Readonly<Partial<Record<End, string | readonly string[]>>> &
  Readonly<Record<string, ParameterValue | readonly string[] | boolean>>;

const endMeanings: Readonly<Record<Exclude<End, 'joint'>, string>> = {
  from: 'The point that it acts on',
  to: 'The point that it acts towards, the target',
  at: 'The point that it acts on',
  axes: 'The point whose axes its vectors and gains are given in',
};

/** What an end is where it is not said; `to` and `joint` must be. */
const endDefaults: Readonly<Partial<Record<End, string>>> = { from: 'tool', at: 'tool', axes: 'world' };

const joint: Schema<string | readonly string[]> = either(
  choice({ all: 'Every joint that moves by itself and that the units fit: one such element on each' }),
  text('line', 'a joint'),
  list(text('line', 'a joint'), 1),
);

/** What an element or a coordinate joins. */
export function ends({
  ends: needed,
  optional: more,
}: Pick<CoordinateDeclaration, 'ends' | 'optional'>): [string, Key][] {
  return [...needed, ...more].map((end): [string, Key] => {
    if (end === 'joint') {
      const meaning = 'The joint that it acts on; several names, or all, make one element for each';
      return [end, required(joint, meaning)];
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

/**
 * The numbers of a parameter in its shapes. On points the coordinate is known, with its unit and `size`; on a joint or a
 * named coordinate the unit is not, and the value keeps its own.
 */
export function parameter(
  p: ParameterDeclaration,
  on: { readonly unit: string; readonly size: number } | 'joint' | 'of',
): Key {
  const range = bounds(p);
  const forms: Schema<ParameterValue>[] = [];
  const unit =
    typeof on === 'object' ? unitOn(p.unit, on.unit) : typeof p.unit === 'string' ? p.unit : undefined;
  const units: readonly string[] =
    on === 'joint' ? (p.unit.slice(0, 2) as readonly string[]) : (p.unit as readonly string[]);
  const one = unit === undefined ? measured(units, range) : quantity(pure(unit), range);
  const free = unit === undefined ? measured(units) : quantity(pure(unit));
  const has = (...shapes: readonly ParameterShape[]) => shapes.some((shape) => p.shapes.includes(shape));
  if (on === 'joint' && typeof p.unit !== 'string' && p.unit[0] === 'rad')
    forms.push(choice({ start: 'The joint’s position at the start' }));
  if (has('scalar', 'list')) forms.push(one);
  if (on === 'joint' ? has('list') : on === 'of' ? has('vector', 'diagonal', 'list') : has('list'))
    forms.push(list(one, 1, 64) as Schema<ParameterValue>);
  if (typeof on === 'object' && on.size > 1) {
    if (has('vector', 'diagonal') && !has('list') && unit !== undefined)
      forms.push(vector(pure(unit), on.size, range));
    if (has('matrix') && unit !== undefined) forms.push(list(vector(pure(unit), on.size), on.size, on.size));
  }
  if (on === 'of' && has('matrix')) forms.push(list(list(free, 1, 64), 1, 64) as Schema<ParameterValue>);
  if (has('points')) forms.push(list(vector(pure(unit ?? units[1]), 3), 2, 1000));
  const schema: Schema = forms.length === 1 ? forms[0] : either(...forms);
  const value = typeof p.default === 'number' || p.default === undefined ? p.default : [...p.default];
  return {
    schema,
    meaning: p.meaning,
    optional: p.optional === true,
    ...(value === undefined ? {} : { value }),
  };
}

/** Pure numbers are `1` in a declaration and nothing in a file. */
function pure(unit: string): string {
  return unit === '1' ? '' : unit;
}

function elementParameter(
  declaration: ElementDeclaration,
  p: ParameterDeclaration,
  on: Parameters<typeof parameter>[1],
): Key {
  const key = parameter(p, on);
  const damps =
    declaration.family === 'damper' && typeof on === 'object' && unitOn(p.unit, on.unit) === 'N s/m';
  if (!damps || p.name !== 'damping') return key;
  const ratio = dampingRatio as Schema<ParameterValue>;
  const { schema } = key;
  return {
    ...key,
    schema: schema.kind === 'either' ? either(...schema.options, ratio) : either(schema, ratio),
  };
}

const projected: Key = optional(
  flag(),
  'True: a matrix that is not symmetric and positive semidefinite is taken as the nearest that is, with a warning of how far that is',
);

const solidsKey: Key = withDefault(
  either(
    choice({ all: 'Every solid of `world`, and every other point in the world that has a shape' }),
    list(text('name', 'a solid'), 1),
  ),
  'all',
  'The solids that it sees',
);

const nullspaceOf: Key = optional(
  list(text('name', 'an element'), 1, 20),
  'Elements whose readings it must not accelerate: its torques are projected into their null space. Without it the element is a plain one',
);

/** What an element on several joints takes: its joints, and each parameter as one value or joint by joint. */
function postureKeys(declaration: ElementDeclaration): [string, Key][] {
  const meaning =
    'The joints that it acts on together; one value with a unit leaves out those that it does not fit';
  const property = (p: ParameterDeclaration): Key => {
    const [turning, sliding] = p.unit as readonly [string, string];
    const one = measured([turning, sliding], bounds(p));
    const each = table('a joint', one, { free: true });
    if (p.name === 'damping') return optional(either(one, each), p.meaning) as Key;
    if (p.default === undefined) return required(either(one, each), p.meaning) as Key;
    return withDefault(
      either(choice({ start: 'As it is at the start' }), one, each),
      'start',
      p.meaning,
    ) as Key;
  };
  return [
    ['joint', withDefault(joint, 'all', meaning) as Key],
    ...declaration.parameters.map((p): [string, Key] => [p.name, property(p)]),
    ['nullspaceOf', nullspaceOf],
  ];
}

/** On points, on joints, on a named coordinate: as many as the element has. */
function variantsOf(declaration: ElementDeclaration): Variant[] {
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
  const seen: [string, Key][] = declaration.watches === undefined ? [] : [['solids', solidsKey]];
  const made = (joined: [string, Key][], on: Parameters<typeof parameter>[1], given?: string): Variant => ({
    key: declaration.family,
    word: declaration.kind,
    ...(given === undefined ? {} : { given }),
    title: declaration.title,
    meaning: declaration.summary,
    keys: Object.fromEntries([
      ...joined,
      ...seen,
      ...declaration.parameters.map((p): [string, Key] => [p.name, elementParameter(declaration, p, on)]),
      ...(declaration.parameters.some((p) => p.shapes.includes('matrix')) && on !== 'joint'
        ? ([['project', projected]] as [string, Key][])
        : []),
    ]),
    notes,
    symbols: declaration.doc.symbols,
    picture: declaration.picture,
  });
  const own = coordinateNamed(declaration.coordinate);
  if (own.several === true)
    return [{ ...made([], 'joint'), keys: Object.fromEntries(postureKeys(declaration)) }];
  const shape = own.shape({ of: [], parameters: {} });
  const on = own.ends.includes('joint') || !isShape(shape) ? 'joint' : shape;
  const variants = [made(ends(own), on)];
  if (declaration.general !== true) return variants;
  const of = required(
    text('name', 'a coordinate'),
    'The coordinate that it acts on, of `control.coordinates`',
  );
  return [
    ...variants,
    made(ends(coordinateNamed('position')), 'joint', 'joint'),
    made([['of', of]], 'of', 'of'),
  ];
}

export const elementSchema: Schema<ElementSection> = variants<ElementSection>(
  'an element',
  elements.flatMap(variantsOf),
);

/** The declaration that an element of a scenario names. */
export function declarationOf(section: ElementSection): ElementDeclaration {
  const found = elements.find((d) => section[d.family] === d.kind);
  if (found === undefined) throw new Error('an element that the schema let through has no declaration');
  return found;
}

export { declarationName };
