/** Servos of joints as a scenario, or a file of its own, describes them, and their readings. */
import { readQuantity } from '../math/index.js';
import type { Model } from '../model/index.js';
import type { Outcome } from '../problem/index.js';
import { positionOfReading, type ServoMap, servoMap } from '../robot/index.js';
import { Complaints } from './complaints.js';
import { jointOf, jointValue } from './joints.js';
import { parseTree } from './parse.js';
import { readTree } from './read.js';
import {
  choice,
  type Infer,
  keys,
  list,
  measured,
  quantity,
  required,
  table,
  withDefault,
} from './schema.js';
import { under } from './tree.js';

const servoSection = keys({
  range: required(list(quantity(''), 2, 2), 'Two readings of the servo, as it counts'),
  spans: required(
    list(measured(['rad', 'm']), 2, 2),
    'The servo’s own angles at these readings, its zero and direction being its own',
  ),
  sign: withDefault(
    choice({ '1': 'It counts along the joint’s axis', '-1': 'It counts against the joint’s axis' }),
    '1',
    'Its direction',
  ),
  offset: withDefault(
    measured(['rad', 'm']),
    0,
    'Where the joint stands, as the robot file counts, when the servo’s own angle is 0',
  ),
});

/** Servos by joint: position = sign · scale · (reading − centre) + offset. */
export const servosSchema = table('a joint', servoSection, { free: true });

export type ServoMaps = ReadonlyMap<string, ServoMap>;

/** The unit of what a servo reads: `50 servo`. */
export const SERVO_UNIT = 'servo';

/** The map of each joint that has one; complaints under `path`. */
export function servosOf(
  sections: Infer<typeof servosSchema>,
  model: Model,
  path: string,
  complaints: Complaints,
): ServoMaps {
  const maps = new Map<string, ServoMap>();
  for (const [joint, { range, spans, sign, offset }] of Object.entries(sections)) {
    const at = under(path, joint);
    const body = jointOf(model, joint, at, complaints);
    if (body === undefined) continue;
    const position = (value: number | string, where: string): number | undefined =>
      jointValue(value, body, ['rad', 'm'], where, complaints);
    const [first, last] = spans.map((value, i) => position(value, under(under(at, 'spans'), i)));
    const zero = position(offset, under(at, 'offset'));
    if (first === undefined || last === undefined || zero === undefined) continue;
    const map = servoMap({
      range: [range[0], range[1]],
      spans: [first, last],
      sign: sign === '-1' ? -1 : 1,
      offset: zero,
    });
    if (map === undefined) {
      const same = range[0] === range[1] ? 'range' : 'spans';
      complaints.error(
        'servo-scale',
        under(at, same),
        `the servo of ${joint} has no scale: both ends of its ${same} are the same`,
        { expected: 'two numbers that differ', got: (same === 'range' ? range : spans).join(', ') },
      );
      continue;
    }
    maps.set(joint, map);
  }
  return maps;
}

/** What stands before the word in `50 servo`; undefined where it is no reading. */
export function readingIn(text: string): number | undefined {
  const [, number] = /^(.*\S)\s+servo\s*$/s.exec(text) ?? [];
  const read = number === undefined ? undefined : readQuantity(number, '');
  return read === undefined || 'fault' in read ? undefined : read.value;
}

/** The position of a joint at a reading of its servo; a complaint where it has none. */
export function positionAt(
  reading: number,
  joint: string,
  servos: ServoMaps,
  path: string,
  complaints: Complaints,
): number | undefined {
  const map = servos.get(joint);
  if (map !== undefined) return positionOfReading(map, reading);
  return complaints.error('servo-unknown', path, `the joint ${joint} has no servo that could read this`, {
    got: `${reading} ${SERVO_UNIT}`,
    known: [...servos.keys()],
    hint: `give the position in its unit, or describe the servo: servos: { ${joint}: { range: …, spans: … } }`,
  });
}

/** A YAML or JSON map from joints to servos. */
export function servosInText(model: Model, text: string, file: string): Outcome<ServoMaps> {
  const tree = parseTree(text, { file, folder: '' });
  if (tree.value === undefined) return tree;
  const reading = readTree(tree.value, servosSchema);
  if (reading.value === undefined) return reading;
  const complaints = new Complaints(reading.value.placeOf);
  const maps = servosOf(reading.value.value, model, '', complaints);
  return complaints.failed
    ? { problems: complaints.problems }
    : { value: maps, problems: complaints.problems };
}
