/**
 * The poles of a loop with a long delay, by the structure of its queue. With χ₀ = det(z − A), χ₁ = det(z − A − b c) and
 * H = Σ h_i z^(−d−i), the determinant lemma gives
 *
 *     det(z − M) = z^L (χ₀ (1 − H) + χ₁ H),
 *
 * L the length of the queue: two products over as many roots as the loop has states without it, whatever the delay. Its
 * n + L roots are found together by Ehrlich and Aberth's iteration (Aberth 1973), O((n + L)²) a sweep where a matrix costs
 * O((n + L)³). That the roots are all there is told by their sum, the trace.
 */
import { numbers } from '../../math/index.js';
import { pi } from './complex.js';
import { type DelayLoop, sizeOf } from './delay-loop.js';
import { type Eigenvalues, eigenvalues } from './eigenvalues.js';

const sweeps = 80;
/** A root has come when a sweep moves it by less than this; the steps fall as cubes. */
const still = 1e-10;
/** Farther in than this, where z^(−d) makes much of the rounding of χ₁ − χ₀ and nothing depends on it, by less than this. */
const far = 0.9;
const coarse = 1e-6;
/** By how much the sum may miss the trace: a root found twice in place of another misses it by more. */
const astray = 3e-3;
/** Poles inside this radius are not waited for: a queue that nothing enters has all its own at 0. */
const inner = 0.2;

/**
 * All poles, or undefined where they did not come: then a matrix has to tell. `near`: the poles of a loop that is much
 * like this one, to start from; they come sooner, and to rounding the same.
 */
export function delayPoles(loop: DelayLoop, near?: Eigenvalues): Eigenvalues | undefined {
  const { n, A, b, c, delay, taps } = loop;
  const size = sizeOf(loop);
  const queue = size - n;
  let trace = 0;
  for (let i = 0; i < n; i++) trace += A[i * n + i];
  if (delay === 0) for (let i = 0; i < n; i++) trace += taps[0] * b[i] * c[i];
  const joined = A.slice();
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) joined[i * n + j] += b[i] * c[j];
  const open = eigenvalues(A.slice(), n);
  const direct = eigenvalues(joined, n);
  for (let i = 0; i < n; i++) if (Number.isNaN(open.re[i]) || Number.isNaN(direct.re[i])) return undefined;

  const re = new Float64Array(size);
  const im = new Float64Array(size);
  if (near !== undefined && near.re.length === size) {
    re.set(near.re);
    im.set(near.im);
  } else start(open.re, open.im, queue, re, im);
  const moving = new Uint8Array(size).fill(1);
  let left = size;
  for (let sweep = 0; sweep < sweeps && left > 0; sweep++) {
    for (let at = 0; at < size; at++) {
      if (moving[at] === 0) continue;
      const x = re[at];
      const y = im[at];
      // Newton's step is 1/(f′/f); Aberth's takes out of f′/f what the other roots put there.
      logarithmic(x, y, open, direct, queue, taps);
      let p = quotient.re;
      let q = quotient.im;
      if (!(Math.abs(p) + Math.abs(q) < Number.POSITIVE_INFINITY)) {
        moving[at] = 0;
        left--;
        continue;
      }
      for (let other = 0; other < size; other++) {
        if (other === at) continue;
        const u = x - re[other];
        const v = y - im[other];
        const d = u * u + v * v;
        if (d === 0) continue;
        p -= u / d;
        q += v / d;
      }
      const d = p * p + q * q;
      const dx = p / d;
      const dy = -q / d;
      re[at] = x - dx;
      im[at] = y - dy;
      const enough = x * x + y * y > far * far ? still : coarse;
      if (dx * dx + dy * dy <= enough * enough) {
        moving[at] = 0;
        left--;
      }
    }
  }
  let sum = 0;
  for (let i = 0; i < size; i++) {
    const r = re[i] * re[i] + im[i] * im[i];
    if (!(r < 1e12)) return undefined;
    if (moving[i] === 1 && r > inner * inner) return undefined;
    sum += re[i];
  }
  if (Math.abs(sum - trace) > astray) return undefined;
  return { re, im };
}

/** First guesses: the poles without a delay, a little aside, and the queue's evenly on a circle within 1. */
function start(
  openRe: Float64Array,
  openIm: Float64Array,
  queue: number,
  re: Float64Array,
  im: Float64Array,
): void {
  const n = openRe.length;
  for (let i = 0; i < n; i++) {
    re[i] = openRe[i] + 1e-3 * (1 + i);
    im[i] = openIm[i] + 1.3e-3 * (1 + i);
  }
  for (let i = 0; i < queue; i++) {
    const angle = (2 * pi * (i + 0.37)) / queue;
    re[n + i] = 0.93 * numbers.cos(angle);
    im[n + i] = 0.93 * numbers.sin(angle);
  }
}

/** f′/f of the last call of `logarithmic`. */
const quotient = { re: 0, im: 0 };

/**
 * f′/f at z = x + i y of f = z^L χ₀ + P (χ₁ − χ₀), P = z^L H = Σ h_i z^(taps − 1 − i); outside the unit circle of
 * the same over z^L, whose own part of f′/f is put back. Not finite at a root.
 */
function logarithmic(
  x: number,
  y: number,
  open: Eigenvalues,
  direct: Eigenvalues,
  queue: number,
  taps: Float64Array,
): void {
  // χ₀ = a and χ₁ = b with their derivatives c and e, root by root.
  let [ar, ai, cr, ci] = [1, 0, 0, 0];
  let [br, bi, er, ei] = [1, 0, 0, 0];
  for (let i = 0; i < open.re.length; i++) {
    let u = x - open.re[i];
    let v = y - open.im[i];
    let t = cr * u - ci * v + ar;
    ci = cr * v + ci * u + ai;
    cr = t;
    t = ar * u - ai * v;
    ai = ar * v + ai * u;
    ar = t;
    u = x - direct.re[i];
    v = y - direct.im[i];
    t = er * u - ei * v + br;
    ei = er * v + ei * u + bi;
    er = t;
    t = br * u - bi * v;
    bi = br * v + bi * u;
    br = t;
  }
  // P = h with its derivative g, by Horner.
  let [hr, hi, gr, gi] = [0, 0, 0, 0];
  for (let i = 0; i < taps.length; i++) {
    const t = gr * x - gi * y + hr;
    gi = gr * y + gi * x + hi;
    gr = t;
    const s = hr * x - hi * y + taps[i];
    hi = hr * y + hi * x;
    hr = s;
  }
  // w = z^L by squaring, from 1/z where that is the smaller.
  const size = x * x + y * y;
  const outside = size > 1;
  let p = outside ? x / size : x;
  let q = outside ? -y / size : y;
  let [wr, wi] = [1, 0];
  for (let rest = queue; rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) {
      const t = wr * p - wi * q;
      wi = wr * q + wi * p;
      wr = t;
    }
    const t = p * p - q * q;
    q = 2 * p * q;
    p = t;
  }
  const dr = br - ar;
  const di = bi - ai;
  const kr = er - cr;
  const ki = ei - ci;
  // s = P (χ₁ − χ₀), and its derivative t.
  let sr = hr * dr - hi * di;
  let si = hr * di + hi * dr;
  let tr = gr * dr - gi * di + hr * kr - hi * ki;
  let ti = gr * di + gi * dr + hr * ki + hi * kr;
  // r = L χ₀/z + χ₀′.
  const zr = x / size;
  const zi = -y / size;
  let rr = queue === 0 ? cr : queue * (ar * zr - ai * zi) + cr;
  let ri = queue === 0 ? ci : queue * (ar * zi + ai * zr) + ci;
  if (outside) {
    let m = sr * wr - si * wi;
    si = sr * wi + si * wr;
    sr = m;
    m = tr * wr - ti * wi;
    ti = tr * wi + ti * wr;
    tr = m;
  } else {
    let m = ar * wr - ai * wi;
    ai = ar * wi + ai * wr;
    ar = m;
    m = rr * wr - ri * wi;
    ri = rr * wi + ri * wr;
    rr = m;
  }
  const fr = ar + sr;
  const fi = ai + si;
  const nr = rr + tr;
  const ni = ri + ti;
  const f = fr * fr + fi * fi;
  quotient.re = (nr * fr + ni * fi) / f;
  quotient.im = (ni * fr - nr * fi) / f;
}
