import { type Algebra, add3, dot3, scale3, sign, sub3, type Vec3 } from '../math/index.js';
import { axisOf, type Depth, type Segment, type SegmentDepth, type Stand } from './solid.js';

/** The height over the plane z = 0 of the stand's axes. Regular everywhere. */
export function pointToPlane<S>(A: Algebra<S>, plane: Stand<S>, point: Vec3<S>): Depth<S> {
  const normal = axisOf(plane, 2);
  return { distance: dot3(A, normal, sub3(A, point, plane.position)), normal };
}

/** The height of the lower end; of the middle, where the segment is exactly level. */
export function segmentToPlane<S>(A: Algebra<S>, plane: Stand<S>, segment: Segment<S>): SegmentDepth<S> {
  const down = sign(A, A.neg(dot3(A, segment.axis, axisOf(plane, 2))));
  const at = add3(A, segment.centre, scale3(A, A.mul(down, segment.half), segment.axis));
  return { ...pointToPlane(A, plane, at), at };
}
