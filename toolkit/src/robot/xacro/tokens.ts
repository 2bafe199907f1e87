/** The text of an expression → names, numbers, texts and operators, by Python's rules. */
import { expressionFault } from './fault.js';

export type Token =
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'number'; readonly value: bigint | number }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'operator'; readonly text: string }
  | { readonly kind: 'end' };

/** Longer ones before those that they begin with. */
const operators = ['**', '//', '<<', '>>', '<=', '>=', '==', '!=', ':=', ...'+-*/%()[]{},:.=<>|&^~'];
const name = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}]*/uy;
const space = /[ \t\r\n\f]+/y;
const based = /0(?:[xX](?:_?[0-9a-fA-F])+|[oO](?:_?[0-7])+|[bB](?:_?[01])+)/y;
const float =
  /(?:(?:[0-9](?:_?[0-9])*)?\.[0-9](?:_?[0-9])*|[0-9](?:_?[0-9])*\.)(?:[eE][-+]?[0-9](?:_?[0-9])*)?|[0-9](?:_?[0-9])*[eE][-+]?[0-9](?:_?[0-9])*/y;
const whole = /0(?:_?0)*|[1-9](?:_?[0-9])*/y;
const prefix = /(?:[uUrR])?(?='|")/y;

const escapes: ReadonlyMap<string, string> = new Map([
  ['\n', ''],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

export function tokens(text: string): readonly Token[] {
  const list: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found === null) return undefined;
    at = pattern.lastIndex;
    return found[0];
  };
  for (;;) {
    match(space);
    if (at >= text.length) break;
    const start = at;
    const quoted = match(prefix);
    if (quoted !== undefined) {
      const { value, end } = readText(text, at, /r/i.test(quoted));
      list.push({ kind: 'text', value });
      at = end;
      continue;
    }
    const digits = match(based);
    const real = digits === undefined ? match(float) : undefined;
    const integer = digits ?? (real === undefined ? match(whole) : undefined);
    if (real !== undefined) list.push({ kind: 'number', value: Number(real.replaceAll('_', '')) });
    else if (integer !== undefined) list.push({ kind: 'number', value: BigInt(integer.replaceAll('_', '')) });
    if (at > start) {
      if (match(name) !== undefined || match(whole) !== undefined) {
        throw expressionFault(`\`${text.slice(start, at)}\` is no number`);
      }
      continue;
    }
    const word = match(name);
    if (word !== undefined) {
      if (/["']/.test(text[at] ?? ''))
        throw expressionFault(`texts with the prefix \`${word}\` are not read`, {
          hint: "'%.3f' % x makes a text of a number",
        });
      list.push({ kind: 'name', text: word });
      continue;
    }
    const operator = operators.find((candidate) => text.startsWith(candidate, at));
    if (operator === undefined) {
      const hint = { '!': 'write not', '?': 'write a if test else b' }[text[at]];
      throw expressionFault(
        `\`${String.fromCodePoint(text.codePointAt(at) ?? 0)}\` has no meaning here`,
        hint === undefined ? {} : { hint },
      );
    }
    list.push({ kind: 'operator', text: operator });
    at += operator.length;
  }
  list.push({ kind: 'end' });
  return list;
}

/** A text in quotes, single or threefold, from its opening quote on. */
function readText(text: string, start: number, raw: boolean): { value: string; end: number } {
  const quote = text[start];
  const triple = text.startsWith(quote.repeat(3), start);
  const close = triple ? quote.repeat(3) : quote;
  let value = '';
  let at = start + close.length;
  while (!text.startsWith(close, at)) {
    if (at >= text.length) {
      throw expressionFault('a text is never closed', {
        hint: 'an expression ends at its first `}`, also where that stands in quotes',
      });
    }
    if (text[at] !== '\\') {
      value += text[at++];
      continue;
    }
    if (raw) {
      value += text.slice(at, at + 2);
      at += 2;
      continue;
    }
    const simple = escapes.get(text[at + 1] ?? '');
    const octal = /^[0-7]{1,3}/.exec(text.slice(at + 1, at + 4))?.[0];
    const hex = /^(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})/.exec(text.slice(at + 1, at + 10))?.[0];
    if (simple !== undefined) {
      value += simple;
      at += 2;
    } else if (octal !== undefined) {
      value += String.fromCharCode(Number.parseInt(octal, 8));
      at += 1 + octal.length;
    } else if (hex !== undefined) {
      const code = Number.parseInt(hex.slice(1), 16);
      if (code > 0x10ffff) throw expressionFault(`\`\\${hex}\` is no character`);
      value += String.fromCodePoint(code);
      at += 1 + hex.length;
    } else {
      // Python keeps the backslash of an escape that it does not know.
      value += '\\';
      at += 1;
    }
  }
  return { value, end: at + close.length };
}
