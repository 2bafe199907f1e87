/**
 * Noise that is the same for the same seed everywhere: xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom
 * number generators", 2021) on 32-bit integers, its state spread from seed and name by splitmix32; normal numbers by
 * Box and Muller's method with this room's own logarithm, cosine and sine.
 */
import { numbers } from './numbers.js';

const TWO_PI = 6.283185307179586;
const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

export class Noise {
  readonly #state = new Int32Array(4);
  readonly #seeds = new Int32Array(4);
  /** The second of a pair of normal numbers, and whether it is still to be given. */
  #kept = 0;
  #keeps = false;

  /** Streams of other names are independent of each other. */
  constructor(seed: number, name: string) {
    // FNV-1a of the name, then the seed's two halves.
    let hash = 0x811c9dc5;
    for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
    hash = Math.imul(hash ^ (seed | 0), 0x01000193);
    hash = Math.imul(hash ^ Math.floor(seed / 4294967296), 0x01000193);
    for (let i = 0; i < 4; i++) {
      hash = (hash + 0x9e3779b9) | 0;
      let z = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
      z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
      this.#seeds[i] = z ^ (z >>> 16);
    }
    this.reset();
  }

  /** Begins the stream anew. */
  reset(): void {
    this.#state.set(this.#seeds);
    this.#keeps = false;
  }

  /** A multiple of 2⁻³², in [0, 1). */
  uniform(): number {
    const s = this.#state;
    const result = Math.imul(rotate(Math.imul(s[1], 5), 7), 9);
    const shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate(s[3], 11);
    return (result >>> 0) / 4294967296;
  }

  /** Of mean 0 and variance 1. */
  normal(): number {
    if (this.#keeps) {
      this.#keeps = false;
      return this.#kept;
    }
    // (0, 1], so that the logarithm is a number.
    const radius = Math.sqrt(-2 * numbers.log(1 - this.uniform()));
    const angle = TWO_PI * this.uniform();
    this.#kept = radius * numbers.sin(angle);
    this.#keeps = true;
    return radius * numbers.cos(angle);
  }
}
