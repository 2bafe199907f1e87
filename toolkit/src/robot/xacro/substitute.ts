/** Texts with `${…}`, `$(…)` and `$$` in them, cut up by one pass from left to right. */
import { Fault } from './fault.js';

export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** `${…}` */
  | { readonly kind: 'expression'; readonly text: string }
  /** `$(…)` */
  | { readonly kind: 'extension'; readonly text: string };

/**
 * `${` ends at the first `}`, whatever stands between, `$(` at the `)` that closes it. `$${` and `$$(` are the same
 * without one `$` and mean nothing; any other `$` stands for itself.
 */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let plain = 0;
  const flush = (end: number): void => {
    if (end > plain) pieces.push({ kind: 'text', text: text.slice(plain, end) });
  };
  for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at)) {
    let dollars = 1;
    while (text[at + dollars] === '$') dollars++;
    const opening = text[at + dollars];
    if (opening !== '{' && opening !== '(') {
      at += dollars;
      continue;
    }
    if (dollars > 1) {
      flush(at);
      plain = at + 1;
      at += dollars + 1;
      continue;
    }
    const end = opening === '{' ? text.indexOf('}', at) : closing(text, at + 1);
    if (end < 0) {
      throw new Fault('xacro-substitution', `\`$${opening}\` is never closed`, {
        got: text.slice(at, at + 60),
        hint: `write $$${opening} for the characters themselves`,
      });
    }
    flush(at);
    pieces.push({ kind: opening === '{' ? 'expression' : 'extension', text: text.slice(at + 2, end) });
    at = end + 1;
    plain = at;
  }
  flush(text.length);
  return pieces;
}

/** The `)` that closes the `(` at a place, or −1. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') open++;
    else if (text[at] === ')' && --open === 0) return at;
  }
  return -1;
}
