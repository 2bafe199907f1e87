/** Joint positions by name: of a start, of a named pose, or given by themselves to look at a robot. */
import { readQuantity } from '../math/index.js';
import type { Body, Model } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { jointOf, jointValue } from './joints.js';
import { either, list, measured, type Schema, table } from './schema.js';
import { positionAt, readingIn, SERVO_UNIT, type ServoMaps } from './servos.js';
import { under } from './tree.js';

type Value = number | string;

/** A number for a joint that has one position, as many as it has for another. */
export type JointPosition = Value | readonly Value[];

const MOST_POSITIONS = 7;

export const jointPositions: Schema<Readonly<Record<string, JointPosition>>> = table(
  'a joint',
  either(measured(['rad', 'm'], { word: SERVO_UNIT }), list(measured([]), 1, MOST_POSITIONS)),
  { free: true },
);

/** What the entries of q of a joint of several positions are measured in. */
const UNITS: Readonly<Partial<Record<Body['type'], readonly string[]>>> = {
  spherical: ['', '', '', ''],
  planar: ['m', 'm', 'rad'],
  free: ['m', 'm', 'm', '', '', '', ''],
};

/** Where the quaternion of a joint's positions begins. */
const QUATERNION: Readonly<Partial<Record<Body['type'], number>>> = { spherical: 0, free: 3 };

/**
 * q of the model: joints that are not named at their neutral positions, `50 servo` where the servo of the joint reads
 * so. Complaints stand under `path`.
 */
export function configurationOf(
  model: Model,
  positions: Readonly<Record<string, JointPosition>>,
  path: string,
  complaints: Complaints,
  servos: ServoMaps = new Map(),
): readonly number[] {
  const q = [...model.neutral];
  for (const [name, value] of Object.entries(positions)) {
    const at = under(path, name);
    if (typeof value === 'object') {
      const several = model.bodies.find((body) => body.joint === name && body.nq > 1);
      if (several !== undefined) {
        severalPositions(several, value, at, complaints)?.forEach((x, i) => {
          q[several.q + i] = x;
        });
        continue;
      }
    }
    const body = jointOf(model, name, at, complaints);
    if (body === undefined) continue;
    if (typeof value === 'object' && value.length !== 1) {
      complaints.error('position', at, `the joint ${name} has 1 position`, { got: `${value.length}` });
      continue;
    }
    const [only] = typeof value === 'object' ? value : [value];
    const reading = typeof only === 'string' ? readingIn(only) : undefined;
    const number =
      reading === undefined
        ? jointValue(only, body, ['rad', 'm'], at, complaints)
        : positionAt(reading, name, servos, at, complaints);
    if (number !== undefined) q[body.q] = number;
  }
  return q;
}

function severalPositions(
  body: Body,
  given: readonly Value[],
  path: string,
  complaints: Complaints,
): readonly number[] | undefined {
  const units = UNITS[body.type];
  if (units === undefined || units.length !== body.nq)
    throw new Error(`scenario: no units for the positions of a ${body.type} joint`);
  if (given.length !== units.length) {
    return complaints.error('position', path, `the joint ${body.joint} has ${units.length} positions`, {
      got: `${given.length}`,
    });
  }
  const values = given.map((value, i) => {
    if (typeof value === 'number') return value;
    const read = readQuantity(value, units[i]);
    if (!('fault' in read)) return read.value;
    return complaints.error('wrong-unit', under(path, i), read.fault, {
      expected: units[i] === '' ? 'a bare number' : `a number in ${units[i]}`,
      got: value,
    });
  });
  if (values.includes(undefined)) return undefined;
  return attitudeOfLengthOne(values as number[], QUATERNION[body.type], path, complaints);
}

/** How far from 1 the square of a quaternion may be that is taken as it stands: what rounding leaves. */
const ROUNDED = 1e-14;

/** The positions with their quaternion, if they have one, made a unit one; one that is so already stays to the bit. */
function attitudeOfLengthOne(
  values: readonly number[],
  at: number | undefined,
  path: string,
  complaints: Complaints,
): readonly number[] | undefined {
  if (at === undefined) return values;
  const square = values.slice(at, at + 4).reduce((sum, x) => sum + x * x, 0);
  if (!(square > 0 && square < Number.POSITIVE_INFINITY)) {
    return complaints.error('attitude', path, 'a quaternion needs four numbers that are not all 0', {
      got: values.join(', '),
    });
  }
  if (Math.abs(square - 1) <= ROUNDED) return values;
  const length = Math.sqrt(square);
  return values.map((x, i) => (i >= at && i < at + 4 ? x / length : x));
}

/** The same the other way: every joint that moves by itself, with its positions as {@link configurationOf} takes them. */
export function positionsByJoint(
  model: Model,
  q: readonly number[],
): Readonly<Record<string, number | readonly number[]>> {
  const own = model.bodies.filter((body) => body.mimic === undefined && body.nq > 0);
  return Object.fromEntries(
    own.map((body) => [body.joint, body.nq === 1 ? q[body.q] : q.slice(body.q, body.q + body.nq)]),
  );
}
