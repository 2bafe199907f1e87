/**
 * A value of a schema → YAML text with every key, SI numbers and their units as comments. Reading it gives the
 * same value: numbers are written with as many digits as it takes to read the same double.
 */
import { Document, type Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import type { Key, KeysShape, Schema, VariantsShape } from './schema.js';

/** `path` turns the value of a path back into what shall stand in the file. */
export function writeYaml(
  schema: Schema,
  value: unknown,
  heading: string,
  path: (value: string) => string = (x) => x,
): string {
  const document = new Document();
  document.contents = convert(schema, value, path);
  document.commentBefore = heading
    .split('\n')
    .map((line) => ` ${line}`)
    .join('\n');
  return document.toString({ lineWidth: 0, flowCollectionPadding: false });
}

function convert(schema: Schema, value: unknown, path: (value: string) => string): Node {
  switch (schema.kind) {
    case 'text':
      return new Scalar(schema.form === 'path' ? path(value as string) : value);
    case 'choice':
      return new Scalar(/^-?\d+$/.test(value as string) ? Number(value) : value);
    case 'flag':
    case 'whole':
      return new Scalar(value);
    case 'quantity':
      return unit(number(value as number), schema.unit);
    case 'measured':
      return typeof value === 'number' ? number(value) : new Scalar(value);
    case 'vector': {
      const seq = new YAMLSeq();
      seq.flow = true;
      for (const entry of value as readonly number[]) seq.add(number(entry));
      return unit(seq, schema.unit);
    }
    case 'list': {
      const seq = new YAMLSeq();
      for (const entry of value as readonly unknown[]) seq.add(convert(schema.of, entry, path));
      seq.flow =
        seq.items.length === 0 ||
        seq.items.every((x) => x instanceof Scalar || (x instanceof YAMLSeq && x.flow === true));
      return seq;
    }
    case 'table': {
      const map = new YAMLMap();
      for (const [name, entry] of Object.entries(value as object))
        add(map, name, convert(schema.of, entry, path));
      if (map.items.length === 0) map.flow = true;
      return map;
    }
    case 'keys':
      return named(
        fill(new YAMLMap(), schema.keys, value as Record<string, unknown>, path),
        schema,
        value as Record<string, unknown>,
        path,
      );
    case 'either': {
      const option = schema.options.find((candidate) => holds(candidate, value));
      if (option === undefined) throw new Error('write: the value fits no alternative of its schema');
      return convert(option, value, path);
    }
    case 'variants': {
      const variant = variantOf(schema, value);
      const map = new YAMLMap();
      if (variant.word !== undefined) add(map, variant.key, new Scalar(variant.word));
      return fill(map, variant.keys, value as Record<string, unknown>, path);
    }
  }
}

function fill(
  map: YAMLMap,
  keys: Readonly<Record<string, Key>>,
  value: Readonly<Record<string, unknown>>,
  path: (value: string) => string,
): YAMLMap {
  for (const [name, key] of Object.entries(keys)) {
    if (Object.hasOwn(value, name) && value[name] !== undefined)
      add(map, name, convert(key.schema, value[name], path));
  }
  if (map.items.length === 0) map.flow = true;
  return map;
}

/** What stands beside the keys under names of the user's. */
function named(
  map: YAMLMap,
  { rest }: KeysShape,
  value: Readonly<Record<string, unknown>>,
  path: (value: string) => string,
): YAMLMap {
  if (rest === undefined) return map;
  for (const [name, entry] of Object.entries(value[rest.into] as object))
    add(map, name, convert(rest.table.of, entry, path));
  if (map.items.length > 0) map.flow = false;
  return map;
}

function add(map: YAMLMap, name: string, node: Node): void {
  map.items.push(new Pair(new Scalar(name), node));
}

function number(value: number): Scalar {
  const scalar = new Scalar(value);
  // −0 would be read as 0; it means the same everywhere in a scenario.
  if (value === 0) scalar.value = 0;
  return scalar;
}

function unit<N extends Node>(node: N, name: string): N {
  if (name !== '') node.comment = ` ${name}`;
  return node;
}

function variantOf(schema: VariantsShape, value: unknown) {
  const record = value as Record<string, unknown>;
  const fitting = schema.variants.filter(
    (v) => Object.hasOwn(record, v.key) && (v.word === undefined || record[v.key] === v.word),
  );
  const found =
    fitting.find(({ given }) => given !== undefined && Object.hasOwn(record, given)) ??
    fitting.find(({ given }) => given === undefined);
  if (found === undefined) throw new Error('write: the value fits no variant of its schema');
  return found;
}

/** Whether a value that was read has the form of this schema. */
function holds(schema: Schema, value: unknown): boolean {
  switch (schema.kind) {
    case 'text':
      return typeof value === 'string';
    case 'choice':
      return typeof value === 'string' && Object.hasOwn(schema.words, value);
    case 'flag':
      return typeof value === 'boolean';
    case 'whole':
    case 'quantity':
      return typeof value === 'number';
    case 'measured':
      return typeof value === 'number' || (typeof value === 'string' && /^\s*[-+.\d]/.test(value));
    case 'vector':
      return (
        Array.isArray(value) && value.length === schema.size && value.every((x) => typeof x === 'number')
      );
    case 'list':
      return Array.isArray(value) && value.every((x) => holds(schema.of, x));
    case 'keys':
      return isRecord(value) && Object.keys(value).every((name) => Object.hasOwn(schema.keys, name));
    case 'table':
      return isRecord(value) && Object.values(value).every((x) => holds(schema.of, x));
    case 'variants':
      return isRecord(value);
    case 'either':
      return schema.options.some((option) => holds(option, value));
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
