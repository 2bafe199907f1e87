/** What every element says of parameters that are right one by one and wrong together. */
import { describe, expect, it } from 'vitest';
import type { Family } from './declaration.js';
import { elementOf, elements } from './elements.js';
import { sampled } from './samples.test.helper.js';

type Given = Readonly<Record<string, readonly number[]>>;

const faults: readonly [Family, string, Given, RegExp][] = [
  ['spring', 'saturating', { stiffness: [10], width: [0] }, /width must be above 0, for instance 0\.05/],
  ['spring', 'saturating', { stiffness: [10], greatest: [0] }, /greatest must be above 0, for instance/],
  ['spring', 'saturating', { stiffness: [10] }, /exactly two of stiffness, greatest, width .* not stiffness/],
  ['spring', 'saturating', { stiffness: [1], greatest: [1], width: [1] }, /exactly two/],
  ['spring', 'saturating-axes', { stiffness: [10], greatest: [1, 0, 2] }, /greatest must be above 0/],
  ['spring', 'gaussian', { pull: [1], push: [1], width: [1] }, /exactly one of pull, .* not pull, push/],
  ['spring', 'gaussian', { width: [0.1] }, /exactly one of .*, not none/],
  ['spring', 'gaussian', { push: [1], width: [0] }, /width must be above 0, for instance 0\.05/],
  ['spring', 'polynomial', { stiffness: [1], span: [0] }, /span must be above 0/],
  [
    'spring',
    'piecewise',
    { knots: [0.05, 0.2, 0.2] },
    /knots must grow: 0\.2 does not follow 0\.2.* above 0\.2/,
  ],
  ['spring', 'piecewise', { knots: [0.05, 0.1] }, /2 knots and 3 values/],
  ['spring', 'piecewise', { knots: [0.05], values: [0] }, /two or more/],
  ['spring', 'piecewise', { values: [20, 2, 1] }, /last value must be 0, not 1/],
  ['spring', 'one-sided', { stiffness: [1] }, /exactly one of above, below/],
  ['spring', 'one-sided', { stiffness: [1], above: [0], below: [1] }, /exactly one of above, below/],
  [
    'spring',
    'one-sided',
    { stiffness: [1], above: [0], width: [0] },
    /width must be above 0, for instance 0\.005/,
  ],
  [
    'spring',
    'dead-zone',
    { stiffness: [1], lower: [0.3], upper: [0.3] },
    /empty: lower 0\.3 must be below upper 0\.3/,
  ],
  [
    'spring',
    'dead-zone',
    { stiffness: [1], lower: [0], upper: [1, 1, -1] },
    /empty: lower 0 must be below upper -1/,
  ],
  ['spring', 'contact', { stiffness: [1], width: [0] }, /width must be above 0/],
  ['damper', 'saturating', { greatest: [1] }, /exactly two of damping, greatest, width/],
  ['damper', 'saturating', { greatest: [1], width: [0] }, /width must be above 0/],
  ['damper', 'one-way', {}, /opening or closing/],
  ['damper', 'one-way', { opening: [1], width: [0] }, /width must be above 0, for instance 0\.01/],
  ['damper', 'ramped', { damping: [1], closing: [1], none: [0], full: [1] }, /either damping .* or opening/],
  [
    'damper',
    'ramped',
    { damping: [1], none: [0.2], full: [0.2] },
    /both 0\.2: .* empty, for instance full: 0\.3/,
  ],
  ['damper', 'rate-ramped', { damping: [1], none: [0.2], full: [0.2] }, /full 0\.2 must be above none 0\.2/],
  ['damper', 'rate-ramped', { damping: [1], full: [0] }, /full 0 must be above none 0, for instance 0\.1/],
  ['damper', 'contact', {}, /opening or closing/],
  ['damper', 'coulomb', { greatest: [1], width: [0] }, /width must be above 0, for instance 0\.001/],
  ['damper', 'rubbing', { friction: [1], stiffness: [1], speed: [0] }, /speed must be above 0/],
  ['source', 'push', { force: [1], power: [1], softPower: [1] }, /cannot both be given/],
  ['source', 'push', { force: [1], greatest: [0] }, /greatest must be above 0/],
  ['source', 'power', { power: [1], greatest: [0] }, /greatest must be above 0/],
];

describe('parameters that do not go together', () => {
  it.each(faults)('%s: %s refuses %j', (family, kind, given, words) => {
    const fault = elementOf(family, kind)?.check?.(given);
    expect(fault).toMatch(words);
    expect(fault).not.toMatch(/\.$/);
  });

  it.each(sampled)('%s, %s: passes', (_, __, d, { parameters }) => {
    expect(d.check?.(parameters)).toBeUndefined();
  });

  it('of every strength, width and coefficient there is none below 0', () => {
    for (const { kind, family, parameters } of elements) {
      for (const { name, range } of parameters) {
        const signed = ['force', 'gravity', 'speed'].includes(name) && ['source', 'inerter'].includes(family);
        const place = [
          'axis',
          'rest',
          'target',
          'lower',
          'upper',
          'above',
          'below',
          'begins',
          'middle',
          'span',
          'none',
          'full',
        ].includes(name);
        if (!place && !(signed && kind !== 'power')) {
          expect([family, kind, name, range[0] >= 0]).toEqual([family, kind, name, true]);
        }
      }
    }
  });
});
