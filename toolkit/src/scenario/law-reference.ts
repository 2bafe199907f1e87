/** The law declarations as a reference page in Markdown. */
import { lawNamed } from '../control/index.js';
import { anchor, inline, nameOf, type Picture, variantEntry } from './element-reference.js';
import { lawSchema } from './law-schema.js';
import { cell, rows } from './reference-text.js';
import type { Key, KeysShape, Schema, Variant, VariantsShape } from './schema.js';

const acting = {
  wrench: 'a wrench on the robot',
  motion: 'a motion, by the servo',
  joints: 'rates of the joints, by the servo',
} as const;

/** Every law: picture, an example, law, signs, energy, parameters. */
export function lawReference(picture: Picture = inline): string {
  const { variants } = lawSchema as VariantsShape;
  const parts: string[] = [
    '# Laws',
    '',
    'Laws that are no sums of elements, as they stand under `control.laws`, each by a name of its own. One that acts by a wrench',
    'pushes the robot at its compliance centre `at`, beside the elements. One that commands a motion moves that centre, and',
    '`control.servo` turns this into joints; one such law is at work at a time, and phases say which. Numbers are in the axes of the',
    'centre unless `axes` names another point, or the `world`.',
    '',
    'An external wrench acts on the robot; a wanted wrench is what the robot does to its environment. What is regulated is their sum.',
    '',
    'Directions are named `x`, `y`, `z` for ways and `rx`, `ry`, `rz` for turns. A wanted wrench is three numbers of a force, or a map',
    'of `force` and `torque`. A gain on ways and turns together takes one number for all, one for each direction that is freed, rows',
    'of a matrix, or a map of `translation` and `rotation`, each one number or three along the axes.',
    '',
    'In the tables a key in *italics* may be left out.',
    '',
    '| law | what it is | acts by |',
    '|---|---|---|',
    ...variants.map(
      (v) =>
        `| [\`${nameOf(v)}\`](#${anchor(v)}) | ${cell(v.title)} | ${acting[lawNamed(v.word ?? '').acts]} |`,
    ),
    '',
  ];
  for (const variant of variants) variantEntry(variant, lawExample(variant), picture, parts);
  parts.push('## Ways and turns apart', '');
  rows(apartKeys(variants), parts);
  parts.push('A wanted wrench:', '');
  rows(wrenchKeys(variants), parts);
  return `${parts.join('\n')}\n`;
}

/** The keys of the first map among the alternatives of a parameter that has such a key. */
function mapWith(variants: readonly Variant[], key: string): Readonly<Record<string, Key>> {
  for (const { schema } of variants.flatMap(({ keys }) => Object.values(keys))) {
    const options: readonly Schema[] = schema.kind === 'either' ? schema.options : [schema];
    const map = options.find((option): option is KeysShape => option.kind === 'keys' && key in option.keys);
    if (map !== undefined) return map.keys;
  }
  throw new Error(`no parameter of a law is a map of ${key}`);
}

const apartKeys = (variants: readonly Variant[]) => mapWith(variants, 'translation');
const wrenchKeys = (variants: readonly Variant[]) => mapWith(variants, 'force');

/** Numbers for examples, by parameter. */
const usual: Readonly<Record<string, string>> = {
  mass: '{ translation: 10 kg, rotation: 0.5 kg m2 }',
  wanted: '[0, 0, 10 N]',
  stiffness: '500 N/m',
  speed: '2 cm/s',
  threshold: '5 N',
  limit: '10 cm',
  gain: '1 mm/N s',
  position: 'start',
};

/** Of laws that mean another thing by the same name. */
const own: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  grip: { limit: '2 N m' },
};

/** The law with what it must have, on one line: `act: { law: admittance, sensor: wrist, … }`. */
export function lawExample({ word = '', keys }: Variant): string {
  const given = Object.entries(keys).flatMap(([name, { optional, value, section }]): string[] => {
    if (optional || value !== undefined || section === true) return [];
    if (name === 'sensor') return ['sensor: wrist'];
    if (name === 'target') return ['target: goal'];
    const said = own[word]?.[name] ?? usual[name];
    if (said === undefined) throw new Error(`no example for ${name} of ${word}`);
    return [`${name}: ${said}`];
  });
  return `act: { ${[`law: ${word}`, ...given].join(', ')} }`;
}
