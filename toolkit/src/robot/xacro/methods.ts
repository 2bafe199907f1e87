/** Methods of texts, lists and dictionaries that expressions may call; none changes what it is called on. */
import type { Budget } from './bounds.js';
import { expressionFault } from './fault.js';
import { bind, stringOf, wholeOf } from './signature.js';
import { type Arguments, characters, Dict, equal, iterated, List, Tuple, type Value } from './values.js';

export type Method = (self: Value, given: Arguments, budget: Budget) => Value;

type TextMethod = (self: string, given: Arguments, budget: Budget) => Value;

const blank = '[ \\t\\n\\r\\f\\v\\x1c-\\x1f\\x85\\p{Zs}\\u2028\\u2029]';
const blanks = new RegExp(`${blank}+`, 'gu');
const leading = new RegExp(`^${blank}+`, 'u');

function trimEnd(text: string, drop: (character: string) => boolean): string {
  const all = characters(text);
  let end = all.length;
  while (end > 0 && drop(all[end - 1])) end--;
  return all.slice(0, end).join('');
}

function trimStart(text: string, drop: (character: string) => boolean): string {
  const all = characters(text);
  let start = 0;
  while (start < all.length && drop(all[start])) start++;
  return all.slice(start).join('');
}

function stripper(title: string, atStart: boolean, atEnd: boolean): TextMethod {
  return (self, given) => {
    const [chosen = null] = bind(title, given, ['/chars?']);
    const set = chosen === null ? undefined : new Set(characters(stringOf(title, chosen)));
    const drop = (c: string): boolean => (set === undefined ? leading.test(c) : set.has(c));
    const start = atStart ? trimStart(self, drop) : self;
    return atEnd ? trimEnd(start, drop) : start;
  };
}

function split(self: string, given: Arguments, budget: Budget, fromEnd: boolean): Value {
  const title = fromEnd ? 'rsplit' : 'split';
  const [separator = null, most = -1n] = bind(title, given, ['sep?', 'maxsplit?']);
  const limit = wholeOf(title, most);
  const between = separator === null ? undefined : stringOf(title, separator);
  if (between !== undefined) budget.search(self, between);
  if (between === '') throw expressionFault('a text cannot be split at nothing');
  const pieces =
    between === undefined ? words(self) : self.split(between).map((text, i) => ({ text, at: i }));
  const count = limit < 0n || limit >= BigInt(pieces.length) ? pieces.length : Number(limit);
  budget.list(pieces.length);
  if (count >= pieces.length) {
    return new List(pieces.map((piece) => piece.text));
  }
  const texts = pieces.map((piece) => piece.text);
  if (between !== undefined) {
    if (fromEnd) {
      const kept = texts.length - count;
      return new List([texts.slice(0, kept).join(between), ...texts.slice(kept)]);
    }
    return new List([...texts.slice(0, count), texts.slice(count).join(between)]);
  }
  if (fromEnd) {
    const { text, at } = pieces[pieces.length - count - 1];
    return new List([self.slice(0, at + text.length), ...texts.slice(pieces.length - count)]);
  }
  return new List([...texts.slice(0, count), self.slice(pieces[count].at)]);
}

/** What stands between blanks, with its place. */
function words(text: string): { readonly text: string; readonly at: number }[] {
  const list: { text: string; at: number }[] = [];
  let at = 0;
  for (const gap of [...text.matchAll(blanks), undefined]) {
    const end = gap?.index ?? text.length;
    if (end > at) list.push({ text: text.slice(at, end), at });
    at = end + (gap?.[0].length ?? 0);
  }
  return list;
}

/** Whether the text begins (ends) with one of the given ones. */
function edge(title: 'startswith' | 'endswith'): TextMethod {
  return (self, given) => {
    const [edges = null] = bind(title, given, ['/text']);
    const list = edges instanceof Tuple ? edges.items : [edges];
    return list.some((item) => {
      const text = stringOf(title, item);
      return title === 'startswith' ? self.startsWith(text) : self.endsWith(text);
    });
  };
}

/** The place of a text in another, in characters, or −1. */
function place(title: string, fromEnd: boolean, needed: boolean): TextMethod {
  return (self, given, budget) => {
    const [sought = ''] = bind(title, given, ['/text']);
    const text = stringOf(title, sought);
    budget.search(self, text);
    const at = fromEnd ? self.lastIndexOf(text) : self.indexOf(text);
    if (at < 0 && needed) throw expressionFault(`"${text}" does not stand in the text`);
    return at < 0 ? -1n : BigInt(characters(self.slice(0, at)).length);
  };
}

function padder(title: string, pad: (text: string, missing: number, fill: string) => string): TextMethod {
  return (self, given, budget) => {
    const [width = 0n, fill = ' '] = bind(title, given, ['/width', '/fillchar?']);
    const whole = wholeOf(title, width);
    const character = stringOf(title, fill);
    if (characters(character).length !== 1) throw expressionFault(`${title} fills with one character`);
    const missing = whole > 1_000_000_000n ? Infinity : Number(whole) - characters(self).length;
    if (missing <= 0) return self;
    budget.text(self.length + missing * character.length);
    return pad(self, missing, character);
  };
}

function test(pattern: RegExp): TextMethod {
  return (self, given) => {
    bind('a test of characters', given, []);
    return pattern.test(self);
  };
}

function changed(title: string, change: (text: string) => string): TextMethod {
  return (self, given) => {
    bind(title, given, []);
    return change(self);
  };
}

/** The text before the separator, the separator, and what follows it. */
function partition(title: string, fromEnd: boolean): TextMethod {
  return (self, given, budget) => {
    const [sought = ''] = bind(title, given, ['/sep']);
    const separator = stringOf(title, sought);
    budget.search(self, separator);
    if (separator === '') throw expressionFault('a text cannot be split at nothing');
    const at = fromEnd ? self.lastIndexOf(separator) : self.indexOf(separator);
    if (at < 0) return new Tuple(fromEnd ? ['', '', self] : [self, '', '']);
    return new Tuple([self.slice(0, at), separator, self.slice(at + separator.length)]);
  };
}

const ofText: Readonly<Record<string, TextMethod>> = {
  lower: changed('lower', (text) => text.toLowerCase()),
  upper: changed('upper', (text) => text.toUpperCase()),
  capitalize: changed('capitalize', (text) => {
    const [first = '', ...rest] = characters(text);
    return first.toUpperCase() + rest.join('').toLowerCase();
  }),
  title: changed('title', (text) =>
    text.replace(/\p{L}+/gu, (word) => {
      const [first, ...rest] = characters(word);
      return first.toUpperCase() + rest.join('').toLowerCase();
    }),
  ),
  swapcase: changed('swapcase', (text) =>
    characters(text)
      .map((c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()))
      .join(''),
  ),
  strip: stripper('strip', true, true),
  lstrip: stripper('lstrip', true, false),
  rstrip: stripper('rstrip', false, true),
  split: (self, given, budget) => split(self, given, budget, false),
  rsplit: (self, given, budget) => split(self, given, budget, true),
  splitlines: (self, given, budget) => {
    bind('splitlines', given, []);
    const lines = self.split(/\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/);
    if (lines.at(-1) === '') lines.pop();
    budget.list(lines.length);
    return new List(lines);
  },
  join: (self, given, budget) => {
    const [parts = null] = bind('join', given, ['/items']);
    const texts = iterated(parts, budget).map((item) => stringOf('join', item));
    budget.text(texts.reduce((sum, text) => sum + text.length + self.length, 0));
    return texts.join(self);
  },
  replace: (self, given, budget) => {
    const [old = '', by = '', most = -1n] = bind('replace', given, ['/old', '/new', '/count?']);
    const [from, to, limit] = [stringOf('replace', old), stringOf('replace', by), wholeOf('replace', most)];
    budget.search(self, from);
    const pieces = from === '' ? ['', ...characters(self), ''] : self.split(from);
    const count = limit < 0n || limit > BigInt(pieces.length - 1) ? pieces.length - 1 : Number(limit);
    budget.text(self.length + count * to.length);
    return (
      pieces.slice(0, count + 1).join(to) +
      pieces
        .slice(count + 1)
        .map((piece) => from + piece)
        .join('')
    );
  },
  startswith: edge('startswith'),
  endswith: edge('endswith'),
  find: place('find', false, false),
  rfind: place('rfind', true, false),
  index: place('index', false, true),
  count: (self, given, budget) => {
    const [sought = ''] = bind('count', given, ['/text']);
    const text = stringOf('count', sought);
    budget.search(self, text);
    return BigInt(text === '' ? characters(self).length + 1 : self.split(text).length - 1);
  },
  isdigit: test(/^\p{Nd}+$/u),
  isalpha: test(/^\p{L}+$/u),
  isalnum: test(/^[\p{L}\p{N}]+$/u),
  isspace: test(new RegExp(`^${blank}+$`, 'u')),
  islower: test(/^(?=.*\p{Ll})[^\p{Lu}\p{Lt}]+$/su),
  isupper: test(/^(?=.*\p{Lu})[^\p{Ll}\p{Lt}]+$/su),
  zfill: padder('zfill', (text, missing) => {
    const sign = /^[-+]/.exec(text)?.[0] ?? '';
    return sign + '0'.repeat(missing) + text.slice(sign.length);
  }),
  ljust: padder('ljust', (text, missing, fill) => text + fill.repeat(missing)),
  rjust: padder('rjust', (text, missing, fill) => fill.repeat(missing) + text),
  center: padder('center', (text, missing, fill) => {
    // Python puts the odd one to the left where the width is odd.
    const left = (missing >> 1) + (missing & (missing + characters(text).length) & 1);
    return fill.repeat(left) + text + fill.repeat(missing - left);
  }),
  partition: partition('partition', false),
  rpartition: partition('rpartition', true),
  removeprefix: (self, given) => {
    const [sought = ''] = bind('removeprefix', given, ['/prefix']);
    const text = stringOf('removeprefix', sought);
    return self.startsWith(text) ? self.slice(text.length) : self;
  },
  removesuffix: (self, given) => {
    const [sought = ''] = bind('removesuffix', given, ['/suffix']);
    const text = stringOf('removesuffix', sought);
    return self.endsWith(text) ? self.slice(0, self.length - text.length) : self;
  },
};

export const textMethods: ReadonlyMap<string, Method> = new Map(
  Object.entries(ofText).map(([name, method]) => [
    name,
    (self: Value, given: Arguments, budget: Budget) => {
      const text = stringOf(name, self);
      budget.text(text.length);
      return method(text, given, budget);
    },
  ]),
);

export const listMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  [
    'index',
    (self, given, budget) => {
      const [sought = null] = bind('index', given, ['/value']);
      const at = iterated(self, budget).findIndex((item) => equal(item, sought, budget));
      if (at < 0) throw expressionFault('the value does not stand in the list');
      return BigInt(at);
    },
  ],
  [
    'count',
    (self, given, budget) => {
      const [sought = null] = bind('count', given, ['/value']);
      return BigInt(iterated(self, budget).filter((item) => equal(item, sought, budget)).length);
    },
  ],
]);

function ofDict(title: string, parts: (entry: readonly [Value, Value]) => Value): readonly [string, Method] {
  return [
    title,
    (self, given, budget) => {
      bind(title, given, []);
      const entries = self instanceof Dict ? self.entries() : [];
      budget.list(entries.length);
      return new List(entries.map(parts));
    },
  ];
}

export const dictMethods: ReadonlyMap<string, Method> = new Map<string, Method>([
  ofDict('keys', ([key]) => key),
  ofDict('values', ([, value]) => value),
  ofDict('items', (entry) => new Tuple(entry)),
  [
    'get',
    (self, given, budget) => {
      const [key = null, otherwise = null] = bind('get', given, ['/key', '/default?']);
      return (self instanceof Dict ? self.get(key, budget) : undefined) ?? otherwise;
    },
  ],
]);
