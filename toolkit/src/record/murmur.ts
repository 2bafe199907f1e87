/**
 * MurmurHash3_x86_128 (A. Appleby, public domain): 128 bits from 32-bit multiplications alone, so it is quick
 * in every engine. It finds differences; it proves nothing against a forger.
 */
const C1 = 0x239b961b;
const C2 = 0xab0e9789;
const C3 = 0x38b34ae5;
const C4 = 0xa1e38b93;

export class Murmur128 {
  #h1: number;
  #h2: number;
  #h3: number;
  #h4: number;
  /** Bytes taken, modulo 2³². */
  #length = 0;

  constructor(seed = 0) {
    this.#h1 = this.#h2 = this.#h3 = this.#h4 = seed | 0;
  }

  /** Takes whole blocks of 16 bytes, as little-endian words; the length is a multiple of 4. */
  blocks(words: Int32Array): void {
    // | 0 keeps engines from holding them as floats.
    let h1 = this.#h1 | 0;
    let h2 = this.#h2 | 0;
    let h3 = this.#h3 | 0;
    let h4 = this.#h4 | 0;
    for (let i = 0; i < words.length; i += 4) {
      h1 ^= Math.imul(rotate(Math.imul(words[i], C1), 15), C2);
      h1 = (Math.imul((rotate(h1, 19) + h2) | 0, 5) + 0x561ccd1b) | 0;
      h2 ^= Math.imul(rotate(Math.imul(words[i + 1], C2), 16), C3);
      h2 = (Math.imul((rotate(h2, 17) + h3) | 0, 5) + 0x0bcaa747) | 0;
      h3 ^= Math.imul(rotate(Math.imul(words[i + 2], C3), 17), C4);
      h3 = (Math.imul((rotate(h3, 15) + h4) | 0, 5) + 0x96cd1c35) | 0;
      h4 ^= Math.imul(rotate(Math.imul(words[i + 3], C4), 18), C1);
      h4 = (Math.imul((rotate(h4, 13) + h1) | 0, 5) + 0x32ac3b17) | 0;
    }
    this.#h1 = h1;
    this.#h2 = h2;
    this.#h3 = h3;
    this.#h4 = h4;
    this.#length = (this.#length + 4 * words.length) | 0;
  }

  /** The four words of the hash of all blocks and of `tail`, at most 15 bytes after them. */
  digest(tail: ArrayLike<number> = []): [number, number, number, number] {
    const k = [0, 0, 0, 0];
    for (let i = 0; i < tail.length; i++) k[i >> 2] |= tail[i] << (8 * (i & 3));
    let h1 = this.#h1 ^ Math.imul(rotate(Math.imul(k[0], C1), 15), C2);
    let h2 = this.#h2 ^ Math.imul(rotate(Math.imul(k[1], C2), 16), C3);
    let h3 = this.#h3 ^ Math.imul(rotate(Math.imul(k[2], C3), 17), C4);
    let h4 = this.#h4 ^ Math.imul(rotate(Math.imul(k[3], C4), 18), C1);
    const length = (this.#length + tail.length) | 0;
    h1 ^= length;
    h2 ^= length;
    h3 ^= length;
    h4 ^= length;
    h1 = (h1 + h2 + h3 + h4) | 0;
    h2 = (h2 + h1) | 0;
    h3 = (h3 + h1) | 0;
    h4 = (h4 + h1) | 0;
    h1 = finish(h1);
    h2 = finish(h2);
    h3 = finish(h3);
    h4 = finish(h4);
    h1 = (h1 + h2 + h3 + h4) | 0;
    h2 = (h2 + h1) | 0;
    h3 = (h3 + h1) | 0;
    h4 = (h4 + h1) | 0;
    return [h1 >>> 0, h2 >>> 0, h3 >>> 0, h4 >>> 0];
  }
}

/** The hash of some bytes. */
export function murmur128(bytes: Uint8Array, seed = 0): [number, number, number, number] {
  const hash = new Murmur128(seed);
  const whole = bytes.length & ~15;
  const words = new Int32Array(whole >> 2);
  for (let i = 0; i < whole; i++) words[i >> 2] |= bytes[i] << (8 * (i & 3));
  hash.blocks(words);
  return hash.digest(bytes.subarray(whole));
}

/** Eight hexadecimal digits a word, as the reference implementation prints it. */
export function hexadecimal(words: readonly number[]): string {
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}

function finish(x: number): number {
  let h = x;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
