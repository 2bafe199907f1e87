/** A listing in Java 17, whose arithmetic is strict: one class, with a main of its own. */
import { annotated, cLike, decimal, fieldBlocks, initialOf, lines, listed } from './c-like.js';
import type { LanguageDefinition, Model, Trial } from './model.js';
import type { ListedField } from './names.js';
import type { HelperName, Syntax } from './syntax.js';

const literal = (x: number): string =>
  decimal(x, { nan: 'Double.NaN', infinity: 'Double.POSITIVE_INFINITY' });

const syntax: Syntax = {
  ...cLike,
  literal,
  entry: ({ name }, index) => `${name}${index === undefined ? '' : `[${index}]`}`,
  asIndex: (x) => `(int) (${x})`,
  counter: (name) => `(double) ${name}`,
  functions: { sqrt: 'Math.sqrt', abs: 'Math.abs', floor: 'Math.floor' },
  declare: (kind, name, value) => `final ${kind === 'truth' ? 'boolean' : 'double'} ${name} = ${value}`,
  forLine: (i, count) => `for (int ${i} = 0; ${i} < ${count}; ${i}++) {`,
  call: (procedure) => `${procedure}()`,
  spill: (place) => `own_kept[${place}]`,
  indent: '    ',
};

const helpers: Readonly<Partial<Record<HelperName, readonly string[]>>> = {
  exponent: [
    '// The binary exponent of a, from its bits.',
    'private static double own_exponent(double a) {',
    '    return ((Double.doubleToRawLongBits(a) >>> 52) & 2047) - 1023;',
    '}',
    '',
  ],
  pow2: [
    '// 2 to the power n, for a whole number n: 2^52 + 1023 + n holds n + 1023 in its low bits.',
    'private static double own_pow2(double n) {',
    '    return Double.longBitsToDouble(Double.doubleToRawLongBits(n + 4503599627371519.0) << 52);',
    '}',
    '',
  ],
};

function member(listedField: ListedField): string {
  const { name, field } = listedField;
  const initial = initialOf(listedField);
  if (field.size === 1)
    return `public double ${name} = ${literal('all' in initial ? initial.all : initial.each[0])};`;
  const start = `public final double[] ${name} =`;
  if ('all' in initial && Object.is(initial.all, 0)) return `${start} new double[${field.size}];`;
  const values = 'all' in initial ? new Array<number>(field.size).fill(initial.all) : initial.each;
  return `${start} {${listed(values.map(literal), '        ')}};`;
}

function write({
  name,
  title,
  fields,
  procedures,
  functions,
  helpers: used,
  places,
  trial,
}: Model): ReturnType<LanguageDefinition['write']> {
  const body = [
    ...fieldBlocks(fields).flatMap((block) => [
      `// ${block.heading}`,
      ...annotated(block.fields, member, '//'),
      '',
    ]),
    ...(places === 0 ? [] : [`private final double[] own_kept = new double[${places}];`, '']),
    ...procedures.flatMap((procedure) => [
      `${procedure.isPart ? 'private' : 'public'} void ${procedure.name}() {`,
      ...procedure.lines,
      '}',
      '',
    ]),
    ...functions.flatMap((own) => [
      `private static double own_${own.name}(${own.parameters.map((p) => `double ${p}`).join(', ')}) {`,
      ...own.lines,
      '}',
      '',
    ]),
    ...[...used].flatMap((helper) => helpers[helper] ?? []),
    ...(trial === undefined ? [] : mainLines(name, trial)),
  ];
  const text = lines(
    `// ${title}. Java 17 or later, where arithmetic is strict.`,
    `public class ${name} {`,
    lines(body)
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '' : `    ${line}`)),
    '}',
  );
  return { files: [{ name: `${name}.java`, text }], main: `${name}.java` };
}

function mainLines(name: string, { before, each, input, passes, every, columns, digits }: Trial): string[] {
  const value = literal(input.value);
  const shown = columns.map((column) => `c.${column.name}`);
  const row = ['k=%d', ...columns.map(({ label }) => `${label}=%.${(digits ?? 1) - 1}e`)].join(', ');
  const print =
    digits === undefined
      ? `System.out.println("k=" + k${columns.map(({ label }, k) => ` + ", ${label}=" + ${shown[k]}`).join('')});`
      : `System.out.println(String.format(java.util.Locale.ROOT, "${row}", k, ${shown.join(', ')}));`;
  return [
    'public static void main(String[] arguments) {',
    `    ${name} c = new ${name}();`,
    ...before.map((procedure) => `    c.${procedure}();`),
    ...(input.from === 0 ? [`    c.${input.name} = ${value};`] : []),
    `    for (int k = 0; k < ${passes}; k++) {`,
    ...(input.from === 0 ? [] : [`        c.${input.name} = k < ${input.from} ? 0.0 : ${value};`]),
    ...each.map((procedure) => `        c.${procedure}();`),
    ...(every === 1
      ? [`        ${print}`]
      : [`        if (k % ${every} == 0) {`, `            ${print}`, '        }']),
    '    }',
    '}',
  ];
}

export const java: LanguageDefinition = {
  syntax,
  reserved: ['c'],
  bodyIndent: '    ',
  functionIndent: '    ',
  longest: 7500,
  write,
};
