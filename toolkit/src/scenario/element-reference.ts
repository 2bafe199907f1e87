/** The element declarations as a reference page in Markdown. */
import { elements, families } from '../mechanism/index.js';
import { dampingRatio, elementSchema } from './element-schema.js';
import { cell, rows } from './reference-text.js';
import type { Key, KeysShape, Schema, Variant, VariantsShape } from './schema.js';

/** How a picture gets into the page; by default the drawing itself. */
export type Picture = (name: string, svg: string) => string;

export const inline: Picture = (_, svg) => svg.replace(/\s*\n\s*/g, ' ');

/** Every element: picture, an example, law, signs, energy, parameters. */
export function elementReference(picture: Picture = inline): string {
  // An element is shown between its own ends; what it takes elsewhere is the same but for its ends.
  const variants = (elementSchema as VariantsShape).variants
    .filter(({ given }) => given === undefined)
    .sort((a, b) => rank(a) - rank(b) || (nameOf(a) < nameOf(b) ? -1 : 1));
  const parts: string[] = [
    '# Elements',
    '',
    'Springs, dampers and sources that hang on a robot, as they stand under `control.elements`, each by a name of its',
    'own. An element joins points (`control.points`, and `tool` and `world` that are always there) or a joint. What it',
    'measures is the extension e = target − actual, z of `to` less z of `from`; a spring’s force on the robot is +K e, a',
    'damper’s +D ė. A spring stores energy, a damper takes energy out, a source may put energy in.',
    '',
    'In the tables a key in *italics* may be left out. A number without a unit is SI; with one it is written',
    '`stiffness: 50 N/mm`.',
    '',
    '| element | what it is |',
    '|---|---|',
    ...variants.map((v) => `| [\`${nameOf(v)}\`](#${anchor(v)}) | ${cell(v.title)} |`),
    '| [damping ratio](#damping-by-its-ratio) | Damping said by ratio, spring and inertia |',
    '',
  ];
  for (const variant of variants) variantEntry(variant, elementExample(variant), picture, parts);
  parts.push(
    '## Damping by its ratio',
    '',
    'A damper in N s/m takes, in place of a number, the ratio ζ of critical damping: `damping: { ratio: 0.7, with: reach,',
    'inertia: { of: tool } }`. On a stiffness k and a mass m it is 2 ζ √(k m); for a stiffness with directions K and an',
    'operational-space inertia Λ it is the matrix D that damps every mode of (K, Λ) by ζ. It is worked out once, at the',
    'start pose, and is a constant from then on.',
    '',
  );
  rows((dampingRatio as KeysShape).keys, parts);
  parts.push('`inertia` is a mass, or a map:', '');
  rows(inertiaKeys(), parts);
  return `${parts.join('\n')}\n`;
}

function inertiaKeys(): Readonly<Record<string, Key>> {
  const { schema } = (dampingRatio as KeysShape).keys.inertia;
  const options: readonly Schema[] = schema.kind === 'either' ? schema.options : [schema];
  const map = options.find((option) => option.kind === 'keys');
  if (map === undefined) throw new Error('the inertia of a damping ratio is no map');
  return map.keys;
}

export const nameOf = ({ key, word }: Variant): string => `${key}: ${word}`;

const rank = ({ key }: Variant): number => (families as readonly string[]).indexOf(key);

/** As GitHub and most others make it from the heading. */
export const anchor = (variant: Variant): string =>
  nameOf(variant)
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** One of several kinds: picture, an example, what its notes say, symbols, keys. */
export function variantEntry(variant: Variant, example: string, picture: Picture, parts: string[]): void {
  parts.push(`## ${nameOf(variant)}`, '', `**${variant.title}.** ${variant.meaning}`, '');
  if (variant.picture !== undefined) {
    parts.push(picture(`${variant.key}-${variant.word}`, variant.picture), '');
  }
  parts.push('```yaml', example, '```', '');
  for (const [heading, text] of variant.notes ?? []) parts.push(`- ${heading}: ${text}`);
  parts.push('');
  if (variant.symbols !== undefined && variant.symbols.length > 0) {
    parts.push('| symbol | unit | meaning |', '|---|---|---|');
    for (const { symbol, unit, meaning } of variant.symbols)
      parts.push(`| ${symbol} | ${unit === '1' ? '' : unit} | ${cell(meaning)} |`);
    parts.push('');
  }
  rows(variant.keys, parts);
}

/** Numbers for examples, by unit. */
const usual: Readonly<Record<string, string>> = {
  'N/m': '100 N/m',
  'N s/m': '20 N s/m',
  'N m/rad': '10 N m/rad',
  'N m s/rad': '0.5 N m s/rad',
  N: '10 N',
  m: '10 cm',
};

const examples: Readonly<Record<string, string>> = {
  spring: 'pull',
  damper: 'brake',
  inerter: 'carry',
  source: 'press',
};

/** The element with what it must have, on one line: `pull: { spring: linear, to: goal, stiffness: 100 N/m }`. */
export function elementExample({ key, word, keys }: Variant): string {
  const said = elements.find(({ family, kind }) => family === key && kind === word)?.example ?? {};
  const given = Object.entries(keys).flatMap(([name, { schema, optional, value }]): string[] => {
    if (said[name] !== undefined) return [`${name}: ${said[name]}`];
    if (name === 'from' || name === 'at') return [`${name}: tool`];
    if (name === 'to') return ['to: goal'];
    if (name === 'joint') return ['joint: all'];
    if (name === 'target') return ['target: start'];
    return optional || value !== undefined ? [] : [`${name}: ${numberFor(schema)}`];
  });
  return `${examples[key]}: { ${[`${key}: ${word}`, ...given].join(', ')} }`;
}

function numberFor(schema: Schema): string {
  switch (schema.kind) {
    case 'quantity':
      return usual[schema.unit];
    case 'measured':
      return usual[schema.units[0]];
    case 'vector':
      return `[0, 0, ${usual[schema.unit]}]`;
    case 'either':
      return numberFor(schema.options[0]);
    default:
      throw new Error(`no example for a ${schema.kind}`);
  }
}
