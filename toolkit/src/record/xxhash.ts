/**
 * XXH32 (Y. Collet, xxHash specification, "XXH32 algorithm description"), taken to 128 bits: its four lanes are
 * merged four times, each time beginning with another, and the first word is XXH32 itself. Nothing but 32-bit
 * multiplications, so it is quick in every engine. It finds differences; it proves nothing against a forger.
 */
const P1 = 0x9e3779b1;
const P2 = 0x85ebca77;
const P3 = 0xc2b2ae3d;
const P4 = 0x27d4eb2f;
const P5 = 0x165667b1;

/** The lanes of a seed. */
export function lanesOf(seed = 0): Int32Array {
  return Int32Array.of(seed + P1 + P2, seed + P2, seed, seed - P1);
}

/**
 * A lane that has taken a double by its words: rotl(lane + low·P2, 13)·P1 is XXH32's round, and the other word is
 * added before the last product. A change of either word alone always changes the lane, and lanes that differ stay
 * different under equal numbers.
 */
export function mixed(lane: number, low: number, high: number): number {
  return Math.imul((rotate((lane + Math.imul(low, P2)) | 0, 13) + high) | 0, P1);
}

/** The four words of the hash: of lanes, of the length of what they have taken (modulo 2³²), and of a tail of bytes. */
export function merged(lanes: Int32Array, length: number, tail: Uint8Array = new Uint8Array(0)): number[] {
  return [0, 1, 2, 3].map((first) => {
    const lane = (i: number): number => lanes[(first + i) & 3];
    const sum = rotate(lane(0), 1) + rotate(lane(1), 7) + rotate(lane(2), 12) + rotate(lane(3), 18);
    return finished((sum + length) | 0, tail);
  });
}

/** The hash of some bytes. */
export function xxhash(bytes: Uint8Array, seed = 0): number[] {
  const lanes = lanesOf(seed);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const whole = bytes.length - (bytes.length % 16);
  for (let at = 0; at < whole; at += 4) {
    const lane = (at >> 2) & 3;
    lanes[lane] = mixed(lanes[lane], view.getInt32(at, true), 0);
  }
  const tail = bytes.subarray(whole);
  if (whole > 0) return merged(lanes, bytes.length, tail);
  return [0, 1, 2, 3].map((k) => finished((seed + P5 + k + bytes.length) | 0, tail));
}

/** Eight hexadecimal digits a word. */
export function hexadecimal(words: readonly number[]): string {
  return words.map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The tail taken, and every bit spread over all. */
function finished(start: number, tail: Uint8Array): number {
  let h = start;
  let at = 0;
  for (; at + 4 <= tail.length; at += 4) {
    const word = tail[at] | (tail[at + 1] << 8) | (tail[at + 2] << 16) | (tail[at + 3] << 24);
    h = Math.imul(rotate((h + Math.imul(word, P3)) | 0, 17), P4);
  }
  for (; at < tail.length; at++) h = Math.imul(rotate((h + Math.imul(tail[at], P5)) | 0, 11), P1);
  h = Math.imul(h ^ (h >>> 15), P2);
  h = Math.imul(h ^ (h >>> 13), P3);
  return (h ^ (h >>> 16)) >>> 0;
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by));
}
