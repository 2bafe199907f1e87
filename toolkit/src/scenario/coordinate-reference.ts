/** The coordinate declarations as a reference page in Markdown. */
import { coordinateSchema } from './coordinate-schema.js';
import { cell, rows } from './reference-text.js';
import type { Schema, Variant, VariantsShape } from './schema.js';

/** Every coordinate: an example, value, rate, sign, where it is singular, what it joins or is made of. */
export function coordinateReference(): string {
  const { variants } = coordinateSchema as VariantsShape;
  const parts: string[] = [
    '# Coordinates',
    '',
    'What is measured between points, joints and other coordinates, as it stands under `control.coordinates`, each by a',
    'name of its own. An element acts `of` a coordinate; a coordinate may be made of others. The record has',
    '`<name>.value` and `<name>.rate` of each.',
    '',
    'One sign holds for all. What acts on a coordinate z is a tension φ: +∂E/∂z of a spring, +D ż of a damper, and its',
    'power on what the coordinate joins is −φ · ż.',
    '',
    'In the tables a key in *italics* may be left out. A number without a unit is SI.',
    '',
    '| coordinate | what it is |',
    '|---|---|',
    ...variants.map((v) => `| [\`${v.word}\`](#${v.word}) | ${cell(v.title)} |`),
    '',
  ];
  for (const variant of variants) coordinate(variant, parts);
  return `${parts.join('\n')}\n`;
}

function coordinate(variant: Variant, parts: string[]): void {
  parts.push(`## ${variant.word}`, '', `**${variant.title}.** ${variant.meaning}`, '');
  parts.push('```yaml', coordinateExample(variant), '```', '');
  for (const [heading, text] of variant.notes ?? []) parts.push(`- ${heading}: ${text}`);
  parts.push('');
  rows(variant.keys, parts);
}

/** The coordinate with what it must have, on one line: `seen: { coordinate: offset, from: tool, to: goal }`. */
export function coordinateExample({ word, keys }: Variant): string {
  const given = Object.entries(keys).flatMap(([name, { schema, optional, value }]): string[] => {
    if (name === 'from' || name === 'at') return [`${name}: tool`];
    if (name === 'to') return ['to: goal'];
    if (name === 'axes' && word === 'in-frame') return ['axes: tool'];
    if (name === 'joint') return ['joint: elbow'];
    if (name === 'of') return [`of: ${word?.startsWith('path') ? 'length' : partsFor(schema)}`];
    return optional || value !== undefined ? [] : [`${name}: ${numbersFor(name, schema)}`];
  });
  return `seen: { ${[`coordinate: ${word}`, ...given].join(', ')} }`;
}

function partsFor(schema: Schema): string {
  if (schema.kind === 'list') return '[reach, shift]';
  return schema.kind === 'either' ? '[reach, shift]' : 'reach';
}

function numbersFor(name: string, schema: Schema): string {
  if (name === 'entries') return '[0, 2]';
  if (name === 'direction') return '[0, 0, 1]';
  const options = schema.kind === 'either' ? schema.options : [schema];
  if (options.some((o) => o.kind === 'list' && o.of.kind === 'vector'))
    return '[[0, 0, 0], [0.1, 0, 0.1], [0.2, 0, 0]]';
  return name === 'speed' ? '[1 cm/s, 0, 0]' : '[10 cm, 0, 0]';
}
