/** Patterns of file names. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files.js';
import { Budget, xacroBounds } from './bounds.js';
import { glob, matches } from './glob.js';

const budget = () => new Budget(xacroBounds);

describe('patterns', () => {
  it.each([
    ['a*.x', 'abc.x', true],
    ['a*.x', 'a.x', true],
    ['a*.x', 'b.x', false],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['[1-3]x', '2x', true],
    ['[1-3]x', '4x', false],
    ['[!1-3]x', '4x', true],
    ['[!1-3]x', '2x', false],
    ['[]a]x', ']x', true],
    ['[a-]x', '-x', true],
    ['[ax', '[ax', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*a*b*', 'xxbxxaxx', false],
    ['**', 'x', true],
    ['', '', true],
    ['', 'x', false],
    ['*', '', true],
  ])('%s takes %s: %s', (pattern, name, wanted) => {
    expect(matches(pattern, name)).toBe(wanted);
  });

  it('take themselves, and what they are with a star for any part', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c.]{0,8}$/), fc.nat(8), fc.nat(8), (name, from, length) => {
        expect(matches(name, name)).toBe(true);
        expect(matches(`${name.slice(0, from)}*${name.slice(from + length)}`, name)).toBe(true);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  it('need no long for many stars', () => {
    expect(matches('*a'.repeat(200), 'a'.repeat(5000))).toBe(true);
    expect(matches(`${'*a'.repeat(200)}b`, 'a'.repeat(5000))).toBe(false);
  });

  it('find files in folders, in order, and no hidden ones unasked', () => {
    const files = memoryFiles({
      'a/1/x.xml': '',
      'a/2/x.xml': '',
      'a/2/y.xml': '',
      'a/.3/x.xml': '',
      'b/1/x.xml': '',
      'a/x.xml': '',
    });
    expect(glob('a/*/x.xml', files, budget())).toEqual(['a/1/x.xml', 'a/2/x.xml']);
    expect(glob('a/*/*.xml', files, budget())).toEqual(['a/1/x.xml', 'a/2/x.xml', 'a/2/y.xml']);
    expect(glob('*/1/?.xml', files, budget())).toEqual(['a/1/x.xml', 'b/1/x.xml']);
    expect(glob('a/.*/x.xml', files, budget())).toEqual(['a/.3/x.xml']);
    expect(glob('a/*', files, budget())).toEqual(['a/x.xml']);
    expect(glob('c/*', files, budget())).toEqual([]);
  });

  it('cost what they look at, so that many of them in large folders end', () => {
    const names = Array.from({ length: 500 }, (_, i) => [`a/${i}.xml`, ''] as const);
    const files = memoryFiles(Object.fromEntries(names));
    const little = new Budget({ ...xacroBounds, steps: 5000 });
    expect(() => {
      for (let i = 0; i < 10; i++) glob('a/*.urdf', files, little);
    }).toThrow('too much work');
    expect(glob(`${'*'.repeat(300)}.xml`, files, budget())).toEqual([]);
  });
});
