import type { CoordinateDeclaration } from './coordinate-declaration.js';

/** Numbers that move at a given rate; see `doc`. */
export const referenceDeclaration: CoordinateDeclaration = {
  kind: 'reference',
  title: 'Moving reference',
  summary:
    'Numbers that move by themselves at a steady rate, for coordinates to follow. What pulls on a reference takes its ' +
    'energy from a source: the ledger has a line of it under the coordinate’s name.',
  moves: true,
  ends: [],
  optional: [],
  ownUnit: true,
  parameters: [
    {
      name: 'start',
      unit: ['rad', 'm', '1'],
      shapes: ['list'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: 'Its entries at the start, one number or a list of them',
    },
    {
      name: 'speed',
      unit: ['rad/s', 'm/s', '1/s'],
      shapes: ['list'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: 'How fast each entry moves',
    },
  ],
  shape: ({ parameters: { start = [], speed = [] }, unit = 'm' }) =>
    start.length === speed.length
      ? { size: start.length, unit }
      : `the start has ${start.length} entries and the speed ${speed.length}`,
  doc: {
    value: 'z = c + r t, t the time since the start',
    rate: 'ż = r',
    sign: 'A positive tension resists its growing: the source puts in φ ż.',
    singular: 'None.',
    source: 'A ramp',
  },
  coordinate(A, { name, parameters: { start = [], speed = [] }, time, pace }) {
    const t = time();
    const going = pace();
    const rate = going === undefined ? speed : speed.map((r) => A.mul(going, r));
    return {
      reading: { value: start.map((c, i) => A.add(c, A.mul(speed[i], t))), rate },
      transpose: (force, _radial, loads) => loads.reference(name, force, rate),
    };
  },
};
