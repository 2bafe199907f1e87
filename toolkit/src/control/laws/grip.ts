import { diagonalMatrix, sum } from '../../math/index.js';
import { scalar } from '../../mechanism/index.js';
import { largest } from '../steepest.js';
import type { GivenNumbers, HeldGain, LawDeclaration, LawFinding, LawParameter } from './declaration.js';
import { drawing } from './drawing.js';
import { all, one } from './law-parameters.js';
import { fills, standing } from './monitor.js';
import { regulate } from './regulate.js';

/** closing: moves. holding: stands at its limit. slipped: moves again after it held. */
export const gripStatuses = ['closing', 'holding', 'slipped'] as const;

/** What each joint has one number of, or all have one. */
const perJoint = ['speed', 'damping', 'integral', 'still'] as const;

/** The number of a joint of one for all, or of one for each. */
const ofJoint = <T>(values: readonly T[], i: number): T => (values.length === 1 ? values[0] : values[i]);

const each = (
  name: string,
  unit: readonly [string, string],
  usual: number,
  meaning: string,
): LawParameter => ({
  name,
  unit,
  shapes: ['list'],
  joints: 'rates',
  range: [0, Number.POSITIVE_INFINITY],
  default: usual,
  meaning: `${meaning}; one for all, or one for each joint`,
});

/** While it closes it holds the speed of its joints with D, and by its integral their place with K. */
function gripHolds(given: GivenNumbers): readonly HeldGain[] {
  const { limit = [] } = given;
  const rows = limit.flatMap((most, i) => (most === 0 ? [] : [i]));
  const jacobian = rows.map((i) => limit.map((_, j) => (i === j ? 1 : 0)));
  return (['damping', 'integral'] as const).map((name) => {
    const gains = rows.map((i) => ofJoint(given[name] ?? [0], i));
    return {
      parameter: name === 'damping' ? 'damping' : 'stiffness',
      gain: diagonalMatrix(gains),
      jacobian,
      by: { name, size: largest(gains), unit: '' },
    };
  });
}

/** τ = clip(D (w − q̇) + I) on the joints of a gripper; see `doc`. */
export const grip: LawDeclaration = {
  kind: 'grip',
  title: 'Grip by a limit of current',
  summary:
    'The joints of a gripper close at a speed until the torque, which is the motor’s current, reaches a limit, and hold with ' +
    'that. No sensor is needed; whether it holds or has slipped is told.',
  acts: 'wrench',
  takes: ({ limit = [] }) => limit.map((most) => most !== 0),
  needs: { target: false, sensor: false },
  holds: gripHolds,
  parameters: [
    {
      name: 'limit',
      unit: ['N m', 'N'],
      shapes: ['list'],
      joints: 'rates',
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning:
        'Greatest torque or force of each joint, with the sign of the way that it closes; 0 for joints that do not grip',
    },
    each('speed', ['rad/s', 'm/s'], 0.05, 'Speed of closing'),
    each('damping', ['N m s/rad', 'N s/m'], 20, 'Torque or force for each unit of speed that is missing'),
    each('integral', ['N m/rad', 'N/m'], 200, 'How fast its integral grows with the speed that is missing'),
    each('still', ['rad/s', 'm/s'], 0.005, 'Speed below which it stands'),
    scalar('after', 's', 'How long it must stand to hold', { default: 0.05 }),
  ],
  memory: [
    {
      name: 'gathered',
      unit: '',
      size: ({ limit = [] }) => limit.length,
      initial: 0,
      meaning: 'Integral of the missing speed, as a torque',
    },
    { name: 'stood', unit: 's', initial: 0, meaning: 'How long all have stood at their limit' },
    { name: 'held', unit: '', initial: 0, meaning: '1 once it holds' },
  ],
  statuses: gripStatuses,
  observed: [
    {
      name: 'effort',
      unit: '',
      size: ({ limit = [] }) => limit.length,
      meaning: 'Torque or force of each joint',
    },
  ],
  check(given, { nv }) {
    const findings: LawFinding[] = [];
    const { limit = [] } = given;
    for (const name of ['limit', ...perJoint] as const) {
      const { length } = given[name] ?? [];
      if (length === nv || (length === 1 && name !== 'limit')) continue;
      findings.push({
        code: 'joint-count',
        severity: 'error',
        parameter: name,
        message: 'one number for each joint is needed',
        expected: `${nv}`,
        got: `${length}`,
      });
    }
    if (findings.length > 0) return findings;
    if (limit.every((x) => x === 0))
      findings.push({
        code: 'no-grip',
        severity: 'error',
        parameter: 'limit',
        message: 'no joint grips',
        hint: 'a torque other than 0 for the joints of the gripper',
      });
    const gripping = limit.flatMap((most, i) => (most === 0 ? [] : [i]));
    const numbers = (i: number) => perJoint.map((name) => ofJoint(given[name] ?? [], i));
    const idle = gripping.find((i) => !(numbers(i)[0] > 0));
    if (idle !== undefined)
      findings.push({
        code: 'no-grip',
        severity: 'error',
        parameter: 'speed',
        message: 'a joint that grips closes at a speed above 0',
        got: `${numbers(idle)[0]}`,
        hint: 'for instance 0.05; a limit below 0 closes the other way',
      });
    else {
      const slow = gripping.find((i) => numbers(i)[3] >= numbers(i)[0]);
      if (slow !== undefined) {
        const [speed, , , still] = numbers(slow);
        findings.push({
          code: 'still-while-closing',
          severity: 'error',
          parameter: 'still',
          message: `it closes at ${speed} and counts as standing below ${still}: it would never be closing`,
          hint: `below ${Number((0.1 * speed).toPrecision(3))}`,
        });
      }
    }
    const weak = gripping.find((i) => numbers(i)[1] === 0 && numbers(i)[2] === 0);
    if (weak !== undefined)
      findings.push({
        code: 'no-grip',
        severity: 'error',
        parameter: 'damping',
        message: 'without damping and without an integral it gives no torque',
        hint: 'for instance 20',
      });
    return findings;
  },
  law(A, { v, elapsed }, p, memory, _derived, { limit: given = [] }) {
    const [zero, unit] = [A.constant(0), A.constant(1)];
    const limits = all(p, 'limit');
    const integral: (typeof zero)[] = [];
    const at: (typeof zero)[] = [];
    const torques = v.map((speed, i) => {
      if (given[i] === 0) {
        integral.push(zero);
        return zero;
      }
      const most = A.abs(limits[i]);
      const [rate, gain, growth, still] = perJoint.map((name) => ofJoint(all(p, name), i));
      const opens = A.less(limits[i], zero);
      const wish = A.select(opens, A.neg(rate), rate);
      const step = regulate(
        A,
        { gain, integral: growth },
        A.sub(wish, speed),
        { lower: A.neg(most), upper: most },
        memory.gathered[i],
        elapsed,
      );
      integral.push(step.stored);
      // At the end that closes: one that is driven on faster than it closes brakes with as much.
      at.push(A.and(A.lessEqual(A.abs(speed), still), A.equal(step.out, limits[i])));
      return step.out;
    });
    const every = at.reduce((a, b) => A.and(a, b), unit);
    const stood = standing(A, every, memory.stood[0], elapsed);
    const holds = fills(A, stood, one(p, 'after'), elapsed);
    const held = A.or(memory.held[0], holds);
    const none = [zero, zero, zero] as const;
    return {
      wrench: { force: none, torque: none },
      torques,
      supplied: sum(
        A,
        torques.map((tau, i) => A.mul(tau, v[i])),
      ),
      memory: { gathered: integral, stood: [stood], held: [held] },
      status: A.select(
        A.less(zero, stood),
        A.select(held, A.constant(gripStatuses.indexOf('holding')), zero),
        A.select(held, A.constant(gripStatuses.indexOf('slipped')), zero),
      ),
      observed: { effort: torques },
    };
  },
  doc: {
    law: 'τ = clip(D (w − q̇) + I, ±τ_max), İ = K (w − q̇)',
    symbols: [
      { symbol: 'q̇', unit: 'rad/s, m/s', meaning: 'speed of a joint of the gripper' },
      { symbol: 'w', unit: 'rad/s, m/s', meaning: '`speed`, the way that `limit` says' },
      { symbol: 'D', unit: 'N m s/rad, N s/m', meaning: '`damping`' },
      { symbol: 'K', unit: 'N m/rad, N/m', meaning: '`integral`' },
      { symbol: 'τ_max', unit: 'N m, N', meaning: '|`limit`|: torque constant times the greatest current' },
    ],
    sign: 'A positive limit closes towards larger joint positions.',
    energy: 'τ q̇, put in',
    singular:
      'None. I is held while τ is cut. Friction of the gripper holds back what it does not slip through. A gripper that is ' +
      'closed on nothing holds too.',
    source: 'Speed control with a limit of current, as in industrial grippers',
  },
  picture: drawing(
    '<path d="M20 10h40v10M20 38h40V28M20 10v28M60 20h10M60 28h10"/><path d="M72 14h14v20H72z"/><path d="M100 14v20M96 18l4-4 4 4M96 30l4 4 4-4"/>',
  ),
};
