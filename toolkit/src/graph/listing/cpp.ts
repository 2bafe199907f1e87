/** A listing in C++17: a structure with its functions in a header, and a main program. */
import { bitHelpers } from './c.js';
import { annotated, cLike, decimal, fieldBlocks, initialOf, lines, listed } from './c-like.js';
import type { LanguageDefinition, Model, Trial } from './model.js';
import type { ListedField } from './names.js';
import type { Syntax } from './syntax.js';

const literal = (x: number): string =>
  decimal(x, {
    nan: 'std::numeric_limits<double>::quiet_NaN()',
    infinity: 'std::numeric_limits<double>::infinity()',
  });

const syntax: Syntax = {
  ...cLike,
  literal,
  entry: ({ name }, index) => `${name}${index === undefined ? '' : `[${index}]`}`,
  asIndex: (x) => `static_cast<int>(${x})`,
  counter: (name) => `static_cast<double>(${name})`,
  functions: { sqrt: 'std::sqrt', abs: 'std::fabs', floor: 'std::floor' },
  declare: (kind, name, value) => `const ${kind === 'truth' ? 'bool' : 'double'} ${name} = ${value}`,
  forLine: (i, count) => `for (int ${i} = 0; ${i} < ${count}; ++${i}) {`,
  call: (procedure) => `${procedure}()`,
};

function member(listedField: ListedField): string {
  const { name, field } = listedField;
  const initial = initialOf(listedField);
  if (field.size === 1)
    return `double ${name} = ${literal('all' in initial ? initial.all : initial.each[0])};`;
  if ('all' in initial && Object.is(initial.all, 0)) return `double ${name}[${field.size}] = {};`;
  const values = 'all' in initial ? new Array<number>(field.size).fill(initial.all) : initial.each;
  return `double ${name}[${field.size}] = {${listed(values.map(literal), '      ')}};`;
}

function write(given: Model): ReturnType<LanguageDefinition['write']> {
  const file = given.name.toLowerCase();
  const bits = given.helpers.has('exponent') || given.helpers.has('pow2');
  const indented = (line: string): string => (line === '' ? '' : `  ${line}`);
  const body = [
    ...fieldBlocks(given.fields).flatMap(({ heading, fields }) => [
      `// ${heading}`,
      ...annotated(fields, member, '//'),
      '',
    ]),
    ...given.procedures.flatMap(({ name, lines }) => [`void ${name}() {`, ...lines, '}', '']),
    ...given.functions.flatMap(({ name, parameters, lines }) => [
      `static double own_${name}(${parameters.map((p) => `double ${p}`).join(', ')}) {`,
      ...lines,
      '}',
      '',
    ]),
    ...[...given.helpers].flatMap((name) =>
      (bitHelpers[name] ?? []).map((line) =>
        line
          .replace(/^static inline/, 'static')
          .replace(
            '(double)((int)((bits >> 52) & 2047) - 1023)',
            'static_cast<int>((bits >> 52) & 2047) - 1023',
          )
          .replace(/\bmemcpy/, 'std::memcpy')
          .replace(/\buint64_t/, 'std::uint64_t'),
      ),
    ),
  ];
  const header = lines(
    `// ${given.title}. Compile with -ffp-contract=off for the same bits everywhere.`,
    '#pragma once',
    '',
    body.some((line) => /\bstd::(?:sqrt|fabs|floor)\(/.test(line)) ? '#include <cmath>' : undefined,
    bits ? ['#include <cstdint>', '#include <cstring>'] : undefined,
    body.some((line) => line.includes('numeric_limits')) ? '#include <limits>' : undefined,
    '',
    `struct ${given.name} {`,
    lines(body).trimEnd().split('\n').map(indented),
    '};',
  );
  const files = [{ name: `${file}.hpp`, text: header }];
  if (given.trial !== undefined)
    files.push({ name: 'main.cpp', text: mainText(given.name, file, given.trial) });
  return { files, main: 'main.cpp' };
}

function mainText(
  name: string,
  file: string,
  { before, each, input, passes, every, columns, digits }: Trial,
): string {
  const value = literal(input.value);
  const row = columns.map(({ label, name }) => ` << ", ${label}=" << c.${name}`).join('');
  const print = `std::cout << "k=" << k${row} << '\\n';`;
  return lines(
    digits === undefined ? undefined : '#include <iomanip>',
    '#include <iostream>',
    value.includes('limits') ? '#include <limits>' : undefined,
    `#include "${file}.hpp"`,
    '',
    'int main() {',
    `  ${name} c;`,
    before.map((procedure) => `  c.${procedure}();`),
    input.from === 0 ? `  c.${input.name} = ${value};` : undefined,
    digits === undefined ? undefined : `  std::cout << std::scientific << std::setprecision(${digits - 1});`,
    `  for (int k = 0; k < ${passes}; ++k) {`,
    input.from === 0 ? undefined : `    c.${input.name} = k < ${input.from} ? 0.0 : ${value};`,
    each.map((procedure) => `    c.${procedure}();`),
    every === 1 ? `    ${print}` : [`    if (k % ${every} == 0) {`, `      ${print}`, '    }'],
    '  }',
    '  return 0;',
    '}',
  );
}

export const cpp: LanguageDefinition = {
  syntax,
  reserved: ['c'],
  bodyIndent: '  ',
  functionIndent: '  ',
  write,
};
