/** Angles in degrees where radians are meant. */
import type { Edit } from '../../problem/index.js';
import { change } from '../edits.js';
import { type Advice, evidenceOf } from './advice.js';
import { type JointData, numbersOf, pi, type RobotData, rough } from './data.js';

/** No arm's joint turns twice either way; legs and wrists with stops at three half turns are known. */
const mostTurn = 4 * pi;
const turn = 2 * pi;
const perDegree = pi / 180;
/** Beyond this a number is no angle in degrees either. */
const mostDegrees = 1080;

interface Range {
  readonly joint: JointData;
  readonly lower: number;
  readonly upper: number;
}

/** Whole degrees, or halves. */
function isRound(x: number): boolean {
  return Number.isInteger(2 * x);
}

export function adviseLimits({ joints }: RobotData): readonly Advice[] {
  const ranges = joints.flatMap((joint): Range[] => {
    const { type, limit } = joint;
    return type === 'revolute' && limit?.lower !== undefined && limit.upper !== undefined
      ? [{ joint, lower: limit.lower, upper: limit.upper }]
      : [];
  });
  const size = ({ lower, upper }: Range) => Math.max(Math.abs(lower), Math.abs(upper));
  const beyond = ranges.filter((range) => size(range) > mostTurn && size(range) <= mostDegrees);
  const round = ranges.filter(({ lower, upper }) => isRound(lower) && isRound(upper));
  const beyondRound = beyond.filter((range) => round.includes(range));
  if (beyond.length === 0) return [];
  // Most of the joints are in degrees: then all are, those that turn little as well.
  const whole = 2 * beyond.length > ranges.length;
  if (!whole && beyondRound.length === 0) return [];
  const list = whole ? ranges.filter((range) => size(range) > 0) : beyondRound;
  const [first] = list;
  const evidence = evidenceOf(
    list,
    ({ joint, lower, upper }) =>
      `${joint.name}: ${lower} … ${upper} rad would be ${rough(lower / turn)} … ${rough(upper / turn)} turns; as degrees ${rough(lower * perDegree)} … ${rough(upper * perDegree)} rad`,
  );
  evidence.unshift(
    `${beyond.length} of ${ranges.length} revolute joints reach beyond two turns, ${round.length} have whole or half degrees`,
  );
  return [
    {
      code: 'limit-degrees',
      at: first.joint.limit?.element.attributes.get('upper') ?? first.joint.at,
      ...(list.length === 1 ? { name: `joint "${first.joint.name}"`, path: 'limit' } : {}),
      message:
        list.length === 1
          ? 'the limits seem to be in degrees'
          : `the limits of ${list.length} joints seem to be in degrees`,
      evidence,
      hint: 'look at the velocities too: they are in rad/s',
      fix: { why: 'degrees are turned into radians', guess: true, edits: list.flatMap(rangeEdits) },
    },
  ];
}

function rangeEdits({ joint }: Range): Edit[] {
  return ['lower', 'upper'].flatMap((name) => {
    const at = joint.limit?.element.attributes.get(name);
    const [value] = numbersOf(at, 1) ?? [];
    if (at === undefined || value === undefined) return [];
    return change(`joint "${joint.name}": limit.${name}`, at, radians(value));
  });
}

function radians(degrees: number): string {
  return String(degrees * perDegree);
}

/** Origins whose rpy holds angles of more than a turn: 90, -180, 45. */
export function adviseAngles(robot: RobotData): readonly Advice[] {
  const found: { name: string; at: NonNullable<JointData['rpyAt']>; rpy: readonly number[] }[] = [];
  const look = (name: string, at: JointData['rpyAt']): void => {
    const rpy = numbersOf(at, 3);
    if (at === undefined || rpy === undefined) return;
    const most = Math.max(...rpy.map(Math.abs));
    if (most > turn * 1.01 && most <= 360 && rpy.every(isRound)) found.push({ name, at, rpy });
  };
  for (const joint of robot.joints) look(`joint "${joint.name}": origin.rpy`, joint.rpyAt);
  for (const { name, at } of robot.links) {
    for (const child of at.children) {
      for (const inner of child.children)
        if (inner.name === 'origin')
          look(`link "${name}": ${child.name}.origin.rpy`, inner.attributes.get('rpy'));
    }
  }
  if (found.length === 0) return [];
  const evidence = evidenceOf(found, ({ name, rpy }) => `${name}: ${rpy.join(' ')} rad is more than a turn`);
  return [
    {
      code: 'angle-degrees',
      at: found[0].at,
      message: `${found.length === 1 ? 'a rotation seems' : `${found.length} rotations seem`} to be in degrees`,
      evidence,
      fix: {
        why: 'degrees are turned into radians',
        guess: true,
        edits: found.flatMap(({ name, at, rpy }) => change(name, at, rpy.map(radians).join(' '))),
      },
    },
  ];
}
