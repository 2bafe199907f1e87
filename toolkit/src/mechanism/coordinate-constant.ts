import type { CoordinateDeclaration } from './coordinate-declaration.js';
import type { ParameterDeclaration } from './declaration.js';

const entries: ParameterDeclaration = {
  name: 'numbers',
  unit: ['rad', 'm', '1'],
  shapes: ['list'],
  range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
  meaning: 'Its entries, one number or a list of them',
};

/** Numbers that stand still; see `doc`. */
export const constantDeclaration: CoordinateDeclaration = {
  kind: 'constant',
  title: 'Constant',
  summary:
    'Numbers that stand still, to compare a coordinate with: the rest length of a spring, a position to reach.',
  ends: [],
  optional: [],
  ownUnit: true,
  parameters: [entries],
  shape: ({ parameters: { numbers = [] }, unit = 'm' }) => ({ size: numbers.length, unit }),
  doc: {
    value: 'z = c',
    rate: 'ż = 0',
    sign: 'A tension on it moves nothing.',
    singular: 'None.',
    source: 'A number',
  },
  coordinate: (A, { parameters: { numbers = [] } }) => ({
    reading: { value: numbers, rate: numbers.map(() => A.constant(0)) },
    transpose() {},
  }),
};
