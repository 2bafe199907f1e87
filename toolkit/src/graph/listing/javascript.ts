/** A listing in JavaScript: a class in a module, and a main program. */
import { annotated, cLike, fieldBlocks, initialOf, lines, listed } from './c-like.js';
import type { LanguageDefinition, Model, Trial } from './model.js';
import type { ListedField } from './names.js';
import type { HelperName, Syntax } from './syntax.js';

const literal = (x: number): string => (Object.is(x, -0) ? '-0' : `${x}`);

const syntax: Syntax = {
  ...cLike,
  equal: '===',
  different: '!==',
  truthNumber: (test) => `(${test} ? 1 : 0)`,
  literal,
  entry: ({ name }, index) => `this.${name}${index === undefined ? '' : `[${index}]`}`,
  asIndex: (x) => x,
  counter: (name) => name,
  functions: { sqrt: 'Math.sqrt', abs: 'Math.abs', floor: 'Math.floor' },
  declare: (_, name, value) => `const ${name} = ${value}`,
  forLine: (i, count) => `for (let ${i} = 0; ${i} < ${count}; ${i}++) {`,
  call: (procedure) => `this.${procedure}()`,
};

const helpers: Readonly<Partial<Record<HelperName, readonly string[]>>> = {
  exponent: [
    '// The binary exponent of a, from its bits.',
    'function own_exponent(a) {',
    '  bits.setFloat64(0, a);',
    '  return ((bits.getUint32(0) >>> 20) & 2047) - 1023;',
    '}',
    '',
  ],
  pow2: [
    '// 2 to the power n, for a whole number n, by its bits.',
    'function own_pow2(n) {',
    '  bits.setUint32(0, (n + 1023) << 20);',
    '  bits.setUint32(4, 0);',
    '  return bits.getFloat64(0);',
    '}',
    '',
  ],
};

function member(listedField: ListedField): string {
  const { name, field } = listedField;
  const initial = initialOf(listedField);
  if (field.size === 1) return `${name} = ${literal('all' in initial ? initial.all : initial.each[0])};`;
  if (!('all' in initial)) return `${name} = Float64Array.of(${listed(initial.each.map(literal), '    ')});`;
  const fill = Object.is(initial.all, 0) ? '' : `.fill(${literal(initial.all)})`;
  return `${name} = new Float64Array(${field.size})${fill};`;
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
  const bits = used.has('exponent') || used.has('pow2');
  const body = [
    ...fieldBlocks(fields).flatMap((block) => [
      `// ${block.heading}`,
      ...annotated(block.fields, member, '//'),
      '',
    ]),
    ...procedures.flatMap((procedure) => [`${procedure.name}() {`, ...procedure.lines, '}', '']),
  ];
  const text = lines(
    `// ${title}.`,
    `export class ${name} {`,
    lines(body)
      .trimEnd()
      .split('\n')
      .map((line) => (line === '' ? '' : `  ${line}`)),
    '}',
    bits ? ['', 'const bits = new DataView(new ArrayBuffer(8));'] : undefined,
    '',
    functions.flatMap((own) => [
      `function own_${own.name}(${own.parameters.join(', ')}) {`,
      ...own.lines,
      '}',
      '',
    ]),
    [...used].flatMap((helper) => helpers[helper] ?? []),
  );
  const files = [{ name: `${file}.mjs`, text: `${text.trimEnd()}\n` }];
  if (trial !== undefined) files.push({ name: 'main.mjs', text: mainText(name, file, trial) });
  return { files, main: 'main.mjs' };
}

function mainText(
  name: string,
  file: string,
  { before, each, input, passes, every, columns, digits }: Trial,
): string {
  const value = literal(input.value);
  const shown = (field: string): string =>
    digits === undefined ? `\${c.${field}}` : `\${c.${field}.toExponential(${digits - 1})}`;
  const row = columns.map((column) => `, ${column.label}=${shown(column.name)}`).join('');
  const print = `console.log(\`k=\${k}${row}\`);`;
  return lines(
    `import { ${name} } from './${file}.mjs';`,
    '',
    `const c = new ${name}();`,
    before.map((procedure) => `c.${procedure}();`),
    input.from === 0 ? `c.${input.name} = ${value};` : undefined,
    `for (let k = 0; k < ${passes}; k++) {`,
    input.from === 0 ? undefined : `  c.${input.name} = k < ${input.from} ? 0 : ${value};`,
    each.map((procedure) => `  c.${procedure}();`),
    every === 1 ? `  ${print}` : [`  if (k % ${every} === 0) {`, `    ${print}`, '  }'],
    '}',
  );
}

export const javascript: LanguageDefinition = {
  syntax,
  reserved: ['c', 'bits'],
  bodyIndent: '  ',
  functionIndent: '  ',
  write,
};
