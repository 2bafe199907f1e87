/** Distances from a segment: the axis of a capsule. A point is a segment of no length. */
import { type Algebra, add3, clamp, cross3, dot3, scale3, select3, sub3, type Vec3 } from '../math/index.js';
import type { Depth, Segment, SegmentDepth } from './solid.js';
import { unit3 } from './unit.js';

/** Squared sine of the angle of two axes below which they are parallel. */
const parallel = 1e-14;

/** Distance of a point from another, ≥ 0. Where they meet the normal is `otherwise`. */
export function pointToPoint<S>(A: Algebra<S>, to: Vec3<S>, point: Vec3<S>, otherwise: Vec3<S>): Depth<S> {
  const { direction, norm } = unit3(A, sub3(A, point, to), otherwise);
  return { distance: norm, normal: direction };
}

/** Distance of a point from a segment, ≥ 0. On the segment the normal is `otherwise`. */
export function pointToSegment<S>(
  A: Algebra<S>,
  segment: Segment<S>,
  point: Vec3<S>,
  otherwise: Vec3<S>,
): Depth<S> {
  return pointToPoint(A, nearestOn(A, segment, point), point, otherwise);
}

/** Distance of a segment from a point, ≥ 0. Where the point is on the segment the normal is `otherwise`. */
export function segmentToPoint<S>(
  A: Algebra<S>,
  point: Vec3<S>,
  segment: Segment<S>,
  otherwise: Vec3<S>,
): SegmentDepth<S> {
  const at = nearestOn(A, segment, point);
  return { ...pointToPoint(A, point, at, otherwise), at };
}

/** The point of the segment that is nearest to a point. */
function nearestOn<S>(A: Algebra<S>, segment: Segment<S>, point: Vec3<S>): Vec3<S> {
  const along = dot3(A, segment.axis, sub3(A, point, segment.centre));
  return add3(A, segment.centre, scale3(A, held(A, along, segment), segment.axis));
}

/**
 * Distance of the segment `from` from the segment `to`, ≥ 0, by the closest points of both, with s along `from` and t
 * along `to`: s where the endless axes are closest, held on `from`; t closest to it, held on `to`; s closest to that,
 * held on `from`.
 *
 * Parallel axes (sine below 1e-7) start from the middle of `from`; the distance is then right within 1e-7 of its half
 * length. Where the axes cross the normal is across both; where they lie in one line and overlap it is `otherwise`.
 * Ericson, Real-Time Collision Detection (2005), 5.1.9.
 */
export function segmentToSegment<S>(
  A: Algebra<S>,
  to: Segment<S>,
  from: Segment<S>,
  otherwise: Vec3<S>,
): SegmentDepth<S> {
  const r = sub3(A, from.centre, to.centre);
  const cosine = dot3(A, from.axis, to.axis);
  const ours = dot3(A, from.axis, r);
  const theirs = dot3(A, to.axis, r);
  const sineSquare = A.sub(A.constant(1), A.mul(cosine, cosine));
  const level = A.less(sineSquare, A.constant(parallel));
  const crossing = A.div(A.sub(A.mul(cosine, theirs), ours), A.select(level, A.constant(1), sineSquare));
  const first = held(A, A.select(level, A.constant(0), crossing), from);
  const t = held(A, A.add(theirs, A.mul(cosine, first)), to);
  const s = held(A, A.sub(A.mul(cosine, t), ours), from);
  const at = add3(A, from.centre, scale3(A, s, from.axis));
  const between = sub3(A, at, add3(A, to.centre, scale3(A, t, to.axis)));
  const across = select3(A, level, otherwise, unit3(A, cross3(A, to.axis, from.axis), otherwise).direction);
  const { direction, norm } = unit3(A, between, across);
  return { distance: norm, normal: direction, at };
}

function held<S>(A: Algebra<S>, along: S, { half }: Segment<S>): S {
  return clamp(A, along, A.neg(half), half);
}
