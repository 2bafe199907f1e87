/** The force at rest on a wall of all that holds an arm by forces: statics, from the pose in which it touches. */

interface Statics {
  /** Torques of all that holds the arm (n). */
  readonly torque: readonly number[];
  /** −∂τ/∂q, n × n, row-major. */
  readonly stiffness: readonly number[];
  /** n J, the way of the contact out of the wall for each entry (n). */
  readonly row: readonly number[];
  /** What a newton on the contact makes of the torques by what is felt of it (n). */
  readonly answer: readonly number[];
  /** Of the wall through the springs in line, N/m. */
  readonly felt: number;
  /** How far out of the wall, m. */
  readonly out: number;
}

/** All that holds an arm, at any of its poses. */
export interface Holding {
  /** Where it touches (nq, and what virtual bodies have). */
  readonly q: readonly number[];
  /** Torques there, of what is felt besides: N. */
  readonly torque: (q: readonly number[], felt: number) => readonly number[];
  readonly wall: (q: readonly number[]) => { readonly out: number; readonly row: readonly number[] };
  readonly integrate: (q: readonly number[], way: readonly number[], by: number) => readonly number[];
}

/** What nothing holds is held by this part of what is held most. */
const loose = 1e-6;

/** rad or m: of differences, and of a step of the iteration at most. */
const turn = 1e-5;
const stride = 0.3;
const rounds = 12;

/**
 * Newton's iteration on τ(q, F) + Jᵀ nᵀ F = 0 and F = −k n (x(q) − x₀), with what the turning of n J does in K. The linear answer
 * about the touching pose where that comes to no rest; undefined where nothing presses.
 */
export function restingForce(
  { q: begin, torque, wall, integrate }: Holding,
  felt: number,
): number | undefined {
  let q = begin;
  let force = 0;
  let first: number | undefined;
  for (let round = 0; round < rounds; round++) {
    const { out, row } = wall(q);
    const own = torque(q, 0);
    const n = own.length;
    const stiffness = new Array<number>(n * n).fill(0);
    for (let j = 0; j < n; j++) {
      const unit = own.map((_, i) => (i === j ? 1 : 0));
      const [after, before] = [turn, -turn].map((by) => {
        const there = integrate(q, unit, by);
        const turned = wall(there).row;
        return torque(there, 0).map((x, i) => x + turned[i] * force);
      });
      for (let i = 0; i < n; i++) stiffness[i * n + j] = (before[i] - after[i]) / (2 * turn);
    }
    const answer = torque(q, 1).map((x, i) => x - own[i]);
    const found = restOf({ torque: own, stiffness, row, answer, felt, out });
    if (!Number.isFinite(found.force)) return first;
    if (round === 0) first = found.force > 0 ? found.force : undefined;
    const far = found.way.reduce((a, x) => Math.max(a, Math.abs(x)), 0);
    q = integrate(q, found.way, Math.min(1, stride / far));
    force = found.force;
    if (far < turn) return force > 0 ? force : undefined;
  }
  return first;
}

/**
 * F and δ of K δ = τ + (Jᵀ nᵀ + τ_F) F and −(d + n J δ) = F/k, d how far out it is.
 */
function restOf({ torque, stiffness, row, answer, felt, out }: Statics): {
  readonly force: number;
  readonly way: readonly number[];
} {
  const n = row.length;
  const most = stiffness.reduce((a, b) => (Math.abs(b) > a ? Math.abs(b) : a), loose);
  const K = stiffness.map((x, i) => (i % (n + 1) === 0 ? x + loose * most : x));
  const own = solved(K, torque);
  const pushed = solved(
    K,
    row.map((x, i) => x + answer[i]),
  );
  const along = (x: readonly number[]): number => row.reduce((sum, a, i) => sum + a * x[i], 0);
  const force = -(out + along(own)) / (1 / felt + along(pushed));
  return { force, way: own.map((x, i) => x + pushed[i] * force) };
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
