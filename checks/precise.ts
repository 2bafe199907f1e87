/**
 * Elementary functions to some 300 bits, by series in whole numbers: the judge of elementary.ts. Shares no
 * code and no constant with it.
 */

/** Seeded uniform numbers in [0, 1) of 53 bits (mulberry32, two words each). */
export function random(seed: number): () => number {
  let s = seed >>> 0;
  const word = (): number => {
    s = (s + 0x6d2b79f5) >>> 0;
    let t = Math.imul(s ^ (s >>> 15), s | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  return () => (word() * 2 ** 21 + (word() >>> 11)) / 2 ** 53;
}

/** m·2^e, exactly. */
export interface Exact {
  readonly m: bigint;
  readonly e: number;
}

/** Fraction bits of the fixed-point numbers below. */
const F = 320;
const ONE = 1n << BigInt(F);

const view = new DataView(new ArrayBuffer(8));

export function exactly(x: number): Exact {
  view.setFloat64(0, x);
  const high = view.getUint32(0);
  const field = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xfffff) << 32n) | BigInt(view.getUint32(4));
  const m = field === 0 ? fraction : fraction | (1n << 52n);
  return { m: high >>> 31 ? -m : m, e: Math.max(field, 1) - 1075 };
}

const magnitude = (m: bigint): bigint => (m < 0n ? -m : m);
const bitLength = (m: bigint): number => (m === 0n ? 0 : magnitude(m).toString(2).length);
const shifted = (m: bigint, by: number): bigint => (by >= 0 ? m << BigInt(by) : m >> BigInt(-by));
const fixed = (x: Exact): bigint => shifted(x.m, x.e + F);
const mul = (a: bigint, b: bigint): bigint => (a * b) >> BigInt(F);
const div = (a: bigint, b: bigint): bigint => (a << BigInt(F)) / b;
const free = (m: bigint): Exact => ({ m, e: -F });

/** |got − exact| in units in the last place of `exact` (of the smallest normal numbers below those). */
export function ulpError(got: number, exact: Exact): number {
  if (exact.m === 0n) return got === 0 ? 0 : Number.POSITIVE_INFINITY;
  const top = bitLength(exact.m) + exact.e - 1;
  if (!Number.isFinite(got)) return top >= 1024 && got > 0 === exact.m > 0n ? 0 : Number.POSITIVE_INFINITY;
  const unit = Math.max(top - 52, -1074);
  const g = exactly(got);
  const low = Math.min(g.e, exact.e, unit - 20);
  const difference = magnitude(shifted(g.m, g.e - low) - shifted(exact.m, exact.e - low));
  return Number(difference >> BigInt(unit - 20 - low)) / 2 ** 20;
}

/** Σ terms of a power series whose next term comes from the last, until nothing is left. */
function series(first: bigint, next: (term: bigint, k: number) => bigint): bigint {
  let sum = 0n;
  let term = first;
  for (let k = 1; term !== 0n && term !== -1n; k++) {
    sum += term;
    term = next(term, k);
  }
  return sum;
}

/** atan(1/n). */
function arcOfInverse(n: bigint): bigint {
  let power = ONE / n;
  let sum = power;
  for (let k = 3n; power !== 0n; k += 2n) {
    power /= n * n;
    sum += (k & 2n) === 0n ? power / k : -(power / k);
  }
  return sum;
}

export const PI: bigint = 16n * arcOfInverse(5n) - 4n * arcOfInverse(239n);

/** sin(r)/r and cos(r) from z = r², |r| ≤ π/4. */
const sineRatio = (z: bigint): bigint => series(ONE, (t, k) => -mul(t, z) / BigInt(2 * k * (2 * k + 1)));
const cosine = (z: bigint): bigint => series(ONE, (t, k) => -mul(t, z) / BigInt(2 * k * (2 * k - 1)));

/** Nearest quarter turn and the sine and cosine of what is left. */
function quarter(x: number): { q: number; s: Exact; c: Exact } {
  const e = exactly(x);
  if (Math.abs(x) < 2 ** -60) {
    const z = mul(fixed(e), fixed(e));
    return { q: 0, s: { m: e.m * sineRatio(z), e: e.e - F }, c: free(cosine(z)) };
  }
  const f = fixed(e);
  const q = (2n * f + PI / 2n) / PI - (2n * f + PI / 2n < 0n ? 1n : 0n);
  const r = f - (q * PI) / 2n;
  const z = mul(r, r);
  return { q: Number(((q % 4n) + 4n) % 4n), s: free(mul(r, sineRatio(z))), c: free(cosine(z)) };
}

const negated = (x: Exact): Exact => ({ m: -x.m, e: x.e });

export function sin(x: number): Exact {
  const { q, s, c } = quarter(x);
  return [s, c, negated(s), negated(c)][q];
}

export function cos(x: number): Exact {
  const { q, s, c } = quarter(x);
  return [c, negated(s), negated(c), s][q];
}

/** a/b to 320 bits. */
function ratio(a: Exact, b: Exact): Exact {
  const by = F + bitLength(b.m);
  return { m: (a.m << BigInt(by)) / b.m, e: a.e - b.e - by };
}

export function tan(x: number): Exact {
  return ratio(sin(x), cos(x));
}

/** eʳ, |r| ≤ ½. */
const expOfSmall = (r: bigint): bigint => series(ONE, (t, k) => mul(t, r) / BigInt(k));

/** ln(a/b) = 2·atanh((a − b)/(a + b)). */
function logOfRatio(a: bigint, b: bigint): bigint {
  const s = div(a - b, a + b);
  const z = mul(s, s);
  let power = 2n * s;
  let sum = 0n;
  for (let k = 1n; power !== 0n && power !== -1n; k += 2n) {
    sum += power / k;
    power = mul(power, z);
  }
  return sum;
}

const LN2: bigint = logOfRatio(2n, 1n);

export function exp(x: number): Exact {
  if (Math.abs(x) < 2 ** -200) return { m: ONE, e: -F };
  const f = fixed(exactly(x));
  const k = (f + (f < 0n ? -LN2 : LN2) / 2n) / LN2;
  return { m: expOfSmall(f - k * LN2), e: Number(k) - F };
}

export function log(x: number): Exact {
  const { m, e } = exactly(x);
  // A mantissa between ¾ and 3/2.
  const bits = bitLength(m);
  const low = m * 4n < 3n << BigInt(bits);
  const unit = 1n << BigInt(low ? bits - 1 : bits);
  return free(logOfRatio(m, unit) + BigInt(e + bits - (low ? 1 : 0)) * LN2);
}

export function tanh(x: number): Exact {
  const e = exactly(x);
  if (Math.abs(x) < 2 ** -50) {
    const z = mul(fixed(e), fixed(e));
    return { m: e.m * (ONE - z / 3n + (2n * mul(z, z)) / 15n), e: e.e - F };
  }
  if (Math.abs(x) > 100) return { m: x < 0 ? -1n : 1n, e: 0 };
  const { m, e: at } = exp(2 * x);
  const y = shifted(m, at + F);
  return ratio(free(y - ONE), free(y + ONE));
}

/** atan of t in [0, 1], by halving the angle three times and a series. */
function arc(t: bigint): bigint {
  let u = t;
  for (let k = 0; k < 3; k++) u = div(u, ONE + root(ONE + mul(u, u)));
  const z = mul(u, u);
  let power = u;
  let sum = 0n;
  for (let k = 1n; power !== 0n && power !== -1n; k += 2n) {
    sum += power / k;
    power = -mul(power, z);
  }
  return 8n * sum;
}

/** Square root of a fixed-point number of at least 1. */
function root(a: bigint): bigint {
  const square = a << BigInt(F);
  let x = 1n << BigInt((bitLength(square) >> 1) + 1);
  for (;;) {
    const y = (x + square / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** For finite x and y, not both 0. */
export function atan2(y: number, x: number): Exact {
  const Y = exactly(Math.abs(y));
  const X = exactly(Math.abs(x));
  const steep = Math.abs(y) > Math.abs(x);
  const t = steep ? ratio(X, Y) : ratio(Y, X);
  const sign = y < 0 ? -1n : 1n;
  if (!steep && x > 0) {
    // Below 2^-100 the angle is t·(1 − t²/3), t kept as it is.
    if (bitLength(t.m) + t.e < -100) {
      const f = fixed(t);
      return { m: sign * t.m * (ONE - mul(f, f) / 3n), e: t.e - F };
    }
    return free(sign * arc(fixed(t)));
  }
  const a = arc(fixed(t));
  const b = steep ? PI / 2n - a : a;
  return free(sign * (x < 0 ? PI - b : b));
}
