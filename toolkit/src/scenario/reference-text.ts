/** Tables of keys in Markdown, for the reference pages: what may stand at a key, its default, its meaning. */
import { formatNumber, formatQuantity } from '../math/index.js';
import {
  type Bounds,
  expectation,
  type Key,
  type MeasuredShape,
  mayBeLeftOut,
  type Schema,
} from './schema.js';

/** A table of keys; those that may be left out in italics. */
export function rows(keys: Readonly<Record<string, Key>>, parts: string[]): void {
  if (Object.keys(keys).length === 0) return;
  parts.push('| key | value | default | meaning |', '|---|---|---|---|');
  for (const [name, key] of Object.entries(keys)) {
    const shown = mayBeLeftOut(key) ? `*${name}*` : name;
    parts.push(
      `| ${shown} | ${cell(valueText(key.schema))} | ${cell(defaultText(key))} | ${cell(key.meaning)} |`,
    );
  }
  parts.push('');
}

/** What may stand here: `N/m, ≥ 0`. */
export function valueText(schema: Schema): string {
  switch (schema.kind) {
    case 'text':
      if (schema.refers !== undefined)
        return schema.form === 'path' ? schema.refers.replace(/^an? /, '') : `name of ${schema.refers}`;
      return { line: 'text', name: 'name', path: 'file' }[schema.form];
    case 'choice':
      return Object.entries(schema.words)
        .map(([word, meaning]) => (word === meaning ? `\`${word}\`` : `\`${word}\`: ${meaning}`))
        .join('; ');
    case 'whole':
      return `whole number, ${schema.least} … ${schema.most}`;
    case 'keys':
      return `map of ${Object.keys(schema.keys)
        .map((key) => `\`${key}\``)
        .join(', ')}${schema.rest === undefined ? '' : ` and names of ${schema.rest.table.names}`}`;
    case 'variants':
      return schema.of;
    case 'table':
      return `map by ${schema.names.replace(/^an? /, '')}: ${valueText(schema.of)}`;
    case 'list':
      return `list: ${valueText(schema.of)}`;
    case 'either':
      return eitherText(schema.options);
    case 'quantity':
      return (schema.unit === '' ? 'number' : schema.unit) + boundsText(schema);
    case 'measured':
      return (
        measuredText(schema) + (schema.word === undefined ? '' : ` or ${schema.word}`) + boundsText(schema)
      );
    case 'vector':
      return `${schema.spread ? `${schema.unit}, or ` : ''}${schema.size} ${schema.unit === '' ? 'numbers' : `in ${schema.unit}`}${boundsText(schema)}`;
    default:
      return expectation(schema);
  }
}

/** A gain in its forms is said once: one number, three along the axes, three rows of three. */
function eitherText(options: readonly Schema[]): string {
  const forms: string[] = [];
  const others: Schema[] = [];
  let gain: (Bounds & { readonly unit: string }) | undefined;
  for (const option of options) {
    if (option.kind === 'quantity') forms.push('one number');
    else if (option.kind === 'vector' && option.size === 3) forms.push('three along the axes');
    else if (option.kind === 'list' && option.of.kind === 'vector')
      forms.push('a symmetric matrix, 3 rows of 3');
    else {
      others.push(option);
      continue;
    }
    if (option.kind === 'quantity' || option.kind === 'vector') gain ??= option;
  }
  const rest = others.map(valueText);
  if (gain === undefined || forms.length < 2) return options.map(valueText).join('; or ');
  return [`${gain.unit}${boundsText(gain)}: ${forms.join(', or ')}`, ...rest].join('; or ');
}

function measuredText({ units, of = units.length === 2 ? 'joint' : undefined }: MeasuredShape): string {
  if (units.length === 0) return 'quantity';
  if (of === undefined || units.length === 1) return units.join(' or ');
  const [turning, moving, third] = units;
  if (of === 'direction')
    return `${moving} of ways, ${turning} of turns${third === undefined ? '' : `, ${third} of mixtures`}`;
  return `${turning} (${moving} of a sliding joint${third === '' ? ', a number of a ball joint’s four' : ''})`;
}

function boundsText({ least, above, most, below }: Bounds): string {
  const parts: string[] = [];
  if (least !== undefined) parts.push(`≥ ${least}`);
  if (above !== undefined) parts.push(`> ${above}`);
  if (most !== undefined) parts.push(`≤ ${most}`);
  if (below !== undefined) parts.push(`< ${below}`);
  return parts.map((part) => `, ${part}`).join('');
}

function defaultText(key: Key): string {
  if (key.section === true) return 'its own';
  if (key.value === undefined) return '';
  if (typeof key.value === 'number') {
    const unit = unitIn(key.schema);
    return unit === undefined ? formatNumber(key.value, 6) : formatQuantity(key.value, unit, 6);
  }
  if (typeof key.value === 'string') return `\`${key.value}\``;
  return `\`${JSON.stringify(key.value).replaceAll(',', ', ')}\``;
}

/** The unit of a number that stands here; undefined where several fit. */
function unitIn(schema: Schema): string | undefined {
  if (schema.kind === 'quantity') return schema.unit;
  if (schema.kind !== 'either') return undefined;
  return schema.options.map(unitIn).find((unit) => unit !== undefined);
}

export function code(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

export function cell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\n/g, ' ');
}
