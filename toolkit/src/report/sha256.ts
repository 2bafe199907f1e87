/** SHA-256 (FIPS 180-4), for the content security policy: a page names the hashes of its own scripts. */
import { base64 } from './base64.js';

/** Fractional bits of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const [ROUNDS, START] = constants();

function constants(): [Uint32Array, Uint32Array] {
  const rounds = new Uint32Array(64);
  const start = new Uint32Array(8);
  let count = 0;
  for (let n = 2; count < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    rounds[count] = fraction(n, 3);
    if (count < 8) start[count] = fraction(n, 2);
    count++;
  }
  return [rounds, start];
}

/** First 32 bits after the point of n^(1/power): the whole root of n·2^(32·power), exactly. */
function fraction(n: number, power: 2 | 3): number {
  const wanted = BigInt(n) << BigInt(32 * power);
  let root = 0n;
  for (let bit = 1n << 36n; bit > 0n; bit >>= 1n) {
    if ((root + bit) ** BigInt(power) <= wanted) root += bit;
  }
  return Number(root & 0xffffffffn);
}

export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  const padded = new Uint8Array(64 * blocks);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x20000000));
  view.setUint32(padded.length - 4, (bytes.length << 3) >>> 0);
  const h = START.slice();
  const w = new Uint32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (last + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + w[i]) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      last = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + t2) | 0;
    }
    for (const [i, x] of [a, b, c, d, e, f, g, last].entries()) h[i] += x;
  }
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let i = 0; i < 8; i++) out.setUint32(4 * i, h[i]);
  return digest;
}

/** A source of a content security policy: `'sha256-…'`. */
export function sourceHash(bytes: Uint8Array): string {
  return `'sha256-${base64(sha256(bytes))}'`;
}

function rotate(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}
