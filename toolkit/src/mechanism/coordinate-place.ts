import { type Algebra, neg3 } from '../math/index.js';
import { asVec3, type Coordinate, type Site } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/** The position of a point, m, world axes. Back: −φ acts on the point. */
export function place<S>(A: Algebra<S>, at: Site<S>): Coordinate<S> {
  return {
    reading: { value: at.position, rate: at.velocity },
    transpose: (force, _radial, loads) => loads.force(at, neg3(A, asVec3(force))),
  };
}

export const placeDeclaration: CoordinateDeclaration = {
  kind: 'place',
  title: 'Position of a point',
  summary: 'Where a point is in the world, along the world’s axes.',
  ends: ['at'],
  optional: [],
  parameters: [],
  shape: () => ({ size: 3, unit: 'm' }),
  doc: {
    value: 'z = p_at',
    rate: 'ż = v_at',
    sign: 'A positive tension pulls the point towards the world’s origin, against its axes.',
    singular: 'None.',
    source: 'Khatib, A Unified Approach for Motion and Force Control (1987), section III',
  },
  coordinate: (A, given) => place(A, endOf(given, 'at')),
};
