import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { onlyShape } from './coordinate-declaration.js';
import { direction } from './direction.js';
import { inner } from './gain.js';

/** The length of a coordinate; see `doc`. */
export const normDeclaration: CoordinateDeclaration = {
  kind: 'norm',
  title: 'Norm of a coordinate',
  summary: 'The length of another coordinate, √(Σ aᵢ²).',
  ends: [],
  optional: [],
  of: [1, 1],
  parameters: [],
  shape: (made) => ({ size: 1, unit: onlyShape(made).unit }),
  doc: {
    value: 'z = |a|',
    rate: 'ż = n · ȧ, n = a/|a|',
    sign: 'A positive tension pulls the coordinate towards 0.',
    singular: 'At a = 0 there is no direction: n is 0, and value, rate and forces are 0.',
    source: 'Chain rule',
  },
  coordinate(A, { of: [child] }) {
    const { unit, length } = direction(A, child.reading.value);
    return {
      reading: { value: [length], rate: [inner(A, unit, child.reading.rate)] },
      transpose([force], _radial, loads) {
        // Parallel to the child's value.
        child.transpose(
          unit.map((n) => A.mul(n, force)),
          true,
          loads,
        );
      },
    };
  },
};
