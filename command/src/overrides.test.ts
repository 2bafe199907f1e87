import { describe, expect, it } from 'vitest';
import { robotFilesOf } from './overrides.js';

describe('robot files among overrides', () => {
  it.each([
    ['robots.arm.file=a.urdf', ['a.urdf']],
    [' robots.arm.file = ../x/a.urdf ', ['../x/a.urdf']],
    ['robots.arm.file="/x y/a.urdf"', ['/x y/a.urdf']],
    ["robots.arm.file='/x/a.urdf'", ['/x/a.urdf']],
    ['robots.arm.file=/x/a=b.urdf', ['/x/a=b.urdf']],
    ['robots.arm.file=', []],
    ['robots.arm.start=auto', []],
    ['robots.a.b.file=a.urdf', []],
    ['control.rate=1 kHz', []],
  ])('%s: %j', (override, files) => {
    expect(robotFilesOf([override])).toEqual(files);
  });

  it('are those of all', () => {
    expect(robotFilesOf(['robots.a.file=x', 'seed=1', 'robots.b.file=y'])).toEqual(['x', 'y']);
  });
});
