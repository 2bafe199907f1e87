/**
 * Values of expressions: whole numbers are bigint, floats are number, so that they print as they do in Python.
 * No object of the language underneath is ever a value: dictionaries are maps, functions are {@link Callable}s.
 */
import type { Budget } from './bounds.js';
import { expressionFault } from './fault.js';

export type Value =
  | null
  | boolean
  | bigint
  | number
  | string
  | List
  | Tuple
  | Dict
  | Range
  | Callable
  | Named;

/** Lists are never changed once they are made, so that they may be shared. */
export class List {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

export class Tuple {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

/** `range(start, stop, step)`, without its numbers. */
export class Range {
  readonly start: bigint;
  readonly stop: bigint;
  readonly step: bigint;
  readonly length: bigint;
  constructor(start: bigint, stop: bigint, step: bigint) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    const span = step > 0n ? stop - start : start - stop;
    const stride = step > 0n ? step : -step;
    this.length = span > 0n ? (span + stride - 1n) / stride : 0n;
  }
}

/** Entries in the order in which their keys came first. */
export class Dict {
  /** Keys are also attributes: dictionaries of YAML files. */
  readonly dotted: boolean;
  readonly #entries = new Map<string, readonly [Value, Value]>();

  constructor(entries: Iterable<readonly [Value, Value]>, budget: Budget, dotted = false) {
    this.dotted = dotted;
    for (const [key, value] of entries) {
      const own = keyOf(key, budget);
      // Of equal keys the first one stays: {1: 'a', True: 'b'} is {1: 'b'}.
      this.#entries.set(own, [this.#entries.get(own)?.[0] ?? key, value]);
    }
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: Value, budget: Budget): Value | undefined {
    return this.#entries.get(keyOf(key, budget))?.[1];
  }

  entries(): readonly (readonly [Value, Value])[] {
    return [...this.#entries.values()];
  }
}

export interface Arguments {
  readonly positional: readonly Value[];
  readonly named: ReadonlyMap<string, Value>;
}

export class Callable {
  readonly name: string;
  readonly call: (given: Arguments, budget: Budget) => Value;
  constructor(name: string, call: (given: Arguments, budget: Budget) => Value) {
    this.name = name;
    this.call = call;
  }
}

/** Something whose members are reached by a dot: `math`, `xacro`, the namespace of an include. */
export abstract class Named {
  abstract readonly title: string;
  abstract member(name: string): Value | undefined;
  abstract members(): readonly string[];
}

/** A set of functions and constants. */
export class Module extends Named {
  readonly title: string;
  readonly #members: ReadonlyMap<string, Value>;
  constructor(title: string, members: ReadonlyMap<string, Value>) {
    super();
    this.title = title;
    this.#members = members;
  }

  member(name: string): Value | undefined {
    return this.#members.get(name);
  }

  members(): readonly string[] {
    return [...this.#members.keys()];
  }
}

/** The name of a value's type, as Python has it. */
export function typeOf(value: Value): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'bigint') return 'int';
  if (typeof value === 'number') return 'float';
  if (typeof value === 'string') return 'str';
  if (value instanceof List) return 'list';
  if (value instanceof Tuple) return 'tuple';
  if (value instanceof Dict) return 'dict';
  if (value instanceof Range) return 'range';
  return value instanceof Callable ? 'function' : 'namespace';
}

/** Equal keys have equal texts: 1, 1.0 and True are the same key. */
function keyOf(key: Value, budget: Budget): string {
  budget.step();
  if (typeof key === 'string') {
    budget.step(key.length >> 4);
    return `s${key}`;
  }
  if (key === null) return 'none';
  if (typeof key === 'boolean') return key ? 'n1' : 'n0';
  if (typeof key === 'bigint') return `n${key}`;
  if (typeof key === 'number') return Number.isInteger(key) ? `n${BigInt(key)}` : `n${key}`;
  if (key instanceof Tuple) {
    const parts = nested(budget, () => key.items.map((item) => keyOf(item, budget)));
    return `t${parts.map((part) => part.length).join(',')}:${parts.join('')}`;
  }
  throw expressionFault(`a ${typeOf(key)} cannot be a key`);
}

export function isTrue(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return value !== 0n;
  if (typeof value === 'number') return value !== 0;
  if (typeof value === 'string') return value !== '';
  if (value === null) return false;
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Dict) return value.size > 0;
  if (value instanceof Range) return value.length > 0n;
  return true;
}

/** Characters, not halves of them. */
export function characters(text: string): readonly string[] {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text) : text.split('');
}

/** How many characters a text has. */
export function lengthOf(text: string): number {
  return /[\ud800-\udbff]/.test(text) ? Array.from(text).length : text.length;
}

/** The things that `for` and `list` go through; undefined for what has none. */
export function itemsOf(value: Value, budget: Budget): readonly Value[] | undefined {
  if (value instanceof List || value instanceof Tuple) {
    budget.list(value.items.length);
    return value.items;
  }
  if (typeof value === 'string') {
    budget.list(value.length);
    return characters(value);
  }
  if (value instanceof Dict) {
    budget.list(value.size);
    return value.entries().map(([key]) => key);
  }
  if (value instanceof Range) {
    budget.list(value.length > BigInt(budget.bounds.items) ? Infinity : Number(value.length));
    return Array.from({ length: Number(value.length) }, (_, i) => value.start + BigInt(i) * value.step);
  }
  return undefined;
}

/** The same, for what must have some. */
export function iterated(value: Value, budget: Budget): readonly Value[] {
  const items = itemsOf(value, budget);
  if (items === undefined) throw expressionFault(`a ${typeOf(value)} cannot be gone through`);
  return items;
}

/** A number of whatever kind; booleans count as 0 and 1. */
export function numeric(value: Value): bigint | number | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n;
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
}

export function equal(a: Value, b: Value, budget: Budget): boolean {
  budget.step();
  const [x, y] = [numeric(a), numeric(b)];
  // Mixed comparison of a whole number and a float is exact.
  // biome-ignore lint/suspicious/noDoubleEquals: === tells bigint and number apart
  if (x !== undefined && y !== undefined) return x == y;
  if (typeof a === 'string' || typeof b === 'string') {
    if (typeof a === 'string') budget.step(a.length >> 6);
    return a === b;
  }
  if ((a instanceof List && b instanceof List) || (a instanceof Tuple && b instanceof Tuple)) {
    if (a.items.length !== b.items.length) return false;
    return nested(budget, () => a.items.every((item, i) => equal(item, b.items[i], budget)));
  }
  if (a instanceof Dict && b instanceof Dict) {
    if (a.size !== b.size) return false;
    budget.step(a.size >> 4);
    return nested(budget, () =>
      a.entries().every(([key, value]) => {
        const other = b.get(key, budget);
        return other !== undefined && equal(value, other, budget);
      }),
    );
  }
  if (a instanceof Range && b instanceof Range) {
    return a.length === b.length && a.start === b.start && a.step === b.step;
  }
  return a === b;
}

/** Negative, zero or positive; NaN where a NaN is in it. */
export function compare(a: Value, b: Value, operator: string, budget: Budget): number {
  budget.step();
  const [x, y] = [numeric(a), numeric(b)];
  if (x !== undefined && y !== undefined) {
    // biome-ignore lint/suspicious/noDoubleEquals: === tells bigint and number apart
    return x < y ? -1 : x > y ? 1 : x == y ? 0 : Number.NaN;
  }
  if (typeof a === 'string' && typeof b === 'string') {
    budget.step((a.length + b.length) >> 6);
    return compareTexts(a, b);
  }
  if ((a instanceof List && b instanceof List) || (a instanceof Tuple && b instanceof Tuple)) {
    return nested(budget, () => {
      for (let i = 0; i < a.items.length && i < b.items.length; i++) {
        if (!equal(a.items[i], b.items[i], budget)) return compare(a.items[i], b.items[i], operator, budget);
      }
      return a.items.length - b.items.length;
    });
  }
  throw expressionFault(`\`${operator}\` does not order a ${typeOf(a)} and a ${typeOf(b)}`);
}

/** By code points, not by the halves that texts are stored in. */
function compareTexts(a: string, b: string): number {
  for (let i = 0; i < a.length && i < b.length; ) {
    const x = a.codePointAt(i) ?? 0;
    const y = b.codePointAt(i) ?? 0;
    if (x !== y) return x - y;
    i += x > 0xffff ? 2 : 1;
  }
  return a.length - b.length;
}

function nested<T>(budget: Budget, body: () => T): T {
  budget.enter();
  const result = body();
  budget.leave();
  return result;
}
