/** Bytes that are changed, cut, inserted or written in another encoding, whatever they mean. */
import { below, type Chance, pick, span } from './pick.js';

const insertions: readonly (readonly number[])[] = [
  [0],
  [0xff],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xc0, 0x80],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0x1b, 0x5b, 0x32, 0x4a],
  [0x0d],
  [0x85],
  [...'<!DOCTYPE r [<!ENTITY a "b">]>'].map((c) => c.charCodeAt(0)),
  [...'&a;'].map((c) => c.charCodeAt(0)),
  [...'<![CDATA['].map((c) => c.charCodeAt(0)),
  [...'<!--'].map((c) => c.charCodeAt(0)),
  [...'<?pi '].map((c) => c.charCodeAt(0)),
];

export function changeBytes(bytes: Uint8Array, next: Chance): Uint8Array {
  if (bytes.length === 0) return Uint8Array.of(0);
  const [from, to] = span(next, bytes.length);
  switch (below(next, 9)) {
    case 0: {
      const changed = bytes.slice();
      changed[from] ^= 1 << below(next, 8);
      return changed;
    }
    case 1: {
      const changed = bytes.slice();
      changed[from] = pick(next, [0, 9, 10, 13, 27, 34, 38, 39, 60, 62, 127, 128, 255]);
      return changed;
    }
    case 2:
      return joined(bytes.subarray(0, from), bytes.subarray(to));
    case 3:
      return joined(bytes.subarray(0, to), bytes.subarray(from));
    case 4:
      return joined(bytes.subarray(0, from), Uint8Array.from(pick(next, insertions)), bytes.subarray(from));
    case 5:
      return bytes.slice(0, from);
    case 6:
      return joined(Uint8Array.from(pick(next, insertions)), bytes);
    case 7:
      return inOtherEncoding(bytes, next);
    default: {
      const changed = bytes.slice();
      for (let i = from; i < to; i++) changed[i] = below(next, 256);
      return changed;
    }
  }
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** UTF-16 of either order, with a byte order mark or without, sometimes with a byte missing. */
function inOtherEncoding(bytes: Uint8Array, next: Chance): Uint8Array {
  const text = new TextDecoder().decode(bytes);
  const little = next() < 0.5;
  const codes = next() < 0.7 ? `\ufeff${text}` : text;
  const out = new Uint8Array(2 * codes.length);
  const view = new DataView(out.buffer);
  for (let i = 0; i < codes.length; i++) view.setUint16(2 * i, codes.charCodeAt(i), little);
  return next() < 0.8 ? out : out.subarray(0, out.length - 1);
}
