/** Functions that Python has without a module. */
import { binary } from './arithmetic.js';
import type { Budget } from './bounds.js';
import { roundedFloat } from './decimal.js';
import { expressionFault } from './fault.js';
import { representation, textOf } from './format.js';
import { realFrom, wholeFrom } from './numerals.js';
import { type Body, bind, functions, realOf, rounded, stringOf, wholeOf } from './signature.js';
import {
  type Arguments,
  Callable,
  characters,
  compare,
  Dict,
  isTrue,
  iterated,
  List,
  numeric,
  Range,
  Tuple,
  typeOf,
  type Value,
} from './values.js';

function toInt(given: Arguments, budget: Budget): Value {
  const [value = 0n, base] = bind('int', given, ['/x?', 'base?']);
  if (base !== undefined) return inBase(stringOf('int', value), wholeOf('int', base));
  if (typeof value === 'string') {
    // What is longer is no number, as wholeFrom has it.
    budget.step(Math.floor(Math.min(value.length, 4000) ** 2 / 256));
    const whole = wholeFrom(value);
    if (whole === undefined)
      throw expressionFault('int wants the text of a whole number', { got: `"${value}"` });
    return whole;
  }
  const x = numeric(value);
  if (x === undefined) throw expressionFault('int wants a number or a text', { got: `a ${typeOf(value)}` });
  return rounded('int', x, Math.trunc);
}

function inBase(text: string, base: bigint): bigint {
  const [, sign = '', written = ''] = /^\s*([-+]?)([0-9a-zA-Z_]+)\s*$/.exec(text.slice(0, 1100)) ?? [];
  const marks: Readonly<Record<string, bigint>> = { '0x': 16n, '0o': 8n, '0b': 2n };
  const own = marks[written.slice(0, 2).toLowerCase()];
  const radix = base === 0n ? (own ?? 10n) : base;
  // `0b11` is 3 in base 2, and four digits in base 16.
  const marked = own !== undefined && own === radix;
  const digits = marked ? written.slice(written[2] === '_' ? 3 : 2) : written;
  const values = characters(digits.replace(/(?<=.)_(?=[^_])/g, '')).map((digit) =>
    Number.parseInt(digit, 36),
  );
  if (
    values.length === 0 ||
    radix < 2n ||
    radix > 36n ||
    (base === 0n && /^0[0_]*[1-9]/.test(digits) && !marked) ||
    text.length > 1000 ||
    !values.every((digit) => digit < Number(radix))
  ) {
    throw expressionFault('int wants the text of a whole number in that base', { got: `"${text}"` });
  }
  const size = values.reduce((sum, digit) => sum * radix + BigInt(digit), 0n);
  return sign === '-' ? -size : size;
}

function toFloat(given: Arguments): Value {
  const [value = 0] = bind('float', given, ['/x?']);
  if (typeof value !== 'string') return realOf('float', value);
  const real = realFrom(value);
  if (real === undefined) throw expressionFault('float wants the text of a number', { got: `"${value}"` });
  return real;
}

function halfToEven(x: number): number {
  const below = Math.floor(x);
  const over = x - below;
  return over > 0.5 || (over === 0.5 && below % 2 !== 0) ? below + 1 : below;
}

function round(given: Arguments): Value {
  const [value = null, places = null] = bind('round', given, ['number', 'ndigits?']);
  const x = numeric(value);
  if (x === undefined) throw expressionFault('round wants a number', { got: `a ${typeOf(value)}` });
  if (places === null) return rounded('round', x, halfToEven);
  const count = wholeOf('round', places);
  if (typeof x === 'number') {
    return roundedFloat(x, Number(count > 400n ? 400n : count < -400n ? -400n : count));
  }
  if (count >= 0n) return x;
  if (count < -1000n) return 0n;
  const unit = 10n ** -count;
  const rest = ((x % unit) + unit) % unit;
  const below = x - rest;
  const up = 2n * rest > unit || (2n * rest === unit && (below / unit) % 2n !== 0n);
  return up ? below + unit : below;
}

/** The least (greatest) of the arguments, or of the only argument's items. */
function extreme(title: 'min' | 'max'): Body {
  return (given, budget) => {
    const { positional } = given;
    const key = given.named.get('key');
    const otherwise = given.named.get('default');
    bind(title, { positional: [], named: given.named }, ['key?', 'default?']);
    const items = positional.length === 1 ? iterated(positional[0], budget) : positional;
    if (items.length === 0) {
      if (otherwise !== undefined) return otherwise;
      throw expressionFault(`${title} of nothing`);
    }
    const keys =
      key === undefined || key === null ? items : items.map((item) => applied(key, [item], budget));
    let best = 0;
    for (let i = 1; i < items.length; i++) {
      const order = compare(keys[i], keys[best], title === 'min' ? '<' : '>', budget);
      if (title === 'min' ? order < 0 : order > 0) best = i;
    }
    return items[best];
  };
}

function applied(callee: Value, positional: readonly Value[], budget: Budget): Value {
  if (!(callee instanceof Callable)) throw expressionFault(`a ${typeOf(callee)} cannot be called`);
  budget.step();
  return callee.call({ positional, named: new Map() }, budget);
}

function toDict(given: Arguments, budget: Budget): Value {
  const [first] = bind('dict', { positional: given.positional, named: new Map() }, ['/from?']);
  const entries: (readonly [Value, Value])[] = [];
  if (first instanceof Dict) entries.push(...first.entries());
  else if (first !== undefined) {
    for (const item of iterated(first, budget)) {
      const pair = iterated(item, budget);
      if (pair.length !== 2) throw expressionFault('dict wants pairs', { got: `${pair.length} values` });
      entries.push([pair[0], pair[1]]);
    }
  }
  for (const [name, value] of given.named) entries.push([name, value]);
  budget.list(entries.length);
  return new Dict(entries, budget);
}

function toRange(given: Arguments): Value {
  const [first = 0n, second, third = 1n] = bind('range', given, ['/start', '/stop?', '/step?']);
  const step = wholeOf('range', third);
  if (step === 0n) throw expressionFault('range cannot go by steps of 0');
  const start = second === undefined ? 0n : wholeOf('range', first);
  return new Range(start, wholeOf('range', second ?? first), step);
}

function sorted(given: Arguments, budget: Budget): Value {
  const [items = null, key = null, reverse = false] = bind('sorted', given, ['/items', 'key?', 'reverse?']);
  const list = iterated(items, budget).map((item) => ({
    item,
    by: key === null ? item : applied(key, [item], budget),
  }));
  const sign = isTrue(reverse) ? -1 : 1;
  list.sort((a, b) => sign * compare(a.by, b.by, '<', budget));
  return new List(list.map(({ item }) => item));
}

function isInstance(given: Arguments): Value {
  const [value = null, types = null] = bind('isinstance', given, ['/value', '/types']);
  const own = typeOf(value);
  return (types instanceof Tuple ? types.items : [types]).some((type) => {
    if (!(type instanceof Callable))
      throw expressionFault('isinstance wants types', { got: `a ${typeOf(type)}` });
    return type.name === own || (type.name === 'int' && own === 'bool');
  });
}

/** Several lists side by side, as long as the shortest. */
function side(lists: readonly (readonly Value[])[]): readonly (readonly Value[])[] {
  const length = lists.reduce(
    (least, list) => Math.min(least, list.length),
    lists.length === 0 ? 0 : Infinity,
  );
  return Array.from({ length }, (_, i) => lists.map((list) => list[i]));
}

export const python: Readonly<Record<string, Value>> = functions({
  int: toInt,
  float: toFloat,
  str: (given, budget) => {
    const [value = ''] = bind('str', given, ['/x?']);
    return textOf(value, budget);
  },
  repr: (given, budget) => representation(bind('repr', given, ['/x'])[0] ?? null, budget),
  bool: (given) => isTrue(bind('bool', given, ['/x?'])[0] ?? false),
  list: (given, budget) => {
    const [items = ''] = bind('list', given, ['/items?']);
    return new List(iterated(items, budget));
  },
  tuple: (given, budget) => {
    const [items = ''] = bind('tuple', given, ['/items?']);
    return new Tuple(iterated(items, budget));
  },
  dict: toDict,
  range: toRange,
  len: (given, budget) => {
    const [value = null] = bind('len', given, ['/x']);
    if (value instanceof Range) return value.length;
    if (value instanceof Dict) return BigInt(value.size);
    return BigInt(iterated(value, budget).length);
  },
  abs: (given) => {
    const x = numeric(bind('abs', given, ['/x'])[0] ?? null);
    if (x === undefined) throw expressionFault('abs wants a number');
    return typeof x === 'number' ? Math.abs(x) : x < 0n ? -x : x;
  },
  min: extreme('min'),
  max: extreme('max'),
  round,
  sum: (given, budget) => {
    const [items = null, start = 0n] = bind('sum', given, ['/items', 'start?']);
    return iterated(items, budget).reduce((sum, item) => binary('+', sum, item, budget), start);
  },
  sorted,
  reversed: (given, budget) =>
    new List([...iterated(bind('reversed', given, ['/items'])[0] ?? null, budget)].reverse()),
  map: (given, budget) => {
    const [callee = null, ...lists] = given.positional;
    if (lists.length === 0) throw expressionFault('map wants a function and what it is applied to');
    return new List(
      side(lists.map((list) => iterated(list, budget))).map((row) => applied(callee, row, budget)),
    );
  },
  filter: (given, budget) => {
    const [callee = null, items = null] = bind('filter', given, ['/function', '/items']);
    return new List(
      iterated(items, budget).filter((item) =>
        isTrue(callee === null ? item : applied(callee, [item], budget)),
      ),
    );
  },
  zip: (given, budget) =>
    new List(side(given.positional.map((list) => iterated(list, budget))).map((row) => new Tuple(row))),
  enumerate: (given, budget) => {
    const [items = null, start = 0n] = bind('enumerate', given, ['items', 'start?']);
    const first = wholeOf('enumerate', start);
    return new List(iterated(items, budget).map((item, i) => new Tuple([first + BigInt(i), item])));
  },
  any: (given, budget) => iterated(bind('any', given, ['/items'])[0] ?? null, budget).some(isTrue),
  all: (given, budget) => iterated(bind('all', given, ['/items'])[0] ?? null, budget).every(isTrue),
  divmod: (given, budget) => {
    const [a = null, b = null] = bind('divmod', given, ['/a', '/b']);
    return new Tuple([binary('//', a, b, budget), binary('%', a, b, budget)]);
  },
  ord: (given) => {
    const text = stringOf('ord', bind('ord', given, ['/character'])[0] ?? null);
    if (characters(text).length !== 1) throw expressionFault('ord wants one character');
    return BigInt(text.codePointAt(0) ?? 0);
  },
  chr: (given) => {
    const code = wholeOf('chr', bind('chr', given, ['/number'])[0] ?? null);
    if (code < 0n || code > 0x10ffffn) throw expressionFault('chr wants the number of a character');
    return String.fromCodePoint(Number(code));
  },
  isinstance: isInstance,
});
