/** A listing in C99: a structure and functions on it in a header, and a main program. */
import { annotated, cLike, decimal, fieldBlocks, initialOf, lines, listed } from './c-like.js';
import type { LanguageDefinition, Model, Trial } from './model.js';
import type { ListedField } from './names.js';
import type { HelperName, Syntax } from './syntax.js';

const literal = (x: number): string => decimal(x, { nan: 'NAN', infinity: 'INFINITY' });

const syntax: Syntax = {
  ...cLike,
  literal,
  entry: ({ name }, index) => `c->${name}${index === undefined ? '' : `[${index}]`}`,
  asIndex: (x) => `(int)(${x})`,
  counter: (name) => `(double)${name}`,
  functions: { sqrt: 'sqrt', abs: 'fabs', floor: 'floor' },
  declare: (kind, name, value) => `const ${kind === 'truth' ? 'bool' : 'double'} ${name} = ${value}`,
  forLine: (i, count) => `for (int ${i} = 0; ${i} < ${count}; ${i}++) {`,
  call: (procedure) => `${procedure}(c)`,
};

export const bitHelpers: Readonly<Partial<Record<HelperName, readonly string[]>>> = {
  exponent: [
    '// The binary exponent of a, from its bits.',
    'static inline double own_exponent(double a) {',
    '  uint64_t bits;',
    '  memcpy(&bits, &a, sizeof bits);',
    '  return (double)((int)((bits >> 52) & 2047) - 1023);',
    '}',
    '',
  ],
  pow2: [
    '// 2 to the power n, for a whole number n: 2^52 + 1023 + n holds n + 1023 in its low bits.',
    'static inline double own_pow2(double n) {',
    '  const double biased = n + 4503599627371519.0;',
    '  uint64_t bits;',
    '  double a;',
    '  memcpy(&bits, &biased, sizeof bits);',
    '  bits <<= 52;',
    '  memcpy(&a, &bits, sizeof a);',
    '  return a;',
    '}',
    '',
  ],
};

function write(given: Model): ReturnType<LanguageDefinition['write']> {
  const prefix = given.name.toLowerCase();
  const member = ({ name, field }: ListedField): string =>
    `double ${name}${field.size === 1 ? '' : `[${field.size}]`};`;
  const guard = `${prefix.toUpperCase()}_H`;
  const bits = given.helpers.has('exponent') || given.helpers.has('pow2');
  const body =
    [...given.procedures, ...given.functions].flatMap(({ lines }) => lines).join('\n') +
    initialLines(given).join('\n');
  const header = lines(
    `// ${given.title}. Compile with -ffp-contract=off for the same bits everywhere.`,
    `#ifndef ${guard}`,
    `#define ${guard}`,
    '',
    /\b(?:sqrt|fabs|floor)\(|NAN|INFINITY/.test(body) ? '#include <math.h>' : undefined,
    /\bbool /.test(body) ? '#include <stdbool.h>' : undefined,
    bits ? ['#include <stdint.h>', '#include <string.h>'] : undefined,
    '',
    'typedef struct {',
    fieldBlocks(given.fields).flatMap(({ heading, fields }) => [
      `  // ${heading}`,
      ...annotated(fields, member, '//').map((line) => `  ${line}`),
    ]),
    given.fields.length === 0 ? '  char nothing;' : undefined,
    `} ${given.name};`,
    '',
    '// One with the values that it starts from.',
    `static inline ${given.name} ${prefix}_make(void) {`,
    initialLines(given),
    '  return c;',
    '}',
    '',
    [...given.helpers].flatMap((name) => bitHelpers[name] ?? []),
    given.functions.flatMap(({ name, parameters, lines }) => [
      `static inline double own_${name}(${parameters.map((p) => `double ${p}`).join(', ')}) {`,
      ...lines,
      '}',
      '',
    ]),
    given.procedures.flatMap(({ name, lines, usesMemory }) => [
      `static inline void ${prefix}_${name}(${given.name} *c) {`,
      ...(usesMemory ? [] : ['  (void)c;']),
      ...lines,
      '}',
      '',
    ]),
    '#endif',
  );
  const files = [{ name: `${prefix}.h`, text: header }];
  if (given.trial !== undefined)
    files.push({ name: 'main.c', text: mainText(given.name, prefix, given.trial) });
  return { files, main: 'main.c' };
}

function initialLines({ name, fields }: Model): string[] {
  const set = fields.flatMap((listedField): string[] => {
    const { field } = listedField;
    const initial = initialOf(listedField);
    const values = 'all' in initial ? new Array<number>(field.size).fill(initial.all) : initial.each;
    if (values.every((x) => Object.is(x, 0))) return [];
    const text = field.size === 1 ? literal(values[0]) : `{${listed(values.map(literal), '      ')}}`;
    return [`    .${listedField.name} = ${text},`];
  });
  if (set.length === 0) return [`  ${name} c = {0};`];
  return [`  ${name} c = {`, ...set, '  };'];
}

function mainText(
  name: string,
  prefix: string,
  { before, each, input, passes, every, columns, digits }: Trial,
): string {
  const format = digits === undefined ? '%g' : `%.${digits - 1}e`;
  const value = literal(input.value);
  const row = ['k=%d', ...columns.map(({ label }) => `${label}=${format}`)].join(', ');
  const print = `printf("${row}\\n", k, ${columns.map((column) => `c.${column.name}`).join(', ')});`;
  return lines(
    '#include <stdio.h>',
    `#include "${prefix}.h"`,
    '',
    'int main(void) {',
    `  ${name} c = ${prefix}_make();`,
    before.map((procedure) => `  ${prefix}_${procedure}(&c);`),
    input.from === 0 ? `  c.${input.name} = ${value};` : undefined,
    `  for (int k = 0; k < ${passes}; k++) {`,
    input.from === 0 ? undefined : `    c.${input.name} = k < ${input.from} ? 0.0 : ${value};`,
    each.map((procedure) => `    ${prefix}_${procedure}(&c);`),
    every === 1 ? `    ${print}` : [`    if (k % ${every} == 0) {`, `      ${print}`, '    }'],
    '  }',
    '  return 0;',
    '}',
  );
}

export const c: LanguageDefinition = {
  syntax,
  reserved: ['make', 'c', 'nothing'],
  called: (name, procedure) => `${name.toLowerCase()}_${procedure}`,
  bodyIndent: '  ',
  functionIndent: '  ',
  write,
};
