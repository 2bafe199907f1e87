/** Axes, limits and start poses. */
import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { numbers } from 'pliant/math';
import { forwardKinematics, frameOf, framePlacement, modelOf } from 'pliant/model';
import { modelOfRobot } from '../robots.js';
import {
  codes,
  jointOf,
  jointText,
  limitText,
  linkText,
  pairText,
  read,
  robotOf,
  robotText,
} from '../urdf-text.js';
import { axes, between, type Case, kind, near, onlyOf, type Three, turns, within } from './case.js';
import { originText, product, rotationAbout, rotationOf, turned } from './solid.js';

const half = Math.SQRT1_2;
const axisText = (xyz: readonly number[]): string => `<axis xyz="${xyz.join(' ')}"/>`;

/** Where the child stands in the parent when a joint with this axis stands at q. */
function moved(type: 'revolute' | 'prismatic' | 'continuous', xyz: readonly number[], q: number, rpy: Three) {
  const limit = type === 'continuous' ? '' : limitText;
  const model = modelOfRobot(
    robotOf(pairText(`${originText([0, 0, 0], rpy)}${axisText(xyz)}${limit}`, type)),
  );
  return framePlacement(numbers, forwardKinematics(numbers, model, [q]), frameOf(model, 'b'));
}

function axisIsMadeUnit(unit: Three, length: number, q: number, rpy: Three): void {
  const xyz = unit.map((x) => x * length);
  for (const type of ['revolute', 'continuous', 'prismatic'] as const) {
    const text = pairText(`${axisText(xyz)}${type === 'continuous' ? '' : limitText}`, type);
    const off = Math.abs(length - 1);
    // Silence below a thousandth, a warning above; what lies between is nobody's matter.
    if (off > 2e-3) deepEqual(codes(read(text)), ['warning axis-not-unit']);
    if (off < 5e-4) deepEqual(codes(read(text)), []);
    near(jointOf(text).axis, unit, 1e-15);
    const { position, rotation } = moved(type, xyz, q, rpy);
    const [held, axis] = [rotationOf(rpy), turned(rotationOf(rpy), unit)];
    if (type === 'prismatic')
      near(
        position,
        axis.map((x) => q * x),
        1e-14,
      );
    else near(rotation, product(held, rotationAbout(unit, q)), 1e-14);
  }
}

function noAxis(zero: string): void {
  deepEqual(codes(read(pairText(`<axis xyz="${zero}"/>`, 'fixed'))), []);
  for (const type of ['revolute', 'prismatic', 'continuous', 'planar']) {
    const limit = type === 'revolute' || type === 'prismatic' ? limitText : '';
    const outcome = read(pairText(`<axis xyz="${zero}"/>${limit}`, type));
    equal(outcome.value, undefined);
    equal(onlyOf(outcome, 'axis-zero').where.name, 'joint "j"');
  }
}

const limit = (lower: number | string, upper: number | string, more = 'effort="1" velocity="1"'): string =>
  `<limit lower="${lower}" upper="${upper}" ${more}/>`;
const ranged = fc.constantFrom('revolute', 'prismatic');

function refusedFor(text: string, code: string, beside: readonly string[] = []): void {
  const outcome = read(text);
  equal(outcome.value, undefined);
  const others = outcome.problems.filter((problem) => problem.code !== code);
  deepEqual(
    others.map((other) => other.code),
    beside,
  );
  const problem = onlyOf({ problems: outcome.problems.filter((other) => !others.includes(other)) }, code);
  deepEqual([problem.severity, problem.where.name], ['error', 'joint "j"']);
}

function notGiven(lower: number, upper: number, effort: number, velocity: number, type: string): void {
  const text = pairText(limit(lower, upper, `effort="${effort}" velocity="${velocity}"`), type);
  deepEqual(codes(read(text)), effort > 0 && velocity > 0 ? [] : ['warning limit-not-given']);
  const { limits } = jointOf(text);
  // What is not above zero is no limit at all: nothing is cut to 0.
  equal(limits?.effort, effort > 0 ? effort : undefined);
  equal(limits?.velocity, velocity > 0 ? velocity : undefined);
}

function unlimited(lower: number, upper: number): void {
  const text = pairText(limit(lower, upper), 'continuous');
  deepEqual(codes(read(text)), ['warning limit-ignored']);
  const { limits } = jointOf(text);
  deepEqual([limits?.lower, limits?.upper], [undefined, undefined]);
}

/** A master and a follower, with the neutral pose that a model takes for them. */
interface Ranges {
  readonly range: readonly [number, number];
  readonly follower?: {
    readonly range: readonly [number, number];
    readonly multiplier: number;
    readonly offset: number;
  };
  readonly type: string;
}

function neutral({ range, follower, type }: Ranges): { q: number; codes: readonly string[] } {
  const parts = [linkText('a'), linkText('b'), jointText('j', 'a', 'b', limit(...range), type)];
  if (follower !== undefined) {
    const { multiplier, offset } = follower;
    const mimic = `<mimic joint="j" multiplier="${multiplier}" offset="${offset}"/>`;
    parts.push(linkText('c'), jointText('k', 'a', 'c', `${limit(...follower.range)}${mimic}`, type));
  }
  const { value, problems } = modelOf(robotOf(robotText(...parts)));
  ok(value !== undefined);
  return { q: value.neutral[0], codes: problems.map(({ code }) => code) };
}

function startsInside(given: Ranges): void {
  const { range, follower } = given;
  const { q, codes: said } = neutral(given);
  ok(q >= range[0] && q <= range[1], `${q} in ${range}`);
  const nearest = range[0] > 0 ? range[0] : range[1] < 0 ? range[1] : 0;
  if (follower === undefined) {
    near([q], [nearest], 0);
    return;
  }
  deepEqual(said, []);
  const there = follower.multiplier * q + follower.offset;
  ok(there >= follower.range[0] && there <= follower.range[1], `follower ${there} in ${follower.range}`);
}

const ranges = fc.tuple(within(3), between(0.01, 3)).map(([lower, width]) => [lower, lower + width] as const);
/** Ranges of a master and of a follower that agree somewhere. */
const agreeing: fc.Arbitrary<Ranges> = fc
  .record({
    range: ranges,
    at: between(0, 1),
    multiplier: fc.oneof(between(0.2, 3), between(-3, -0.2)),
    offset: within(2),
    margins: fc.tuple(between(0.01, 0.5), between(0.01, 0.5)),
    type: ranged,
  })
  .map(({ range, at, multiplier, offset, margins, type }) => {
    const there = multiplier * (range[0] + at * (range[1] - range[0])) + offset;
    return { range, type, follower: { range: [there - margins[0], there + margins[1]], multiplier, offset } };
  });

export const jointCases: readonly Case[] = [
  kind(
    'an axis that is not of length one neither stretches nor shrinks the motion',
    () => {
      near(moved('revolute', [0, 0, 2], 0.5, [0, 0, 0]).rotation, rotationAbout([0, 0, 1], 0.5), 1e-15);
      near(moved('prismatic', [0, 0, 2], 0.1, [0, 0, 0]).position, [0, 0, 0.1], 0);
      near(jointOf(pairText(`${axisText([1, 0, -1])}${limitText}`)).axis, [half, 0, -half], 1e-15);
      for (const xyz of ['0 0 2', '1 0 -1'])
        deepEqual(codes(read(pairText(`<axis xyz="${xyz}"/>${limitText}`))), ['warning axis-not-unit']);
      deepEqual(codes(read(pairText(`<axis xyz="0 0 .99999998"/>${limitText}`))), []);
    },
    fc.tuple(
      axes,
      fc.oneof(between(0.01, 0.99), between(1.01, 100), between(0.9996, 1.0004)),
      within(3),
      turns,
    ),
    ([unit, length, q, rpy]) => axisIsMadeUnit(unit, length, q, rpy),
  ),
  kind(
    'an axis of length zero is an error, but of a fixed joint; a missing one is x',
    () => {
      noAxis('0 0 0');
      deepEqual(jointOf(pairText(limitText)).axis, [1, 0, 0]);
    },
    fc.tuple(...[0, 1, 2].map(() => fc.constantFrom('0', '-0', '0.0', '0e5', '+0', '1e-15', '-1e-300'))),
    (entries) => noAxis(entries.join(' ')),
  ),
  kind(
    'a joint without limits is refused, unless it follows another',
    () => {
      refusedFor(pairText('', 'revolute'), 'joint-limit-missing');
      const follower = jointText('k', 'a', 'c', '<mimic joint="j"/>');
      deepEqual(
        codes(read(pairText(limitText).replace('</robot>', `${linkText('c')}${follower}</robot>`))),
        [],
      );
    },
    fc.record({ type: ranged, axis: axes, rpy: turns, multiplier: within(3) }),
    ({ type, axis, rpy, multiplier }) => {
      const inside = `${originText([0, 0, 0], rpy)}${axisText(axis)}`;
      refusedFor(pairText(inside, type), 'joint-limit-missing');
      const follower = jointText(
        'k',
        'a',
        'c',
        `${inside}<mimic joint="j" multiplier="${multiplier}"/>`,
        type,
      );
      const text = pairText(`${inside}${limitText}`, type);
      deepEqual(codes(read(text.replace('</robot>', `${linkText('c')}${follower}</robot>`))), []);
    },
  ),
  kind(
    'reversed limits are refused',
    () => refusedFor(pairText(limit(1, -1)), 'limit-reversed'),
    fc.tuple(within(10), between(1e-9, 10), ranged),
    ([upper, gap, type]) => {
      const text = pairText(limit(upper + gap, upper), type);
      // Beyond two turns the limits of a turning joint are taken for degrees as well.
      const degrees = type === 'revolute' && upper + gap > 4 * Math.PI;
      refusedFor(text, 'limit-reversed', degrees ? ['limit-degrees'] : []);
    },
  ),
  kind(
    'an effort or velocity of zero is not given, and cuts nothing to zero',
    () => notGiven(-1, 1, 0, 0, 'revolute'),
    fc.tuple(
      fc.oneof(fc.constantFrom(0, -1), between(-5, 50)),
      fc.oneof(fc.constantFrom(0, -1), between(-5, 50)),
      ranged,
    ),
    ([effort, velocity, type]) => notGiven(-1, 1, effort, velocity, type),
  ),
  kind(
    'a continuous joint with a range is unlimited',
    () => unlimited(-1, 1),
    ranges,
    (range) => unlimited(...range),
  ),
  kind(
    'the start pose lies inside the limits where zero does not, those of followers included',
    () => {
      equal(neutral({ range: [-3.0718, -0.0698], type: 'revolute' }).q, -0.0698);
      equal(neutral({ range: [0.015, 0.037], type: 'prismatic' }).q, 0.015);
    },
    fc.oneof(fc.record({ range: ranges, type: ranged }), agreeing),
    startsInside,
  ),
];
