/** Solids as data: what shapes there are, their sizes, and where they stand. */
import type { Mat3, Vec3 } from '../math/index.js';

/**
 * Shapes in their own axes, centred at the origin:
 *
 * - `plane`: all that is below z = 0; no size
 * - `sphere`: [radius]
 * - `capsule`: [radius, length], all that is within the radius of a segment of that length along z
 * - `cylinder`: [radius, length], along z
 * - `box`: [x, y, z], whole edges
 */
export const solidKinds = ['plane', 'sphere', 'capsule', 'cylinder', 'box'] as const;
export type SolidKind = (typeof solidKinds)[number];

/** What the sizes of each are called, m. */
export const solidSizes: Readonly<Record<SolidKind, readonly string[]>> = {
  plane: [],
  sphere: ['radius'],
  capsule: ['radius', 'length'],
  cylinder: ['radius', 'length'],
  box: ['x', 'y', 'z'],
};

/** A position and the rotation that turns coordinates in its axes into world coordinates. */
export interface Stand<S> {
  readonly position: Vec3<S>;
  readonly rotation: Mat3<S>;
}

export interface Solid<S> extends Stand<S> {
  readonly kind: SolidKind;
  /** As many as {@link solidSizes} names, each ≥ 0. */
  readonly size: readonly S[];
}

/** A segment: all points `centre` + s `axis`, |s| ≤ `half`; the axis is of unit length. */
export interface Segment<S> {
  readonly centre: Vec3<S>;
  readonly axis: Vec3<S>;
  readonly half: S;
}

/** How far a point is from the surface of a solid. */
export interface Depth<S> {
  /** Negative inside, m. */
  readonly distance: S;
  /** The gradient of the distance: of unit length, out of the solid, world axes. */
  readonly normal: Vec3<S>;
}

/** The same of that point of a segment which is nearest to the solid, or deepest in it. */
export interface SegmentDepth<S> extends Depth<S> {
  /** The point of the segment. */
  readonly at: Vec3<S>;
}

/** Column of the rotation: the x (0), y (1) or z (2) axis of a stand in world axes. */
export function axisOf<S>({ rotation: r }: Stand<S>, k: 0 | 1 | 2): Vec3<S> {
  return [r[k], r[3 + k], r[6 + k]];
}
