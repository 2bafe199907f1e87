/** A program's layout in C: the table of names, units and ranges, and the functions that write initial values. */
import { cLiteral } from './c-code.js';
import { runsOf } from './c-header.js';
import { nameText, unitText } from './c-names.js';
import { addressOf, type Field, keptRegions, type Layout } from './layout.js';

/** The definitions of the table of fields and of the functions that write initial values. */
export function cTable(prefix: string, design: string, layout: Layout): string {
  const rows = runsOf(layout).map(({ field, first, count, unit }) => {
    const [lower, upper] = field.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const strings = `"${nameText(field.name)}", "${field.region}", "${unitText(unit)}"`;
    const numbers = `${addressOf(layout, field) + first}, ${count}, ${bound(lower)}, ${bound(upper)}`;
    return `  {${strings}, ${numbers}}`;
  });
  const none = '  {"", "", "", 0, 0, 0.0, 0.0}';
  const kept = layout.fields.filter(({ region }) => keptRegions.includes(region));
  const others = layout.fields.filter(({ region }) => !keptRegions.includes(region));
  return `const char ${prefix}_design[] = "${design}";

const ${prefix}_field ${prefix}_fields[] = {
${rows.length > 0 ? rows.join(',\n') : none}
};

void ${prefix}_reset(double *m) {
  for (int i = ${prefix}_region_state; i < ${prefix}_memory_size; i++) m[i] = 0.0;
${initialValues(layout, others).join('')}}

void ${prefix}_initialise(double *m) {
  for (int i = 0; i < ${prefix}_region_state; i++) m[i] = 0.0;
${initialValues(layout, kept).join('')}  ${prefix}_reset(m);
}
`;
}

/** Those that are not 0, a statement a line. */
function initialValues(layout: Layout, fields: readonly Field[]): string[] {
  return fields.flatMap((field) => {
    const at = addressOf(layout, field);
    const { initial = 0 } = field;
    return Array.from({ length: field.size }, (_, i) => {
      const x = typeof initial === 'number' ? initial : initial[i];
      return Object.is(x, 0) ? [] : [`  m[${at + i}] = ${cLiteral(x)};\n`];
    }).flat();
  });
}

/** HUGE_VAL is what C allows in the value of a constant for every compiler. */
function bound(x: number): string {
  if (x === Number.POSITIVE_INFINITY) return 'HUGE_VAL';
  return x === Number.NEGATIVE_INFINITY ? '(-HUGE_VAL)' : cLiteral(x);
}
