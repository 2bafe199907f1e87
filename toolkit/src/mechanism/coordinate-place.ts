import type { Algebra } from '../math/index.js';
import { asVec3, type Coordinate, type Site } from './coordinate.js';

/** The position of a point, m, world axes. Back: the force acts on the point as it is. */
export function place<S>(_A: Algebra<S>, at: Site<S>): Coordinate<S> {
  return {
    reading: { value: at.position, rate: at.velocity },
    transpose: (force, _radial, loads) => loads.force(at, asVec3(force)),
  };
}
