/** Expressions against Python: the same values print the same text, and what Python refuses is refused. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, xacroBounds } from './bounds.js';
import { evaluate, type Names } from './evaluate.js';
import { Fault } from './fault.js';
import { representation } from './format.js';
import { globalNames, type Host } from './functions.js';
import { parseExpression } from './parse.js';
import { near, printed, refused } from './python.test.helper.js';
import type { Value } from './values.js';

const host: Host = {
  loadYaml: () => null,
  absolute: (path) => path,
  argument: (name) => name,
  say: () => {},
};
const globals = globalNames(host);

function value(text: string, own: Readonly<Record<string, Value>> = {}): Value {
  const given = new Map(Object.entries(own));
  const names: Names = {
    get: (name) => given.get(name) ?? globals.get(name),
    known: () => [...given.keys(), ...globals.keys()],
  };
  return evaluate(parseExpression(text, xacroBounds), names, new Budget(xacroBounds));
}

function shown(text: string, own: Readonly<Record<string, Value>> = {}): string {
  return representation(value(text, own), new Budget(xacroBounds));
}

function faultOf(text: string): Fault {
  try {
    value(text);
  } catch (error) {
    if (error instanceof Fault) return error;
    throw error;
  }
  throw new Error(`${text} has a value`);
}

for (const [group, rows] of Object.entries(printed)) {
  describe(`Python's ${group}`, () => {
    it.each(rows)('%s', (text, wanted) => {
      expect(shown(text)).toBe(wanted);
    });
  });
}

describe('elementary functions and powers', () => {
  it.each(near)('%s', (text, wanted) => {
    const got = value(text);
    expect(typeof got).toBe('number');
    expect(Math.abs(Number(got) - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 4e-15);
  });
});

describe('what Python refuses, and what of it is left out', () => {
  it.each(refused.map((text) => [text]))('%s', (text) => {
    expect(faultOf(text).message).not.toBe('');
  });
});

describe('properties of arithmetic', () => {
  const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
  const float = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
  const run = { seed: 7, numRuns: 300 };

  it('divides whole numbers so that quotient and rest give the dividend, with the rest on the side of the divisor', () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        fc.pre(b !== 0n);
        const quotient = value('a // b', { a, b }) as bigint;
        const rest = value('a % b', { a, b }) as bigint;
        expect(quotient * b + rest).toBe(a);
        expect(b > 0n ? rest >= 0n && rest < b : rest <= 0n && rest > b).toBe(true);
      }),
      run,
    );
  });

  it('keeps the rest of floats on the side of the divisor', () => {
    fc.assert(
      fc.property(float, float, (a, b) => {
        fc.pre(b !== 0);
        const rest = value('a % b', { a, b }) as number;
        expect(rest === 0 || rest < 0 === b < 0).toBe(true);
        expect(Math.abs(rest)).toBeLessThanOrEqual(Math.abs(b));
      }),
      run,
    );
  });

  it('adds and multiplies whole numbers exactly, and floats as the machine does', () => {
    fc.assert(
      fc.property(whole, whole, float, float, (a, b, x, y) => {
        expect(value('a + b', { a, b })).toBe(a + b);
        expect(value('a * b - a', { a, b })).toBe(a * b - a);
        expect(value('x * y + x - y', { x, y })).toBe(x * y + x - y);
      }),
      run,
    );
  });

  it('writes floats so that they read back as themselves', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (x) => {
        expect(Object.is(value('float(str(x))', { x }), x)).toBe(true);
      }),
      run,
    );
  });

  it('formats with %.17g so that floats read back, and with %d as whole numbers print', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), whole, (x, n) => {
        expect(value("float('%.17g' % x) == x", { x })).toBe(true);
        expect(value("'%d' % n == str(n)", { n })).toBe(true);
      }),
      run,
    );
  });

  it('slices as it indexes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: -9, max: 9 }), (text, at) => {
        const own = { text, at: BigInt(at) };
        expect(value('text[:at] + text[at:]', own)).toBe(text);
        expect(value('text[::-1][::-1]', own)).toBe(text);
      }),
      run,
    );
  });

  it('orders as sorted does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), (list) => {
        const text = `[${list.join(', ')}]`;
        expect(shown(`sorted(${text})`)).toBe(shown(`[${[...list].sort((a, b) => a - b).join(', ')}]`));
      }),
      run,
    );
  });
});

describe('names', () => {
  it('says which names are known, and the nearest', () => {
    const fault = faultOf('squrt(2)');
    expect(fault.code).toBe('xacro-name-unknown');
    expect(fault.detail.hint).toBe('did you mean "sqrt"?');
    expect(fault.detail.known).toContain('sqrt');
  });

  it('says which keys and attributes are known', () => {
    expect(faultOf("{'length': 1}['lenght']").detail.hint).toBe('did you mean "length"?');
    expect(faultOf("'a'.uper()").detail.hint).toBe('did you mean "upper"?');
    expect(faultOf("{'a': 1}.a").detail.hint).toContain("['a']");
    expect(faultOf('math.sinn(1)').detail.hint).toBe('did you mean "sin"?');
  });

  it('lets the name of a comprehension hide others, and end with it', () => {
    expect(shown('[pi for pi in [1, 2]] + [pi]')).toBe('[1, 2, 3.141592653589793]');
    expect(faultOf('[i for i in [1]][0] + i').code).toBe('xacro-name-unknown');
  });

  it('reaches dictionaries of YAML by dots, and only these', () => {
    expect(shown("xacro.dotify({'a': {'b': [1, {'c': 2}]}}).a.b[1].c")).toBe('2');
    expect(shown("xacro.dotify({'keys': 1}).keys()")).toBe("['keys']");
  });

  it('splits texts at any of several characters', () => {
    expect(shown("xacro.tokenize('1 2;3, 4')")).toBe("['1', '2', '3', '4']");
    expect(shown("xacro.tokenize('1 2,3', ',')")).toBe("['1 2', '3']");
    expect(shown("xacro.tokenize('1,,2', ',', False)")).toBe("['1', '', '2']");
  });
});

describe('the way to the language underneath', () => {
  it.each([
    '"".constructor',
    '"".__class__',
    '[].__class__.__base__.__subclasses__()',
    "{'a': 1}.constructor",
    "{'a': 1}['constructor']",
    "{}['__proto__']",
    "xacro.dotify({})['__proto__']",
    'xacro.dotify({}).__proto__',
    'xacro.dotify({}).constructor',
    'constructor',
    '__proto__',
    '__import__("os")',
    '__builtins__',
    'globalThis',
    'process',
    'toString',
    'hasOwnProperty',
    'math.constructor',
    'math.__proto__',
    'xacro.__class__',
    'sin.constructor',
    'sin.call',
    '(1).toString()',
    'range(3).length',
    '[1, 2].length',
    "'a'.length",
    "'a'.repeat(3)",
    "'a'['length']",
    '[1].push(2)',
    '(1,).items',
    'None.x',
    'True.constructor',
    '[__x for __x in [1]]',
    'dict(__proto__=1).__proto__',
  ])('%s is refused', (text) => {
    expect(faultOf(text).fatal).toBe(false);
  });

  it('keeps names of the language underneath as plain keys', () => {
    expect(shown("{'__proto__': 1, 'constructor': 2}")).toBe("{'__proto__': 1, 'constructor': 2}");
    expect(shown("dict(__proto__=1)['__proto__']")).toBe('1');
    expect(Object.prototype).not.toHaveProperty('polluted');
  });
});

describe('bounds', () => {
  it.each([
    '9**9**9',
    '2**100000',
    '(2**10000)**10',
    '1 << 10**9',
    '10**4000 * 10**4000',
    "'x' * 10**10",
    "('x' * 1000000) + 'x'",
    '[0] * 10**9',
    'list(range(10**9))',
    'sum(range(10**12))',
    'len([i for i in range(10**6)])',
    '[[[k for k in range(1000)] for j in range(1000)] for i in range(1000)]',
    '[j for i in range(10000) for j in range(10000)]',
    "('%999d' % 1) * 10**9",
    "'a'.ljust(10**9)",
    "'a,' * 500000 + ('b' * 600000)",
    "'-'.join(['x' * 999] * 99999)",
    "('a' * 1000).replace('a', 'b' * 10000)",
    `[${'str(range(99999)), '.repeat(3)}list(map(str, range(100001)))]`,
    'sorted(range(10**7))',
    "'1' * 4000000",
    'str([[0] * 90000] * 90000)',
    'max([10**4000] * 100000) ** 9',
  ])('%s ends at a bound', (text) => {
    const fault = faultOf(text);
    expect(fault.code).toBe('xacro-too-large');
    expect(fault.fatal).toBe(true);
    expect(fault.detail.expected).toContain('at most');
  });

  it.each([
    '('.repeat(3000),
    '['.repeat(3000),
    '-'.repeat(3000),
    'not '.repeat(2000),
    `1${'**1'.repeat(3000)}`,
    `a${'.b'.repeat(3000)}`,
    `a${'[0]'.repeat(3000)}`,
    '1 if 1 else '.repeat(800),
    `${'(lambda:'.repeat(500)}`,
    '+'.repeat(20000),
    "'".repeat(9999),
    '{'.repeat(3000),
  ])('nests no deeper than it can: %#', (text) => {
    expect(['xacro-expression', 'xacro-name-unknown']).toContain(faultOf(text).code);
  });

  it('is quick at the longest chains that it takes', () => {
    expect(value(`1${' + 1'.repeat(2000)}`)).toBe(2001n);
    expect(value(`1${' < 2'.repeat(1)}${' <= 2'.repeat(1500)}`)).toBe(true);
  });

  it('reads long numbers of texts as no numbers', () => {
    expect(faultOf(`int('1' * 5000)`).code).toBe('xacro-expression');
  });
});
