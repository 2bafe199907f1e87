/** What a scenario says of joints, by name and with units, as numbers in the order of the model. */
import { parseQuantity, readQuantity } from '../math/index.js';
import { type Body, type JointUnits, jointUnit, type Model, slides } from '../model/index.js';
import type { Complaints } from './complaints.js';
import { under } from './tree.js';

/** A word, one value for all joints whose unit it fits, or values by joint. */
export type JointProperty = string | number | Readonly<Record<string, number | string>>;

/** Joints that move by themselves and have one velocity: what scenarios set joint by joint. */
export function ownJoints(model: Model): readonly Body[] {
  return model.bodies.filter((body) => body.nv === 1 && body.nq === 1 && body.mimic === undefined);
}

/** The joint of this name; a complaint with the known names where there is none. */
export function jointOf(model: Model, name: string, path: string, complaints: Complaints): Body | undefined {
  const joints = ownJoints(model);
  const found = joints.find((body) => body.joint === name);
  if (found !== undefined) return found;
  const other = model.bodies.find((body) => body.joint === name);
  if (other?.mimic !== undefined) {
    const master = model.bodies[other.mimic.of].joint;
    return complaints.error(
      'joint-follows',
      path,
      `the joint ${JSON.stringify(name)} follows another and has no position of its own`,
      {
        hint: `it follows ${master}`,
      },
    );
  }
  if (other !== undefined) {
    return complaints.error(
      'joint-several',
      path,
      `the joint ${JSON.stringify(name)} has more than one position`,
    );
  }
  return complaints.unknown(
    path,
    'joint',
    name,
    joints.map((body) => body.joint),
  );
}

/** A value of a joint in SI units: of `turning` or `sliding`, as the joint does. */
export function jointValue(
  value: number | string,
  body: Body,
  units: JointUnits,
  path: string,
  complaints: Complaints,
): number | undefined {
  if (typeof value === 'number') return value;
  const unit = jointUnit(body, units);
  const read = readQuantity(value, unit);
  if (!('fault' in read)) return read.value;
  // Only what is a quantity, and of another kind, is wrong because of the joint.
  const why =
    'fault' in parseQuantity(value)
      ? ''
      : `, because the joint ${body.joint} ${slides(body) ? 'slides' : 'turns'}`;
  return complaints.error('wrong-unit', path, `${read.fault}${why}`, {
    expected: `a number in ${unit}`,
    got: value,
  });
}

/**
 * A property for each entry of v. A word gives `word`; one value holds for every joint that its unit fits (a
 * bare number for every joint), others keep `otherwise`; a map sets the joints that it names. A complaint where
 * the unit of the one value fits no joint.
 */
export function jointNumbers(
  property: JointProperty,
  model: Model,
  units: JointUnits,
  word: readonly number[],
  otherwise: readonly number[],
  path: string,
  complaints: Complaints,
): readonly number[] {
  if (typeof property === 'number' || (typeof property === 'string' && /^\s*[-+.\d]/.test(property))) {
    const numbers = [...otherwise];
    const joints = ownJoints(model);
    let fits = false;
    for (const body of joints) {
      const read =
        typeof property === 'number' ? { value: property } : readQuantity(property, jointUnit(body, units));
      if ('fault' in read) continue;
      numbers[body.v] = read.value;
      fits = true;
    }
    if (!fits && typeof property === 'string') {
      const expected = [...new Set(joints.map((body) => jointUnit(body, units)))].sort().join(' or ');
      complaints.error('no-joint-fits', path, 'the unit of this value fits no joint of the robot', {
        ...(expected === '' ? {} : { expected: `a number in ${expected}` }),
        got: property,
      });
    }
    return numbers;
  }
  if (typeof property === 'string') return word;
  const numbers = [...otherwise];
  for (const [name, value] of Object.entries(property)) {
    const at = under(path, name);
    const body = jointOf(model, name, at, complaints);
    const number = body && jointValue(value, body, units, at, complaints);
    if (body !== undefined && number !== undefined) numbers[body.v] = number;
  }
  return numbers;
}

/** Greatest joint torques as the robot file gives them, for each entry of v; ∞ where it gives none or 0. */
export function effortLimits(model: Model): readonly number[] {
  const limits = new Array<number>(model.nv).fill(Number.POSITIVE_INFINITY);
  for (const body of model.bodies) {
    const effort = body.limits?.effort;
    if (effort !== undefined && effort > 0) for (let i = 0; i < body.nv; i++) limits[body.v + i] = effort;
  }
  return limits;
}
