/**
 * Eigenvalues and axes of a symmetric 3×3 matrix by cyclic Jacobi rotations, which find small eigenvalues
 * beside large ones with small relative error and need nothing but square roots.
 *
 * Golub & Van Loan, Matrix Computations, 4th ed., section 8.5.
 */
import type { Sym3, Vec3 } from '../math/index.js';

export interface Principal {
  /** From the smallest to the largest. */
  readonly values: Vec3<number>;
  /** Unit axes in the same order. */
  readonly axes: readonly [Vec3<number>, Vec3<number>, Vec3<number>];
}

/** Of the tensor (xx, yy, zz, xy, xz, yz). */
export function principal(tensor: Sym3<number>): Principal {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const scale = tensor.reduce((most, x) => (Math.abs(x) > most ? Math.abs(x) : most), 0) || 1;
  const a = [
    [xx / scale, xy / scale, xz / scale],
    [xy / scale, yy / scale, yz / scale],
    [xz / scale, yz / scale, zz / scale],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  // Convergence is quadratic: eight sweeps are more than any 3×3 matrix of doubles needs.
  for (let sweep = 0; sweep < 8; sweep++) {
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      if (a[p][q] === 0) continue;
      const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1);
      const s = t * c;
      a[p][p] -= t * a[p][q];
      a[q][q] += t * a[p][q];
      a[p][q] = a[q][p] = 0;
      const r = 3 - p - q;
      const rp = a[r][p];
      a[r][p] = a[p][r] = c * rp - s * a[r][q];
      a[r][q] = a[q][r] = s * rp + c * a[r][q];
      for (const row of v) {
        const vp = row[p];
        row[p] = c * vp - s * row[q];
        row[q] = s * vp + c * row[q];
      }
    }
  }
  const order = [0, 1, 2].sort((i, j) => a[i][i] - a[j][j]);
  const axis = (i: number): Vec3<number> => [v[0][i], v[1][i], v[2][i]];
  return {
    values: [a[order[0]][order[0]] * scale, a[order[1]][order[1]] * scale, a[order[2]][order[2]] * scale],
    axes: [axis(order[0]), axis(order[1]), axis(order[2])],
  };
}
