/** Tree × schema → value in SI units with every default filled in, and all problems at once. */
import type { Outcome, Problem } from '../problem/index.js';
import { Faults, isBroken } from './faults.js';
import { joinPath } from './paths.js';
import { NAME, type Reader, readKeys, readTable, readVariant } from './read-map.js';
import { readMeasured, readNumber, readVector, within } from './read-number.js';
import { expectation, type Infer, type Schema, type TextShape } from './schema.js';
import { type Place, type Tree, under } from './tree.js';

/** A value, and where each of its parts was written. */
export interface Reading<T> {
  readonly value: T;
  /** The place of what was written at a path, or of the nearest thing around it that was. */
  placeOf(path: string): Place;
}

/** A value of which any part may be missing. */
export type Partly<T> = T extends object ? { readonly [K in keyof T]?: Partly<T[K]> } : T;

export function readTree<S extends Schema>(tree: Tree, schema: S): Outcome<Reading<Infer<S>>> {
  const { value, placeOf, problems } = readParts(tree, schema);
  // Without problems no part is missing.
  return problems.length > 0 ? { problems } : { value: { value: value as Infer<S>, placeOf }, problems };
}

/** The same for who goes on to look for more problems: what could be read, undefined in the places of the rest. */
export function readParts<S extends Schema>(
  tree: Tree,
  schema: S,
): Reading<Partly<Infer<S>> | undefined> & { readonly problems: readonly Problem[] } {
  const { read, faults } = readerOf();
  const value = read(schema, tree, '');
  const { places, problems } = faults;
  const placeOf = (path: string): Place => {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const place = places.get(at);
      if (place !== undefined) return place;
    }
    return tree.place;
  };
  return { value: value as Partly<Infer<S>> | undefined, placeOf, problems };
}

function readerOf(): Reader {
  const reader: Reader = {
    faults: new Faults(),
    read: (schema, tree, path) => read(reader, schema, tree, path),
  };
  return reader;
}

function read(reader: Reader, schema: Schema, tree: Tree, path: string): unknown {
  const { faults } = reader;
  faults.places.set(path, tree.place);
  if (isBroken(tree)) return undefined;
  switch (schema.kind) {
    case 'text':
      return readText(faults, schema, tree, path);
    case 'choice': {
      if (tree.kind !== 'scalar' || tree.value === null) return faults.wrongKind(schema, tree, path);
      if (Object.hasOwn(schema.words, tree.text)) return tree.text;
      if (Object.hasOwn(schema.words, String(tree.value))) return String(tree.value);
      return faults.unknown('unknown-word', 'word', tree.text, Object.keys(schema.words), tree.place, path);
    }
    case 'flag':
      if (tree.kind !== 'scalar' || typeof tree.value !== 'boolean')
        return faults.wrongKind(schema, tree, path);
      return tree.value;
    case 'whole': {
      if (tree.kind !== 'scalar' || typeof tree.value !== 'number' || !Number.isInteger(tree.value)) {
        return faults.wrongKind(schema, tree, path);
      }
      return within(faults, tree.value, schema, '', tree, path);
    }
    case 'quantity':
      return readNumber(faults, schema, schema.unit, tree, path);
    case 'measured':
      return readMeasured(faults, schema, tree, path);
    case 'vector':
      return readVector(faults, schema, tree, path);
    case 'list': {
      if (tree.kind !== 'list') return faults.wrongKind(schema, tree, path);
      if (tree.items.length > schema.most || tree.items.length < schema.least) {
        return faults.add('wrong-length', tree.place, path, 'the list has the wrong length', {
          expected:
            schema.least === schema.most ? `${schema.most} items` : `${schema.least} to ${schema.most} items`,
          got: `${tree.items.length}`,
        });
      }
      if (schema.of.kind === 'choice') refuseTwice(faults, tree.items, path);
      return tree.items.map((item, i) => reader.read(schema.of, item, under(path, i)));
    }
    case 'table':
      return readTable(reader, schema, tree, path);
    case 'keys':
      return readKeys(reader, schema, tree, path);
    case 'either': {
      const option = schema.options.find((candidate) => fits(candidate, tree)) ?? rowsAmong(schema, tree);
      if (option === undefined) return faults.wrongKind(schema, tree, path);
      return reader.read(option, tree, path);
    }
    case 'variants':
      return readVariant(reader, schema, tree, path);
  }
}

function readText(faults: Faults, schema: TextShape, tree: Tree, path: string): string | undefined {
  if (tree.kind !== 'scalar' || tree.value === null) return faults.wrongKind(schema, tree, path);
  const value = typeof tree.value === 'string' ? tree.value : tree.text;
  if ((value === '' && !schema.loose) || value.length > 1000 || /[\u0000-\u001f\u007f]/.test(value)) {
    return faults.add('bad-text', tree.place, path, 'this is empty, too long or not on one line', {
      expected: expectation(schema),
      got: value,
    });
  }
  if (schema.form === 'name' && schema.refers === undefined && !NAME.test(value))
    return faults.wrongKind(schema, tree, path);
  return schema.form === 'path' ? joinPath(tree.place.folder, value) : value;
}

/** Of a list of lists that fits nothing, the option that is a matrix: it says which row is wrong. */
function rowsAmong({ options }: { readonly options: readonly Schema[] }, tree: Tree): Schema | undefined {
  if (tree.kind !== 'list' || tree.items.length === 0) return undefined;
  if (!tree.items.every((item) => item.kind === 'list')) return undefined;
  return options.find(
    (option) => option.kind === 'list' && (option.of.kind === 'vector' || option.of.kind === 'list'),
  );
}

/** A list of words is a set: one that stands twice is a slip, and would count twice. */
function refuseTwice(faults: Faults, items: readonly Tree[], path: string): void {
  const words = items.map((item) => (item.kind === 'scalar' ? item.text : undefined));
  items.forEach((item, i) => {
    if (words[i] === undefined || words.indexOf(words[i]) === i) return;
    faults.add('word-twice', item.place, under(path, i), 'the word stands twice', { got: words[i] });
  });
}

/** Whether what is written has the form of this schema: a word, a number, a list or a map. */
function fits(schema: Schema, tree: Tree): boolean {
  if (isBroken(tree)) return true;
  switch (schema.kind) {
    case 'choice':
      return tree.kind === 'scalar' && Object.hasOwn(schema.words, tree.text);
    case 'flag':
      return tree.kind === 'scalar' && typeof tree.value === 'boolean';
    case 'whole':
      return tree.kind === 'scalar' && typeof tree.value === 'number';
    case 'quantity':
    case 'measured':
      return tree.kind === 'scalar' && (typeof tree.value === 'number' || /^\s*[-+.\d]/.test(tree.text));
    case 'text':
      return tree.kind === 'scalar' && tree.value !== null;
    case 'vector':
      if (tree.kind === 'list')
        return tree.items.length === schema.size && tree.items.every((x) => x.kind === 'scalar');
      return schema.spread === true && fits({ ...schema, kind: 'quantity' }, tree);
    case 'list':
      return tree.kind === 'list' && tree.items.every((item) => fits(schema.of, item));
    case 'table':
    case 'keys':
    case 'variants':
      return tree.kind === 'map';
    case 'either':
      return schema.options.some((option) => fits(option, tree));
  }
}
