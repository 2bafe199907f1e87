import { describe, expect, it } from 'vitest';
import { fromUtf8, utf8 } from './utf8.js';

describe('utf8', () => {
  it('agrees with the platform on every length of character and on faults', () => {
    for (const text of [
      '',
      'plain',
      'µ²°',
      '€→≥',
      '\u{1f916}x',
      'a\ud800b',
      '\udc00',
      '\u0000\u007f\u0080\u07ff\u0800\uffff',
    ]) {
      const bytes = utf8(text);
      expect([...bytes]).toEqual([...new TextEncoder().encode(text)]);
      expect(fromUtf8(bytes)).toBe(new TextDecoder().decode(bytes));
    }
  });

  it('reads any bytes without throwing, whole characters among them', () => {
    for (const bytes of [
      [0xff, 65],
      [0xc2],
      [0xe2, 0x82, 65],
      [0xed, 0xa0, 0x80],
      [0xc0, 0x80, 66],
      [0xf4, 0x90, 0x80, 0x80, 67],
    ]) {
      const text = fromUtf8(Uint8Array.from(bytes));
      expect(text).toContain('\ufffd');
      if (bytes.at(-1)! < 128) expect(text.endsWith(String.fromCharCode(bytes.at(-1)!))).toBe(true);
    }
  });
});
