/**
 * Twists, wrenches and rigid inertias over the algebra. Linear part first, then angular; force first, then
 * torque. A twist or wrench names its frame in the doc of whatever returns it: the axes, and the point at
 * which the linear velocity (the torque) is taken.
 */
import type { Primitive } from './algebra.js';
import { add3, cross3, dot3, type Mat3, scale3, sub3, type Vec3 } from './vector.js';

/** Velocity of a body: `linear` of the point of reference, `angular`. */
export interface Twist<S> {
  readonly linear: Vec3<S>;
  readonly angular: Vec3<S>;
}

/** Force on a body and torque about the point of reference. */
export interface Wrench<S> {
  readonly force: Vec3<S>;
  readonly torque: Vec3<S>;
}

/** The same motion with the point of reference moved by `r` (from the old to the new): v + w × r. */
export function moveTwist<S>(A: Primitive<S>, twist: Twist<S>, r: Vec3<S>): Twist<S> {
  return {
    linear: add3(A, twist.linear, cross3(A, twist.angular, r)),
    angular: twist.angular,
  };
}

/** The same wrench with the point of reference moved by `r` (from the old to the new): n − r × f. */
export function moveWrench<S>(A: Primitive<S>, wrench: Wrench<S>, r: Vec3<S>): Wrench<S> {
  return {
    force: wrench.force,
    torque: sub3(A, wrench.torque, cross3(A, r, wrench.force)),
  };
}

export function addWrench<S>(A: Primitive<S>, a: Wrench<S>, b: Wrench<S>): Wrench<S> {
  return {
    force: add3(A, a.force, b.force),
    torque: add3(A, a.torque, b.torque),
  };
}

/** f·v + n·w: power of a wrench on a motion with the same point of reference and axes. */
export function power<S>(A: Primitive<S>, wrench: Wrench<S>, twist: Twist<S>): S {
  return A.add(dot3(A, wrench.force, twist.linear), dot3(A, wrench.torque, twist.angular));
}

/** Symmetric 3×3: (xx, yy, zz, xy, xz, yz), off-diagonals being the matrix elements. */
export type Sym3<S> = readonly [S, S, S, S, S, S];

export function symToMat<S>(s: Sym3<S>): Mat3<S> {
  return [s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2]];
}

/** Row and column of each entry of a {@link Sym3}. */
export const symPlaces = [
  [0, 0],
  [1, 1],
  [2, 2],
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

export function addSym<S>(A: Primitive<S>, a: Sym3<S>, b: Sym3<S>): Sym3<S> {
  return a.map((x, i) => A.add(x, b[i])) as unknown as Sym3<S>;
}

/** s v. */
export function mulSymVec<S>(A: Primitive<S>, s: Sym3<S>, v: Vec3<S>): Vec3<S> {
  return [dot3(A, [s[0], s[3], s[4]], v), dot3(A, [s[3], s[1], s[5]], v), dot3(A, [s[4], s[5], s[2]], v)];
}

/** R s Rᵀ. */
export function turnSym<S>(A: Primitive<S>, R: Mat3<S>, s: Sym3<S>): Sym3<S> {
  const rows: Vec3<S>[] = [
    [R[0], R[1], R[2]],
    [R[3], R[4], R[5]],
    [R[6], R[7], R[8]],
  ];
  const [x, y, z] = rows.map((row) => mulSymVec(A, s, row));
  return [
    dot3(A, rows[0], x),
    dot3(A, rows[1], y),
    dot3(A, rows[2], z),
    dot3(A, rows[0], y),
    dot3(A, rows[0], z),
    dot3(A, rows[1], z),
  ];
}

/**
 * The ten inertial parameters of a rigid body as moments of its mass about a frame's origin, in that
 * frame's axes (the pseudo-inertia matrix: Wensing, Kim, Slotine 2018, RA-L 3(1), eq. 9). They add up, and a
 * moment that cannot be felt can be left out one by one.
 */
export interface MassMoments<S> {
  /** ∫ dm, kg. */
  readonly mass: S;
  /** ∫ r dm, kg m. */
  readonly first: Vec3<S>;
  /** ∫ r rᵀ dm, kg m². The rotational inertia is tr(Σ)·I − Σ. */
  readonly second: Sym3<S>;
}

/** Σ = ½·tr(I)·1 − I of a rotational inertia about the same point. */
export function secondMoment<S>(A: Primitive<S>, inertia: Sym3<S>): Sym3<S> {
  const [xx, yy, zz, xy, xz, yz] = inertia;
  const half = A.constant(0.5);
  return [
    A.mul(half, A.sub(A.add(yy, zz), xx)),
    A.mul(half, A.sub(A.add(xx, zz), yy)),
    A.mul(half, A.sub(A.add(xx, yy), zz)),
    A.neg(xy),
    A.neg(xz),
    A.neg(yz),
  ];
}

/** I = tr(Σ)·1 − Σ, the rotational inertia about the same point. */
export function rotationalInertia<S>(A: Primitive<S>, second: Sym3<S>): Sym3<S> {
  const [xx, yy, zz, xy, xz, yz] = second;
  return [A.add(yy, zz), A.add(xx, zz), A.add(xx, yy), A.neg(xy), A.neg(xz), A.neg(yz)];
}

/** Moments about the frame's origin from mass, centre of mass and inertia about the centre. */
export function massMoments<S>(A: Primitive<S>, mass: S, centre: Vec3<S>, inertia: Sym3<S>): MassMoments<S> {
  const about: MassMoments<S> = {
    mass,
    first: [A.constant(0), A.constant(0), A.constant(0)],
    second: secondMoment(A, inertia),
  };
  return moveMoments(A, about, centre);
}

/** Moments about another origin, `r` being the old origin seen from the new one: Σ + h rᵀ + r hᵀ + m r rᵀ. */
export function moveMoments<S>(A: Primitive<S>, moments: MassMoments<S>, r: Vec3<S>): MassMoments<S> {
  const { mass, first: h, second } = moments;
  const mr = scale3(A, mass, r);
  const all = add3(A, h, mr);
  // h rᵀ + r (h + m r)ᵀ, the upper triangle; on the diagonal 2·r·h + m·r·r, for a constant r folds.
  const twice = (i: 0 | 1 | 2) => A.add(A.mul(A.add(r[i], r[i]), h[i]), A.mul(mr[i], r[i]));
  const cross = (i: 0 | 1 | 2, j: 0 | 1 | 2) => A.add(A.mul(r[i], all[j]), A.mul(h[i], r[j]));
  return {
    mass,
    first: all,
    second: addSym(A, second, [twice(0), twice(1), twice(2), cross(0, 1), cross(0, 2), cross(1, 2)]),
  };
}

/** The same moments in other axes, R turning old coordinates into new ones. */
export function turnMoments<S>(A: Primitive<S>, R: Mat3<S>, moments: MassMoments<S>): MassMoments<S> {
  const { mass, first, second } = moments;
  return {
    mass,
    first: [
      dot3(A, [R[0], R[1], R[2]], first),
      dot3(A, [R[3], R[4], R[5]], first),
      dot3(A, [R[6], R[7], R[8]], first),
    ],
    second: turnSym(A, R, second),
  };
}

/** Moments of two bodies as one, about the same origin in the same axes. */
export function addMoments<S>(A: Primitive<S>, a: MassMoments<S>, b: MassMoments<S>): MassMoments<S> {
  return {
    mass: A.add(a.mass, b.mass),
    first: add3(A, a.first, b.first),
    second: addSym(A, a.second, b.second),
  };
}
