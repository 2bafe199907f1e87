/** The headers of a zip, field by field: sizes, offsets, methods, names, counts. */
import { changeBytes } from './mutate-bytes.js';
import { below, type Chance, pick } from './pick.js';

/** What begins with a signature, and where its fields of two and four bytes stand. */
const records = [
  { signature: 0x04034b50, halves: [4, 6, 8, 26, 28], words: [14, 18, 22], length: 30 },
  { signature: 0x02014b50, halves: [4, 6, 8, 10, 28, 30, 32], words: [16, 20, 24, 38, 42], length: 46 },
  { signature: 0x06054b50, halves: [4, 6, 8, 10, 20], words: [12, 16], length: 22 },
] as const;

const names = ['../', '/', '..\\', 'C:', '\0', '__proto__/', './', '//', '\u202e', 'a/../../'];

export function changeZip(bytes: Uint8Array, next: Chance): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: { at: number; record: (typeof records)[number] }[] = [];
  for (let at = 0; at + 22 <= bytes.length; at++) {
    if (bytes[at] !== 0x50 || bytes[at + 1] !== 0x4b) continue;
    const record = records.find(({ signature }) => signature === view.getUint32(at, true));
    if (record !== undefined && at + record.length <= bytes.length) found.push({ at, record });
  }
  if (found.length === 0 || next() < 0.3) return changeBytes(bytes, next);
  const changed = bytes.slice();
  const out = new DataView(changed.buffer);
  const { at, record } = pick(next, found);
  switch (below(next, 4)) {
    case 0:
      out.setUint16(
        at + pick(next, record.halves),
        pick(next, [0, 1, 8, 9, 12, 99, 0xffff, below(next, 65_536)]),
        true,
      );
      break;
    case 1: {
      const sizes = [0, 1, 0xffffffff, 0x7fffffff, bytes.length, at, below(next, 4_000_000)];
      out.setUint32(at + pick(next, record.words), pick(next, sizes), true);
      break;
    }
    case 2: {
      // The name of an entry, which stands behind its header.
      const name = new TextEncoder().encode(pick(next, names));
      changed.set(name.subarray(0, Math.max(0, changed.length - at - record.length)), at + record.length);
      break;
    }
    default:
      changed[at + below(next, record.length)] ^= 1 << below(next, 8);
  }
  return changed;
}
