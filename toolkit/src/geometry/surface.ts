import { add3, mulMatVec, numbers, type Vec3 } from '../math/index.js';
import type { Solid } from './solid.js';

/** Points around a circle, and rings of a sphere from pole to pole. */
const around = 48;
const rings = 24;
const turn = 6.283185307179586;

/**
 * Points on the surface of a solid, in world axes, whose convex hull shows it: corners of a box, rims of a cylinder,
 * rings of a sphere. Of a plane the corners of a square of this `edge` (m) about its place.
 */
export function surfacePoints(solid: Solid<number>, edge = 2): Vec3<number>[] {
  return ownPoints(solid, edge).map((p) =>
    add3(numbers, solid.position, mulMatVec(numbers, solid.rotation, p)),
  );
}

function ownPoints({ kind, size }: Solid<number>, edge: number): Vec3<number>[] {
  switch (kind) {
    case 'plane':
      return corners(edge, edge, 0);
    case 'box':
      return corners(size[0], size[1], size[2]);
    case 'cylinder':
      return [...circle(size[0], -size[1] / 2), ...circle(size[0], size[1] / 2)];
    case 'sphere':
      return ball(size[0], 0);
    case 'capsule':
      return ball(size[0], size[1] / 2);
  }
}

function corners(x: number, y: number, z: number): Vec3<number>[] {
  const signs = z === 0 ? [0] : [-0.5, 0.5];
  return signs.flatMap((c): Vec3<number>[] => [
    [-x / 2, -y / 2, c * z],
    [x / 2, -y / 2, c * z],
    [x / 2, y / 2, c * z],
    [-x / 2, y / 2, c * z],
  ]);
}

function circle(radius: number, z: number): Vec3<number>[] {
  return Array.from({ length: around }, (_, i): Vec3<number> => {
    const angle = (turn * i) / around;
    return [radius * numbers.cos(angle), radius * numbers.sin(angle), z];
  });
}

/** A ball whose halves are `half` above and below the middle. */
function ball(radius: number, half: number): Vec3<number>[] {
  const points: Vec3<number>[] = [];
  for (let i = 0; i <= rings; i++) {
    const angle = (turn * i) / (2 * rings);
    const [ring, height] = [radius * numbers.sin(angle), radius * numbers.cos(angle)];
    if (2 * i <= rings) points.push(...circle(ring, height + half));
    if (2 * i >= rings) points.push(...circle(ring, height - half));
  }
  return points;
}
