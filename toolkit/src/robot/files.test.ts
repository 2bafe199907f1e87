import { describe, expect, it } from 'vitest';
import { hasFile, memoryFiles } from './files.js';

const files = memoryFiles({
  'a.urdf': 'a',
  './x/y/b.stl': 'b',
  'x/c': 'c',
  '/top/d': 'd',
  '../e': 'e',
  __proto__x: 'p',
});

describe('files in memory', () => {
  it('are read by any spelling of their path', () => {
    for (const path of ['x/y/b.stl', './x/y/b.stl', 'x//y/../y/b.stl'])
      expect(String.fromCharCode(...(files.read(path) ?? []))).toBe('b');
    for (const path of ['x', 'x/y/', 'nothing', '', 'constructor', '__proto__'])
      expect(files.read(path)).toBeUndefined();
  });

  it('are listed by folder, folders with a slash', () => {
    expect(files.list('.')).toEqual(['a.urdf', 'x/', '__proto__x']);
    expect(files.list('x')).toEqual(['y/', 'c']);
    expect(files.list('x/y/')).toEqual(['b.stl']);
    expect(files.list('/')).toEqual(['top/']);
    expect(files.list('..')).toEqual(['e']);
    expect(memoryFiles({}).list('.')).toEqual([]);
    for (const folder of ['a.urdf', 'nothing', 'constructor']) expect(files.list(folder)).toBeUndefined();
  });

  it('are there or not, folders never', () => {
    const there = ['a.urdf', 'x/c', 'x/y/b.stl', '/top/d', '../e'];
    expect(there.filter((path) => !hasFile(files, path))).toEqual([]);
    expect(['', 'x', 'x/', 'x/y', 'd', 'x/d', '/top', '.'].filter((path) => hasFile(files, path))).toEqual(
      [],
    );
  });
});
