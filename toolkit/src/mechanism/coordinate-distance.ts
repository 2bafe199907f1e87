import { type Algebra, direction3, dot3, neg3, scale3, sub3 } from '../math/index.js';
import type { Coordinate, Site } from './coordinate.js';

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
