/**
 * Exact sampling of ẋ = A x + B r with r held: Φ = e^(A t) and Γ = ∫₀ᵗ e^(A s) ds B, from the exponential of
 * [A B; 0 0] t (Van Loan 1978). Scaling and squaring: a Taylor series of degree 12 of the matrix halved until its
 * largest row sum is at most 1/4, off by less than 1e-17, then squared back.
 */

export interface Held {
  /** Φ, n × n, row-major. */
  readonly free: Float64Array;
  /** Γ, n × m, row-major. */
  readonly forced: Float64Array;
}

const degree = 12;
const small = 0.25;

/** A is n × n, B is n × m, row-major; t ≥ 0 in s. */
export function sampleHeld(A: Float64Array, B: Float64Array, n: number, m: number, t: number): Held {
  const size = n + m;
  const M = new Float64Array(size * size);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) M[i * size + j] = A[i * n + j] * t;
    for (let j = 0; j < m; j++) M[i * size + n + j] = B[i * m + j] * t;
  }
  const E = exponential(M, size);
  const free = new Float64Array(n * n);
  const forced = new Float64Array(n * m);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) free[i * n + j] = E[i * size + j];
    for (let j = 0; j < m; j++) forced[i * m + j] = E[i * size + n + j];
  }
  return { free, forced };
}

/**
 * Φ of a tick of T seconds, and what one command does in it until `rest` and the next from there on (Franklin, Powell
 * and Workman, Digital Control of Dynamic Systems, section 4.3).
 */
export function sampleTick(
  A: Float64Array,
  B: Float64Array,
  n: number,
  T: number,
  rest: number,
): { readonly free: Float64Array; readonly first: Float64Array; readonly second: Float64Array } {
  const { free, forced } = sampleHeld(A, B, n, 1, T);
  if (rest === 0) return { free, first: new Float64Array(n), second: forced };
  const second = sampleHeld(A, B, n, 1, T - rest).forced;
  return { free, first: forced.map((g, i) => g - second[i]), second };
}

/** e^M of a square matrix, row-major. */
export function exponential(M: Float64Array, size: number): Float64Array {
  let norm = 0;
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let j = 0; j < size; j++) sum += Math.abs(M[i * size + j]);
    if (sum > norm) norm = sum;
  }
  let halvings = 0;
  let scale = 1;
  while (norm * scale > small) {
    scale *= 0.5;
    halvings++;
  }
  const X = M.map((x) => x * scale);
  // Horner: I + X (I + X/2 (I + X/3 (…))).
  let E = identity(size);
  let next = new Float64Array(size * size);
  for (let k = degree; k >= 1; k--) {
    multiply(X, E, next, size);
    for (let i = 0; i < next.length; i++) next[i] /= k;
    for (let i = 0; i < size; i++) next[i * size + i] += 1;
    [E, next] = [next, E];
  }
  for (let k = 0; k < halvings; k++) {
    multiply(E, E, next, size);
    [E, next] = [next, E];
  }
  return E;
}

export function identity(size: number): Float64Array<ArrayBuffer> {
  const I = new Float64Array(size * size);
  for (let i = 0; i < size; i++) I[i * size + i] = 1;
  return I;
}

/** out = A B, square, row-major; out is neither of them. */
export function multiply(A: Float64Array, B: Float64Array, out: Float64Array, size: number): void {
  out.fill(0);
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const a = A[i * size + k];
      if (a === 0) continue;
      for (let j = 0; j < size; j++) out[i * size + j] += a * B[k * size + j];
    }
  }
}
