/**
 * Whether a text is well-formed XML within our bounds, decided before a parser touches it: parsers repair
 * (`<a b=1>`, `</a></a>`, a lone `&`), and a repaired robot is not the robot that was written.
 *
 * One pass, no backtracking beyond a tag, nothing is expanded. Document types are refused altogether, so
 * there are no entities but the five of XML itself and characters by number.
 */
import type { Findings, Place } from './findings.js';

export interface MarkupBounds {
  /** Characters of text. */
  readonly size: number;
  readonly elements: number;
  readonly depth: number;
  readonly attributes: number;
}

export const markupBounds: MarkupBounds = {
  size: 20_000_000,
  elements: 200_000,
  depth: 200,
  attributes: 200,
};

export interface Markup {
  /** Prefixes that stand on an element or attribute without an `xmlns:` for them, with their first place. */
  readonly unbound: ReadonlyMap<string, Place>;
  /** Where the root element begins. */
  readonly root: Place;
}

const nameStart =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
const name = new RegExp(
  `[${nameStart}][${nameStart}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}\\u{2040}]*`,
  'uy',
);
const space = /[ \t\r\n]+/y;
const equals = /[ \t\r\n]*=[ \t\r\n]*/y;
const reference = /&(?:#([0-9]+)|#x([0-9a-fA-F]+)|([^\s;&<]{1,64}));/y;
const declaration =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.[0-9]+"|'1\.[0-9]+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][A-Za-z0-9._-]*"|'[A-Za-z][A-Za-z0-9._-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;
const forbidden =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const predefined = new Set(['amp', 'lt', 'gt', 'quot', 'apos']);

/** Turns offsets into lines and columns; offsets are asked for in any order. */
export class Lines {
  #starts: number[] = [0];

  constructor(text: string) {
    const ends = /\r\n|\r|\n/g;
    while (ends.exec(text) !== null) this.#starts.push(ends.lastIndex);
  }

  place(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle] <= offset) low = middle;
      else high = middle;
    }
    return { line: low + 1, column: offset - this.#starts[low] + 1 };
  }

  offset({ line, column }: { readonly line: number; readonly column: number }): number {
    return (this.#starts[line - 1] ?? 0) + column - 1;
  }
}

class Malformed extends Error {
  readonly code: string;
  readonly offset: number;
  readonly hint: string | undefined;
  constructor(offset: number, message: string, code = 'xml-not-well-formed', hint?: string) {
    super(message);
    this.code = code;
    this.offset = offset;
    this.hint = hint;
  }
}

/** What the scan learned, or undefined after an error in `findings`. */
export function scanMarkup(
  text: string,
  findings: Findings,
  bounds: MarkupBounds = markupBounds,
): Markup | undefined {
  const lines = new Lines(text);
  try {
    return scan(text, bounds, lines);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const detail = error.hint === undefined ? {} : { hint: error.hint };
    findings.error(error.code, lines.place(error.offset), error.message, detail);
    return undefined;
  }
}

function scan(text: string, bounds: MarkupBounds, lines: Lines): Markup {
  const bad = forbidden.exec(text);
  if (bad !== null) {
    const number = text.charCodeAt(bad.index).toString(16).padStart(4, '0');
    throw new Malformed(bad.index, `the character U+${number.toUpperCase()} may not stand in XML`);
  }
  const open: { name: string; offset: number; prefixes: readonly string[] }[] = [];
  const bound = new Map<string, number>([
    ['xml', 1],
    ['xmlns', 1],
  ]);
  const unbound = new Map<string, Place>();
  let at = 0;
  let elements = 0;
  let rooted = false;
  let root: Place = {};

  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  const until = (end: string, begin: number, what: string): number => {
    const stop = text.indexOf(end, at);
    if (stop < 0) throw new Malformed(begin, `${what} is never closed`);
    return stop;
  };
  const ampersand = forward(text, '&');
  const sectionEnd = forward(text, ']]>');
  const references = (from: number, to: number): void => {
    for (let i = ampersand(from); i < to; i = ampersand(i + 1)) {
      reference.lastIndex = i;
      const found = reference.exec(text);
      if (found === null) throw new Malformed(i, '`&` must be written `&amp;`');
      const [, decimal, hex, entity] = found;
      if (entity !== undefined) {
        if (!predefined.has(entity))
          throw new Malformed(i, `the entity \`&${entity};\` is not one of XML's own five`);
      } else if (
        !isCharacter(decimal === undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal, 10))
      ) {
        throw new Malformed(i, `\`${found[0]}\` is no character`);
      }
    }
  };
  const qualified = (what: string): string => {
    const from = at;
    const found = match(name);
    if (found === null) throw new Malformed(from, `${what} is expected here`);
    const word = found[0];
    const colon = word.indexOf(':');
    if (colon >= 0 && (colon === 0 || colon === word.length - 1 || word.indexOf(':', colon + 1) >= 0)) {
      throw new Malformed(from, `\`${word}\` is no name: one colon at most, between two parts`);
    }
    return word;
  };

  match(declaration);
  while (at < text.length) {
    const start = at;
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      if (open.length === 0) {
        match(space);
        if (at < end)
          throw new Malformed(at, rooted ? 'text after the root element' : 'text before the root element');
      }
      references(start, end);
      const closing = sectionEnd(start);
      if (closing < end) throw new Malformed(closing, '`]]>` may not stand in text');
      at = end;
    } else if (text.startsWith('<!--', at)) {
      at += 4;
      const dashes = until('--', start, 'a comment');
      if (text[dashes + 2] !== '>') throw new Malformed(dashes, '`--` may not stand in a comment');
      at = dashes + 3;
    } else if (text.startsWith('<![CDATA[', at)) {
      if (open.length === 0) throw new Malformed(at, 'text outside the root element');
      at = until(']]>', start, 'a CDATA section') + 3;
    } else if (text.startsWith('<!', at)) {
      if (/^<!DOCTYPE/i.test(text.slice(at, at + 9))) {
        throw new Malformed(
          at,
          'a document type is not read',
          'xml-doctype',
          'remove <!DOCTYPE …>: robot files need no entities',
        );
      }
      throw new Malformed(at, 'markup that XML does not know');
    } else if (text.startsWith('<?', at)) {
      at += 2;
      const target = qualified('the name of a processing instruction');
      if (target.toLowerCase() === 'xml') {
        throw new Malformed(
          start,
          start === 0
            ? 'the XML declaration is misspelt'
            : 'an XML declaration stands only at the very start',
        );
      }
      at = until('?>', start, 'a processing instruction') + 2;
    } else if (text[at + 1] === '/') {
      at += 2;
      const word = qualified('the name of an element');
      match(space);
      if (text[at] !== '>') throw new Malformed(at, `\`</${word}\` must end with \`>\``);
      at++;
      const last = open.pop();
      if (last === undefined) throw new Malformed(start, `\`</${word}>\` closes nothing`);
      if (last.name !== word) {
        throw new Malformed(
          start,
          `\`</${word}>\` stands where \`</${last.name}>\` (of line ${lines.place(last.offset).line}) is due`,
        );
      }
      for (const prefix of last.prefixes) bound.set(prefix, (bound.get(prefix) ?? 1) - 1);
    } else {
      if (open.length === 0 && rooted) throw new Malformed(at, 'a second root element');
      if (!rooted) root = lines.place(start);
      rooted = true;
      elements++;
      if (elements > bounds.elements)
        throw new Malformed(at, `more than ${bounds.elements} elements`, 'xml-too-large');
      if (open.length >= bounds.depth)
        throw new Malformed(at, `elements stand more than ${bounds.depth} deep`, 'xml-too-deep');
      at++;
      const word = qualified('the name of an element');
      const used: [string, number][] = [[word, start + 1]];
      const names = new Set<string>();
      const prefixes: string[] = [];
      for (;;) {
        const gap = match(space) !== null;
        if (text[at] === '>' || text.startsWith('/>', at)) break;
        if (at >= text.length) throw new Malformed(start, `\`<${word}\` is never closed`);
        if (!gap) throw new Malformed(at, `a space or \`>\` is expected in \`<${word}\``);
        const from = at;
        const attribute = qualified(`an attribute or \`>\` of \`<${word}\``);
        if (names.has(attribute)) throw new Malformed(from, `the attribute \`${attribute}\` stands twice`);
        names.add(attribute);
        if (names.size > bounds.attributes) {
          throw new Malformed(from, `more than ${bounds.attributes} attributes`, 'xml-too-large');
        }
        if (match(equals) === null) throw new Malformed(at, `\`=\` is expected after \`${attribute}\``);
        const quote = text[at];
        if (quote !== '"' && quote !== "'")
          throw new Malformed(at, `the value of \`${attribute}\` must stand in quotes`);
        const close = text.indexOf(quote, at + 1);
        if (close < 0) throw new Malformed(at, `the value of \`${attribute}\` is never closed`);
        const less = text.indexOf('<', at + 1);
        if (less >= 0 && less < close)
          throw new Malformed(
            less,
            `\`<\` in the value of \`${attribute}\`: write \`&lt;\`, or close the quotes`,
          );
        references(at + 1, close);
        if (attribute.startsWith('xmlns:')) prefixes.push(attribute.slice(6));
        else used.push([attribute, from]);
        at = close + 1;
      }
      for (const prefix of prefixes) bound.set(prefix, (bound.get(prefix) ?? 0) + 1);
      for (const [qualifiedName, offset] of used) {
        const colon = qualifiedName.indexOf(':');
        if (colon < 0) continue;
        const prefix = qualifiedName.slice(0, colon);
        if ((bound.get(prefix) ?? 0) === 0 && !unbound.has(prefix)) unbound.set(prefix, lines.place(offset));
      }
      if (text[at] === '/') {
        at += 2;
        for (const prefix of prefixes) bound.set(prefix, (bound.get(prefix) ?? 1) - 1);
      } else {
        at++;
        open.push({ name: word, offset: start, prefixes });
      }
    }
  }
  const last = open.at(-1);
  if (last !== undefined)
    throw new Malformed(last.offset, `\`<${last.name}>\` is never closed: the file may be cut off`);
  if (!rooted) throw new Malformed(text.length, 'there is no element: the file is empty');
  return { unbound, root };
}

/** Next place of `what` at or after an offset that never decreases: the text is searched once, however often it is asked for. */
function forward(text: string, what: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) {
      const found = text.indexOf(what, from);
      next = found < 0 ? Infinity : found;
    }
    return next;
  };
}

function isCharacter(code: number): boolean {
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return code < 0xd800 || (code > 0xdfff && code < 0xfffe) || (code > 0xffff && code <= 0x10ffff);
}
