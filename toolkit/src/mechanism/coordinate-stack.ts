import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { said } from './coordinate-difference.js';

/** Coordinates one below the other; see `doc`. */
export const stackDeclaration: CoordinateDeclaration = {
  kind: 'stack',
  title: 'Stack of coordinates',
  summary: 'Coordinates of one unit as one, so that a matrix couples them or a norm holds for all together.',
  ends: [],
  optional: [],
  of: [1, 64],
  parameters: [],
  shape({ of }) {
    const other = of.find(({ unit }) => unit !== of[0].unit);
    if (other !== undefined) return `its coordinates are unlike: ${said(of[0])} and ${said(other)}`;
    return { size: of.reduce((sum, { size }) => sum + size, 0), unit: of[0].unit };
  },
  doc: {
    value: 'z = (a₁, a₂, …)',
    rate: 'ż = (ȧ₁, ȧ₂, …)',
    sign: 'Each coordinate gets its entries of the tension.',
    singular: 'None of its own.',
    source: 'Chain rule',
  },
  coordinate(_A, { of }) {
    return {
      reading: {
        value: of.flatMap(({ reading }) => reading.value),
        rate: of.flatMap(({ reading }) => reading.rate),
      },
      transpose(force, _radial, loads) {
        let first = 0;
        for (const child of of) {
          const next = first + child.reading.value.length;
          child.transpose(force.slice(first, next), false, loads);
          first = next;
        }
      },
    };
  },
};
