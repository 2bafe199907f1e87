import { describe, expect, it } from 'vitest';
import { conformanceCases } from '../conformance/index.js';
import type { Field } from '../layout.js';
import { type Program, ProgramBuilder } from '../program.js';
import { listing, listingLanguages } from './listing.js';

/** Text of all files of a program whose `step` is given. */
function textOf(
  language: (typeof listingLanguages)[number],
  build: (p: ProgramBuilder, x: Field, s: Field) => void,
): string {
  const p = new ProgramBuilder('one');
  const x = p.field({ name: 'x', region: 'inputs', unit: 'm' });
  const s = p.field({ name: 's', region: 'state', size: 6, unit: 'm' });
  p.procedure('step', () => build(p, x, s));
  return listing(p.finish(), language, { name: 'One' }).files[0].text;
}

describe('what a person would have written', () => {
  it('reads entries where they are used, and what was stored from where it was stored', () => {
    const text = textOf('cpp', (p, x, s) => {
      const G = p.graph;
      const next = G.add(p.load(s, 0), G.mul(p.load(x), p.load(s, 1)));
      p.store(s, 1, G.mul(next, p.load(x)));
      p.store(s, 0, next);
    });
    expect(text).toContain('    s[0] += x * s[1];\n    s[1] = x * s[0];\n');
  });

  it('stores no sooner than what stood there has been read', () => {
    const text = textOf('cpp', (p, x, s) => {
      const next = p.graph.mul(p.load(x), p.load(s, 2));
      p.store(s, 1, p.graph.add(p.load(s, 0), next));
      p.store(s, 0, next);
    });
    expect(text).toContain(
      '    const double next_s_0 = x * s[2];\n    s[1] = s[0] + next_s_0;\n    s[0] = next_s_0;\n',
    );
  });

  it('adds to and takes from what begins a sum', () => {
    const build = (p: ProgramBuilder, x: Field, s: Field): void => {
      const G = p.graph;
      p.store(s, 0, G.sub(p.load(s, 0), p.load(x)));
      p.store(s, 1, G.add(p.load(s, 1), G.mul(p.load(x), p.load(s, 3))));
      p.store(s, 2, G.sub(p.load(x), p.load(s, 2)));
    };
    expect(textOf('java', build)).toMatch(
      /s\[0\] -= x;\n *s\[1\] \+= x \* s\[3\];\n *s\[2\] = x - s\[2\];\n/,
    );
    expect(textOf('matlab', build)).toContain('  c.s(1) = c.s(1) - c.x;\n');
  });

  it('keeps what an entry held where it is read after it has changed', () => {
    const text = textOf('cpp', (p, _, s) => {
      const [a, b] = [p.load(s, 0), p.load(s, 1)];
      p.store(s, 0, b);
      p.store(s, 1, a);
    });
    expect(text).toMatch(/const double s_(\d)_before = s\[\1\];\n/);
    expect(text.match(/const double/g)).toHaveLength(1);
  });

  it('keeps what a procedure that is called or a store at a computed place may change', () => {
    const p = new ProgramBuilder('calls');
    const s = p.field({ name: 's', region: 'state', size: 6, unit: '' });
    p.procedure('inner', () => p.store(s, 0, p.graph.constant(2)));
    p.procedure('step', () => {
      const [a, b] = [p.load(s, 0), p.load(s, 1)];
      p.call('inner');
      p.store(s, 4, a);
      p.storeAt(s, p.load(s, 5), p.graph.constant(1));
      p.store(s, 3, b);
    });
    const { text } = listing(p.finish(), 'python', { name: 'Calls' }).files[0];
    expect(text).toContain('s_0_before = self.s[0]');
    expect(text).toContain('s_1_before = self.s[1]');
  });

  it('writes whole indices as whole numbers, from 1 on where they begin with 1', () => {
    const build = (p: ProgramBuilder, _: Field, s: Field): void => {
      const G = p.graph;
      p.repeat(2, (i) => {
        const at = G.add(G.mul(G.constant(2), i), G.constant(1));
        p.storeAt(s, at, p.loadAt(s, G.add(at, G.constant(1))));
        return undefined;
      });
    };
    expect(textOf('c', build)).toContain('c->s[2 * i + 1] = c->s[2 * i + 2];');
    expect(textOf('matlab', build)).toContain('c.s(2 * i + 2) = c.s(2 * i + 3);');
  });

  it('needs no brackets where all read from left to right, and keeps those that order operations', () => {
    const text = textOf('java', (p, x, s) => {
      const G = p.graph;
      const [a, b, c] = [p.load(x), p.load(s, 1), p.load(s, 2)];
      p.store(s, 3, G.sub(G.sub(G.mul(a, b), b), c));
      p.store(s, 4, G.sub(a, G.sub(b, c)));
      p.store(s, 5, G.div(a, G.mul(b, c)));
    });
    expect(text).toContain('s[3] = x * s[1] - s[1] - s[2];');
    expect(text).toContain('s[4] = x - (s[1] - s[2]);');
    expect(text).toContain('s[5] = x / (s[1] * s[2]);');
  });

  it('divides in Python without a function only by what cannot be 0', () => {
    const p = new ProgramBuilder('divisions');
    const mass = p.field({ name: 'mass', region: 'parameters', unit: 'kg', initial: 1, range: [1e-9, 10] });
    const load = p.field({ name: 'load', region: 'parameters', unit: 'kg', range: [0, 10] });
    const y = p.field({ name: 'y', region: 'outputs', size: 2, unit: '' });
    p.procedure('step', () => {
      p.store(y, 0, p.graph.div(p.graph.constant(1), p.load(mass)));
      p.store(y, 1, p.graph.div(p.graph.constant(1), p.load(load)));
    });
    const { text } = listing(p.finish(), 'python').files[0];
    expect(text).toContain('self.y[0] = 1.0 / self.mass');
    expect(text).toContain('self.y[1] = own_divide(1.0, self.load)');
  });

  it('has no line that is too long in what is short enough to be read', () => {
    const { program } = conformanceCases.find(
      ({ name }) => name === 'loops',
    ) as (typeof conformanceCases)[number];
    for (const language of listingLanguages) {
      for (const { text } of listing(program, language).files)
        for (const line of text.split('\n'))
          expect(line.length, `${language}: ${line}`).toBeLessThanOrEqual(100);
    }
  });
});

describe('names', () => {
  const hostile = [
    '"];system("x")//',
    '*/ int x; /*',
    '\\u000a',
    '??/',
    'ключ',
    '%{',
    '__init__',
    'a b'.repeat(300),
  ];
  const words = [
    'class',
    'lambda',
    'double',
    'end',
    'self',
    'M_PI',
    'linux',
    'own_sqrt',
    '7th',
    'step',
    'c',
    'Evil',
  ];

  function named(names: readonly string[]): Program {
    const p = new ProgramBuilder(names[0]);
    for (const name of names)
      p.field({ name, region: 'state', size: 2, unit: name, labels: [name, name], meaning: name });
    p.procedure('step', () =>
      p.store(p.field({ name: 'y', region: 'outputs', unit: '' }), 0, p.graph.constant(1)),
    );
    p.procedure(`${names[0]}?`, () => p.call('step'));
    return p.finish();
  }

  it.each(listingLanguages)('of files are letters, digits and underscores in %s, each once', (language) => {
    const { files, fields, procedures } = listing(named([...hostile, ...words]), language, { name: 'Evil' });
    const all = [...Object.values(fields), ...Object.values(procedures)];
    expect(new Set(all).size).toBe(all.length);
    for (const name of all) expect(name).toMatch(/^[A-Za-z][A-Za-z0-9_]*$/);
    for (const name of words) expect(all).not.toContain(name === 'step' ? 'Evil' : name);
    const mark = { python: '#', matlab: '%' }[language as string] ?? '//';
    for (const { text } of files) {
      expect(text).not.toMatch(/[^\n -~]|\\u|\?\?|%\{|\.\.\.$/m);
      const code = text.split('\n').map((line) => line.split(mark)[0]);
      expect(code.join('\n')).not.toMatch(/system *\(|int x|a b|__init__(?!\(self\))/);
    }
  });

  it('of the listing is one', () => {
    const { program } = conformanceCases[0];
    for (const name of ['', '1a', 'a_b', 'a;', 'ä', 'a'.repeat(41)])
      expect(() => listing(program, 'c', { name })).toThrow('name');
  });
});

describe('a trial', () => {
  const p = new ProgramBuilder('trial');
  const x = p.field({ name: 'x', region: 'inputs', unit: '' });
  const y = p.field({ name: 'y', region: 'outputs', size: 2, unit: '' });
  p.procedure('step', () => p.store(y, 0, p.load(x)));
  const program = p.finish();
  const trial = { each: ['step'], input: { field: 'x', value: 1 }, passes: 3, every: 1, columns: [] };

  it.each([
    [{ each: ['stop'] }, 'procedure "stop"'],
    [{ input: { field: 'z', value: 1 } }, 'field "z"'],
    [{ columns: [{ label: 'y', field: 'y' }] }, '2 entries'],
    [{ passes: 0 }, 'passes is 0'],
    [{ every: 0.5 }, 'every is 0.5'],
    [{ digits: 18 }, 'digits are 18'],
  ])('%j is told: %s', (change, words) => {
    expect(() => listing(program, 'c', { trial: { ...trial, ...change } })).toThrow(words);
    expect(listing(program, 'c', { trial }).main).toBe('main.c');
    expect(listing(program, 'c').main).toBeUndefined();
  });
});
