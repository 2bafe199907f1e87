/** What C, C++, Java and JavaScript write alike, and how fields are set out in blocks by their region. */
import type { RegionName } from '../layout.js';
import { about, type ListedField } from './names.js';
import type { Syntax } from './syntax.js';

export const cLike = {
  firstIndex: 0,
  and: '&&',
  or: '||',
  not: '!',
  equal: '==',
  different: '!=',
  choice: (test: string, a: string, b: string) => `(${test} ? ${a} : ${b})`,
  truthNumber: (test: string) => `(${test} ? 1.0 : 0.0)`,
  helper: (name: string) => `own_${name}`,
  compound: true,
  end: ';',
  ifLine: (test: string) => `if (${test}) {`,
  elseLine: '} else {',
  close: '}',
  nothing: undefined,
  result: 'return ',
  continued: '',
  breaksAnywhere: true,
  indent: '  ',
} as const satisfies Partial<Syntax>;

/** Digits that read back as the same double, as one; with the language's words for what has no digits. */
export function decimal(x: number, words: { readonly nan: string; readonly infinity: string }): string {
  if (Number.isNaN(x)) return words.nan;
  if (x === Number.POSITIVE_INFINITY) return words.infinity;
  if (x < 0 || Object.is(x, -0)) return `-${decimal(-x, words)}`;
  const digits = `${x}`;
  return /[.e]/.test(digits) ? digits : `${digits}.0`;
}

const headings: Readonly<Record<RegionName, string>> = {
  parameters: 'Parameters',
  derived: 'Worked out by prepare',
  inputs: 'Inputs',
  state: 'State',
  outputs: 'Outputs',
  observed: 'Observed',
  scratch: 'Of no meaning between calls',
};

export interface FieldBlock {
  readonly heading: string;
  readonly fields: readonly ListedField[];
}

/** Fields that follow each other in one region. */
export function fieldBlocks(fields: readonly ListedField[]): FieldBlock[] {
  const regions = [...new Set(fields.map(({ field }) => field.region))];
  return regions.map((region) => ({
    heading: headings[region],
    fields: fields.filter(({ field }) => field.region === region),
  }));
}

/** `texts` with what their fields are behind them, in a column. */
export function annotated(
  fields: readonly ListedField[],
  text: (field: ListedField) => string,
  mark: string,
): string[] {
  const texts = fields.map(text);
  const longest = texts.reduce((most, { length }) => (length > most ? length : most), 0);
  const width = longest < 40 ? longest : 40;
  return texts.map((t, k) => {
    const said = about(fields[k].field);
    return said === '' ? t : `${t.padEnd(width)}  ${mark} ${said}`;
  });
}

/** Initial values: one for all entries where they are the same, else all. */
export function initialOf({
  field,
}: ListedField): { readonly all: number } | { readonly each: readonly number[] } {
  const { initial = 0, size } = field;
  if (typeof initial === 'number') return { all: initial };
  const each = Array.from({ length: size }, (_, i) => initial[i]);
  return each.every((x) => Object.is(x, each[0])) ? { all: each[0] } : { each };
}

/** Values with a sign between them, in lines that are not too long. */
export function listed(values: readonly string[], indent: string, between = ','): string {
  const lines: string[] = [];
  let line = '';
  for (const value of values) {
    if (line.length + value.length > 55) {
      lines.push(line);
      line = '';
    }
    line += `${line === '' ? '' : ' '}${value}${between}`;
  }
  lines.push(line.slice(0, -1));
  return lines.join(`\n${indent}`);
}

export const lines = (...texts: readonly (string | readonly string[] | undefined)[]): string =>
  `${texts
    .flatMap((text) => text ?? [])
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')}\n`;
