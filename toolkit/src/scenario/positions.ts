/** Joint positions that are given by themselves, outside a scenario: to look at a robot in a pose. */
import type { Model } from '../model/index.js';
import type { Outcome } from '../problem/index.js';
import { Complaints } from './complaints.js';
import { jointOf, jointValue } from './joints.js';
import { parseTree } from './parse.js';
import { readTree } from './read.js';
import { either, list, measured, table } from './schema.js';
import type { Place } from './tree.js';

const anyPosition = table('a joint', either(measured(['rad', 'm']), list(measured(['rad', 'm']), 1, 7)), {
  free: true,
});

/** `j1=0.3,j2=30 deg`: q of the model, joints that are not named at their neutral positions. */
export function positionsInLine(model: Model, line: string, option: string): Outcome<readonly number[]> {
  const place: Place = { file: option, folder: '' };
  const complaints = new Complaints(() => place);
  const values: [string, string][] = [];
  for (const part of line.split(',').filter((text) => text.trim() !== '')) {
    const cut = part.lastIndexOf('=');
    if (cut < 0)
      complaints.error('position', '', 'a position is joint=value', {
        got: part,
        hint: 'for example j1=0.3,j2=30 deg',
      });
    else values.push([part.slice(0, cut).trim(), part.slice(cut + 1).trim()]);
  }
  return positioned(model, values, complaints);
}

/** A YAML or JSON map from joints to positions; several numbers for a joint that has several. */
export function positionsInText(model: Model, text: string, file: string): Outcome<readonly number[]> {
  const tree = parseTree(text, { file, folder: '' });
  if (tree.value === undefined) return tree;
  const reading = readTree(tree.value, anyPosition);
  if (reading.value === undefined) return reading;
  return positioned(model, Object.entries(reading.value.value), new Complaints(reading.value.placeOf));
}

function positioned(
  model: Model,
  values: readonly (readonly [string, number | string | readonly (number | string)[]])[],
  complaints: Complaints,
): Outcome<readonly number[]> {
  const q = [...model.neutral];
  for (const [name, value] of values) {
    if (Array.isArray(value)) {
      const body = model.bodies.find((b) => b.joint === name && b.mimic === undefined);
      if (body === undefined)
        complaints.unknown(
          name,
          'joint',
          name,
          model.bodies.map((b) => b.joint),
        );
      else if (value.length !== body.nq || value.some((x) => typeof x !== 'number')) {
        complaints.error('position', name, `the joint ${name} has ${body.nq} positions`, {
          expected: `${body.nq} bare numbers`,
        });
      } else for (const [i, x] of value.entries()) q[body.q + i] = Number(x);
      continue;
    }
    const body = jointOf(model, name, name, complaints);
    const given = value as number | string;
    const number = body && jointValue(given, body, ['rad', 'm'], name, complaints);
    if (body !== undefined && number !== undefined) q[body.q] = number;
  }
  return complaints.failed ? { problems: complaints.problems } : { value: q, problems: complaints.problems };
}
