/** Vectors, rotations and linear equations as the independent scripts need them; nothing here is the toolkit's. */
export type Vector = readonly [number, number, number];
/** Row by row. */
export type Matrix = readonly [number, number, number, number, number, number, number, number, number];
/** [w, x, y, z]. */
export type Quaternion = readonly [number, number, number, number];

export const zero: Vector = [0, 0, 0];
export const identity: Matrix = [1, 0, 0, 0, 1, 0, 0, 0, 1];

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (k: number, a: Vector): Vector => [k * a[0], k * a[1], k * a[2]];
export const times = (k: Vector, a: Vector): Vector => [k[0] * a[0], k[1] * a[1], k[2] * a[2]];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);

export const apply = (R: Matrix, a: Vector): Vector => [
  R[0] * a[0] + R[1] * a[1] + R[2] * a[2],
  R[3] * a[0] + R[4] * a[1] + R[5] * a[2],
  R[6] * a[0] + R[7] * a[1] + R[8] * a[2],
];
export const transposed = (R: Matrix): Matrix => [R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]];

export function product(A: Matrix, B: Matrix): Matrix {
  const T = transposed(B);
  const [c0, c1, c2]: Vector[] = [
    [T[0], T[1], T[2]],
    [T[3], T[4], T[5]],
    [T[6], T[7], T[8]],
  ];
  const rows: Vector[] = [
    [A[0], A[1], A[2]],
    [A[3], A[4], A[5]],
    [A[6], A[7], A[8]],
  ];
  return rows.flatMap((r) => [dot(r, c0), dot(r, c1), dot(r, c2)]) as unknown as Matrix;
}

/** The turn by `angle` about the unit vector `axis` (Rodrigues). */
export function turn(axis: Vector, angle: number): Matrix {
  const [x, y, z] = axis;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const d = 1 - c;
  return [
    c + d * x * x,
    d * x * y - s * z,
    d * x * z + s * y,
    d * x * y + s * z,
    c + d * y * y,
    d * y * z - s * x,
    d * x * z - s * y,
    d * y * z + s * x,
    c + d * z * z,
  ];
}

/** Shepperd's method: divides by the greatest of the four components. */
export function quaternionOf(R: Matrix): Quaternion {
  const trace = R[0] + R[4] + R[8];
  const sizes = [trace, R[0], R[4], R[8]];
  const k = sizes.indexOf(Math.max(...sizes));
  const h = 2 * Math.sqrt(1 + 2 * sizes[k] - trace);
  if (k === 0) return [h / 4, (R[7] - R[5]) / h, (R[2] - R[6]) / h, (R[3] - R[1]) / h];
  if (k === 1) return [(R[7] - R[5]) / h, h / 4, (R[1] + R[3]) / h, (R[2] + R[6]) / h];
  if (k === 2) return [(R[2] - R[6]) / h, (R[1] + R[3]) / h, h / 4, (R[5] + R[7]) / h];
  return [(R[3] - R[1]) / h, (R[2] + R[6]) / h, (R[5] + R[7]) / h, h / 4];
}

/** x of A x = b, A of n rows, by elimination with the greatest pivot of the column; A and b are left as they are. */
export function solve(A: readonly number[], b: readonly number[]): number[] {
  const n = b.length;
  const M = [...A];
  const x = [...b];
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(M[i * n + k]) > Math.abs(M[p * n + k])) p = i;
    if (p !== k) {
      for (let j = k; j < n; j++) [M[k * n + j], M[p * n + j]] = [M[p * n + j], M[k * n + j]];
      [x[k], x[p]] = [x[p], x[k]];
    }
    for (let i = k + 1; i < n; i++) {
      const f = M[i * n + k] / M[k * n + k];
      if (f === 0) continue;
      for (let j = k + 1; j < n; j++) M[i * n + j] -= f * M[k * n + j];
      x[i] -= f * x[k];
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) x[k] -= M[k * n + j] * x[j];
    x[k] /= M[k * n + k];
  }
  return x;
}
