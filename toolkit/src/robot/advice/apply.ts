/** Edits of attributes in the text of a file: all else stays as it was written, comments and spaces included. */
import type { Edit } from '../../problem/index.js';
import { Lines } from '../markup.js';

/** Characters of a value as they stand between double or single quotation marks. */
function escaped(text: string, quote: string): string {
  const plain = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return quote === '"' ? plain.replaceAll('"', '&quot;') : plain.replaceAll("'", '&apos;');
}

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * The text with the edits made. Edits of the same value are made once, and must agree.
 *
 * @throws an Error where an edit does not fit the text: it was made for another one
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const lines = new Lines(text);
  const splices = new Map<number, Splice>();
  const added = new Map<string, string>();
  for (const edit of edits) {
    const at = lines.offset(edit.where);
    const splice = edit.before === undefined ? addition(text, at, edit, added) : change(text, at, edit);
    if (splice === undefined) continue;
    const key = edit.before === undefined ? -1 - splices.size : splice.from;
    const other = splices.get(key);
    if (other !== undefined && other.text !== splice.text) throw misfit(edit);
    splices.set(key, splice);
  }
  let result = text;
  for (const { from, to, text: inside } of [...splices.values()].sort((a, b) => b.from - a.from))
    result = result.slice(0, from) + inside + result.slice(to);
  return result;
}

function change(text: string, at: number, edit: Edit): Splice {
  const quote = text[at];
  const end = quote === '"' || quote === "'" ? text.indexOf(quote, at + 1) : -1;
  if (end < 0) throw misfit(edit);
  const [before = ''] =
    /[ \t\r\n]+[^\s="'<>]+[ \t\r\n]*=[ \t\r\n]*$/.exec(text.slice(Math.max(0, at - 400), at)) ?? [];
  if (before.trim().replace(/[ \t\r\n]*=$/, '') !== edit.attribute) throw misfit(edit);
  return edit.after === undefined
    ? { from: at - before.length, to: end + 1, text: '' }
    : { from: at + 1, to: end, text: escaped(edit.after, quote) };
}

function addition(text: string, at: number, edit: Edit, added: Map<string, string>): Splice | undefined {
  const [tag] = /^<[^\s/>]+/.exec(text.slice(at, at + 400)) ?? [];
  if (tag === undefined || edit.after === undefined) throw misfit(edit);
  const key = `${at} ${edit.attribute}`;
  const other = added.get(key);
  if (other !== undefined && other !== edit.after) throw misfit(edit);
  added.set(key, edit.after);
  const from = at + tag.length;
  return other === undefined
    ? { from, to: from, text: ` ${edit.attribute}="${escaped(edit.after, '"')}"` }
    : undefined;
}

function misfit({ where, attribute }: Edit): Error {
  return new Error(`no place for ${attribute} at ${where.line}:${where.column}`);
}
