/** Numbers, names and expressions that nobody expects in a robot file, put in place of one that stands there. */
import { below, type Chance, pick } from './pick.js';

const hostileNumbers = [
  ...[
    '0',
    '-0',
    '+0',
    '00',
    '-1',
    '1e308',
    '-1e308',
    '1e309',
    '9e999',
    '5e-324',
    '1e-308',
    '2.2250738585072014e-308',
  ],
  ...[
    '1e150',
    '1e-160',
    '1e30',
    '-1e16',
    '9007199254740993',
    '0x10',
    '1e',
    'e5',
    '.',
    '-',
    '+-1',
    '1.2.3',
    '--1',
  ],
  ...[
    'nan',
    'NaN',
    '-nan',
    'inf',
    '-inf',
    'Infinity',
    '1,5',
    '1.000,5',
    '1_000',
    '1 000',
    '１',
    '½',
    '1f',
    '1deg',
  ],
  ...[
    '',
    ' ',
    '\t1\n',
    '1;',
    'true',
    'null',
    'undefined',
    '3.141592653589793',
    '1e-9',
    '180',
    '6.283185307179586',
  ],
];

const hostileNames = [
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'valueOf',
    '"];process.exit()//',
  ],
  ...[
    '*/',
    '/*',
    '//',
    `\${x}`,
    '$(find x)',
    '`',
    '\\',
    '\\u0000',
    '../../../../etc/passwd',
    '/etc/passwd',
    'CON',
  ],
  ...[
    '',
    ' ',
    'world',
    'a b',
    'a\u00a0b',
    '\u202egnp',
    '\ufeff',
    'é',
    'e\u0301',
    '😀',
    '\ud800',
    'x'.repeat(10_000),
  ],
  ...[
    '&amp;',
    '&lt;',
    '&#10;',
    '&#0;',
    '&#x1b;[2J',
    '&unknown;',
    'package://',
    'package://a/../../b',
    'file:///etc/passwd',
  ],
];

const hostileExpressions = [
  ...[
    '9**9**9',
    '2**100000',
    'range(10**9)',
    "'x' * 10**9",
    '1/0',
    '1//0',
    '1%0',
    '-1**0.5',
    '(-1)**0.5',
    '0**-1',
  ],
  ...[
    '[]',
    '{}',
    '[1]*10**9',
    '[[]]*99',
    '().__class__',
    "''.__class__.__mro__",
    '__import__("os")',
    'exec("1")',
  ],
  ...[
    'constructor',
    '__proto__',
    'this',
    'globalThis',
    'process',
    'lambda: 0',
    '[x for x in range(9)]',
    'x if x',
    'not',
  ],
  ...[
    '1e308*10',
    'float("nan")',
    'float("inf")',
    'int("9"*5000)',
    'str(10**4000)',
    'sqrt(-1)',
    'log(0)',
    'acos(2)',
    'pi',
  ],
  ...[
    'True',
    'None',
    '"',
    "'",
    '(',
    ')',
    '((((((((((1))))))))))',
    '1 +',
    '1 1',
    '1,',
    'a.b',
    'a[0]',
    'a["b"]',
    '}',
    `\${1}`,
  ],
  ...[
    'max()',
    'max([])',
    'min(1)',
    'round(1e400)',
    'abs("a")',
    'len(1)',
    '"%s" % 1',
    '"{}".format(1)',
    'load_yaml("x")',
  ],
];

const numberPattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/g;
const attributePattern = /(\s)([\w:.-]+)(\s*=\s*)("[^"]*"|'[^']*')/g;

function put(text: string, at: number, length: number, value: string): string {
  return text.slice(0, at) + value + text.slice(at + length);
}

function escaped(value: string): string {
  return value.replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** One number of an attribute, or of a text without attributes, becomes another, or no number. */
export function changeNumber(text: string, next: Chance): string {
  const valued = [...text.matchAll(attributePattern)].filter(([, , , value]) => /\d/.test(value));
  if (valued.length === 0) {
    const numbers = [...text.matchAll(numberPattern)];
    if (numbers.length === 0) return text;
    const { index, 0: number } = pick(next, numbers);
    return put(text, index, number.length, another(number, next));
  }
  const attribute = pick(next, valued);
  const value = attribute[4];
  const found = pick(next, [...value.matchAll(numberPattern), ...value.matchAll(/$/g)]);
  const at = attribute.index + attribute[0].length - value.length + found.index;
  return put(text, at, found[0].length, another(found[0], next));
}

function another(number: string, next: Chance): string {
  const x = Number(number);
  switch (below(next, 8)) {
    case 0:
      return String(-x);
    case 1:
      return String(x * 10 ** (below(next, 25) - 12));
    case 2:
      return number.replace('.', ',');
    case 3:
      return `${number} ${number}`;
    case 4:
      return String(x + 1e-7 * (next() - 0.5));
    case 5:
      return String(x + next() - 0.5);
    default:
      return pick(next, hostileNumbers);
  }
}

/** A name becomes a hostile one, alone or wherever it stands. */
export function changeName(text: string, next: Chance): string {
  const named = [...text.matchAll(attributePattern)].filter(([, , key]) =>
    /^(name|link|joint|parent|child|file|filename|class|type|model|value|body|body1|mesh|material)$/.test(
      key,
    ),
  );
  if (named.length === 0) return text;
  const attribute = pick(next, named);
  const value = attribute[4];
  const other = escaped(next() < 0.8 ? pick(next, hostileNames) : pick(next, named)[4].slice(1, -1));
  if (next() < 0.5) return text.replaceAll(value, () => `"${other}"`);
  return put(text, attribute.index + attribute[0].length - value.length, value.length, `"${other}"`);
}

/** An attribute goes, comes twice, gets another's name or value, or loses its quotation marks. */
export function changeAttribute(text: string, next: Chance): string {
  const all = [...text.matchAll(attributePattern)];
  if (all.length === 0) return text;
  const one = pick(next, all);
  const [whole, space, key, equals, value] = one;
  const other = pick(next, all);
  const replaced = (by: string) => put(text, one.index, whole.length, by);
  switch (below(next, 20)) {
    case 0:
      return replaced(`${space}${key}${equals}${value.slice(1)}`);
    case 1:
      return replaced(`${space}${key}`);
    case 2:
      return replaced(whole + whole);
    case 3:
    case 4:
    case 5:
    case 6:
      return replaced('');
    case 7:
      return replaced(`${space}x:${key}${equals}${value}`);
    case 8:
    case 9:
      return replaced(`${space}${key}${equals}""`);
    case 10:
    case 11:
      return replaced(`${whole}${other[0]}`);
    case 12:
    case 13:
    case 14:
      return replaced(`${space}${other[2]}${equals}${value}`);
    default:
      return replaced(`${space}${key}${equals}${other[4]}`);
  }
}

/** Something inside `${…}` or `$(…)` becomes something else. */
export function changeExpression(text: string, next: Chance): string {
  const all = [...text.matchAll(/\$([({])([^(){}]*)([)}])/g)];
  if (all.length === 0 || next() < 0.2) {
    const valued = [...text.matchAll(attributePattern)];
    if (valued.length === 0) return text;
    const { index, 0: whole, 4: value } = pick(next, valued);
    const at = index + whole.length - value.length;
    return put(text, at, value.length, `"\${${escaped(pick(next, hostileExpressions))}}"`);
  }
  const { index, 0: whole, 1: open, 2: inner, 3: close } = pick(next, all);
  const other = pick(next, all)[2];
  const inside = [
    () => escaped(pick(next, hostileExpressions)),
    () => `${inner} + ${other}`,
    () => `(${inner}) ** (${other})`,
    () => other,
    () => inner.slice(0, below(next, inner.length + 1)),
    () => `${'('.repeat(600)}${inner}${')'.repeat(600)}`,
    () => inner.replace(numberPattern, () => pick(next, hostileNumbers)),
    () =>
      inner.replace(/[-+*/]/, () =>
        pick(next, ['+', '-', '*', '/', '%', '**', '//', '==', '<', ' and ', ',']),
      ),
  ];
  const made = pick(next, inside)();
  return put(text, index, whole.length, `$${open}${made}${next() < 0.95 ? close : ''}`);
}
