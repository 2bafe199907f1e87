import { type Algebra, add3, dot3, scale3, type Vec3 } from '../math/index.js';
import type { Depth, Segment, SegmentDepth } from './solid.js';

/** Times that the segment is halved. */
const halvings = 16;

/**
 * The point of a segment that is nearest to a convex solid, or deepest in it: the signed distance of a convex solid is
 * convex along a line, its slope normal · axis never falls.
 *
 * The segment is halved 16 times by the sign of the slope at the middle; a slope of exactly 0 ends there, so that a
 * segment level with a face is met in its middle. Then the root of the line through both slopes, which lets the point
 * move with what it depends on. The distance is at most 2^-17 of the length too great where the slope jumps, which is
 * between faces inside the solid, and within 1e-9 of the length outside it.
 */
export function deepest<S>(
  A: Algebra<S>,
  segment: Segment<S>,
  depth: (point: Vec3<S>) => Depth<S>,
): SegmentDepth<S> {
  const zero = A.constant(0);
  const pointAt = (s: S) => add3(A, segment.centre, scale3(A, s, segment.axis));
  const slopeAt = (s: S) => dot3(A, depth(pointAt(s)).normal, segment.axis);
  let [low, high] = [A.neg(segment.half), segment.half];
  let [before, after] = [slopeAt(low), slopeAt(high)];
  for (let i = 0; i < halvings; i++) {
    const middle = A.mul(A.constant(0.5), A.add(low, high));
    const slope = slopeAt(middle);
    const [further, nearer] = [A.lessEqual(slope, zero), A.lessEqual(zero, slope)];
    low = A.select(further, middle, low);
    before = A.select(further, slope, before);
    high = A.select(nearer, middle, high);
    after = A.select(nearer, slope, after);
  }
  const rise = A.sub(after, before);
  // Without a change of sign the nearest point is an end of the segment, where both bounds are by now.
  const turns = A.and(A.less(before, zero), A.less(zero, after));
  const share = A.select(turns, A.div(A.neg(before), A.select(turns, rise, A.constant(1))), zero);
  const only = A.select(A.lessEqual(zero, before), low, high);
  const s = A.select(turns, A.add(low, A.mul(share, A.sub(high, low))), only);
  const at = pointAt(s);
  return { ...depth(at), at };
}
