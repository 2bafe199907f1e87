/** Joint positions that are given by themselves, outside a scenario: to look at a robot in a pose. */
import type { Model } from '../model/index.js';
import { type Outcome, printable } from '../problem/index.js';
import { Complaints } from './complaints.js';
import { configurationOf, type JointPosition, jointPositions } from './joint-positions.js';
import { parseTree } from './parse.js';
import { readTree } from './read.js';
import type { ServoMaps } from './servos.js';
import type { Place } from './tree.js';

/** `j1=0.3,j2=30 deg`: q of the model, joints that are not named at their neutral positions. */
export function positionsInLine(
  model: Model,
  line: string,
  option: string,
  servos?: ServoMaps,
): Outcome<readonly number[]> {
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
    else {
      const name = part.slice(0, cut).trim();
      if (values.some(([other]) => other === name))
        complaints.error('key-twice', '', `the joint ${JSON.stringify(printable(name, 40))} stands twice`, {
          hint: 'name it once',
        });
      else values.push([name, part.slice(cut + 1).trim()]);
    }
  }
  return positioned(model, Object.fromEntries(values), complaints, servos);
}

/** A YAML or JSON map from joints to positions; several numbers for a joint that has several. */
export function positionsInText(
  model: Model,
  text: string,
  file: string,
  servos?: ServoMaps,
): Outcome<readonly number[]> {
  const tree = parseTree(text, { file, folder: '' });
  if (tree.value === undefined) return tree;
  const reading = readTree(tree.value, jointPositions);
  if (reading.value === undefined) return reading;
  return positioned(model, reading.value.value, new Complaints(reading.value.placeOf), servos);
}

function positioned(
  model: Model,
  positions: Readonly<Record<string, JointPosition>>,
  complaints: Complaints,
  servos: ServoMaps | undefined,
): Outcome<readonly number[]> {
  const q = configurationOf(model, positions, '', complaints, servos);
  return complaints.failed ? { problems: complaints.problems } : { value: q, problems: complaints.problems };
}
