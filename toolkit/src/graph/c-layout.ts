/** A program's layout in C: enumerators for offsets and sizes, and a table of units, ranges and initial values. */
import { cLiteral } from './c-code.js';
import { addressOf, type Field, type Layout } from './layout.js';

/** Text of a file as part of an identifier or a comment: characters outside [A-Za-z0-9_] become `_`. */
export function sanitised(text: string): string {
  return text.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 40);
}

/** A unit inside a string or comment; no `*`, quote or backslash is left. */
function unitText(unit: string): string {
  const ascii = unit.replaceAll('²', '^2').replaceAll('³', '^3').replaceAll('·', ' ');
  return ascii.replace(/[^A-Za-z0-9_/^.() -]/g, '_').slice(0, 60);
}

/** Entries of a field that follow each other and have one unit. */
interface Run {
  readonly field: Field;
  readonly first: number;
  readonly count: number;
  readonly unit: string;
}

function runs(layout: Layout): Run[] {
  return layout.fields.flatMap((field) => {
    if (typeof field.unit === 'string') return [{ field, first: 0, count: field.size, unit: field.unit }];
    const units = field.unit;
    const starts = units.flatMap((unit, i) => (i > 0 && unit === units[i - 1] ? [] : [i]));
    return starts.map((first, k) => ({
      field,
      first,
      count: (starts[k + 1] ?? field.size) - first,
      unit: units[first],
    }));
  });
}

export function cHeader(prefix: string, layout: Layout, procedures: readonly string[]): string {
  const guard = `${prefix.toUpperCase()}_H`;
  const fields = layout.fields.map((field, number) => {
    const name = `${prefix}_${number}_${sanitised(field.name)}`;
    const unit = typeof field.unit === 'string' ? unitText(field.unit) : 'see the table';
    const labels = field.labels === undefined ? '' : `, of ${field.labels.map(sanitised).join(' ')}`;
    const about = `/* ${field.region}, ${field.size} x [${unit}]${rangeText(field)}${labels} */`;
    return `${about}\nenum { ${name} = ${addressOf(layout, field)}, ${name}_size = ${field.size} };`;
  });
  const regions = layout.regions.map(
    ({ name, offset, size }) =>
      `enum { ${prefix}_region_${name} = ${offset}, ${prefix}_region_${name}_size = ${size} };`,
  );
  return `#ifndef ${guard}
#define ${guard}

#ifdef __cplusplus
extern "C" {
#endif

/* The memory: this many doubles, aligned as doubles are. */
enum { ${prefix}_memory_size = ${layout.size} };

/* Regions and fields of the memory: index of the first double, and how many. */
${regions.join('\n')}

${fields.join('\n')}

/* Entries of one unit that follow each other; lower and upper are what their values may be. */
typedef struct {
  const char *name;
  const char *unit;
  int offset;
  int size;
  double lower;
  double upper;
} ${prefix}_field;

enum { ${prefix}_field_count = ${runs(layout).length} };
extern const ${prefix}_field ${prefix}_fields[];

/* Writes the initial values of all fields and 0 elsewhere. */
void ${prefix}_initialise(double *m);
${procedures.map((name) => `void ${name}(double *m);`).join('\n')}

#ifdef __cplusplus
}
#endif

#endif
`;
}

/** The definitions of the table of fields and of the function that writes the initial values. */
export function cTable(prefix: string, layout: Layout): string {
  const rows = runs(layout).map(({ field, first, count, unit }) => {
    const [lower, upper] = field.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const strings = `"${sanitised(field.name)}", "${unitText(unit)}"`;
    const numbers = `${addressOf(layout, field) + first}, ${count}, ${bound(lower)}, ${bound(upper)}`;
    return `  {${strings}, ${numbers}}`;
  });
  const none = '  {"", "", 0, 0, 0.0, 0.0}';
  const values = layout.fields.flatMap((field) => {
    const at = addressOf(layout, field);
    const { initial = 0 } = field;
    return Array.from({ length: field.size }, (_, i) => {
      const x = typeof initial === 'number' ? initial : initial[i];
      return Object.is(x, 0) ? [] : [`  m[${at + i}] = ${cLiteral(x)};`];
    }).flat();
  });
  return `const ${prefix}_field ${prefix}_fields[] = {
${rows.length > 0 ? rows.join(',\n') : none}
};

void ${prefix}_initialise(double *m) {
  for (int i = 0; i < ${prefix}_memory_size; i++) m[i] = 0.0;
${values.join('\n')}
}
`;
}

function rangeText({ range }: Field): string {
  return range === undefined ? '' : `, ${range[0]} ... ${range[1]}`;
}

/** HUGE_VAL is what C allows in the value of a constant for every compiler. */
function bound(x: number): string {
  if (x === Number.POSITIVE_INFINITY) return 'HUGE_VAL';
  return x === Number.NEGATIVE_INFINITY ? '(-HUGE_VAL)' : cLiteral(x);
}
