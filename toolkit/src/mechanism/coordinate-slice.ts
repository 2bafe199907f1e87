import type { CoordinateDeclaration } from './coordinate-declaration.js';

/** Some entries of a coordinate; see `doc`. */
export const sliceDeclaration: CoordinateDeclaration = {
  kind: 'slice',
  title: 'Entries of a coordinate',
  summary:
    'Chosen entries of another coordinate, counted from 0: `[0, 2]` of a difference of points is its x and z.',
  ends: [],
  optional: [],
  of: [1, 1],
  parameters: [
    {
      name: 'entries',
      unit: '1',
      shapes: ['list'],
      range: [0, 1000],
      baked: true,
      meaning: 'Which entries, counted from 0, in the order that they are to have',
    },
  ],
  shape({ of: [child], parameters: { entries = [] } }) {
    const wrong = entries.find((i) => !Number.isInteger(i) || i < 0 || i >= child.size);
    if (wrong !== undefined) return `there is no entry ${wrong}: they are 0 to ${child.size - 1}`;
    if (new Set(entries).size < entries.length) return 'an entry is named twice';
    return { size: entries.length, unit: child.unit };
  },
  doc: {
    value: 'z = (a_i, a_j, …)',
    rate: 'ż = (ȧ_i, ȧ_j, …)',
    sign: 'The entries get the tension, the others none.',
    singular: 'None of its own.',
    source: 'Chain rule',
  },
  coordinate(A, { of: [child], baked: { entries = [] } }) {
    const { value, rate } = child.reading;
    return {
      reading: { value: entries.map((i) => value[i]), rate: entries.map((i) => rate[i]) },
      transpose(force, _radial, loads) {
        const all = value.map((_, i) => {
          const k = entries.indexOf(i);
          return k < 0 ? A.constant(0) : force[k];
        });
        child.transpose(all, false, loads);
      },
    };
  },
};
