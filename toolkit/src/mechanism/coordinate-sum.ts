import { sum } from '../math/index.js';
import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { likeShapes } from './coordinate-difference.js';

/** Coordinates added up; see `doc`. */
export const sumDeclaration: CoordinateDeclaration = {
  kind: 'sum',
  title: 'Sum of coordinates',
  summary: 'Coordinates of one size and unit, added up entry by entry.',
  ends: [],
  optional: [],
  of: [2, 64],
  parameters: [],
  shape: likeShapes,
  doc: {
    value: 'z = Σ aₖ',
    rate: 'ż = Σ ȧₖ',
    sign: 'A positive tension pulls each of them down.',
    singular: 'None of its own.',
    source: 'Chain rule',
  },
  coordinate(A, { of }) {
    const total = (read: 'value' | 'rate') =>
      of[0].reading[read].map((_, i) =>
        sum(
          A,
          of.map(({ reading }) => reading[read][i]),
        ),
      );
    return {
      reading: { value: total('value'), rate: total('rate') },
      transpose(force, _radial, loads) {
        for (const child of of) child.transpose(force, false, loads);
      },
    };
  },
};
