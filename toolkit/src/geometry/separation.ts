import { type Algebra, add3, mulMatVec, mulTransposeVec, scale3, sub3, type Vec3 } from '../math/index.js';
import { deepest } from './deepest.js';
import { axisOf, type Depth, type Segment, type SegmentDepth, type Solid, type SolidKind } from './solid.js';
import { pointToBox } from './to-box.js';
import { pointToCylinder } from './to-cylinder.js';
import { pointToPlane, segmentToPlane } from './to-plane.js';
import { pointToPoint, pointToSegment, segmentToPoint, segmentToSegment } from './to-segment.js';

/** Solids that a distance may be measured from: a point or a segment with a radius. */
export const sweptKinds = ['sphere', 'capsule'] as const satisfies readonly SolidKind[];
export type SweptKind = (typeof sweptKinds)[number];

export function isSwept(kind: SolidKind): kind is SweptKind {
  return kind === 'sphere' || kind === 'capsule';
}

/** How two solids stand to each other, world axes. */
export interface Separation<S> {
  /**
   * Between the surfaces, m; where they meet negative: how deep that point or axis of `from` which is deepest stands in
   * `to`, with the radius of `from`.
   */
  readonly distance: S;
  /** Unit length, from `to` to `from`: the gradient of the distance by the place of `from`. */
  readonly normal: Vec3<S>;
  /** The point or axis point of `from` that decides; the forces of both solids act along the normal through it. */
  readonly at: Vec3<S>;
  /** The closest points on both surfaces. */
  readonly onFrom: Vec3<S>;
  readonly onTo: Vec3<S>;
}

/**
 * The signed distance of a point (a sphere of radius 0), sphere or capsule `from` from any solid `to`.
 *
 * Exact but of capsules to boxes and cylinders, for which see {@link deepest}. Where the gradient has no direction the
 * normal is an axis of `to`: z in the centre of a sphere, x on the axis of a capsule or cylinder (across both, where
 * two axes cross); what a box, a cylinder and parallel axes do is told with them. Throws where `from` is another solid.
 */
export function separation<S>(A: Algebra<S>, from: Solid<S>, to: Solid<S>): Separation<S> {
  if (!isSwept(from.kind)) throw new Error(`geometry: a distance from a ${from.kind} is not known`);
  const { distance, normal, at } =
    from.kind === 'sphere'
      ? { ...pointDepth(A, from.position, to), at: from.position }
      : segmentDepth(A, segmentOf(A, from), to);
  const radius = from.size[0];
  return {
    distance: A.sub(distance, radius),
    normal,
    at,
    onFrom: sub3(A, at, scale3(A, radius, normal)),
    onTo: sub3(A, at, scale3(A, distance, normal)),
  };
}

/** The axis of a capsule. */
export function segmentOf<S>(A: Algebra<S>, capsule: Solid<S>): Segment<S> {
  return {
    centre: capsule.position,
    axis: axisOf(capsule, 2),
    half: A.mul(A.constant(0.5), capsule.size[1]),
  };
}

/** Signed distance of a point from a solid. */
export function pointDepth<S>(A: Algebra<S>, point: Vec3<S>, to: Solid<S>): Depth<S> {
  switch (to.kind) {
    case 'plane':
      return pointToPlane(A, to, point);
    case 'sphere':
      return within(A, to.size[0], pointToPoint(A, to.position, point, axisOf(to, 2)));
    case 'capsule':
      return within(A, to.size[0], pointToSegment(A, segmentOf(A, to), point, axisOf(to, 0)));
    case 'cylinder':
    case 'box': {
      const { distance, normal } = ownDepth(A, to)(intoAxes(A, to, point));
      return { distance, normal: mulMatVec(A, to.rotation, normal) };
    }
  }
}

/** The signed distance of a point in the axes of a box or a cylinder. */
function ownDepth<S>(A: Algebra<S>, { kind, size }: Solid<S>): (point: Vec3<S>) => Depth<S> {
  return (point) => (kind === 'box' ? pointToBox(A, size, point) : pointToCylinder(A, size, point));
}

function intoAxes<S>(A: Algebra<S>, to: Solid<S>, point: Vec3<S>): Vec3<S> {
  return mulTransposeVec(A, to.rotation, sub3(A, point, to.position));
}

/** The least signed distance of a segment's points from a solid. */
export function segmentDepth<S>(A: Algebra<S>, segment: Segment<S>, to: Solid<S>): SegmentDepth<S> {
  switch (to.kind) {
    case 'plane':
      return segmentToPlane(A, to, segment);
    case 'sphere':
      return within(A, to.size[0], segmentToPoint(A, to.position, segment, axisOf(to, 2)));
    case 'capsule':
      return within(A, to.size[0], segmentToSegment(A, segmentOf(A, to), segment, axisOf(to, 0)));
    case 'cylinder':
    case 'box': {
      const own = {
        centre: intoAxes(A, to, segment.centre),
        axis: mulTransposeVec(A, to.rotation, segment.axis),
        half: segment.half,
      };
      const { distance, normal, at } = deepest(A, own, ownDepth(A, to));
      return {
        distance,
        normal: mulMatVec(A, to.rotation, normal),
        at: add3(A, to.position, mulMatVec(A, to.rotation, at)),
      };
    }
  }
}

/** From what is all around by a radius. */
function within<S, D extends Depth<S>>(A: Algebra<S>, radius: S, depth: D): D {
  return { ...depth, distance: A.sub(depth.distance, radius) };
}
