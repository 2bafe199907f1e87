/**
 * Eigenvalues of a real square matrix: balanced (Parlett and Reinsch 1969), brought to Hessenberg form by elimination
 * with pivots, then Francis's double-shift QR (Golub and Van Loan, Matrix Computations, sections 7.4 and 7.5). Of a
 * defective pole of multiplicity m the error is of the order eps^(1/m), as of every method that sees the matrix alone.
 */

export interface Eigenvalues {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

const eps = 2.3e-16;
const patience = 60;

/** Row-major; the matrix is used up. NaN where the matrix has one, or where an eigenvalue does not come. */
export function eigenvalues(H: Float64Array, n: number): Eigenvalues {
  const re = new Float64Array(n).fill(Number.NaN);
  const im = new Float64Array(n);
  for (let i = 0; i < n * n; i++) if (!(Math.abs(H[i]) < Number.POSITIVE_INFINITY)) return { re, im };
  balance(H, n);
  hessenberg(H, n);
  francis(H, n, re, im);
  return { re, im };
}

/** Rows and columns brought to like sizes by powers of two. */
function balance(H: Float64Array, n: number): void {
  for (let sweep = 0, changed = true; changed && sweep < 30; sweep++) {
    changed = false;
    for (let i = 0; i < n; i++) {
      let [row, column] = [0, 0];
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        row += Math.abs(H[i * n + j]);
        column += Math.abs(H[j * n + i]);
      }
      if (row === 0 || column === 0) continue;
      const before = row + column;
      let factor = 1;
      for (let turns = 0; column < row / 2 && turns < 600; turns++) {
        factor *= 2;
        column *= 2;
        row /= 2;
      }
      for (let turns = 0; column >= row * 2 && turns < 600; turns++) {
        factor /= 2;
        column /= 2;
        row *= 2;
      }
      if (row + column >= 0.95 * before) continue;
      changed = true;
      for (let j = 0; j < n; j++) H[i * n + j] /= factor;
      for (let j = 0; j < n; j++) H[j * n + i] *= factor;
    }
  }
}

function hessenberg(H: Float64Array, n: number): void {
  for (let m = 1; m < n - 1; m++) {
    let pivot = m;
    for (let i = m + 1; i < n; i++)
      if (Math.abs(H[i * n + m - 1]) > Math.abs(H[pivot * n + m - 1])) pivot = i;
    const x = H[pivot * n + m - 1];
    if (x === 0) continue;
    if (pivot !== m) {
      for (let j = m - 1; j < n; j++) swap(H, pivot * n + j, m * n + j);
      for (let j = 0; j < n; j++) swap(H, j * n + pivot, j * n + m);
    }
    for (let i = m + 1; i < n; i++) {
      const y = H[i * n + m - 1] / x;
      if (y === 0) continue;
      H[i * n + m - 1] = 0;
      for (let j = m; j < n; j++) H[i * n + j] -= y * H[m * n + j];
      for (let j = 0; j < n; j++) H[j * n + m] += y * H[j * n + i];
    }
  }
}

function swap(H: Float64Array, a: number, b: number): void {
  const x = H[a];
  H[a] = H[b];
  H[b] = x;
}

/** The eigenvalues of a Hessenberg matrix, from the last row up; where one does not come, it stays NaN. */
function francis(H: Float64Array, n: number, re: Float64Array, im: Float64Array): void {
  let last = n - 1;
  let shift = 0;
  let turns = 0;
  while (last >= 0) {
    const low = splitAt(H, n, last);
    const x = H[last * n + last];
    if (low === last) {
      re[last] = x + shift;
      last--;
      turns = 0;
      continue;
    }
    const y = H[(last - 1) * n + last - 1];
    const w = H[last * n + last - 1] * H[(last - 1) * n + last];
    if (low === last - 1) {
      pair(x, y, w, shift, last, re, im);
      last -= 2;
      turns = 0;
      continue;
    }
    if (turns === patience) return;
    turns++;
    if (turns % 10 === 0) {
      // An exceptional shift, where the usual ones go around in a circle.
      shift += x;
      for (let i = 0; i <= last; i++) H[i * n + i] -= x;
      const s = Math.abs(H[last * n + last - 1]) + Math.abs(H[(last - 1) * n + last - 2]);
      step(H, n, low, last, 0.75 * s, 0.75 * s, -0.4375 * s * s);
    } else step(H, n, low, last, x, y, w);
  }
}

/** First row of the block that ends at `last` and that no entry below the diagonal parts. */
function splitAt(H: Float64Array, n: number, last: number): number {
  for (let low = last; low > 0; low--) {
    const s = Math.abs(H[(low - 1) * n + low - 1]) + Math.abs(H[low * n + low]);
    if (Math.abs(H[low * n + low - 1]) <= eps * (s === 0 ? 1 : s)) {
      H[low * n + low - 1] = 0;
      return low;
    }
  }
  return 0;
}

/** The two eigenvalues of a block of two. */
function pair(
  x: number,
  y: number,
  w: number,
  shift: number,
  last: number,
  re: Float64Array,
  im: Float64Array,
): void {
  const p = 0.5 * (y - x);
  const q = p * p + w;
  const z = Math.sqrt(Math.abs(q));
  if (q >= 0) {
    const far = p + (p < 0 ? -z : z);
    re[last - 1] = re[last] = x + shift + far;
    if (far !== 0) re[last] = x + shift - w / far;
  } else {
    re[last - 1] = re[last] = x + shift + p;
    im[last - 1] = z;
    im[last] = -z;
  }
}

/** One double step over the rows low … last with the shifts whose sum is x + y and whose product is x y − w. */
function step(H: Float64Array, n: number, low: number, last: number, x: number, y: number, w: number): void {
  let [p, q, r] = [0, 0, 0];
  let m = last - 2;
  for (; ; m--) {
    const z = H[m * n + m];
    const [rr, ss] = [x - z, y - z];
    p = (rr * ss - w) / H[(m + 1) * n + m] + H[m * n + m + 1];
    q = H[(m + 1) * n + m + 1] - z - rr - ss;
    r = H[(m + 2) * n + m + 1];
    const s = Math.abs(p) + Math.abs(q) + Math.abs(r);
    p /= s;
    q /= s;
    r /= s;
    if (m === low) break;
    const u = Math.abs(H[m * n + m - 1]) * (Math.abs(q) + Math.abs(r));
    const v =
      Math.abs(p) * (Math.abs(H[(m - 1) * n + m - 1]) + Math.abs(z) + Math.abs(H[(m + 1) * n + m + 1]));
    if (u <= eps * v) break;
  }
  for (let i = m + 2; i <= last; i++) {
    H[i * n + i - 2] = 0;
    if (i > m + 2) H[i * n + i - 3] = 0;
  }
  for (let k = m; k < last; k++) {
    const third = k !== last - 1;
    let scale = 1;
    if (k !== m) {
      p = H[k * n + k - 1];
      q = H[(k + 1) * n + k - 1];
      r = third ? H[(k + 2) * n + k - 1] : 0;
      scale = Math.abs(p) + Math.abs(q) + Math.abs(r);
      if (scale === 0) continue;
      p /= scale;
      q /= scale;
      r /= scale;
    }
    const root = Math.sqrt(p * p + q * q + r * r);
    const s = p < 0 ? -root : root;
    if (s === 0) continue;
    if (k === m) {
      if (low !== m) H[k * n + k - 1] = -H[k * n + k - 1];
    } else H[k * n + k - 1] = -s * scale;
    p += s;
    const [f, g, h] = [p / s, q / s, r / s];
    q /= p;
    r /= p;
    for (let j = k; j <= last; j++) {
      let t = H[k * n + j] + q * H[(k + 1) * n + j];
      if (third) {
        t += r * H[(k + 2) * n + j];
        H[(k + 2) * n + j] -= t * h;
      }
      H[(k + 1) * n + j] -= t * g;
      H[k * n + j] -= t * f;
    }
    const end = last < k + 3 ? last : k + 3;
    for (let i = low; i <= end; i++) {
      let t = f * H[i * n + k] + g * H[i * n + k + 1];
      if (third) {
        t += h * H[i * n + k + 2];
        H[i * n + k + 2] -= t * r;
      }
      H[i * n + k + 1] -= t * q;
      H[i * n + k] -= t;
    }
  }
}
