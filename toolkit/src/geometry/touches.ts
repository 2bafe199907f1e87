import { type Algebra, add3, dot3, neg3, scale3, select3, sub3, type Vec3 } from '../math/index.js';
import { pointDepth, type Separation, separation } from './separation.js';
import { axisOf, type Solid, type SolidKind } from './solid.js';
import { type Corner, type TiltShare, tiltShare } from './tilt.js';

/** Solids that {@link touches} may be asked of. */
export const touchingKinds = ['sphere', 'capsule', 'box'] as const satisfies readonly SolidKind[];
export type TouchingKind = (typeof touchingKinds)[number];

export function isTouching(kind: SolidKind): kind is TouchingKind {
  return (touchingKinds as readonly SolidKind[]).includes(kind);
}

/** A point at which two solids can touch. */
export interface Touch<S> extends Separation<S> {
  /** Which part of the stiffness of the pair is this point's; all of it where it is absent. The turn is that of `from`. */
  readonly share?: TiltShare<S>;
}

/**
 * The points at which `from` can touch any solid `to`, as many for any two of their kinds:
 *
 * - a sphere (a point): one; a capsule: the deepest of its axis, but both its ends on a plane
 * - a box on a plane or in a box: its corners, and the corners of the other box in it; on a sphere or a capsule where that is
 *   deepest in it; on a cylinder where its wall is deepest in it, its own corners in the lids, and four points of each rim in it
 *
 * Corners and ends share by their tilt ({@link tiltShare}). Edges of boxes that cross without a corner in
 * the other box do not meet.
 */
export function touches<S>(A: Algebra<S>, from: Solid<S>, to: Solid<S>): Touch<S>[] {
  switch (from.kind) {
    case 'sphere':
      return [separation(A, from, to)];
    case 'capsule':
      return to.kind === 'plane' ? corners(A, from, to) : [separation(A, from, to)];
    case 'box':
      switch (to.kind) {
        case 'plane':
          return corners(A, from, to);
        case 'sphere':
        case 'capsule':
          return [turned(A, separation(A, to, from))];
        case 'cylinder':
          return onCylinder(A, from, to);
        case 'box':
          return [...corners(A, from, to), ...corners(A, to, from).map((touch) => turned(A, touch))];
      }
      break;
    default:
      throw new Error(`geometry: where a ${from.kind} touches is not known`);
  }
}

/** The corners of a box, or the ends of a capsule, in another solid. */
function corners<S>(A: Algebra<S>, from: Solid<S>, to: Solid<S>): Touch<S>[] {
  const { kind, size, position } = from;
  const half = (edge: number): S => A.mul(A.constant(0.5), size[edge]);
  const [axes, halves, radius] =
    kind === 'box'
      ? [[axisOf(from, 0), axisOf(from, 1), axisOf(from, 2)], [half(0), half(1), half(2)], A.constant(0)]
      : [[axisOf(from, 2)], [half(1)], size[0]];
  return sides(axes.length).map((signs) => {
    const corner = axes.map((axis, i): Corner<S> => ({ axis, side: signs[i] }));
    const at = axes.reduce<Vec3<S>>(
      (point, axis, i) => add3(A, point, scale3(A, A.mul(A.constant(signs[i]), halves[i]), axis)),
      position,
    );
    const { distance, normal } = pointDepth(A, at, to);
    return {
      distance: A.sub(distance, radius),
      normal,
      at,
      onFrom: sub3(A, at, scale3(A, radius, normal)),
      onTo: sub3(A, at, scale3(A, distance, normal)),
      share: tiltShare(A, corner, normal),
    };
  });
}

function sides(count: number): (1 | -1)[][] {
  if (count === 0) return [[]];
  return sides(count - 1).flatMap((rest): (1 | -1)[][] => [
    [...rest, -1],
    [...rest, 1],
  ]);
}

/** The same touch seen from the other solid. */
function turned<S>(A: Algebra<S>, touch: Touch<S>): Touch<S> {
  const { distance, normal, at, onFrom, onTo, share } = touch;
  return {
    distance,
    normal: neg3(A, normal),
    at,
    onFrom: onTo,
    onTo: onFrom,
    ...(share && { share: { root: share.root, turn: neg3(A, share.turn) } }),
  };
}

/** Cosine of the angle to its axis beyond which a normal is that of a cylinder's lid, and sine up to which it is the wall's. */
const LID = 0.5;
const WALL = 1e-3;

/** A box on a cylinder: what touches the wall and what touches a lid keep out of each other's way. */
function onCylinder<S>(A: Algebra<S>, box: Solid<S>, cylinder: Solid<S>): Touch<S>[] {
  const [radius, length] = cylinder.size;
  const axis = axisOf(cylinder, 2);
  const edge = A.mul(A.constant(Math.sqrt(2)), radius);
  const inside: Solid<S> = { ...cylinder, kind: 'box', size: [edge, edge, length] };
  const lids = [...corners(A, box, cylinder), ...corners(A, inside, box).map((touch) => turned(A, touch))];
  const wall = turned(A, separation(A, { ...cylinder, kind: 'capsule' }, box));
  const along = (touch: Touch<S>): S => A.abs(dot3(A, touch.normal, axis));
  return [
    ...lids.map((touch) => gated(A, touch, A.less(A.constant(LID), along(touch)))),
    gated(A, wall, A.less(along(wall), A.constant(WALL))),
  ];
}

/** Has no share where the gate is shut. */
function gated<S>(A: Algebra<S>, touch: Touch<S>, open: S): Touch<S> {
  const zero = A.constant(0);
  const none: Vec3<S> = [zero, zero, zero];
  const { root, turn } = touch.share ?? { root: A.constant(1), turn: none };
  return { ...touch, share: { root: A.select(open, root, zero), turn: select3(A, open, turn, none) } };
}
