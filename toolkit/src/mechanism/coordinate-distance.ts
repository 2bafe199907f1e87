import { type Algebra, direction3, dot3, neg3, scale3, sub3 } from '../math/index.js';
import type { Coordinate, Site } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/**
 * The distance of two points, d = |p_to − p_from|, m.
 *
 * ḋ = n·(v_to − v_from), n the unit vector from `from` to `to`. Back: φ n acts on `from`, −φ n on `to`. Where the
 * points meet n is 0: d = 0, ḋ = 0 and no force.
 */
export function distance<S>(A: Algebra<S>, from: Site<S>, to: Site<S>): Coordinate<S> {
  const { direction, norm } = direction3(A, sub3(A, to.position, from.position));
  return {
    reading: {
      value: [norm],
      rate: [dot3(A, direction, sub3(A, to.velocity, from.velocity))],
    },
    transpose([force], _radial, loads) {
      const f = scale3(A, force, direction);
      loads.force(from, f);
      loads.force(to, neg3(A, f));
    },
  };
}

export const distanceDeclaration: CoordinateDeclaration = {
  kind: 'distance',
  title: 'Distance of two points',
  summary: 'How far two points are apart, whichever way.',
  ends: ['from', 'to'],
  optional: [],
  parameters: [],
  shape: () => ({ size: 1, unit: 'm' }),
  observed: { name: 'distance', meaning: 'Distance' },
  doc: {
    value: 'z = |p_to − p_from|',
    rate: 'ż = n · (v_to − v_from), n the unit vector from `from` to `to`',
    sign: 'A positive tension pulls the points together.',
    singular: 'Where the points meet n is 0: value, rate and forces are 0.',
    source: 'Pratt et al., Virtual Model Control (2001), section 2',
  },
  coordinate: (A, given) => distance(A, endOf(given, 'from'), endOf(given, 'to')),
};
