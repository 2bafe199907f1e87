/** Surfaces as triangles: how they are moved, mirrored and measured. */
import { cross3, dot3, type Mat3, mulMat, mulMatVec, numbers, sub3, type Vec3 } from '../../math/index.js';

/** Triangles without shared corners. */
export interface TriangleMesh {
  /**
   * Nine numbers a triangle: x, y, z of its three corners, anticlockwise as seen from outside. Metres, in the frame of
   * the visual or collision that shows the mesh.
   */
  readonly positions: Float32Array;
  /** Unit normals at the same corners, for shading, where the file gives them for all triangles. */
  readonly normals?: Float32Array;
}

/** The same in a file's own units, axes and precision. */
export interface Surface {
  readonly positions: ArrayLike<number>;
  readonly normals?: ArrayLike<number>;
}

/** x ↦ linear x + shift; linear row by row. */
export interface Affine {
  readonly linear: Mat3<number>;
  readonly shift: Vec3<number>;
}

/** A surface and how it comes to where it is shown. */
export interface Placed {
  readonly surface: Surface;
  readonly map: Affine;
}

export const identity: Affine = { linear: [1, 0, 0, 0, 1, 0, 0, 0, 1], shift: [0, 0, 0] };

export function scaling([x, y, z]: Vec3<number>): Affine {
  return { linear: [x, 0, 0, 0, y, 0, 0, 0, z], shift: [0, 0, 0] };
}

/** First the inner, then the outer. */
export function composed(outer: Affine, inner: Affine): Affine {
  const [x, y, z] = mulMatVec(numbers, outer.linear, inner.shift);
  const [a, b, c] = outer.shift;
  return { linear: mulMat(numbers, outer.linear, inner.linear), shift: [x + a, y + b, z + c] };
}

/**
 * Surfaces, each moved by its map, as one mesh. A map that mirrors (det < 0) turns outside in: two corners of each
 * triangle change places, so that it is seen anticlockwise from outside again. Normals go by the inverse transpose,
 * which is the matrix of cofactors over the determinant.
 */
export function meshOf(parts: readonly Placed[]): TriangleMesh {
  const length = parts.reduce((sum, { surface }) => sum + surface.positions.length, 0);
  const positions = new Float32Array(length);
  const shaded = length > 0 && parts.every(({ surface }) => surface.normals !== undefined);
  const normals = shaded ? new Float32Array(length) : undefined;
  let at = 0;
  for (const { surface, map } of parts) {
    const turned = cofactors(map.linear);
    const mirrored = determinant(map.linear) < 0;
    for (let corner = 0; corner < surface.positions.length; corner += 3) {
      const to = at + (mirrored ? swapped(corner) : corner);
      place(surface.positions, corner, map.linear, map.shift, positions, to);
      if (normals !== undefined && surface.normals !== undefined) {
        placeNormal(surface.normals, corner, turned, mirrored ? -1 : 1, normals, to);
      }
    }
    at += surface.positions.length;
  }
  return { positions, ...(normals === undefined ? {} : { normals }) };
}

/** Offset of a corner once the second and third of its triangle have changed places. */
function swapped(corner: number): number {
  const triangle = corner - (corner % 9);
  return triangle + ((9 - (corner % 9)) % 9);
}

function place(
  from: ArrayLike<number>,
  at: number,
  m: Mat3<number>,
  shift: Vec3<number>,
  into: Float32Array,
  to: number,
): void {
  const x = from[at];
  const y = from[at + 1];
  const z = from[at + 2];
  into[to] = m[0] * x + m[1] * y + m[2] * z + shift[0];
  into[to + 1] = m[3] * x + m[4] * y + m[5] * z + shift[1];
  into[to + 2] = m[6] * x + m[7] * y + m[8] * z + shift[2];
}

/** Of length one; zero where it has no direction. */
function placeNormal(
  from: ArrayLike<number>,
  at: number,
  m: Mat3<number>,
  sign: number,
  into: Float32Array,
  to: number,
): void {
  const [x, y, z] = mulMatVec(numbers, m, [from[at], from[at + 1], from[at + 2]]);
  const length = Math.sqrt(x * x + y * y + z * z);
  const factor = length > 0 && length < Infinity ? sign / length : undefined;
  into[to] = factor === undefined ? 0 : factor * x;
  into[to + 1] = factor === undefined ? 0 : factor * y;
  into[to + 2] = factor === undefined ? 0 : factor * z;
}

function cofactors([a, b, c, d, e, f, g, h, i]: Mat3<number>): Mat3<number> {
  return [
    e * i - f * h,
    f * g - d * i,
    d * h - e * g,
    c * h - b * i,
    a * i - c * g,
    b * g - a * h,
    b * f - c * e,
    c * d - a * f,
    a * e - b * d,
  ];
}

function determinant(m: Mat3<number>): number {
  const [x, y, z] = cofactors(m);
  return m[0] * x + m[1] * y + m[2] * z;
}

export function triangleCount({ positions }: TriangleMesh): number {
  return positions.length / 9;
}

function corner(positions: ArrayLike<number>, at: number): Vec3<number> {
  return [positions[at], positions[at + 1], positions[at + 2]];
}

/**
 * Volume inside a closed surface, m³: Σ a · (b × c)/6 over its triangles. Negative where they are wound inside out;
 * without meaning for a surface with holes.
 */
export function signedVolume({ positions }: TriangleMesh): number {
  if (positions.length === 0) return 0;
  // From a corner of the mesh, not from the origin: what lies far away would cancel.
  const from = corner(positions, 0);
  let six = 0;
  for (let at = 0; at < positions.length; at += 9) {
    const [a, b, c] = [0, 3, 6].map((i) => sub3(numbers, corner(positions, at + i), from));
    six += dot3(numbers, a, cross3(numbers, b, c));
  }
  return six / 6;
}

/** Unit normal of a triangle, out of the side from which its corners run anticlockwise; zero where it has no area. */
export function faceNormal({ positions }: TriangleMesh, triangle: number): Vec3<number> {
  const [a, b, c] = [0, 3, 6].map((i) => corner(positions, 9 * triangle + i));
  const [x, y, z] = cross3(numbers, sub3(numbers, b, a), sub3(numbers, c, a));
  const length = Math.sqrt(x * x + y * y + z * z);
  return length > 0 ? [x / length, y / length, z / length] : [0, 0, 0];
}

/** The box along the axes that just holds a mesh, m. */
export interface Extent {
  readonly lower: Vec3<number>;
  readonly upper: Vec3<number>;
  readonly size: Vec3<number>;
}

export function extent({ positions }: TriangleMesh): Extent {
  const range = (axis: number): readonly [number, number] => {
    let [least, most] = [positions[axis] ?? 0, positions[axis] ?? 0];
    for (let at = axis; at < positions.length; at += 3) {
      least = Math.min(least, positions[at]);
      most = Math.max(most, positions[at]);
    }
    return [least, most];
  };
  const [x, y, z] = [range(0), range(1), range(2)];
  return {
    lower: [x[0], y[0], z[0]],
    upper: [x[1], y[1], z[1]],
    size: [x[1] - x[0], y[1] - y[0], z[1] - z[0]],
  };
}
