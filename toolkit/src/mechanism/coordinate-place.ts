import { type Algebra, neg3 } from '../math/index.js';
import { asVec3, type Coordinate, type Site } from './coordinate.js';

/** The position of a point, m, world axes. Back: −φ acts on the point. */
export function place<S>(A: Algebra<S>, at: Site<S>): Coordinate<S> {
  return {
    reading: { value: at.position, rate: at.velocity },
    transpose: (force, _radial, loads) => loads.force(at, neg3(A, asVec3(force))),
  };
}
