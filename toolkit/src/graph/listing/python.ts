/** A listing in Python 3: a class that needs nothing but the standard library, and a main of its own. */
import { annotated, decimal, fieldBlocks, initialOf, listed } from './c-like.js';
import type { LanguageDefinition, Model, Trial } from './model.js';
import type { ListedField } from './names.js';
import type { HelperName, Syntax } from './syntax.js';

const literal = (x: number): string => decimal(x, { nan: 'math.nan', infinity: 'math.inf' });

const syntax: Syntax = {
  literal,
  firstIndex: 0,
  entry: ({ name }, index) => `self.${name}${index === undefined ? '' : `[${index}]`}`,
  asIndex: (x) => `int(${x})`,
  counter: (name) => `float(${name})`,
  and: 'and',
  or: 'or',
  not: 'not ',
  equal: '==',
  different: '!=',
  choice: (test, a, b) => `(${a} if ${test} else ${b})`,
  truthNumber: (test) => `(1.0 if ${test} else 0.0)`,
  functions: { abs: 'abs' },
  divides: true,
  helper: (name) => `own_${name}`,
  declare: (_, name, value) => `${name} = ${value}`,
  compound: true,
  end: '',
  ifLine: (test) => `if ${test}:`,
  elseLine: 'else:',
  close: undefined,
  forLine: (i, count) => `for ${i} in range(${count}):`,
  nothing: 'pass',
  call: (procedure) => `self.${procedure}()`,
  result: 'return ',
  continued: '',
  breaksAnywhere: false,
  indent: '    ',
};

const helpers: Readonly<Partial<Record<HelperName, readonly string[]>>> = {
  exponent: [
    'def own_exponent(a):',
    '    """The binary exponent of a, from its bits."""',
    "    return float((struct.unpack('<Q', struct.pack('<d', a))[0] >> 52 & 2047) - 1023)",
  ],
  pow2: [
    'def own_pow2(n):',
    '    """2 to the power n, for a whole number n: 2^52 + 1023 + n holds n + 1023 in its low bits."""',
    "    bits = struct.unpack('<Q', struct.pack('<d', n + 4503599627371519.0))[0] << 52",
    "    return struct.unpack('<d', struct.pack('<Q', bits & 0xFFFFFFFFFFFFFFFF))[0]",
  ],
  sqrt: [
    'def own_sqrt(a):',
    '    """The square root; not a number where Python would raise an error."""',
    '    return math.sqrt(a) if a >= 0.0 else math.nan',
  ],
  floor: [
    'def own_floor(a):',
    '    """The largest whole number up to a, as a float; a itself where it is 0, infinite or no number."""',
    '    return float(math.floor(a)) if a != 0.0 and abs(a) < 4503599627370496.0 else a',
  ],
  divide: [
    'def own_divide(a, b):',
    '    """a / b; infinite or not a number where Python would raise an error."""',
    '    if b != 0.0:',
    '        return a / b',
    '    if a == 0.0 or a != a:',
    '        return math.nan',
    '    return math.copysign(math.inf, a) * math.copysign(1.0, b)',
  ],
};

function member(listedField: ListedField): string {
  const { name, field } = listedField;
  const initial = initialOf(listedField);
  const start = `self.${name} =`;
  if (field.size === 1) return `${start} ${literal('all' in initial ? initial.all : initial.each[0])}`;
  if ('all' in initial) return `${start} [${literal(initial.all)}] * ${field.size}`;
  return `${start} [${listed(initial.each.map(literal), '            ')}]`;
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
  const blocks = fieldBlocks(fields).flatMap((block) => [
    `        # ${block.heading}`,
    ...annotated(block.fields, member, '#').map((line) => `        ${line}`),
  ]);
  const body = [
    `class ${name}:`,
    '    def __init__(self):',
    ...(blocks.length === 0 ? ['        pass'] : blocks),
    ...procedures.flatMap((procedure) => [
      '',
      `    def ${procedure.name}(self):`,
      ...(procedure.lines.length === 0 ? ['        pass'] : procedure.lines),
    ]),
    ...functions.flatMap((own) => [
      '',
      '',
      `def own_${own.name}(${own.parameters.join(', ')}):`,
      ...own.lines,
    ]),
    ...[...used].flatMap((helper) => ['', '', ...(helpers[helper] ?? [])]),
    ...(trial === undefined ? [] : ['', '', ...mainLines(name, trial)]),
  ];
  const needs = ['math', 'struct'].filter((module) => body.some((line) => line.includes(`${module}.`)));
  const text = [
    `# ${title}.`,
    ...needs.map((module) => `import ${module}`),
    ...(needs.length > 0 ? ['', ''] : []),
    ...body,
  ];
  const file = `${name.toLowerCase()}.py`;
  return { files: [{ name: file, text: `${text.join('\n')}\n` }], main: file };
}

function mainLines(name: string, { before, each, input, passes, every, columns, digits }: Trial): string[] {
  const value = literal(input.value);
  const format = digits === undefined ? '' : `:.${digits - 1}e`;
  const row = columns.map((column) => `, ${column.label}={c.${column.name}${format}}`).join('');
  const print = `print(f'k={k}${row}')`;
  return [
    'def main():',
    `    c = ${name}()`,
    ...before.map((procedure) => `    c.${procedure}()`),
    ...(input.from === 0 ? [`    c.${input.name} = ${value}`] : []),
    `    for k in range(${passes}):`,
    ...(input.from === 0 ? [] : [`        c.${input.name} = 0.0 if k < ${input.from} else ${value}`]),
    ...each.map((procedure) => `        c.${procedure}()`),
    ...(every === 1 ? [`        ${print}`] : [`        if k % ${every} == 0:`, `            ${print}`]),
    '',
    '',
    "if __name__ == '__main__':",
    '    main()',
  ];
}

export const python: LanguageDefinition = {
  syntax,
  reserved: ['c'],
  bodyIndent: '        ',
  functionIndent: '    ',
  write,
};
