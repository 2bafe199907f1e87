/** Maps of a tree: by names of the user's, by keys, by a key that tells of which kind they are. */
import { nearest, printable } from '../problem/index.js';
import { type Faults, isBroken, mostProblems } from './faults.js';
import { expectation, type KeysShape, type Schema, type TableShape, type VariantsShape } from './schema.js';
import { type Entry, type Place, type Tree, under } from './tree.js';

/** A name that a user may give to something of the scenario. */
export const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;

/** Reads what stands in a map. */
export interface Reader {
  readonly faults: Faults;
  /** The value, or undefined after a problem was reported. */
  read(schema: Schema, tree: Tree, path: string): unknown;
}

export function readTable(reader: Reader, schema: TableShape, tree: Tree, path: string): unknown {
  const { faults } = reader;
  const entries = entriesOf(faults, schema, tree, path);
  if (entries === undefined) return undefined;
  if (entries.size > schema.most || entries.size < schema.least) {
    faults.add('wrong-number', tree.place, path, `there are ${entries.size} entries`, {
      expected: schema.least === schema.most ? `${schema.most}` : `${schema.least} to ${schema.most}`,
    });
  }
  const values: [string, unknown][] = [];
  for (const [name, { key, value }] of entries) {
    const owner = Object.hasOwn(schema.reserved ?? {}, name) ? schema.reserved?.[name] : undefined;
    if (owner !== undefined) {
      faults.add('name-taken', key, under(path, name), `the name ${JSON.stringify(name)} is taken: ${owner}`);
    } else if (schema.free ? name.length === 0 || name.length > 200 : !NAME.test(name)) {
      faults.add(
        'bad-name',
        key,
        path,
        `${JSON.stringify(printable(name, 60))} cannot name ${schema.names}`,
        {
          expected: schema.free
            ? 'a text of 1 to 200 characters'
            : 'a letter, then at most 59 letters, digits, _ and -',
        },
      );
    }
    values.push([name, reader.read(schema.of, value, under(path, name))]);
  }
  return Object.fromEntries(values);
}

/** A map's entries; nothing written (`elements:`) is an empty map. */
function entriesOf(
  faults: Faults,
  schema: Schema,
  tree: Tree,
  path: string,
): ReadonlyMap<string, Entry> | undefined {
  if (tree.kind === 'map') return tree.entries;
  if (tree.kind === 'scalar' && tree.value === null) return new Map<string, never>();
  return faults.wrongKind(schema, tree, path);
}

/**
 * How a key is taken away that stands in what a file extends, or in the file below a `--set`; undefined where what it does not
 * go with, `by`, was written no later.
 */
function takenAway(name: string, key: Place, by: Place, tree: Tree, path: string): string | undefined {
  const set = (place: Place) => place.file.startsWith('--set ');
  if (set(key) || key.file === by.file) return undefined;
  if (set(by)) return `--set ${under(path, name)}=null takes away what the file says`;
  return by.file === tree.place.file ? `${name}: null takes away what ${key.file} says` : undefined;
}

/** `kind`: where it was written of what kind the map is, which tells what keys it has. */
export function readKeys(reader: Reader, schema: KeysShape, tree: Tree, path: string, kind?: Place): unknown {
  const { faults } = reader;
  const { keys } = schema;
  const entries = entriesOf(faults, schema, tree, path);
  if (entries === undefined) return undefined;
  // Keys that a misspelt one was meant to be: neither missing nor left out.
  const meant = new Set<string | undefined>();
  const named = new Map<string, Entry>();
  for (const [name, entry] of entries) {
    const { key, value } = entry;
    if (Object.hasOwn(keys, name)) continue;
    const away = kind && takenAway(name, key, kind, tree, path);
    if (schema.rest !== undefined && (value.kind === 'map' || isBroken(value))) named.set(name, entry);
    else if (away !== undefined) {
      const message = `unknown key ${JSON.stringify(printable(name, 60))}`;
      faults.add('unknown-key', key, path, message, { known: Object.keys(keys), hint: away });
    } else {
      if (meant.size < mostProblems) meant.add(nearest(name, Object.keys(keys)));
      faults.unknown('unknown-key', 'key', name, Object.keys(keys), key, path, schema.otherwise);
    }
  }
  const values: [string, unknown][] = [];
  for (const [name, key] of Object.entries(keys)) {
    const entry = entries.get(name);
    const at = under(path, name);
    if (
      entry !== undefined &&
      (isBroken(entry.value) ||
        !(entry.value.kind === 'scalar' && entry.value.value === null && !isMap(key.schema)))
    ) {
      values.push([name, reader.read(key.schema, entry.value, at)]);
    } else if (entry === undefined && meant.has(name)) values.push([name, undefined]);
    else if (key.value !== undefined) values.push([name, key.value]);
    else if (key.section)
      values.push([
        name,
        reader.read(key.schema, { kind: 'map', entries: new Map(), place: tree.place }, at),
      ]);
    else if (!key.optional) {
      faults.add(
        'key-missing',
        entry?.key ?? tree.place,
        path,
        `the key ${JSON.stringify(name)} is missing`,
        {
          expected: expectation(key.schema),
          hint: key.meaning,
        },
      );
    }
  }
  if (schema.rest !== undefined) {
    const { into, table } = schema.rest;
    values.push([into, readTable(reader, table, { kind: 'map', entries: named, place: tree.place }, path)]);
  }
  return Object.fromEntries(values);
}

export function readVariant(reader: Reader, schema: VariantsShape, tree: Tree, path: string): unknown {
  const { faults } = reader;
  if (tree.kind !== 'map') return faults.wrongKind(schema, tree, path);
  const markers = [...new Set(schema.variants.map((v) => v.key))];
  const found = [...tree.entries.keys()].filter((key) => markers.includes(key));
  if (found.length === 0) {
    const names = [...tree.entries.keys()];
    const near = names
      .map((name) => [name, nearest(name, markers)])
      .find(([, marker]) => marker !== undefined);
    return faults.add(
      'kind-missing',
      tree.place,
      path,
      `this does not say which kind of ${schema.of.replace(/^an? /, '')} it is`,
      {
        expected: `one of the keys ${markers.join(', ')}`,
        known: markers,
        ...(near === undefined
          ? {}
          : { hint: `did you mean ${near[1]} for ${printable(String(near[0]), 40)}?` }),
      },
    );
  }
  if (found.length > 1) {
    const places = found.map((name) => tree.entries.get(name)?.value.place ?? tree.place);
    const away = found
      .flatMap((name, i) => places.map((by) => takenAway(name, places[i], by, tree, path)))
      .find((hint) => hint !== undefined);
    return faults.add(
      'kind-twice',
      tree.entries.get(found[1])?.key ?? tree.place,
      path,
      `only one of the keys ${found.join(', ')} may stand here`,
      away === undefined ? {} : { hint: away },
    );
  }
  const key = found[0];
  const candidates = schema.variants.filter((v) => v.key === key);
  let variant = candidates.find((v) => v.word === undefined);
  let rest: Tree = tree;
  let head: [string, unknown][] = [];
  if (variant === undefined) {
    const entry = tree.entries.get(key);
    if (entry !== undefined && isBroken(entry.value)) return undefined;
    const word = entry?.value.kind === 'scalar' ? entry.value.text : undefined;
    const worded = candidates.filter((v) => v.word === word);
    variant =
      worded.find(({ given }) => given !== undefined && tree.entries.has(given)) ??
      worded.find(({ given }) => given === undefined);
    if (variant === undefined) {
      const known = [...new Set(candidates.map((v) => v.word ?? ''))];
      return faults.unknown(
        'unknown-kind',
        `kind of ${key}`,
        word ?? '',
        known,
        entry?.value.place ?? tree.place,
        under(path, key),
      );
    }
    // What another of the kind's variants is told by: `of` and `from` together.
    const { given, keys } = variant;
    const elsewhere = [...tree.entries.keys()].find(
      (name) => name !== key && !(name in keys) && worded.some((other) => name in other.keys),
    );
    if (given !== undefined && elsewhere !== undefined) {
      const place = tree.entries.get(elsewhere)?.key ?? tree.place;
      const message = `${given} and ${elsewhere} do not go together`;
      return faults.add('keys-apart', place, under(path, elsewhere), message, {
        hint: `give one or the other: beside ${given} may stand ${Object.keys(keys)
          .filter((name) => name !== given)
          .join(', ')}`,
      });
    }
    const others = new Map(tree.entries);
    others.delete(key);
    rest = { ...tree, entries: others };
    head = [[key, variant.word]];
  }
  const kind = tree.entries.get(key)?.value.place;
  const value = readKeys(reader, { kind: 'keys', keys: variant.keys }, rest, path, kind);
  return value === undefined ? undefined : { ...Object.fromEntries(head), ...(value as object) };
}

function isMap(schema: Schema): boolean {
  return (
    schema.kind === 'table' ||
    schema.kind === 'keys' ||
    (schema.kind === 'either' && schema.options.some(isMap))
  );
}
