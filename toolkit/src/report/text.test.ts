import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { base64 } from './base64.js';
import { embeddedJson, safe } from './html.js';
import { sha256, sourceHash } from './sha256.js';

const bytes = (n: number): Uint8Array =>
  Uint8Array.from({ length: n }, (_, i) => Math.imul(i + 7, 2654435761) >>> 24);

describe('sha256', () => {
  it('gives the hashes of the standard, and those of another implementation at every length of a block', () => {
    const hex = (x: Uint8Array): string => Buffer.from(x).toString('hex');
    expect(hex(sha256(Buffer.from('abc')))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    for (let n = 0; n < 200; n++)
      expect(hex(sha256(bytes(n)))).toBe(createHash('sha256').update(bytes(n)).digest('hex'));
    expect(sourceHash(Buffer.from(''))).toBe("'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  });
});

describe('base64', () => {
  it('agrees with the platform', () => {
    for (let n = 0; n < 20; n++) expect(base64(bytes(n))).toBe(Buffer.from(bytes(n)).toString('base64'));
  });
});

describe('safe', () => {
  it('leaves no character that could end a text, an attribute or a script', () => {
    const hostile = '</script><b a="1" b=\'2\'>&amp;<!--\u0000\u001b\u2028';
    expect(safe(hostile)).not.toMatch(/[<>"'\u0000\u001b]|&(?!amp;|lt;|gt;|quot;|#39;)/);
    expect(embeddedJson({ [hostile]: hostile })).not.toMatch(/[<>&\u2028]/);
    expect(JSON.parse(embeddedJson([hostile]))).toEqual([hostile]);
    expect(safe('a\tb\nc µ')).toBe('a\tb\nc µ');
  });
});
