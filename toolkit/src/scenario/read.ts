/** Tree × schema → value in SI units with every default filled in, and all problems at once. */
import { dimensionName, formatNumber, parseQuantity, readQuantity, type UnitFault } from '../math/index.js';
import { nearest, type Outcome, type Problem, printable } from '../problem/index.js';
import {
  type Bounds,
  boundsText,
  expectation,
  type Infer,
  type KeysShape,
  type MeasuredShape,
  type Schema,
  type TextShape,
  type VariantsShape,
} from './schema.js';
import { type Place, type Tree, under, whereOf, wordFor } from './tree.js';

/** A value, and where each of its parts was written. */
export interface Reading<T> {
  readonly value: T;
  /** The place of what was written at a path, or of the nearest thing around it that was. */
  placeOf(path: string): Place;
}

/** A name that a user may give to something of the scenario. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,59}$/;

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
  const reader = new Reader();
  const value = reader.read(schema, tree, '');
  const { places, problems } = reader;
  const placeOf = (path: string): Place => {
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
      const place = places.get(at);
      if (place !== undefined) return place;
    }
    return tree.place;
  };
  return { value: value as Partly<Infer<S>> | undefined, placeOf, problems };
}

/** Largest number that is taken, in SI units: its third power is still finite, as norms and determinants need. */
const mostMagnitude = 1e30;

/** Problems of a file that are reported. */
const MOST = 200;

class Reader {
  readonly problems: Problem[] = [];
  readonly places = new Map<string, Place>();

  #problem(
    code: string,
    place: Place,
    path: string,
    message: string,
    more: Partial<Problem> = {},
  ): undefined {
    if (this.problems.length < MOST) {
      this.problems.push({ code, severity: 'error', where: whereOf(place, path), message, ...more });
    }
    return undefined;
  }

  #wrongKind(schema: Schema, tree: Tree, path: string): undefined {
    return this.#problem('wrong-kind', tree.place, path, 'this is not what is wanted here', {
      expected: expectation(schema),
      got: wordFor(tree),
    });
  }

  /** The value, or undefined after a problem was reported. */
  read(schema: Schema, tree: Tree, path: string): unknown {
    this.places.set(path, tree.place);
    if (isBroken(tree)) return undefined;
    switch (schema.kind) {
      case 'text':
        return this.#text(schema, tree, path);
      case 'choice': {
        if (tree.kind !== 'scalar' || tree.value === null) return this.#wrongKind(schema, tree, path);
        if (Object.hasOwn(schema.words, tree.text)) return tree.text;
        if (Object.hasOwn(schema.words, String(tree.value))) return String(tree.value);
        return this.#unknown('unknown-word', 'word', tree.text, Object.keys(schema.words), tree.place, path);
      }
      case 'flag':
        if (tree.kind !== 'scalar' || typeof tree.value !== 'boolean')
          return this.#wrongKind(schema, tree, path);
        return tree.value;
      case 'whole': {
        if (tree.kind !== 'scalar' || typeof tree.value !== 'number' || !Number.isInteger(tree.value)) {
          return this.#wrongKind(schema, tree, path);
        }
        return this.#within(tree.value, schema, '', tree, path);
      }
      case 'quantity':
        return this.#quantity(schema, schema.unit, tree, path);
      case 'measured':
        return this.#measured(schema, tree, path);
      case 'vector': {
        if (tree.kind === 'scalar' && schema.spread && tree.value !== null) {
          const value = this.#quantity({ ...schema, kind: 'quantity' }, schema.unit, tree, path);
          return value === undefined ? undefined : Array.from({ length: schema.size }, () => value);
        }
        if (tree.kind !== 'list' || tree.items.length !== schema.size)
          return this.#wrongKind(schema, tree, path);
        return this.#all(
          tree.items.map((item, i) =>
            this.#quantity({ ...schema, kind: 'quantity' }, schema.unit, item, under(path, i)),
          ),
        );
      }
      case 'list': {
        if (tree.kind !== 'list') return this.#wrongKind(schema, tree, path);
        if (tree.items.length > schema.most || tree.items.length < schema.least) {
          return this.#problem('wrong-length', tree.place, path, 'the list has the wrong length', {
            expected:
              schema.least === schema.most
                ? `${schema.most} items`
                : `${schema.least} to ${schema.most} items`,
            got: `${tree.items.length}`,
          });
        }
        return tree.items.map((item, i) => this.read(schema.of, item, under(path, i)));
      }
      case 'table': {
        const entries = this.#entries(schema, tree, path);
        if (entries === undefined) return undefined;
        if (entries.size > schema.most || entries.size < schema.least) {
          this.#problem('wrong-number', tree.place, path, `there are ${entries.size} entries`, {
            expected: schema.least === schema.most ? `${schema.most}` : `${schema.least} to ${schema.most}`,
          });
        }
        const values: [string, unknown][] = [];
        for (const [name, { key, value }] of entries) {
          const owner = Object.hasOwn(schema.reserved ?? {}, name) ? schema.reserved?.[name] : undefined;
          if (owner !== undefined) {
            this.#problem(
              'name-taken',
              key,
              under(path, name),
              `the name ${JSON.stringify(name)} is taken: ${owner}`,
            );
          } else if (schema.free ? name.length === 0 || name.length > 200 : !NAME.test(name)) {
            this.#problem(
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
          values.push([name, this.read(schema.of, value, under(path, name))]);
        }
        return Object.fromEntries(values);
      }
      case 'keys':
        return this.#keys(schema, tree, path);
      case 'either': {
        const option = schema.options.find((candidate) => fits(candidate, tree));
        if (option === undefined) return this.#wrongKind(schema, tree, path);
        return this.read(option, tree, path);
      }
      case 'variants':
        return this.#variants(schema, tree, path);
    }
  }

  #all(values: readonly unknown[]): unknown[] | undefined {
    return values.includes(undefined) ? undefined : [...values];
  }

  /** A map's entries; nothing written (`elements:`) is an empty map. */
  #entries(schema: Schema, tree: Tree, path: string) {
    if (tree.kind === 'map') return tree.entries;
    if (tree.kind === 'scalar' && tree.value === null) return new Map<string, never>();
    return this.#wrongKind(schema, tree, path);
  }

  #text(schema: TextShape, tree: Tree, path: string): string | undefined {
    if (tree.kind !== 'scalar' || tree.value === null) return this.#wrongKind(schema, tree, path);
    const value = typeof tree.value === 'string' ? tree.value : tree.text;
    if (value === '' || value.length > 1000 || /[\u0000-\u001f\u007f]/.test(value)) {
      return this.#problem('bad-text', tree.place, path, 'this is empty, too long or not on one line', {
        expected: expectation(schema),
        got: value,
      });
    }
    if (schema.form === 'name' && schema.refers === undefined && !NAME.test(value))
      return this.#wrongKind(schema, tree, path);
    return schema.form === 'path' ? joinPath(tree.place.folder, value) : value;
  }

  #quantity(
    bounds: Bounds & { readonly kind: 'quantity' },
    unit: string,
    tree: Tree,
    path: string,
  ): number | undefined {
    this.places.set(path, tree.place);
    if (isBroken(tree)) return undefined;
    const schema: Schema = { ...bounds, kind: 'quantity', unit };
    if (tree.kind !== 'scalar' || tree.value === null || typeof tree.value === 'boolean') {
      return this.#wrongKind(schema, tree, path);
    }
    if (typeof tree.value === 'number') return this.#within(tree.value, bounds, unit, tree, path);
    const read = readQuantity(tree.value, unit);
    if ('fault' in read) return this.#badQuantity(read, schema, tree, path);
    return this.#within(read.value, bounds, unit, tree, path);
  }

  /** A bare number as it is, or a text in one of the units. */
  #measured(schema: MeasuredShape, tree: Tree, path: string): number | string | undefined {
    if (tree.kind !== 'scalar' || tree.value === null || typeof tree.value === 'boolean') {
      return this.#wrongKind(schema, tree, path);
    }
    if (typeof tree.value === 'number') return this.#within(tree.value, schema, '', tree, path);
    const given = tree.value;
    const unit = schema.units.find((candidate) => !('fault' in readQuantity(given, candidate)));
    if (unit !== undefined) {
      return this.#quantity({ ...schema, kind: 'quantity' }, unit, tree, path) === undefined
        ? undefined
        : given;
    }
    const parsed = parseQuantity(given);
    if (schema.units.length === 0 && !('fault' in parsed)) {
      return this.#within(parsed.value, schema, '', tree, path) === undefined ? undefined : given;
    }
    return this.#badQuantity(
      'fault' in parsed ? parsed : { fault: `wrong unit: this is ${dimensionName(parsed.dimension)}` },
      schema,
      tree,
      path,
    );
  }

  #badQuantity(fault: UnitFault, schema: Schema, tree: Tree, path: string): undefined {
    return this.#problem(
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

  #within(value: number, bounds: Bounds, unit: string, tree: Tree, path: string): number | undefined {
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
      return this.#problem('number-too-large', tree.place, path, 'no quantity is as large as this', {
        expected: `at most ${mostMagnitude}`,
        got: tree.kind === 'scalar' ? tree.text : wordFor(tree),
      });
    }
    const si = `${formatNumber(value, 6)}${unit === '' ? '' : ` ${unit}`}`;
    return this.#problem('out-of-range', tree.place, path, 'the value is outside its range', {
      expected: `${boundsText(bounds).replace(/^, /, '')}${unit === '' ? '' : ` (in ${unit})`}`,
      got: wordFor(tree) === si ? si : `${wordFor(tree)} = ${si}`,
    });
  }

  #unknown(
    code: string,
    kind: string,
    name: string,
    known: readonly string[],
    place: Place,
    path: string,
    otherwise?: string,
  ): undefined {
    const near = this.problems.length < MOST ? nearest(name, known) : undefined;
    return this.#problem(code, place, path, `unknown ${kind} ${JSON.stringify(printable(name, 60))}`, {
      known,
      ...(near !== undefined
        ? { hint: `did you mean ${near}?` }
        : otherwise !== undefined
          ? { hint: otherwise }
          : {}),
    });
  }

  #keys(schema: KeysShape, tree: Tree, path: string): unknown {
    const { keys } = schema;
    const entries = this.#entries(schema, tree, path);
    if (entries === undefined) return undefined;
    // Keys that a misspelt one was meant to be: neither missing nor left out.
    const meant = new Set<string | undefined>();
    for (const [name, { key }] of entries) {
      if (!Object.hasOwn(keys, name)) {
        if (meant.size < MOST) meant.add(nearest(name, Object.keys(keys)));
        this.#unknown('unknown-key', 'key', name, Object.keys(keys), key, path, schema.otherwise);
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
        values.push([name, this.read(key.schema, entry.value, at)]);
      } else if (entry === undefined && meant.has(name)) values.push([name, undefined]);
      else if (key.value !== undefined) values.push([name, key.value]);
      else if (key.section)
        values.push([
          name,
          this.read(key.schema, { kind: 'map', entries: new Map(), place: tree.place }, at),
        ]);
      else if (!key.optional) {
        this.#problem(
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
    return Object.fromEntries(values);
  }

  #variants(schema: VariantsShape, tree: Tree, path: string): unknown {
    if (tree.kind !== 'map') return this.#wrongKind(schema, tree, path);
    const markers = [...new Set(schema.variants.map((v) => v.key))];
    const found = [...tree.entries.keys()].filter((key) => markers.includes(key));
    if (found.length === 0) {
      const names = [...tree.entries.keys()];
      const near = names
        .map((name) => [name, nearest(name, markers)])
        .find(([, marker]) => marker !== undefined);
      return this.#problem(
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
      return this.#problem(
        'kind-twice',
        tree.entries.get(found[1])?.key ?? tree.place,
        path,
        `only one of the keys ${found.join(', ')} may stand here`,
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
      variant = candidates.find((v) => v.word === word);
      if (variant === undefined) {
        const known = candidates.map((v) => v.word ?? '');
        return this.#unknown(
          'unknown-kind',
          `kind of ${key}`,
          word ?? '',
          known,
          entry?.value.place ?? tree.place,
          under(path, key),
        );
      }
      const others = new Map(tree.entries);
      others.delete(key);
      rest = { ...tree, entries: others };
      head = [[key, variant.word]];
    }
    const value = this.#keys({ kind: 'keys', keys: variant.keys }, rest, path);
    return value === undefined ? undefined : { ...Object.fromEntries(head), ...(value as object) };
  }
}

function isBroken(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.broken === true;
}

function isMap(schema: Schema): boolean {
  return (
    schema.kind === 'table' ||
    schema.kind === 'keys' ||
    (schema.kind === 'either' && schema.options.some(isMap))
  );
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

/** A path relative to a folder, with `.` and `..` worked out as far as they go. */
export function joinPath(folder: string, path: string): string {
  const unix = path.replace(/\\/g, '/');
  const absolute = unix.startsWith('/') || /^[A-Za-z]:\//.test(unix);
  const whole = absolute || folder === '' ? unix : `${folder}/${unix}`;
  const lead = whole.startsWith('/') ? '/' : '';
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && parts.length > 0 && parts[parts.length - 1] !== '..') parts.pop();
    else if (part === '..' && lead === '/') continue;
    else parts.push(part);
  }
  return lead + (parts.join('/') || '.');
}
