/** The UTF-8 bytes of a text; a lone surrogate becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length);
  let at = 0;
  for (const character of text) {
    let code = character.codePointAt(0)!;
    if (code >= 0xd800 && code <= 0xdfff) code = 0xfffd;
    if (code < 0x80) bytes[at++] = code;
    else {
      const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      bytes[at++] = [0, 0xc0, 0xe0, 0xf0][more] | (code >> (6 * more));
      for (let i = more - 1; i >= 0; i--) bytes[at++] = 0x80 | ((code >> (6 * i)) & 0x3f);
    }
  }
  return bytes.slice(0, at);
}

/** The text of UTF-8 bytes; every byte that belongs to no character becomes U+FFFD. */
export function fromUtf8(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i++];
    const more =
      lead < 0x80
        ? 0
        : lead >= 0xc2 && lead < 0xe0
          ? 1
          : lead >= 0xe0 && lead < 0xf0
            ? 2
            : lead >= 0xf0 && lead < 0xf5
              ? 3
              : -1;
    let code = more <= 0 ? lead : lead & (0x3f >> more);
    let whole = more >= 0 && i + more <= bytes.length;
    for (let k = 0; whole && k < more; k++) {
      whole = (bytes[i + k] & 0xc0) === 0x80;
      code = (code << 6) | (bytes[i + k] & 0x3f);
    }
    whole &&= code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) && code >= [0, 0x80, 0x800, 0x10000][more];
    text += whole ? String.fromCodePoint(code) : '\ufffd';
    if (whole) i += more;
  }
  return text;
}
