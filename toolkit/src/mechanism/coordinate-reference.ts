import { ownValue } from './coordinate-constant.js';
import type { CoordinateDeclaration } from './coordinate-declaration.js';

/** Numbers that move at a given rate; see `doc`. */
export const referenceDeclaration: CoordinateDeclaration = {
  kind: 'reference',
  title: 'Moving reference',
  summary:
    'Numbers that move by themselves at a steady rate, for coordinates to follow. What pulls on a reference takes its ' +
    'energy from a source: the ledger has a line of it under the coordinate’s name.',
  ends: [],
  optional: [],
  ownUnit: true,
  parameters: [
    ownValue,
    {
      name: 'rate',
      unit: ['rad/s', 'm/s', '1/s'],
      shapes: ['list'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: 'How fast each entry moves',
    },
  ],
  shape: ({ parameters: { value = [], rate = [] }, unit = 'm' }) =>
    value.length === rate.length
      ? { size: value.length, unit }
      : `the value has ${value.length} entries and the rate ${rate.length}`,
  doc: {
    value: 'z = c + r t, t the time since the start',
    rate: 'ż = r',
    sign: 'A positive tension resists its growing: the source puts in φ ż.',
    singular: 'None.',
    source: 'A ramp',
  },
  coordinate(A, { name, parameters: { value = [], rate = [] }, time }) {
    const t = time();
    return {
      reading: { value: value.map((c, i) => A.add(c, A.mul(rate[i], t))), rate },
      transpose: (force, _radial, loads) => loads.reference(name, force, rate),
    };
  },
};
