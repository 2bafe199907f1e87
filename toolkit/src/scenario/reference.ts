/** The declarations as a reference page in Markdown: the scenario file. */
import { statisticNames, statistics } from '../analyse/index.js';
import { unitSymbols } from '../math/index.js';
import type { Channel } from '../port/index.js';
import { coordinateSchema } from './coordinate-schema.js';
import { elementSchema } from './element-schema.js';
import { lawSchema } from './law-schema.js';
import { measureSchema } from './measure-schema.js';
import { cell, code, rows } from './reference-text.js';
import { scenarioSchema } from './scenario.js';
import { type Key, type KeysShape, type Schema, type VariantsShape, variantNames } from './schema.js';

export interface ScenarioReferenceOptions {
  /** A scenario to begin the page with. */
  readonly example?: string;
  /** The channels that a run of it has. */
  readonly channels?: readonly Channel[];
}

/** Every key of a scenario file, every statistic, and the channels of an example. */
export function scenarioReference({ example, channels = [] }: ScenarioReferenceOptions = {}): string {
  const parts: string[] = [
    '# The scenario file',
    '',
    'One YAML or JSON file says everything about a run. Keys that are not known are errors, and name the nearest key that',
    'is.',
    '',
  ];
  if (example !== undefined) parts.push('```yaml', example.trimEnd(), '```', '');
  parts.push(
    'In the tables a key in *italics* may be left out. *Its own* as a default: the map may be left out, its keys have',
    'defaults of their own.',
    '',
    'Any value can be set from outside by its path: `--set control.elements.reach.stiffness=30`.',
    '',
    '## Units',
    '',
    'A number without a unit is SI. With one it is written `50 N/mm`, `8 ms`, `30 deg`, `500 N m/s`: a space multiplies,',
    'there is at most one `/`, and everything after it divides; powers are written `m2` or `m²`. Units are made of',
    `${code(unitSymbols)}, and`,
    'these with the prefixes `n`, `u` (or `µ`), `m`, `c`, `d`, `k`, `M`, `G` where they are usual.',
    'A unit that does not fit is an error. A value for a joint fits when its unit does: N m for one that turns, N for one',
    'that slides.',
    '',
    '## The keys of the file',
    '',
  );
  page(scenarioSchema as KeysShape, '', 2, parts);
  parts.push(
    '## Statistics',
    '',
    'What stands as the key of a measure. x is the signal, t₀ the time of its first sample that counts.',
    '',
    '| statistic | meaning | takes besides |',
    '|---|---|---|',
  );
  for (const name of statisticNames) {
    const { meaning, takes } = statistics[name];
    parts.push(`| \`${name}\` | ${cell(meaning)} | ${code(takes)} |`);
  }
  parts.push('');
  if (channels.length > 0) channelTable(channels, parts);
  return `${parts.join('\n')}\n`;
}

function channelTable(channels: readonly Channel[], parts: string[]): void {
  parts.push(
    '## Channels',
    '',
    'What a run records, and so what can be measured. These are the channels of the scenario above; points and elements',
    'give theirs under their own names, an element on several joints one for each, `keep-joint1.torque`. One entry of a',
    'channel is named by its label: `reach.force.x`.',
    '',
    '| channel | unit | entries | meaning |',
    '|---|---|---|---|',
  );
  for (const { name, unit, labels, meaning = '' } of channels) {
    const units = typeof unit === 'string' ? unit : [...new Set(unit)].join(', ');
    const entries = labels.length === 1 ? '' : labels.join(', ');
    parts.push(`| \`${name}\` | ${units} | ${cell(entries)} | ${cell(meaning)} |`);
  }
  parts.push('');
}

/** A map of keys: its table, then a heading for each key whose value is itself a map. */
function page(shape: KeysShape, path: string, level: number, parts: string[]): void {
  rows(shape.keys, parts);
  const named: [string, Key][] =
    shape.rest === undefined
      ? []
      : [['', { schema: shape.rest.table, meaning: shape.rest.meaning, optional: true }]];
  inside([...Object.entries(shape.keys), ...named], shape.rest?.table, path, level, parts);
}

/** A heading for each map inside the values of these keys, each map once; `rest`: the values of all other keys. */
function inside(
  keys: readonly (readonly [string, Key])[],
  rest: Schema | undefined,
  path: string,
  level: number,
  parts: string[],
): void {
  const seen = new Set<Schema>();
  for (const [name, key] of keys) {
    const at = [path, name].filter((part) => part !== '').join('.');
    for (const inner of mapsIn(key.schema)) {
      if (seen.has(inner.schema)) continue;
      seen.add(inner.schema);
      const named = inner.under === '' ? at : `${at}.${inner.under}`;
      const heading = `${'#'.repeat(level)} \`${named}\``;
      if (inner.schema.kind === 'keys') {
        parts.push(heading, '', `${key.meaning}.`, '');
        page(inner.schema, named, Math.min(level + 1, 5), parts);
      } else if (inner.schema === coordinateSchema) {
        const names = inner.schema.variants.map(({ word = '' }) => word);
        parts.push(
          heading,
          '',
          `One of ${code(names)}; each is described in [coordinates](coordinates.md).`,
          '',
        );
      } else if (inner.schema === elementSchema) {
        const names = variantNames(inner.schema);
        parts.push(heading, '', `One of ${code(names)}; each is described in [elements](elements.md).`, '');
      } else if (inner.schema === lawSchema) {
        const names = variantNames(inner.schema);
        parts.push(heading, '', `One of ${code(names)}; each is described in [laws](laws.md).`, '');
      } else if (inner.schema === measureSchema) {
        const all = inner.schema.variants;
        parts.push(
          heading,
          '',
          `One of ${code(variantNames(inner.schema))}, with a channel: \`peak: reach.force\`.`,
        );
        parts.push(
          '[Statistics](#statistics) says what each is and [channels](#channels) what there is. Besides it:',
          '',
        );
        const statistic = new Set(all.map((variant) => variant.key));
        const keys: Record<string, Key> = {};
        for (const [key, value] of all.flatMap((variant) => Object.entries(variant.keys)))
          if (!statistic.has(key)) keys[key] = value;
        rows(keys, parts);
      } else if (inner.schema.kind === 'variants') {
        const about = rest === key.schema ? `${key.meaning}. ` : '';
        parts.push(heading, '', `${about}Told apart by a key: ${code(variantNames(inner.schema))}.`, '');
        for (const variant of inner.schema.variants) {
          parts.push(`**${variant.title}.** ${variant.meaning}`, '');
          for (const [title, text] of variant.notes ?? []) parts.push(`- ${title}: ${text}`);
          if (variant.notes !== undefined) parts.push('');
          rows(variant.keys, parts);
        }
        const own = inner.schema.variants.flatMap((variant) => Object.entries(variant.keys));
        inside(own, undefined, named, Math.min(level + 1, 5), parts);
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
