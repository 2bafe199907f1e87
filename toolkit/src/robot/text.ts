/**
 * Bytes ↔ text. Robot files come in UTF-8 (with or without a byte order mark), UTF-16 and, by their XML
 * declaration, in one of the old one-byte encodings.
 */

// Of the Encoding standard, in every runtime; the language's own library does not declare it.
declare class TextDecoder {
  constructor(label: string, options: { readonly fatal: boolean });
  decode(bytes: Uint8Array): string;
}
declare class TextEncoder {
  encode(text: string): Uint8Array;
}

export type Decoded =
  | { readonly text: string }
  /** `encoding` was looked for; `before` is the text up to the first byte that does not belong to it. */
  | { readonly encoding: string; readonly before?: string };

const known = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['latin-1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
]);

/** Encodings that an XML declaration may name. */
export const encodings: readonly string[] = [
  'utf-8',
  'utf-16',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1252',
  'us-ascii',
];

export function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/**
 * The text of an XML file, without its byte order mark. A byte order mark beats the declaration; without
 * either it is UTF-8. Bytes that do not belong to the encoding are refused, not replaced.
 */
export function decodeXml(bytes: Uint8Array): Decoded {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return decode(bytes, 'utf-8');
  if (a === 0xff && b === 0xfe) return decode(bytes, 'utf-16le');
  if (a === 0xfe && b === 0xff) return decode(bytes, 'utf-16be');
  if (a === 0x3c && b === 0) return decode(bytes, 'utf-16le');
  if (a === 0 && b === 0x3c) return decode(bytes, 'utf-16be');
  const head = String.fromCharCode(...bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)["']/.exec(head)?.[1] ?? 'utf-8';
  const encoding = known.get(declared.toLowerCase());
  // Bytes that show one byte a character cannot be the UTF-16 that they declare: read as UTF-8, as others do.
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return decode(bytes, 'utf-8');
  return encoding === undefined ? { encoding: declared } : decode(bytes, encoding);
}

function decode(bytes: Uint8Array, encoding: string): Decoded {
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    const lenient = new TextDecoder(encoding, { fatal: false }).decode(bytes);
    const bad = lenient.indexOf('\ufffd');
    return { encoding, before: bad < 0 ? lenient : lenient.slice(0, bad) };
  }
}

/** The text of UTF-8 bytes, or undefined where they are none. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  const decoded = decode(bytes, 'utf-8');
  return 'text' in decoded ? decoded.text : undefined;
}

/** One character for each byte. */
export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
