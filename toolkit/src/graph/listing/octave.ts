/**
 * A listing in the language of MATLAB and Octave: one function of a structure, `c = name('step', c)`, and a script. MATLAB
 * has no `+=`, and both choose with a function, which evaluates both of its values.
 */
import { annotated, fieldBlocks, initialOf, lines, listed } from './c-like.js';
import type { LanguageDefinition, Model, Trial } from './model.js';
import type { ListedField } from './names.js';
import type { HelperName, Syntax } from './syntax.js';

function literal(x: number): string {
  if (Number.isNaN(x)) return 'NaN';
  if (x < 0 || Object.is(x, -0)) return `-${literal(-x)}`;
  return x === Number.POSITIVE_INFINITY ? 'Inf' : `${x}`;
}

const syntax: Syntax = {
  literal,
  firstIndex: 1,
  entry: ({ name }, index) => `c.${name}${index === undefined ? '' : `(${index})`}`,
  asIndex: (x) => x,
  counter: (name) => name,
  and: '&&',
  or: '||',
  not: '~',
  equal: '==',
  different: '~=',
  choice: (test, a, b) => `own_choose(${test}, ${a}, ${b})`,
  truthNumber: (test) => `double(${test})`,
  functions: { abs: 'abs', floor: 'floor' },
  chooses: true,
  helper: (name) => `own_${name}`,
  declare: (_, name, value) => `${name} = ${value}`,
  compound: false,
  end: ';',
  ifLine: (test) => `if ${test}`,
  elseLine: 'else',
  close: 'end',
  forLine: (i, count) => `for ${i} = 0:${count - 1}`,
  nothing: undefined,
  call: (procedure) => `c = ${procedure}(c)`,
  result: 'result = ',
  continued: ' ...',
  breaksAnywhere: true,
  indent: '  ',
};

const helpers: Readonly<Partial<Record<HelperName, readonly string[]>>> = {
  exponent: [
    'function e = own_exponent(a)',
    '% The binary exponent of a, from its bits.',
    "  e = double(bitand(bitshift(typecast(a, 'uint64'), -52), uint64(2047))) - 1023;",
    'end',
    '',
  ],
  pow2: [
    'function a = own_pow2(n)',
    '% 2 to the power n, for a whole number n: 2^52 + 1023 + n holds n + 1023 in its low bits.',
    "  bits = bitand(typecast(n + 4503599627371519, 'uint64'), uint64(2047));",
    "  a = typecast(bitshift(bits, 52), 'double');",
    'end',
    '',
  ],
  sqrt: [
    'function b = own_sqrt(a)',
    '% The square root; not a number where it would be complex.',
    '  if a < 0',
    '    b = NaN;',
    '  else',
    '    b = sqrt(a);',
    '  end',
    'end',
    '',
  ],
  choose: [
    'function a = own_choose(test, a, b)',
    '% a where the test holds, else b.',
    '  if ~test',
    '    a = b;',
    '  end',
    'end',
    '',
  ],
};

function member(listedField: ListedField): string {
  const { name, field } = listedField;
  const initial = initialOf(listedField);
  const start = `c.${name} =`;
  if (field.size === 1) return `${start} ${literal('all' in initial ? initial.all : initial.each[0])};`;
  if (!('all' in initial)) return `${start} [${listed(initial.each.map(literal), '      ', ';')}];`;
  return Object.is(initial.all, 0)
    ? `${start} zeros(${field.size}, 1);`
    : `${start} repmat(${literal(initial.all)}, ${field.size}, 1);`;
}

function write({
  name,
  title,
  fields,
  procedures,
  functions,
  helpers: used,
  trial,
}: Model): ReturnType<LanguageDefinition['write']> {
  const file = name.toLowerCase();
  const blocks = fieldBlocks(fields).flatMap((block) => [
    `  % ${block.heading}`,
    ...annotated(block.fields, member, '%').map((line) => `  ${line}`),
  ]);
  const usage = [
    [`c = ${file}('make')`, 'one with the values that it starts from'],
    ...procedures.map(({ name: own }) => [`c = ${file}('${own}', c)`, 'what it is after that']),
  ];
  const width = usage.reduce((most, [{ length }]) => (length > most ? length : most), 0);
  const text = lines(
    `function c = ${file}(what, c)`,
    `% ${title}.`,
    usage.map(([call, what]) => `%   ${call.padEnd(width)}  ${what}`),
    '  switch what',
    "    case 'make'",
    '      c = make();',
    procedures.flatMap((procedure) => [`    case '${procedure.name}'`, `      c = ${procedure.name}(c);`]),
    '    otherwise',
    "      error('there is no %s', what);",
    '  end',
    'end',
    '',
    'function c = make()',
    blocks.length === 0 ? '  c = struct();' : blocks,
    'end',
    '',
    procedures.flatMap((procedure) => [`function c = ${procedure.name}(c)`, ...procedure.lines, 'end', '']),
    functions.flatMap((own) => [
      `function result = own_${own.name}(${own.parameters.join(', ')})`,
      ...own.lines,
      'end',
      '',
    ]),
    [...used].flatMap((helper) => helpers[helper] ?? []),
  );
  const files = [{ name: `${file}.m`, text: `${text.trimEnd()}\n` }];
  if (trial !== undefined) files.push({ name: `${file}_main.m`, text: mainText(file, trial) });
  return { files, main: `${file}_main.m` };
}

function mainText(file: string, { before, each, input, passes, every, columns, digits }: Trial): string {
  const format = digits === undefined ? '%g' : `%.${digits - 1}e`;
  const row = ['k=%d', ...columns.map(({ label }) => `${label}=${format}`)].join(', ');
  const print = `fprintf('${row}\\n', k, ${columns.map((column) => `c.${column.name}`).join(', ')});`;
  const value = literal(input.value);
  return lines(
    `c = ${file}('make');`,
    before.map((procedure) => `c = ${file}('${procedure}', c);`),
    input.from === 0 ? `c.${input.name} = ${value};` : undefined,
    `for k = 0:${passes - 1}`,
    input.from === 0
      ? undefined
      : [
          `  if k < ${input.from}`,
          `    c.${input.name} = 0;`,
          '  else',
          `    c.${input.name} = ${value};`,
          '  end',
        ],
    each.map((procedure) => `  c = ${file}('${procedure}', c);`),
    every === 1 ? `  ${print}` : [`  if mod(k, ${every}) == 0`, `    ${print}`, '  end'],
    'end',
  );
}

export const octave: LanguageDefinition = {
  syntax,
  reserved: ['c', 'make', 'what', 'result'],
  bodyIndent: '  ',
  functionIndent: '  ',
  write,
};
