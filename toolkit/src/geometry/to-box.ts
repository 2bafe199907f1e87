import { type Algebra, max, select3, type Vec3 } from '../math/index.js';
import type { Depth } from './solid.js';
import { unit3 } from './unit.js';

/**
 * Signed distance of a point from a box of edges `size`, all in the axes of the box. Outside: exact, its normal from the nearest point of the box.
 * Inside and on the surface: −(distance of the nearest face), its normal that face's; where several faces are equally
 * near the first of x, y, z, and in a plane of symmetry the face on the positive side.
 */
export function pointToBox<S>(A: Algebra<S>, size: readonly S[], p: Vec3<S>): Depth<S> {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const over = p.map((x, i) => A.sub(A.abs(x), A.mul(A.constant(0.5), size[i])));
  const sides = p.map((x) => A.select(A.less(x, zero), A.constant(-1), one));
  const onto = (v: readonly S[]): Vec3<S> => [
    A.mul(sides[0], v[0]),
    A.mul(sides[1], v[1]),
    A.mul(sides[2], v[2]),
  ];
  const x = A.and(A.lessEqual(over[1], over[0]), A.lessEqual(over[2], over[0]));
  const y = A.and(A.not(x), A.lessEqual(over[2], over[1]));
  const face: Vec3<S> = [A.select(x, one, zero), A.select(y, one, zero), A.select(A.or(x, y), zero, one)];
  const deepest = A.select(x, over[0], A.select(y, over[1], over[2]));
  const inside = A.lessEqual(deepest, zero);
  const out: Vec3<S> = [max(A, over[0], zero), max(A, over[1], zero), max(A, over[2], zero)];
  const { direction, norm } = unit3(A, out, face);
  return {
    distance: A.select(inside, deepest, norm),
    normal: onto(select3(A, inside, face, direction)),
  };
}
