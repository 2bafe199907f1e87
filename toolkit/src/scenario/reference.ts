/** The declarations as reference pages in Markdown: the scenario file, and the elements. */
import { statisticNames, statistics } from '../analyse/index.js';
import { formatNumber } from '../math/index.js';
import { elementSchema } from './element-schema.js';
import { scenarioSchema } from './scenario.js';
import {
  boundsText,
  expectation,
  type Key,
  type KeysShape,
  type Schema,
  type Variant,
  type VariantsShape,
  variantNames,
} from './schema.js';

/** Every key of a scenario file. */
export function scenarioReference(): string {
  const parts: string[] = [
    '# The scenario file',
    '',
    'One YAML or JSON file says everything about a run. Unknown keys are errors. A number without a unit is SI;',
    'with one it is written `50 N/mm`, `8 ms`, `30 deg`: a space multiplies, there is at most one `/`, and',
    'everything after it divides. A key in *italics* may be left out.',
    '',
    'Any value can be set from outside by its path: `--set control.elements.reach.stiffness=30`.',
    '',
  ];
  page(scenarioSchema as KeysShape, '', 2, parts);
  parts.push(
    '## Statistics',
    '',
    'What stands as the key of a measure.',
    '',
    '| statistic | meaning |',
    '|---|---|',
  );
  for (const name of statisticNames) parts.push(`| \`${name}\` | ${cell(statistics[name].meaning)} |`);
  return `${parts.join('\n')}\n`;
}

/** Every element: law, signs, energy, parameters. */
export function elementReference(): string {
  const parts: string[] = [
    '# Elements',
    '',
    'Springs, dampers and sources that hang on a robot, as they stand under `control.elements`. The extension is',
    'e = target − actual; a spring’s force on the robot is +K e, a damper’s +D ė.',
    '',
  ];
  for (const variant of (elementSchema as VariantsShape).variants) element(variant, parts);
  return `${parts.join('\n')}\n`;
}

function element(variant: Variant, parts: string[]): void {
  parts.push(`## ${variant.key}: ${variant.word}`, '', `**${variant.title}.** ${variant.meaning}`, '');
  if (variant.picture !== undefined) parts.push(variant.picture.replace(/\s*\n\s*/g, ' '), '');
  for (const [heading, text] of variant.notes ?? []) parts.push(`- ${heading}: ${text}`);
  parts.push('');
  if (variant.symbols !== undefined && variant.symbols.length > 0) {
    parts.push('| symbol | unit | meaning |', '|---|---|---|');
    for (const { symbol, unit, meaning } of variant.symbols)
      parts.push(`| ${symbol} | ${unit} | ${cell(meaning)} |`);
    parts.push('');
  }
  rows(variant.keys, parts);
}

/** A map of keys: its table, then a heading for each key whose value is itself a map. */
function page(shape: KeysShape, path: string, level: number, parts: string[]): void {
  rows(shape.keys, parts);
  for (const [name, key] of Object.entries(shape.keys)) {
    const at = path === '' ? name : `${path}.${name}`;
    for (const inner of mapsIn(key.schema)) {
      const named = inner.under === '' ? at : `${at}.${inner.under}`;
      const heading = `${'#'.repeat(level)} \`${named}\``;
      if (inner.schema.kind === 'keys') {
        parts.push(heading, '', `${key.meaning}.`, '');
        page(inner.schema, named, Math.min(level + 1, 5), parts);
      } else if (inner.schema === elementSchema) {
        parts.push(heading, '', `One of ${code(variantNames(inner.schema))}; see the element reference.`, '');
      } else if (inner.schema.kind === 'variants' && inner.schema.variants.length > 6) {
        parts.push(
          heading,
          '',
          `One of ${code(variantNames(inner.schema))}, each with a channel; besides it:`,
          '',
        );
        const { key: first, keys } = inner.schema.variants[0];
        rows(Object.fromEntries(Object.entries(keys).filter(([other]) => other !== first)), parts);
      } else if (inner.schema.kind === 'variants') {
        parts.push(heading, '', `Told apart by a key: ${code(variantNames(inner.schema))}.`, '');
        for (const variant of inner.schema.variants) {
          parts.push(`**${variant.title}.** ${variant.meaning}`, '');
          rows(variant.keys, parts);
        }
      }
    }
  }
}

/** The maps with keys of their own inside a schema, and under what name they stand. */
function mapsIn(
  schema: Schema,
  under = '',
): { readonly under: string; readonly schema: KeysShape | VariantsShape }[] {
  switch (schema.kind) {
    case 'keys':
    case 'variants':
      return [{ under, schema }];
    case 'table':
      return mapsIn(schema.of, under === '' ? '<name>' : `${under}.<name>`);
    case 'list':
      return mapsIn(schema.of, under);
    case 'either': {
      const seen = new Set<Schema>();
      return schema.options
        .flatMap((option) => mapsIn(option, under))
        .filter(({ schema: s }) => !seen.has(s) && seen.add(s));
    }
    default:
      return [];
  }
}

function rows(keys: Readonly<Record<string, Key>>, parts: string[]): void {
  if (Object.keys(keys).length === 0) return;
  parts.push('| key | value | default | meaning |', '|---|---|---|---|');
  for (const [name, key] of Object.entries(keys)) {
    const free = key.optional || key.value !== undefined || key.section === true;
    const shown = free ? `*${name}*` : name;
    parts.push(
      `| ${shown} | ${cell(valueText(key.schema))} | ${cell(defaultText(key))} | ${cell(key.meaning)} |`,
    );
  }
  parts.push('');
}

/** A short word for what may stand here. */
function valueText(schema: Schema): string {
  switch (schema.kind) {
    case 'choice':
      return Object.entries(schema.words)
        .map(([word, meaning]) => `\`${word}\`: ${meaning}`)
        .join('; ');
    case 'keys':
      return 'map';
    case 'variants':
      return schema.of;
    case 'table':
      return `map by ${schema.names.replace(/^an? /, '')}: ${valueText(schema.of)}`;
    case 'list':
      return `list: ${valueText(schema.of)}`;
    case 'either':
      return schema.options.map(valueText).join('; or ');
    case 'quantity':
      return (schema.unit === '' ? 'number' : schema.unit) + boundsText(schema);
    case 'measured':
      return (schema.units.length === 0 ? 'quantity' : schema.units.join(' or ')) + boundsText(schema);
    case 'vector':
      return `${schema.spread ? `${schema.unit}, or ` : ''}list of ${schema.size} in ${schema.unit}${boundsText(schema)}`;
    default:
      return expectation(schema);
  }
}

function defaultText(key: Key): string {
  if (key.value === undefined) return '';
  if (typeof key.value === 'number') return formatNumber(key.value, 6);
  if (typeof key.value === 'string') return `\`${key.value}\``;
  return `\`${JSON.stringify(key.value)}\``;
}

function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}
