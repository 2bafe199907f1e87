/** Numbers with units of a tree. */
import { dimensionName, formatNumber, parseQuantity, readQuantity, type UnitFault } from '../math/index.js';
import { type Faults, isBroken } from './faults.js';
import {
  type Bounds,
  boundsText,
  expectation,
  type MeasuredShape,
  type Schema,
  type VectorShape,
} from './schema.js';
import { type Tree, under, wordFor } from './tree.js';

/** Largest number that is taken, in SI units: its third power is still finite, as norms and determinants need. */
const mostMagnitude = 1e30;

/** A number in SI units, or undefined after a problem was reported. */
export function readNumber(
  faults: Faults,
  bounds: Bounds & { readonly kind: 'quantity' },
  unit: string,
  tree: Tree,
  path: string,
): number | undefined {
  faults.places.set(path, tree.place);
  if (isBroken(tree)) return undefined;
  const schema: Schema = { ...bounds, kind: 'quantity', unit };
  if (tree.kind !== 'scalar' || tree.value === null || typeof tree.value === 'boolean') {
    return faults.wrongKind(schema, tree, path);
  }
  if (typeof tree.value === 'number') return within(faults, tree.value, bounds, unit, tree, path);
  const read = readQuantity(tree.value, unit);
  if ('fault' in read) return badQuantity(faults, read, schema, tree, path);
  return within(faults, read.value, bounds, unit, tree, path);
}

/** A bare number as it is, or a text in one of the units. */
export function readMeasured(
  faults: Faults,
  schema: MeasuredShape,
  tree: Tree,
  path: string,
): number | string | undefined {
  if (tree.kind !== 'scalar' || tree.value === null || typeof tree.value === 'boolean') {
    return faults.wrongKind(schema, tree, path);
  }
  if (typeof tree.value === 'number') return within(faults, tree.value, schema, '', tree, path);
  const given = tree.value;
  if (schema.word !== undefined && given.trimEnd().endsWith(` ${schema.word}`)) {
    const bare = { ...tree, value: given.trimEnd().slice(0, -schema.word.length - 1) };
    const number = readNumber(faults, { ...schema, kind: 'quantity' }, '', bare, path);
    return number === undefined ? undefined : given;
  }
  const unit = schema.units.find((candidate) => !('fault' in readQuantity(given, candidate)));
  if (unit !== undefined) {
    return readNumber(faults, { ...schema, kind: 'quantity' }, unit, tree, path) === undefined
      ? undefined
      : given;
  }
  const parsed = parseQuantity(given);
  if (schema.units.length === 0 && !('fault' in parsed)) {
    return within(faults, parsed.value, schema, '', tree, path) === undefined ? undefined : given;
  }
  return badQuantity(
    faults,
    'fault' in parsed ? parsed : { fault: `wrong unit: this is ${dimensionName(parsed.dimension)}` },
    schema,
    tree,
    path,
  );
}

/** A list of numbers; one for all entries where the schema spreads it. */
export function readVector(
  faults: Faults,
  schema: VectorShape,
  tree: Tree,
  path: string,
): readonly number[] | undefined {
  const entry = { ...schema, kind: 'quantity' } as const;
  if (tree.kind === 'scalar' && schema.spread && tree.value !== null) {
    const value = readNumber(faults, entry, schema.unit, tree, path);
    return value === undefined ? undefined : Array.from({ length: schema.size }, () => value);
  }
  if (tree.kind !== 'list' || tree.items.length !== schema.size) return faults.wrongKind(schema, tree, path);
  const values = tree.items.map((item, i) => readNumber(faults, entry, schema.unit, item, under(path, i)));
  return values.includes(undefined) ? undefined : (values as number[]);
}

function badQuantity(faults: Faults, fault: UnitFault, schema: Schema, tree: Tree, path: string): undefined {
  return faults.add(
    fault.fault.startsWith('wrong unit') ? 'wrong-unit' : 'bad-quantity',
    tree.place,
    path,
    fault.fault,
    {
      expected: expectation(schema),
      got: wordFor(tree),
      ...(fault.hint === undefined ? {} : { hint: fault.hint }),
    },
  );
}

export function within(
  faults: Faults,
  value: number,
  bounds: Bounds,
  unit: string,
  tree: Tree,
  path: string,
): number | undefined {
  const inside =
    Number.isFinite(value) &&
    !(bounds.least !== undefined && value < bounds.least) &&
    !(bounds.most !== undefined && value > bounds.most) &&
    !(bounds.above !== undefined && value <= bounds.above) &&
    !(bounds.below !== undefined && value >= bounds.below);
  // The value of an event is bounded by the parameter that it is for.
  const free = 'units' in bounds;
  if (inside && (free || Math.abs(value) <= mostMagnitude)) return value;
  if (inside) {
    return faults.add('number-too-large', tree.place, path, 'no quantity is as large as this', {
      expected: `at most ${mostMagnitude}`,
      got: tree.kind === 'scalar' ? tree.text : wordFor(tree),
    });
  }
  const si = `${formatNumber(value, 6)}${unit === '' ? '' : ` ${unit}`}`;
  return faults.add('out-of-range', tree.place, path, 'the value is outside its range', {
    expected: `${boundsText(bounds).replace(/^, /, '')}${unit === '' ? '' : ` (in ${unit})`}`,
    got: wordFor(tree) === si ? si : `${wordFor(tree)} = ${si}`,
  });
}
