/**
 * Vectors and 3×3 matrices over the algebra. Plain tuples: a vector is `[x, y, z]`, a matrix nine numbers row
 * by row. Functions take the algebra first and return new tuples.
 */
import type { Primitive } from './algebra.js';

export type Vec3<S> = readonly [S, S, S];
/** Row-major: `[m00, m01, m02, m10, …]`. */
export type Mat3<S> = readonly [S, S, S, S, S, S, S, S, S];

export function vec3<S>(A: Primitive<S>, x: number, y: number, z: number): Vec3<S> {
  return [A.constant(x), A.constant(y), A.constant(z)];
}

/** A numeric tuple lifted into the algebra. */
export function lift3<S>(A: Primitive<S>, v: Vec3<number>): Vec3<S> {
  return [A.constant(v[0]), A.constant(v[1]), A.constant(v[2])];
}

export function liftMat3<S>(A: Primitive<S>, m: Mat3<number>): Mat3<S> {
  return m.map((x) => A.constant(x)) as unknown as Mat3<S>;
}

export function add3<S>(A: Primitive<S>, a: Vec3<S>, b: Vec3<S>): Vec3<S> {
  return [A.add(a[0], b[0]), A.add(a[1], b[1]), A.add(a[2], b[2])];
}

export function sub3<S>(A: Primitive<S>, a: Vec3<S>, b: Vec3<S>): Vec3<S> {
  return [A.sub(a[0], b[0]), A.sub(a[1], b[1]), A.sub(a[2], b[2])];
}

export function neg3<S>(A: Primitive<S>, a: Vec3<S>): Vec3<S> {
  return [A.neg(a[0]), A.neg(a[1]), A.neg(a[2])];
}

export function scale3<S>(A: Primitive<S>, s: S, a: Vec3<S>): Vec3<S> {
  return [A.mul(s, a[0]), A.mul(s, a[1]), A.mul(s, a[2])];
}

export function dot3<S>(A: Primitive<S>, a: Vec3<S>, b: Vec3<S>): S {
  return A.add(A.add(A.mul(a[0], b[0]), A.mul(a[1], b[1])), A.mul(a[2], b[2]));
}

export function cross3<S>(A: Primitive<S>, a: Vec3<S>, b: Vec3<S>): Vec3<S> {
  return [
    A.sub(A.mul(a[1], b[2]), A.mul(a[2], b[1])),
    A.sub(A.mul(a[2], b[0]), A.mul(a[0], b[2])),
    A.sub(A.mul(a[0], b[1]), A.mul(a[1], b[0])),
  ];
}

/** Each component chosen by one test. */
export function select3<S>(A: Primitive<S>, test: S, a: Vec3<S>, b: Vec3<S>): Vec3<S> {
  return [A.select(test, a[0], b[0]), A.select(test, a[1], b[1]), A.select(test, a[2], b[2])];
}

/** M v. */
export function mulMatVec<S>(A: Primitive<S>, m: Mat3<S>, v: Vec3<S>): Vec3<S> {
  return [dot3(A, [m[0], m[1], m[2]], v), dot3(A, [m[3], m[4], m[5]], v), dot3(A, [m[6], m[7], m[8]], v)];
}

/** Mᵀ v. */
export function mulTransposeVec<S>(A: Primitive<S>, m: Mat3<S>, v: Vec3<S>): Vec3<S> {
  return [dot3(A, [m[0], m[3], m[6]], v), dot3(A, [m[1], m[4], m[7]], v), dot3(A, [m[2], m[5], m[8]], v)];
}

/** A B. */
export function mulMat<S>(A: Primitive<S>, a: Mat3<S>, b: Mat3<S>): Mat3<S> {
  const c0 = mulMatVec(A, a, [b[0], b[3], b[6]]);
  const c1 = mulMatVec(A, a, [b[1], b[4], b[7]]);
  const c2 = mulMatVec(A, a, [b[2], b[5], b[8]]);
  return [c0[0], c1[0], c2[0], c0[1], c1[1], c2[1], c0[2], c1[2], c2[2]];
}

export function transpose<S>(m: Mat3<S>): Mat3<S> {
  return [m[0], m[3], m[6], m[1], m[4], m[7], m[2], m[5], m[8]];
}

export function identity3<S>(A: Primitive<S>): Mat3<S> {
  const o = A.constant(0);
  const i = A.constant(1);
  return [i, o, o, o, i, o, o, o, i];
}

/** [v]×, so that [v]× w = v × w. */
export function skew<S>(A: Primitive<S>, v: Vec3<S>): Mat3<S> {
  const o = A.constant(0);
  return [o, A.neg(v[2]), v[1], v[2], o, A.neg(v[0]), A.neg(v[1]), v[0], o];
}

/**
 * |v|, safe at zero: where v·v < 1e-280 the value is 0 and its derivative 0, so nothing divides by zero
 * (the guard stands before the root).
 */
export function norm3<S>(A: Primitive<S>, v: Vec3<S>): S {
  const square = dot3(A, v, v);
  const tiny = A.less(square, A.constant(1e-280));
  return A.select(tiny, A.constant(0), A.sqrt(A.select(tiny, A.constant(1), square)));
}

/** v/|v| and |v|; the direction is 0 where |v| is (see {@link norm3}). */
export function direction3<S>(A: Primitive<S>, v: Vec3<S>): { direction: Vec3<S>; norm: S } {
  const square = dot3(A, v, v);
  const tiny = A.less(square, A.constant(1e-280));
  const root = A.sqrt(A.select(tiny, A.constant(1), square));
  const inverse = A.select(tiny, A.constant(0), A.div(A.constant(1), root));
  return { direction: scale3(A, inverse, v), norm: A.select(tiny, A.constant(0), root) };
}
