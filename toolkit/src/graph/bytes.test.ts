import { describe, expect, it } from 'vitest';
import { Bytes } from './bytes.js';

function written(write: (out: Bytes) => void): number[] {
  const out = new Bytes();
  write(out);
  return [...out.finish()];
}

/** LEB128 read back as the WebAssembly specification has it (section 5.2.2). */
function decoded(bytes: readonly number[], signed: boolean): number {
  let value = 0n;
  bytes.forEach((byte, i) => {
    value |= BigInt(byte & 0x7f) << BigInt(7 * i);
    expect(byte >= 0x80).toBe(i < bytes.length - 1);
  });
  const sign = 1n << BigInt(7 * bytes.length);
  return Number(signed && value & (sign >> 1n) ? value - sign : value);
}

const edges = [0, 1, 63, 64, 65, 127, 128, 255, 256, 8191, 8192, 16383, 16384, 1_000_000, 2 ** 31 - 1];

describe('whole numbers', () => {
  it('without sign are read back, up to 32 bits', () => {
    for (const x of [...edges, 2 ** 31, 2 ** 32 - 1])
      expect(
        decoded(
          written((out) => out.unsigned(x)),
          false,
        ),
      ).toBe(x);
    expect(written((out) => out.unsigned(624485))).toEqual([0xe5, 0x8e, 0x26]);
  });

  it('with sign are read back, up to 32 bits', () => {
    for (const x of [...edges, ...edges.map((e) => -e), -1024, -(2 ** 31)]) {
      expect(
        decoded(
          written((out) => out.signed(x)),
          true,
        ),
      ).toBe(x + 0);
    }
    expect(written((out) => out.signed(-123456))).toEqual([0xc0, 0xbb, 0x78]);
  });
});

describe('a list of bytes', () => {
  it('keeps what it holds when it grows, in the middle of a float as well', () => {
    const out = new Bytes();
    for (let i = 0; i < 253; i++) out.byte(i);
    out.float(-0.1);
    const inner = new Bytes();
    for (let i = 0; i < 2000; i++) inner.byte(7);
    out.vector(inner);
    out.name('p0');
    const bytes = out.finish();
    expect(out.length).toBe(bytes.length);
    expect([...bytes.slice(0, 253)]).toEqual(Array.from({ length: 253 }, (_, i) => i));
    expect(new DataView(bytes.buffer).getFloat64(253, true)).toBe(-0.1);
    expect([...bytes.slice(261, 264)]).toEqual([0xd0, 0x0f, 7]);
    expect([...bytes.slice(-3)]).toEqual([2, 0x70, 0x30]);
    expect(bytes.length).toBe(253 + 8 + 2 + 2000 + 3);
  });
});
