/**
 * Rotations over the algebra: matrices, unit quaternions `[w, x, y, z]`, rotation vectors.
 *
 * A matrix `R_AB` turns coordinates in B into coordinates in A. A rotation vector φ = θ·n has the angle θ
 * about the unit axis n; `exp(φ)` is the matrix, `log` the short way back (θ ≤ π). Every quotient with θ in
 * its divisor is a regular function of x = θ² at 0; below a stated x its power series stands in, with the guard
 * before the root, so that values and derivatives are finite everywhere they exist.
 *
 * Source of the Jacobians: Barfoot, State Estimation for Robotics (2017), section 7.1.
 */
import { type Algebra, type Primitive, sum } from './algebra.js';
import { dot3, type Mat3, mulMat, scale3, type Vec3 } from './vector.js';

/** `[w, x, y, z]`; q and −q are the same rotation. */
export type Quaternion<S> = readonly [S, S, S, S];

// ------------------------------------------------------------------------------------------ matrices

/** URDF's rpy, about fixed axes: R = Rz(yaw)·Ry(pitch)·Rx(roll). */
export function rotationFromRpy<S>(A: Algebra<S>, roll: S, pitch: S, yaw: S): Mat3<S> {
  const o = A.constant(0);
  const i = A.constant(1);
  const [sr, cr] = [A.sin(roll), A.cos(roll)];
  const [sp, cp] = [A.sin(pitch), A.cos(pitch)];
  const [sy, cy] = [A.sin(yaw), A.cos(yaw)];
  const x: Mat3<S> = [i, o, o, o, cr, A.neg(sr), o, sr, cr];
  const y: Mat3<S> = [cp, o, sp, o, i, o, A.neg(sp), o, cp];
  const z: Mat3<S> = [cy, A.neg(sy), o, sy, cy, o, o, o, i];
  return mulMat(A, mulMat(A, z, y), x);
}

/** Rotation by `angle` about a unit axis (Rodrigues): c·I + s·[n]× + (1 − c)·n nᵀ. */
export function rotationAbout<S>(A: Algebra<S>, axis: Vec3<S>, angle: S): Mat3<S> {
  const s = A.sin(angle);
  const c = A.cos(angle);
  const rest = A.sub(A.constant(1), c);
  const [x, y, z] = axis;
  const [xs, ys, zs] = scale3(A, s, axis);
  const [xr, yr, zr] = scale3(A, rest, axis);
  const xy = A.mul(xr, y);
  const xz = A.mul(xr, z);
  const yz = A.mul(yr, z);
  return [
    A.add(A.mul(xr, x), c),
    A.sub(xy, zs),
    A.add(xz, ys),
    A.add(xy, zs),
    A.add(A.mul(yr, y), c),
    A.sub(yz, xs),
    A.sub(xz, ys),
    A.add(yz, xs),
    A.add(A.mul(zr, z), c),
  ];
}

/** Four units in the last place of 1. */
const SNAP = 4 * 2 ** -52;

/**
 * A rotation with entries within 4 ulp (of 1) of 0, 1 and −1 put there exactly: cos(π/2) = 6e-17 of a file
 * that means a quarter turn. Nothing looser, so a real tilt of 1e-15 rad survives.
 */
export function snapRotation(rotation: Mat3<number>): Mat3<number> {
  return rotation.map((x) => {
    for (const exact of [0, 1, -1]) if (Math.abs(x - exact) <= SNAP) return exact;
    return x;
  }) as unknown as Mat3<number>;
}

/**
 * A numeric rotation whose third column is the given unit vector. For ±x, ±y and z a permutation of the axes
 * with signs; for every other axis the first column lies as near to x (or to y, where the axis is nearer
 * to x) as it can.
 */
export function rotationToAxis(axis: Vec3<number>): Mat3<number> {
  const [x, y, z] = axis;
  if (x === 0 && y === 0) return z > 0 ? [1, 0, 0, 0, 1, 0, 0, 0, 1] : [1, 0, 0, 0, -1, 0, 0, 0, -1];
  if (y === 0 && z === 0) return x > 0 ? [0, 0, 1, 1, 0, 0, 0, 1, 0] : [0, 0, -1, -1, 0, 0, 0, 1, 0];
  if (x === 0 && z === 0) return y > 0 ? [0, 1, 0, 0, 0, 1, 1, 0, 0] : [0, 1, 0, 0, 0, -1, -1, 0, 0];
  // First column: x (or y) less its part along the axis; second: axis × first.
  const along = Math.abs(x) < 0.9 ? 0 : 1;
  const e = along === 0 ? [1, 0, 0] : [0, 1, 0];
  const part = axis[along];
  const u = [e[0] - part * x, e[1] - part * y, e[2] - part * z];
  const length = Math.sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
  const [a, b, c] = [u[0] / length, u[1] / length, u[2] / length];
  return [a, y * c - z * b, x, b, z * a - x * c, y, c, x * b - y * a, z];
}

// ------------------------------------------------------------------------------------------ quaternions

/** p q: the rotation q, then p (both seen from the outer frame). */
export function quaternionProduct<S>(A: Primitive<S>, p: Quaternion<S>, q: Quaternion<S>): Quaternion<S> {
  const [a, b, c, d] = p;
  const [e, f, g, h] = q;
  const m = (x: S, y: S) => A.mul(x, y);
  return [
    A.sub(A.sub(A.sub(m(a, e), m(b, f)), m(c, g)), m(d, h)),
    A.sub(A.add(A.add(m(a, f), m(b, e)), m(c, h)), m(d, g)),
    A.add(A.add(A.sub(m(a, g), m(b, h)), m(c, e)), m(d, f)),
    A.add(A.sub(A.add(m(a, h), m(b, g)), m(c, f)), m(d, e)),
  ];
}

/** The inverse of a unit quaternion. */
export function conjugate<S>(A: Primitive<S>, q: Quaternion<S>): Quaternion<S> {
  return [q[0], A.neg(q[1]), A.neg(q[2]), A.neg(q[3])];
}

/** q/|q|; the identity where |q|² < 1e-280. */
export function normalised<S>(A: Primitive<S>, q: Quaternion<S>): Quaternion<S> {
  const square = A.add(
    A.add(A.mul(q[0], q[0]), A.mul(q[1], q[1])),
    A.add(A.mul(q[2], q[2]), A.mul(q[3], q[3])),
  );
  const tiny = A.less(square, A.constant(1e-280));
  const zero = A.constant(0);
  const one = A.constant(1);
  const scale = A.div(one, A.sqrt(A.select(tiny, one, square)));
  const held = (x: S, otherwise: S) => A.select(tiny, otherwise, A.mul(x, scale));
  return [held(q[0], one), held(q[1], zero), held(q[2], zero), held(q[3], zero)];
}

/** The matrix of a quaternion of any length but 0: I + (2/|q|²)·(w·[u]× + [u]×²), u = (x, y, z). */
export function rotationFromQuaternion<S>(A: Primitive<S>, q: Quaternion<S>): Mat3<S> {
  const [w, x, y, z] = q;
  const [ww, xx, yy, zz] = [A.mul(w, w), A.mul(x, x), A.mul(y, y), A.mul(z, z)];
  const one = A.constant(1);
  const s = A.div(A.constant(2), A.add(A.add(ww, xx), A.add(yy, zz)));
  const [sx, sy, sz] = [A.mul(s, x), A.mul(s, y), A.mul(s, z)];
  const [wx, wy, wz] = [A.mul(w, sx), A.mul(w, sy), A.mul(w, sz)];
  const [xy, xz, yz] = [A.mul(x, sy), A.mul(x, sz), A.mul(y, sz)];
  const [sxx, syy, szz] = [A.mul(s, xx), A.mul(s, yy), A.mul(s, zz)];
  return [
    A.sub(one, A.add(syy, szz)),
    A.sub(xy, wz),
    A.add(xz, wy),
    A.add(xy, wz),
    A.sub(one, A.add(sxx, szz)),
    A.sub(yz, wx),
    A.sub(xz, wy),
    A.add(yz, wx),
    A.sub(one, A.add(sxx, syy)),
  ];
}

/**
 * The unit quaternion of a rotation matrix, from the largest of its four components (Shepperd 1978): never
 * divides by less than 1. That component is positive; at a tie the first of w, x, y, z is taken.
 */
export function quaternionFromRotation<S>(A: Primitive<S>, m: Mat3<S>): Quaternion<S> {
  const one = A.constant(1);
  const front = A.add(one, m[0]);
  const back = A.sub(one, m[0]);
  const sum12 = A.add(m[4], m[8]);
  const dif12 = A.sub(m[4], m[8]);
  // 4w², 4x², 4y², 4z².
  const squares = [A.add(front, sum12), A.sub(front, sum12), A.add(back, dif12), A.sub(back, dif12)];
  const [wx, wy, wz] = [A.sub(m[7], m[5]), A.sub(m[2], m[6]), A.sub(m[3], m[1])];
  const [xy, xz, yz] = [A.add(m[1], m[3]), A.add(m[2], m[6]), A.add(m[5], m[7])];
  const rows: readonly (readonly S[])[] = [
    [squares[0], wx, wy, wz],
    [wx, squares[1], xy, xz],
    [wy, xy, squares[2], yz],
    [wz, xz, yz, squares[3]],
  ];
  let most = squares[0];
  let row = rows[0];
  for (let k = 1; k < 4; k++) {
    const greater = A.less(most, squares[k]);
    const [before, candidate] = [row, rows[k]];
    row = before.map((x, i) => A.select(greater, candidate[i], x));
    most = A.select(greater, squares[k], most);
  }
  const scale = A.div(A.constant(0.5), A.sqrt(most));
  return [A.mul(scale, row[0]), A.mul(scale, row[1]), A.mul(scale, row[2]), A.mul(scale, row[3])];
}

// ------------------------------------------------------------------------------------------ exp and log

/** Σ coefficients[k]·xᵏ. */
function series<S>(A: Primitive<S>, x: S, coefficients: readonly number[]): S {
  let total = A.constant(coefficients[coefficients.length - 1]);
  for (let k = coefficients.length - 2; k >= 0; k--)
    total = A.add(A.constant(coefficients[k]), A.mul(x, total));
  return total;
}

/** 1, −1/3!, 1/5!, … : sin(θ)/θ in θ². */
const SINC: readonly number[] = alternatingFactorials(1, 8);
/** 1/2!, −1/4!, … : (1 − cos θ)/θ². */
const COSC: readonly number[] = alternatingFactorials(2, 8);
/** 1/3!, −1/5!, … : (θ − sin θ)/θ³. */
const SINT: readonly number[] = alternatingFactorials(3, 8);
/** |B₂|/2!, |B₄|/4!, … : (1 − (θ/2)·cot(θ/2))/θ². */
const COTC: readonly number[] = [
  1 / 12,
  1 / 720,
  1 / 30240,
  1 / 1209600,
  1 / 47900160,
  691 / 1307674368000,
  1 / 74724249600,
  3617 / 10670622842880000,
];
/** 4ⁿ·n!²/(2n + 1)! : asin(z)/(z·√(1 − z²)) in z². */
const ARC: readonly number[] = arcCoefficients(12);

/** 1/first!, −1/(first + 2)!, … . */
function alternatingFactorials(first: number, count: number): number[] {
  let factorial = 1;
  for (let k = 2; k <= first; k++) factorial *= k;
  const terms: number[] = [];
  for (let k = 0; k < count; k++) {
    terms.push((k % 2 === 0 ? 1 : -1) / factorial);
    factorial *= (first + 2 * k + 1) * (first + 2 * k + 2);
  }
  return terms;
}

function arcCoefficients(count: number): number[] {
  const terms = [1];
  for (let n = 1; n < count; n++) terms.push((terms[n - 1] * 2 * n) / (2 * n + 1));
  return terms;
}

/** Below this θ² the series stand in: the first term left out is under 2e-18 of the sum. */
const SMALL_SQUARE = 0.25;

/** θ and whether θ² is small; θ = 1 where it is, so that nothing divides by zero. */
function guarded<S>(A: Algebra<S>, square: S): { small: S; angle: S } {
  const small = A.less(square, A.constant(SMALL_SQUARE));
  return { small, angle: A.sqrt(A.select(small, A.constant(1), square)) };
}

/** The unit quaternion of a rotation vector: (cos(θ/2), sin(θ/2)·φ/θ). Series below θ² = 1. */
export function quaternionExp<S>(A: Algebra<S>, phi: Vec3<S>): Quaternion<S> {
  const half = scale3(A, A.constant(0.5), phi);
  const square = dot3(A, half, half);
  const { small, angle } = guarded(A, square);
  const cosine = A.sub(A.constant(1), A.mul(square, series(A, square, COSC)));
  const sinc = A.select(small, series(A, square, SINC), A.div(A.sin(angle), angle));
  const [x, y, z] = scale3(A, sinc, half);
  return [A.select(small, cosine, A.cos(angle)), x, y, z];
}

/**
 * The rotation vector of a unit quaternion, the short way: φ = (θ/sin(θ/2))·u with cos(θ/2) = |w|, θ ≤ π. q and
 * −q give the same vector. At θ = π (w = 0) the axis is ambiguous: it is that of `q` as given, and the map jumps
 * there from φ to −φ.
 *
 * The factor is smooth in w from 1 down to 0 (and to −1), so there is no branch and no quotient that
 * vanishes: with g(c) = acos(c)/√(1 − c²) = g(t)/t, t = √((1 + c)/2), the half angle is halved twice, and
 * g(r) = Σ 4ⁿ·n!²/(2n + 1)!·yⁿ, y = (1 − r)/2 ≤ 0.039, is cut where the rest is below 3e-18.
 */
export function quaternionLog<S>(A: Algebra<S>, q: Quaternion<S>): Vec3<S> {
  const one = A.constant(1);
  const half = A.constant(0.5);
  const halved = (cosine: S) => A.sqrt(A.mul(half, A.add(one, cosine)));
  const flip = A.less(q[0], A.constant(0));
  const t = halved(A.select(flip, A.neg(q[0]), q[0]));
  const r = halved(t);
  const quarter = series(A, A.mul(half, A.sub(one, r)), ARC);
  const twice = A.div(A.add(quarter, quarter), A.mul(t, r));
  return scale3(A, A.select(flip, A.neg(twice), twice), [q[1], q[2], q[3]]);
}

/** exp(φ) as a matrix: I + a·[φ]× + b·[φ]×², a = sin θ/θ, b = (1 − cos θ)/θ². Series below θ² = 1/4. */
export function expSO3<S>(A: Algebra<S>, phi: Vec3<S>): Mat3<S> {
  const square = dot3(A, phi, phi);
  const { small, angle } = guarded(A, square);
  const a = A.select(small, series(A, square, SINC), A.div(A.sin(angle), angle));
  return identityPlus(A, phi, a, A.select(small, series(A, square, COSC), oneMinusCosine(A, angle)));
}

/** (1 − cos θ)/θ² = 2·sin²(θ/2)/θ², without cancellation. */
function oneMinusCosine<S>(A: Algebra<S>, angle: S): S {
  const sine = A.div(A.sin(A.mul(A.constant(0.5), angle)), angle);
  return A.mul(A.constant(2), A.mul(sine, sine));
}

/**
 * The rotation vector of a matrix, |φ| ≤ π, through the quaternion: accurate to the last digits at 0 and at
 * 180°, where the axis's sign is that which makes its largest component positive (of equal ones the first).
 */
export function logSO3<S>(A: Algebra<S>, rotation: Mat3<S>): Vec3<S> {
  return quaternionLog(A, quaternionFromRotation(A, rotation));
}

/**
 * Left Jacobian of SO(3): exp(φ + δ) ≈ exp(J_l(φ) δ)·exp(φ). The angular velocity in outer axes is
 * J_l(φ)·dφ/dt, in body axes J_r(φ)·dφ/dt. J_l = I + b·[φ]× + c·[φ]×², c = (θ − sin θ)/θ³. Series below
 * θ² = 1/4.
 */
export function leftJacobian<S>(A: Algebra<S>, phi: Vec3<S>): Mat3<S> {
  const square = dot3(A, phi, phi);
  const { small, angle } = guarded(A, square);
  const b = A.select(small, series(A, square, COSC), oneMinusCosine(A, angle));
  const exact = A.div(A.sub(angle, A.sin(angle)), A.mul(angle, A.mul(angle, angle)));
  return identityPlus(A, phi, b, A.select(small, series(A, square, SINT), exact));
}

/** Right Jacobian of SO(3): exp(φ + δ) ≈ exp(φ)·exp(J_r(φ) δ); J_r(φ) = J_l(−φ) = J_l(φ)ᵀ. */
export function rightJacobian<S>(A: Algebra<S>, phi: Vec3<S>): Mat3<S> {
  return leftJacobian(A, [A.neg(phi[0]), A.neg(phi[1]), A.neg(phi[2])]);
}

/**
 * Inverse of the left Jacobian: I − ½·[φ]× + e·[φ]×², e = (1 − (θ/2)·cot(θ/2))/θ². Regular for θ < 2π, so at
 * 180° as well; singular at θ = 2π. Series below θ² = 1/4.
 */
export function leftJacobianInverse<S>(A: Algebra<S>, phi: Vec3<S>): Mat3<S> {
  const square = dot3(A, phi, phi);
  const { small, angle } = guarded(A, square);
  const half = A.mul(A.constant(0.5), angle);
  const cotangent = A.div(A.mul(half, A.cos(half)), A.sin(half));
  const exact = A.div(A.sub(A.constant(1), cotangent), A.mul(angle, angle));
  return identityPlus(A, phi, A.constant(-0.5), A.select(small, series(A, square, COTC), exact));
}

/** Inverse of the right Jacobian, the transpose of {@link leftJacobianInverse}. */
export function rightJacobianInverse<S>(A: Algebra<S>, phi: Vec3<S>): Mat3<S> {
  return leftJacobianInverse(A, [A.neg(phi[0]), A.neg(phi[1]), A.neg(phi[2])]);
}

/** I + a·[φ]× + b·[φ]×², with [φ]×² = φ φᵀ − |φ|²·I. */
function identityPlus<S>(A: Primitive<S>, phi: Vec3<S>, a: S, b: S): Mat3<S> {
  const one = A.constant(1);
  const [x, y, z] = phi;
  const [ax, ay, az] = scale3(A, a, phi);
  const [bx, by, bz] = scale3(A, b, phi);
  const [xx, yy, zz] = [A.mul(bx, x), A.mul(by, y), A.mul(bz, z)];
  const [xy, xz, yz] = [A.mul(bx, y), A.mul(bx, z), A.mul(by, z)];
  return [
    A.sub(one, A.add(yy, zz)),
    A.sub(xy, az),
    A.add(xz, ay),
    A.add(xy, az),
    A.sub(one, A.add(xx, zz)),
    A.sub(yz, ax),
    A.sub(xz, ay),
    A.add(yz, ax),
    A.sub(one, A.add(xx, yy)),
  ];
}

/**
 * The attitude after `step` seconds at the angular velocity `w` in body axes, held: q·exp(w·step), made
 * unit again. Pass step = 1 for a rotation vector.
 */
export function integrateQuaternion<S>(A: Algebra<S>, q: Quaternion<S>, w: Vec3<S>, step: S): Quaternion<S> {
  return normalised(A, quaternionProduct(A, q, quaternionExp(A, scale3(A, step, w))));
}

/** The angle between two attitudes, 0 … π. */
export function angleBetween<S>(A: Algebra<S>, p: Quaternion<S>, q: Quaternion<S>): S {
  const [w, x, y, z] = quaternionProduct(A, conjugate(A, p), q);
  const square = sum(A, [A.mul(x, x), A.mul(y, y), A.mul(z, z)]);
  const tiny = A.less(square, A.constant(1e-280));
  const sine = A.select(tiny, A.constant(0), A.sqrt(A.select(tiny, A.constant(1), square)));
  return A.mul(A.constant(2), A.atan2(sine, A.abs(w)));
}
