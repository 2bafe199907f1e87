import { describe, expect, it } from 'vitest';
import type { Problem } from '../problem/index.js';
import { nameIn, type Origin, underItsName } from './origin.js';

const origin: Origin = new Map([
  ['reach', 'reach'],
  ['keep-j1', 'keep'],
  ['keep-j2', 'keep'],
]);

const problem = (path: string | undefined, message: string, hint?: string): Problem => ({
  code: 'x',
  severity: 'warning',
  where: path === undefined ? { name: 'joint "j1"' } : { path, name: 'joint "j1"' },
  message,
  ...(hint === undefined ? {} : { hint }),
});

describe('a problem with one of the design’s elements', () => {
  it('is told of the scenario’s, in its path, message and hint', () => {
    const told = underItsName(
      problem('control.elements.keep-j2.stiffness', 'keep-j2 diverges', 'lower keep-j2.stiffness'),
      origin,
    );
    expect(told).toEqual(problem('control.elements.keep.stiffness', 'keep diverges', 'lower keep.stiffness'));
  });

  it.each([
    ['an element that is one', problem('control.elements.reach.to', 'reach is far')],
    ['an element of no scenario', problem('control.elements.other', 'other')],
    ['what is no element', problem('control.limits.keep-j1', 'keep-j1')],
    ['what has no path', problem(undefined, 'keep-j1')],
  ])('is left as it is for %s', (_, given) => {
    expect(underItsName(given, origin)).toBe(given);
  });

  it('has its fields named likewise', () => {
    expect(
      ['keep-j1.stiffness', 'reach.stiffness', 'gravity', 'goal.at'].map((f) => nameIn(f, origin)),
    ).toEqual(['keep.stiffness', 'reach.stiffness', 'gravity', 'goal.at']);
  });
});
