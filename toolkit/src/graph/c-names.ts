/** Identifiers for what a program's fields and procedures are called in a file, and what of files may stand in a comment. */
import type { Field, Layout, RegionName } from './layout.js';

/** Text of a file as a part of an identifier: runs of what is not in [A-Za-z0-9] become one `_`, and none is at an end. */
export function identifierPart(text: string): string {
  const plain = text.slice(0, 200).replace(/[^A-Za-z0-9]+/g, '_');
  return plain.slice(0, 60).replace(/^_+|_+$/g, '');
}

/** A name of a file in a comment or a string: `sensor.wrist.age`. */
export function nameText(text: string): string {
  return text.slice(0, 80).replace(/[^A-Za-z0-9_.]/g, '_');
}

const spelt: readonly (readonly [string, string])[] = [
  ['⁻¹', '^-1'],
  ['ᵀ', "'"],
  ['²', '^2'],
  ['³', '^3'],
  ['₁', '1'],
  ['₂', '2'],
  ['₃', '3'],
  ['₄', '4'],
  ['·', ' '],
  ['−', '-'],
  ['–', '-'],
  ['…', '...'],
  ['’', "'"],
  ['°', ' deg'],
  ['√', 'sqrt '],
  ['∫', 'integral of '],
  ['≤', '<='],
  ['≥', '>='],
  ['→', '->'],
  ['×', 'x'],
  ['π', 'pi'],
  ['ζ', 'zeta'],
  ['ω', 'omega'],
  ['λ', 'lambda'],
  ['Λ', 'Lambda'],
  ['τ', 'tau'],
  ['`', ''],
  ['"', "'"],
  ['*', 'x'],
];

/** A sentence in printable ASCII that ends no comment and begins none: no asterisk, backslash, quote, `?`, `@` or `%` is left. */
export function sentence(text: string, most = 600): string {
  let plain = text.slice(0, most);
  for (const [from, to] of spelt) plain = plain.replaceAll(from, to);
  // No tag begins either: what says `less than` has a space or a number behind it.
  plain = plain.replace(/<(?=[A-Za-z/!])/g, '_');
  return plain.replace(/[^A-Za-z0-9_ .,:;()[\]+=<>'/^-]+/g, '_');
}

/** A unit inside a string or a comment. */
export function unitText(unit: string): string {
  return sentence(unit, 60).replace(/[^A-Za-z0-9_/^.() -]/g, '_');
}

/** Takes each identifier once. */
export class Identifiers {
  readonly #taken: Set<string>;

  constructor(reserved: Iterable<string>) {
    this.#taken = new Set(reserved);
  }

  /** `stem`, or with the number where one of what `uses` makes of it is taken; all of these are taken then. */
  take(stem: string, number: number, uses: (stem: string) => readonly string[] = (own) => [own]): string {
    const numbered = stem === '' ? `${number}` : `${stem}_${number}`;
    for (let n = 0; ; n++) {
      const own = n === 0 ? stem : n === 1 ? numbered : `${numbered}_${n}`;
      if (own === '') continue;
      const all = uses(own);
      if (new Set(all).size < all.length || all.some((name) => this.#taken.has(name))) continue;
      for (const name of all) this.#taken.add(name);
      return own;
    }
  }
}

export interface FieldName {
  readonly field: Field;
  /** Without the prefix, as are all of these. */
  readonly stem: string;
  /** Of each entry that has a name of its own. */
  readonly entries: readonly string[];
  /** Of what each value stands for. */
  readonly values: readonly string[];
}

/** Regions that somebody outside reads or writes entry by entry. */
const open: readonly RegionName[] = ['parameters', 'inputs', 'outputs', 'observed'];

/** Names of all fields but those that mean nothing between calls. */
export function fieldNames({ fields }: Layout, identifiers: Identifiers): FieldName[] {
  return fields.flatMap((field, number) => {
    if (field.region === 'scratch') return [];
    const labelled = open.includes(field.region) && field.size > 1 ? (field.labels ?? []) : [];
    const named = labelled.some((label) => /[A-Za-z]/.test(label));
    const own = new Identifiers(['size']);
    const entries = (named ? labelled : []).map((label, i) => own.take(identifierPart(label), i));
    const values = (field.values ?? []).map((value, i) => own.take(`is_${identifierPart(value)}`, i));
    const under = (stem: string, parts: readonly string[]) => parts.map((part) => `${stem}_${part}`);
    const uses = (stem: string) => [stem, ...under(stem, ['size', ...entries, ...values])];
    const stem = identifiers.take(identifierPart(field.name), number, uses);
    return [{ field, stem, entries: under(stem, entries), values: under(stem, values) }];
  });
}
