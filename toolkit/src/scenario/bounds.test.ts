import { describe, expect, it } from 'vitest';
import { parseTree } from './parse.js';
import { readTree } from './read.js';
import { type Bounds, keys, quantity, required } from './schema.js';

/** Problem codes of a length with these bounds; none where it is taken. */
function codes(bounds: Bounds, length: string): string[] {
  const tree = parseTree(`length: ${length}`, { file: 'a.yaml', folder: '' }).value;
  if (tree === undefined) throw new Error(`${length} is no YAML`);
  const schema = keys({ length: required(quantity('m', bounds), 'A length') });
  return readTree(tree, schema).problems.map(({ code }) => code);
}

describe('bounds of a quantity', () => {
  it.each<[Bounds, string, boolean]>([
    [{ least: 0.1 }, '10 cm', true],
    [{ least: 0.1 }, '9.99 cm', false],
    [{ most: 2 }, '2 m', true],
    [{ most: 2 }, '2001 mm', false],
    [{ above: 0 }, '0 m', false],
    [{ above: 0 }, '0', false],
    [{ above: 0 }, '1e-300', true],
    [{ above: 0 }, '-1 mm', false],
    [{ below: 1 }, '100 cm', false],
    [{ below: 1 }, '999 mm', true],
    [{ least: -1, most: 1 }, '-1', true],
    [{ above: 0, most: 1 }, '1', true],
    [{}, '-1e30', true],
  ])('%j takes %s: %s', (bounds, length, taken) => {
    expect(codes(bounds, length)).toEqual(taken ? [] : ['out-of-range']);
  });

  it('leaves out numbers whose squares and cubes are not finite', () => {
    expect(codes({}, '1e31')).toEqual(['number-too-large']);
    expect(codes({}, '-1e300 mm')).toEqual(['number-too-large']);
  });

  it('does not hide a wrong unit', () => {
    expect(codes({ above: 0 }, '-5 N')).toEqual(['wrong-unit']);
    expect(codes({ above: 0 }, 'long')).toEqual(['bad-quantity']);
  });
});
