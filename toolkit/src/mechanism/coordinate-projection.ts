import type { CoordinateDeclaration } from './coordinate-declaration.js';
import { onlyShape } from './coordinate-declaration.js';
import { direction } from './direction.js';
import { inner } from './gain.js';

/** A coordinate along a direction; see `doc`. */
export const projectionDeclaration: CoordinateDeclaration = {
  kind: 'projection',
  title: 'Coordinate along a direction',
  summary: 'How far another coordinate reaches along a direction, which is brought to length 1.',
  ends: [],
  optional: [],
  of: [1, 1],
  parameters: [
    {
      name: 'direction',
      unit: '1',
      shapes: ['list'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning: 'The direction, as many entries as the coordinate has, of any length but 0',
    },
  ],
  shape(made) {
    const child = onlyShape(made);
    const along = made.parameters.direction ?? [];
    if (along.length !== child.size)
      return `the direction has ${along.length} entries, the coordinate ${child.size}`;
    if (along.every((x) => x === 0)) return 'the direction is 0';
    return { size: 1, unit: child.unit };
  },
  doc: {
    value: 'z = n · a, n = d/|d|',
    rate: 'ż = n · ȧ',
    sign: 'A positive tension pulls the coordinate against the direction.',
    singular: 'A direction that is set to 0 at work counts as none: value, rate and forces are 0.',
    source: 'Chain rule',
  },
  coordinate(A, { of: [child], parameters }) {
    const { unit } = direction(A, parameters.direction ?? []);
    return {
      reading: {
        value: [inner(A, unit, child.reading.value)],
        rate: [inner(A, unit, child.reading.rate)],
      },
      transpose([force], _radial, loads) {
        child.transpose(
          unit.map((n) => A.mul(n, force)),
          false,
          loads,
        );
      },
    };
  },
};
