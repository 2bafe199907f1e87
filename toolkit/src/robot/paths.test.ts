import { describe, expect, it } from 'vitest';
import { ancestors, baseOf, folderOf, isInside, join, normalise } from './paths.js';

describe('paths', () => {
  it.each([
    ['a/./b//c/../d', 'a/b/d'],
    ['../../a/..', '../..'],
    ['./', ''],
    ['/a/../b', '/b'],
    ['/', '/'],
    ['/..', undefined],
    ['/a/../../b', undefined],
  ])('%s is %s', (path, plain) => {
    expect(normalise(path)).toBe(plain);
  });

  it('are joined and taken apart', () => {
    expect([join('', 'a'), join('/', 'a'), join('b', 'a'), join('b/', 'a')]).toEqual([
      'a',
      '/a',
      'b/a',
      'b/a',
    ]);
    expect(['a', '/a', 'b/a', '/b/a'].map(folderOf)).toEqual(['', '/', 'b', '/b']);
    expect(['a', 'b/a', 'b/'].map(baseOf)).toEqual(['a', 'a', '']);
  });

  it('have folders above them, but for those without a name', () => {
    expect(ancestors('a/b')).toEqual(['a/b', 'a', '']);
    expect(ancestors('/a')).toEqual(['/a', '/']);
    expect(ancestors('../a')).toEqual(['../a', '..']);
    expect(ancestors('..')).toEqual(['..']);
    expect(ancestors('')).toEqual(['']);
  });

  it.each([
    ['', 'a', true],
    ['', '..a', true],
    ['', '../a', false],
    ['', '..', false],
    ['', '/a', false],
    ['/', '/a', true],
    ['a', 'a', true],
    ['a', 'a/b', true],
    ['a', 'ab', false],
    ['..', '../a', true],
    ['..', '../../a', false],
    ['..', 'a', false],
    ['../..', '../../a', true],
    ['../..', '../../..', false],
    ['/a/b', '/a/bc', false],
  ])('in %j, %j: %s', (folder, path, inside) => {
    expect(isInside(folder, path)).toBe(inside);
  });
});
