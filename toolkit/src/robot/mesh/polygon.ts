/** Polygons cut into triangles. */
import { numbers, sub3, type Vec3 } from '../../math/index.js';

/**
 * Cuts a polygon of the plane, x and y of each corner, anticlockwise: the corners of its triangles, three by three. An
 * ear-clipping of a library.
 */
export type CutPlane = (corners: readonly (readonly [number, number])[]) => readonly number[];

/** Ears are looked for corner by corner: beyond this many a file of few bytes could ask for hours. */
const mostCorners = 1000;

/**
 * The corners of a polygon's triangles, three by three, with the winding of the polygon. A convex one is a fan from its first
 * corner; another one is cut in the plane that its area vector (Newell's) leans most towards. A fan as well where it has
 * no area, crosses itself, or has more than a thousand corners: its signed volume is right even then.
 */
export function cutPolygon(corners: readonly Vec3<number>[], cutPlane: CutPlane): readonly number[] {
  const count = corners.length;
  const fan = fanOf(count);
  if (count <= 3 || count > mostCorners) return fan;
  const area = areaVector(corners);
  const size = area.map(Math.abs);
  const axis = size.indexOf(Math.max(...size));
  if (!(size[axis] > 0)) return fan;
  // Seen from the side from which it runs anticlockwise.
  const [u, v] = area[axis] > 0 ? [(axis + 1) % 3, (axis + 2) % 3] : [(axis + 2) % 3, (axis + 1) % 3];
  const plane = corners.map((corner) => [corner[u], corner[v]] as const);
  if (plane.every((_, i) => doubleArea(plane, i, (i + 1) % count, (i + 2) % count) >= 0)) return fan;
  const cut = cutPlane(plane);
  if (cut.length !== fan.length) return fan;
  return cut.map((_, i) => {
    const first = i - (i % 3);
    const [a, b, c] = cut.slice(first, first + 3);
    return (doubleArea(plane, a, b, c) < 0 ? [a, c, b] : [a, b, c])[i % 3];
  });
}

function fanOf(count: number): readonly number[] {
  const corners: number[] = [];
  for (let i = 2; i < count; i++) corners.push(0, i - 1, i);
  return corners;
}

/** Σ p × next p over the edges, from the first corner: twice the area, along the normal. */
function areaVector(corners: readonly Vec3<number>[]): Vec3<number> {
  const sum: [number, number, number] = [0, 0, 0];
  const [origin] = corners;
  for (let i = 1; i + 1 < corners.length; i++) {
    const [ax, ay, az] = sub3(numbers, corners[i], origin);
    const [bx, by, bz] = sub3(numbers, corners[i + 1], origin);
    sum[0] += ay * bz - az * by;
    sum[1] += az * bx - ax * bz;
    sum[2] += ax * by - ay * bx;
  }
  return sum;
}

/** Positive where a, b, c turn left. */
function doubleArea(plane: readonly (readonly [number, number])[], a: number, b: number, c: number): number {
  const [ax, ay] = plane[a];
  const [bx, by] = plane[b];
  const [cx, cy] = plane[c];
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
