/**
 * Names and comments of listings. What comes from files reaches an identifier as [A-Za-z0-9_] alone and a comment without
 * anything that could end it; the same names stand in every language, so a word that any of them keeps for itself gets a `_`.
 */
import type { Field, Layout } from '../layout.js';

/** Keywords, and what a member of this name would hide or be replaced by. */
const taken = new Set(
  `abstract alignas alignof and and_eq arguments as asm assert async auto await bitand bitor bool boolean break byte
  case catch char char16_t char32_t class clone compl concept const const_cast constexpr continue co_await co_return
  co_yield debugger decltype def default del delete do double dynamic_cast elif else elseif end end_try_catch
  end_unwind_protect endfor endfunction endif endswitch endwhile enum equals errno eval except explicit export extends
  extern final finalize finally float for friend from function getClass global goto hashCode if implements import in
  inline instanceof int interface is lambda let linux long main mutable namespace native new noexcept nonlocal not
  not_eq notify notifyAll null nullptr operator or or_eq otherwise package parfor pass persistent private protected
  prototype public raise register reinterpret_cast requires restrict return self short signed sizeof spill spmd static
  static_assert static_cast std stderr stdin stdout strictfp struct super switch synchronized template this
  thread_local throw throws toString transient try typedef typeid typename typeof union unix unsigned until
  unwind_protect using valueOf var virtual void volatile wait wchar_t while with xor xor_eq yield
  abs exponent fabs floor isfinite isinf isnan math pow2 signbit sqrt true false
  constructor console fprintf printf process Double Float64Array Infinity Math NaN Number Object String System True False
  None`.split(/\s+/),
);

/** A name of its own in `used`, which it joins. */
export function identifier(text: string, used: Set<string>): string {
  let name = text
    .replace(/[^A-Za-z0-9_]/g, '_')
    .replace(/_+/g, '_')
    .slice(0, 40)
    .replace(/^_|_$/g, '');
  if (!/^[A-Za-z]/.test(name)) name = `f_${name}`;
  // Macros are written in capitals.
  if (taken.has(name) || (name.length > 1 && !/[a-z]/.test(name)) || /^own_|_t$/.test(name)) name += '_';
  let own = name;
  for (let k = 2; used.has(own); k++) own = `${name}_${k}`.replace('__', '_');
  used.add(own);
  return own;
}

const written: Readonly<Record<string, string>> = {
  '⁻': '-',
  '·': ' ',
  '′': '',
  '’': '',
  '−': '-',
  '…': '...',
};

/** Text for a comment of one line: printable ASCII, without what ends or nests comments. */
export function comment(text: string): string {
  return text
    .replace(/⁻?[⁰¹²³⁴-⁹]+/g, (power) => `^${[...power].map(digitOf).join('')}`)
    .replace(/[₀-₉]/g, digitOf)
    .replace(/[⁻·′’−…]/g, (sign) => written[sign])
    .replace(/[^A-Za-z0-9 _.,;:()<>=^/+|-]/g, '_')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120);
}

function digitOf(sign: string): string {
  if (sign === '⁻') return '-';
  const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(sign);
  return `${raised >= 0 ? raised : '₀₁₂₃₄₅₆₇₈₉'.indexOf(sign)}`;
}

export interface ListedField {
  readonly field: Field;
  readonly name: string;
  /** First float in the program's memory. */
  readonly at: number;
}

/** What a field is, for the comment beside it: its unit and meaning, and the names of its entries. */
export function about({ unit, meaning, labels }: Field): string {
  const units = [...new Set(typeof unit === 'string' ? [unit] : unit)].filter((u) => u !== '');
  const said = [units.join(' or '), meaning ?? '', labels === undefined ? '' : `of ${labels.join(' ')}`];
  return comment(said.filter((part) => part !== '').join(': '));
}

/** Names of all fields and, after them, of procedures: each once. */
export function listedNames(
  layout: Layout,
  addressOf: (field: Field) => number,
  procedures: readonly string[],
  used: Set<string>,
): { readonly fields: readonly ListedField[]; readonly procedures: readonly string[] } {
  const calls = procedures.map((name) => identifier(name, used));
  const fields = layout.fields
    .filter(({ size }) => size > 0)
    .map((field) => ({ field, name: identifier(field.name, used), at: addressOf(field) }));
  return { fields, procedures: calls };
}
