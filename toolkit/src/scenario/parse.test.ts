import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layOver, override } from './merge.js';
import { parseLimits, parseTree } from './parse.js';
import type { Tree } from './tree.js';

const origin = { file: 'a.yaml', folder: 'work' };

function parse(text: string): Tree {
  const outcome = parseTree(text, origin);
  if (outcome.value === undefined) throw new Error(JSON.stringify(outcome.problems));
  return outcome.value;
}

/** The tree as plain data. */
function plain(tree: Tree): unknown {
  if (tree.kind === 'scalar') return tree.value;
  if (tree.kind === 'list') return tree.items.map(plain);
  return Object.fromEntries([...tree.entries].map(([key, entry]) => [key, plain(entry.value)]));
}

function codes(text: string): string[] {
  return parseTree(text, origin).problems.map((p) => p.code);
}

describe('parseTree', () => {
  it('keeps the place of every key and value', () => {
    const tree = parse('a:\n  b: [1, 2 m]\n  c: x\n');
    if (tree.kind !== 'map') throw new Error('a map');
    const a = tree.entries.get('a');
    expect(a?.key).toEqual({ file: 'a.yaml', folder: 'work', line: 1, column: 1 });
    if (a?.value.kind !== 'map') throw new Error('a map');
    const b = a.value.entries.get('b');
    expect(b?.key).toMatchObject({ line: 2, column: 3 });
    if (b?.value.kind !== 'list') throw new Error('a list');
    expect(b.value.items[1]).toMatchObject({ value: '2 m', place: { line: 2, column: 10 } });
  });

  it('reads JSON', () => {
    expect(plain(parse('{"a": {\n\t"b": [1, true, null, "x"]}}'))).toEqual({
      a: { b: [1, true, null, 'x'] },
    });
  });

  it('keeps words that YAML 1.1 took for truth values', () => {
    expect(plain(parse('{a: yes, b: off, c: 010}'))).toEqual({ a: 'yes', b: 'off', c: 10 });
  });

  it('keeps awkward keys as their text', () => {
    expect(plain(parse('__proto__: 1\nconstructor: 2\n1e3: 3\n'))).toEqual(
      Object.fromEntries([
        ['__proto__', 1],
        ['constructor', 2],
        ['1e3', 3],
      ]),
    );
  });

  it.each([
    ['a: 1\na: 2', 'key-twice'],
    ['1: a\n"1": b', 'key-twice'],
    ['a: [1', 'not-yaml'],
    ['a: b: c', 'not-yaml'],
    ['', 'empty-file'],
    ['# nothing', 'empty-file'],
    ['a: 1\n---\nb: 2', 'several-documents'],
    ['a: .nan', 'not-finite'],
    ['a: -.inf', 'not-finite'],
    ['a: 1e999', 'not-finite'],
    ['a: *b', 'alias-unknown'],
    ['a: !!js/function x', 'tag'],
    ['[a, b]: 1', 'key'],
  ])('refuses %j: %s', (text, code) => {
    expect(codes(text)).toContain(code);
    expect(parseTree(text, origin).problems[0].where).toMatchObject({
      file: 'a.yaml',
      line: expect.any(Number),
    });
  });

  it('says which key stands twice, and where', () => {
    expect(parseTree('a:\n  stiffness: 1\n  stiffness: 2\n', origin).problems).toMatchObject([
      { code: 'key-twice', message: expect.stringContaining('stiffness'), where: { line: 3, column: 3 } },
    ]);
  });

  it('follows aliases, but not without end', () => {
    expect(plain(parse('a: &x {k: 1}\nb: *x'))).toEqual({ a: { k: 1 }, b: { k: 1 } });
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i++)
      bomb.push(`a${i}: &a${i} [${Array.from({ length: 10 }, () => `*a${i - 1}`).join(', ')}]`);
    expect(codes(bomb.join('\n'))).toEqual(['too-many-entries']);
    expect(codes('a: &x [*x]').length).toBeGreaterThan(0);
  });

  it('refuses what is too large or too deep without losing its head', () => {
    expect(codes(' '.repeat(parseLimits.size + 1))).toEqual(['file-too-large']);
    expect(codes('['.repeat(100_000))).toEqual(['too-deep']);
    expect(codes(`${'{a: '.repeat(50_000)}1`)).toEqual(['too-deep']);
    expect(codes('- '.repeat(20_000))).toEqual(['too-deep']);
    const nested = (n: number) => `${'['.repeat(n)}${']'.repeat(n)}`;
    expect(codes(nested(parseLimits.depth))).toEqual([]);
  });

  it('never throws', () => {
    const pieces = fc.constantFrom(
      'a',
      ': ',
      '\n',
      '  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '&x ',
      '*x',
      '!t ',
      '"',
      "'",
      '|',
      '#',
      '1',
      '\t',
      '? ',
      '---',
      '\u0000',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const outcome = parseTree(parts.join(''), origin);
        expect(outcome.value === undefined).toBe(outcome.problems.length > 0);
      }),
      { seed: 3, numRuns: 1000 },
    );
  });
});

describe('layOver', () => {
  it('merges maps, replaces the rest and takes away what is null', () => {
    const base = parse('{a: {x: 1, y: 2}, b: [1, 2], c: 3, d: 4}');
    const over = parse('{a: {y: 5, z: 6}, b: [9], d: null, e: 7}');
    expect(plain(layOver(base, over))).toEqual({ a: { x: 1, y: 5, z: 6 }, b: [9], c: 3, e: 7 });
  });
});

describe('override', () => {
  const tree = parse('{a: {b: 1}, events: [{at: 1 s}, {at: 2 s}], tool: auto}');
  const set = (assignment: string) => {
    const outcome = override(tree, assignment);
    if (outcome.value === undefined) throw new Error(outcome.problems[0].code);
    return plain(outcome.value);
  };

  it('sets scalars, lists and maps, in maps and lists', () => {
    expect(set('a.b=2')).toMatchObject({ a: { b: 2 } });
    expect(set('a.c.d=50 N/mm')).toMatchObject({ a: { b: 1, c: { d: '50 N/mm' } } });
    expect(set('events.1.at=3 s')).toMatchObject({ events: [{ at: '1 s' }, { at: '3 s' }] });
    expect(set('a.b=[1, 2 m]')).toMatchObject({ a: { b: [1, '2 m'] } });
    expect(set('tool.on=flange')).toMatchObject({ tool: { on: 'flange' } });
    expect(set('a.b=null')).toMatchObject({ a: {} });
    expect(set('a.b=x=y')).toMatchObject({ a: { b: 'x=y' } });
  });

  it.each(['a.b', '=3', 'a..b=1', 'events.2.at=1', 'events.x=1', 'a.zz=null', 'a.b=[1'])(
    'refuses %s',
    (text) => {
      const outcome = override(tree, text);
      expect(outcome.value).toBeUndefined();
      expect(outcome.problems[0].where.file).toContain('--set');
    },
  );
});

describe('hostile texts', () => {
  it.each([
    ['brackets', '['.repeat(490_000)],
    ['braces', '{a: '.repeat(120_000)],
    ['dashes', '- '.repeat(240_000)],
    ['question marks', '? '.repeat(240_000)],
    ['closed brackets', `${'['.repeat(240_000)}${']'.repeat(240_000)}`],
    ['stairs', Array.from({ length: 950 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
    [
      'anchors',
      `a: &a [x, x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: &b${i} [*${i === 0 ? 'a' : `b${i - 1}`}, *${i === 0 ? 'a' : `b${i - 1}`}]`).join('\n')}`,
    ],
    ['a ring', 'a: &a {b: *a}'],
    [
      'many keys',
      Array.from({ length: 60_000 }, (_, i) => `k${i}: 1`)
        .join('\n')
        .slice(0, 490_000),
    ],
  ])(
    'of %s are refused in a moment',
    (_, text) => {
      const { value, problems } = parseTree(text, origin);
      expect(value).toBeUndefined();
      expect(problems.length).toBeGreaterThan(0);
    },
    20_000,
  );

  it('with brackets in texts and comments are not deep', () => {
    expect(
      plain(
        parse(
          `a: "${'['.repeat(50)}"\nb: x${'{'.repeat(50)}\n# ${'['.repeat(50)}\nc: '${'- '.repeat(50)}'\n`,
        ),
      ),
    ).toMatchObject({ a: '['.repeat(50) });
  });
});
