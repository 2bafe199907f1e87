/** Rotations and inertias by the textbook, in plain arrays: what cases compare a reader's and a model's answer with. */
import fc from 'fast-check';
import { between, type Three, vectors, within } from './case.js';

export type Nine = readonly number[];
/** xx, yy, zz, xy, xz, yz. */
export type Six = readonly [number, number, number, number, number, number];

/** Row by row, R = Rz(yaw) Ry(pitch) Rx(roll). */
export function rotationOf([roll, pitch, yaw]: Three): Nine {
  const about = (axis: number, angle: number): Nine => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    if (axis === 0) return [1, 0, 0, 0, c, -s, 0, s, c];
    return axis === 1 ? [c, 0, s, 0, 1, 0, -s, 0, c] : [c, -s, 0, s, c, 0, 0, 0, 1];
  };
  return product(about(2, yaw), product(about(1, pitch), about(0, roll)));
}

/** A turn by `angle` about a unit axis (Rodrigues). */
export function rotationAbout([x, y, z]: Three, angle: number): Nine {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [
    ...[c + x * x * d, x * y * d - z * s, x * z * d + y * s],
    ...[y * x * d + z * s, c + y * y * d, y * z * d - x * s],
    ...[z * x * d - y * s, z * y * d + x * s, c + z * z * d],
  ];
}

export function product(a: Nine, b: Nine): Nine {
  return [0, 1, 2].flatMap((i) =>
    [0, 1, 2].map((j) => a[3 * i] * b[j] + a[3 * i + 1] * b[3 + j] + a[3 * i + 2] * b[6 + j]),
  );
}

export function turned(r: Nine, [x, y, z]: readonly number[]): Three {
  return [r[0] * x + r[1] * y + r[2] * z, r[3] * x + r[4] * y + r[5] * z, r[6] * x + r[7] * y + r[8] * z];
}

export const plus = (a: readonly number[], b: readonly number[]): Three => [
  a[0] + b[0],
  a[1] + b[1],
  a[2] + b[2],
];

export const cross = (a: readonly number[], b: readonly number[]): Three => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

export const dot = (a: readonly number[], b: readonly number[]): number =>
  a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

const full = ([xx, yy, zz, xy, xz, yz]: Six): Nine => [xx, xy, xz, xy, yy, yz, xz, yz, zz];
const six = (m: Nine): Six => [m[0], m[4], m[8], m[1], m[2], m[5]];

/** R I Rᵀ. */
export function turnedInertia(r: Nine, inertia: Six): Six {
  const transposed = [0, 1, 2].flatMap((i) => [r[i], r[3 + i], r[6 + i]]);
  return six(product(r, product(full(inertia), transposed)));
}

/** Moment about a unit axis, uᵀ I u. */
export const about = (axis: Three, inertia: Six): number => dot(axis, turned(full(inertia), axis));

export interface Solid {
  readonly mass: number;
  readonly centre: Three;
  /** About the centre of mass. */
  readonly inertia: Six;
}

/** Several solids in one frame as one. */
export function together(parts: readonly Solid[]): Solid {
  const mass = parts.reduce((sum, part) => sum + part.mass, 0);
  const centre = [0, 1, 2].map(
    (i) => parts.reduce((sum, part) => sum + part.mass * part.centre[i], 0) / mass,
  ) as unknown as Three;
  const inertia = parts.reduce<readonly number[]>((sum, part) => {
    const [x, y, z] = part.centre.map((c, i) => c - centre[i]);
    const own = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
    return sum.map((s, i) => s + part.inertia[i] + part.mass * own[i]);
  }, new Array<number>(6).fill(0)) as unknown as Six;
  return { mass, centre, inertia };
}

/** The same solid seen from a frame in which its own frame stands at `position`, turned by `rotation`. */
export function placed({ mass, centre, inertia }: Solid, position: Three, rotation: Nine): Solid {
  return {
    mass,
    centre: plus(position, turned(rotation, centre)),
    inertia: turnedInertia(rotation, inertia),
  };
}

/** Principal moments that a body can have, in no order. */
export const moments: fc.Arbitrary<Three> = fc
  .tuple(between(0.01, 1), between(0.01, 1), between(0.01, 1))
  .map(([x, y, z]): Three => [y + z, x + z, x + y]);

/** Inertias that a body can have, with products. */
export const inertias: fc.Arbitrary<Six> = fc
  .tuple(moments, vectors(3))
  .map(([[x, y, z], rpy]) => turnedInertia(rotationOf(rpy), [x, y, z, 0, 0, 0]));

export const solids: fc.Arbitrary<Solid> = fc.record({
  mass: between(0.1, 5),
  centre: fc.tuple(within(0.5), within(0.5), within(0.5)),
  inertia: inertias,
});

/** `<inertial>` of a solid, its numbers given in a frame at its centre that is turned by `rpy`. */
export function inertialText({ mass, centre, inertia }: Solid, rpy: Three = [0, 0, 0]): string {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  return `<inertial><origin xyz="${centre.join(' ')}" rpy="${rpy.join(' ')}"/><mass value="${mass}"/><inertia ixx="${xx}" iyy="${yy}" izz="${zz}" ixy="${xy}" ixz="${xz}" iyz="${yz}"/></inertial>`;
}

export function bodyText(name: string, solid: Solid | undefined, rpy?: Three, more = ''): string {
  return `<link name="${name}">${solid === undefined ? '' : inertialText(solid, rpy)}${more}</link>`;
}

export function originText(xyz: Three, rpy: Three = [0, 0, 0]): string {
  return `<origin xyz="${xyz.join(' ')}" rpy="${rpy.join(' ')}"/>`;
}
