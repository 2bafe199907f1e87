/** The force at rest on a wall of all that holds an arm by forces: statics, about the pose in which it touches. */

export interface Statics {
  /** Torques of all that holds the arm where it touches (n). */
  readonly torque: readonly number[];
  /** −∂τ/∂q, n × n, row-major. */
  readonly stiffness: readonly number[];
  /** n J, the way of the contact out of the wall for each entry (n). */
  readonly row: readonly number[];
  /** What a newton on the contact makes of the torques by what is felt of it (n). */
  readonly answer: readonly number[];
  /** Of the wall through the springs in line, N/m. */
  readonly felt: number;
}

/** What nothing holds is held by this part of what is held most. */
const loose = 1e-6;

/**
 * F of K δ = τ + (Jᵀ nᵀ + τ_F) F and −n J δ = F/k: F = −n J K⁻¹ τ / (1/k + n J K⁻¹ (Jᵀ nᵀ + τ_F)). Linear; undefined where
 * that is no push.
 */
export function forceAtRest({ torque, stiffness, row, answer, felt }: Statics): number | undefined {
  const n = row.length;
  const most = stiffness.reduce((a, b) => (Math.abs(b) > a ? Math.abs(b) : a), loose);
  const K = stiffness.map((x, i) => (i % (n + 1) === 0 ? x + loose * most : x));
  const own = solved(K, torque);
  const pushed = solved(
    K,
    row.map((x, i) => x + answer[i]),
  );
  const along = (x: readonly number[]): number => row.reduce((sum, a, i) => sum + a * x[i], 0);
  const force = -along(own) / (1 / felt + along(pushed));
  return Number.isFinite(force) && force > 0 ? force : undefined;
}

/** K x = b by elimination with pivots. */
function solved(K: readonly number[], b: readonly number[]): number[] {
  const n = b.length;
  const rows = b.map((x, i) => [...K.slice(i * n, (i + 1) * n), x]);
  for (let k = 0; k < n; k++) {
    let pivot = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(rows[i][k]) > Math.abs(rows[pivot][k])) pivot = i;
    [rows[k], rows[pivot]] = [rows[pivot], rows[k]];
    for (let i = k + 1; i < n; i++) {
      const f = rows[i][k] / rows[k][k];
      for (let j = k; j <= n; j++) rows[i][j] -= f * rows[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let k = n - 1; k >= 0; k--) {
    let sum = rows[k][n];
    for (let j = k + 1; j < n; j++) sum -= rows[k][j] * x[j];
    x[k] = sum / rows[k][k];
  }
  return x;
}
