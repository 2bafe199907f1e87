import { type Algebra, max, type Vec3 } from '../math/index.js';
import type { Depth } from './solid.js';
import { unit3 } from './unit.js';

/**
 * Signed distance of a point from a cylinder, `size` its radius and length along z, all in its axes. Outside: exact, its normal from the
 * nearest point. Inside and on the surface: −(distance of the nearest of wall and lids) with the normal of that; where
 * both are equally near the wall, in the middle between the lids the upper one, on the axis the wall towards x.
 */
export function pointToCylinder<S>(A: Algebra<S>, size: readonly S[], [x, y, z]: Vec3<S>): Depth<S> {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const { direction: radial, norm: radius } = unit3(A, [x, y, zero], [one, zero, zero]);
  const overWall = A.sub(radius, size[0]);
  const overLid = A.sub(A.abs(z), A.mul(A.constant(0.5), size[1]));
  const wall = A.lessEqual(overLid, overWall);
  const nearest = A.select(wall, overWall, overLid);
  const inside = A.lessEqual(nearest, zero);
  const face: Vec3<S> = [A.select(wall, one, zero), A.select(wall, zero, one), zero];
  const out = unit3(A, [max(A, overWall, zero), max(A, overLid, zero), zero], face);
  const outward = A.select(inside, face[0], out.direction[0]);
  const upward = A.select(inside, face[1], out.direction[1]);
  const side = A.select(A.less(z, zero), A.neg(upward), upward);
  const normal: Vec3<S> = [A.mul(outward, radial[0]), A.mul(outward, radial[1]), side];
  return {
    distance: A.select(inside, nearest, out.norm),
    normal,
  };
}
