import { sum } from '../../math/index.js';
import { scalar } from '../../mechanism/index.js';
import type { LawDeclaration, LawFinding } from './declaration.js';
import { drawing } from './drawing.js';
import { all, one } from './law-parameters.js';
import { fills, standing } from './monitor.js';
import { regulate } from './regulate.js';

/** closing: moves. holding: stands at its limit. slipped: moves again after it held. */
export const gripStatuses = ['closing', 'holding', 'slipped'] as const;

/** τ = clip(D (w − q̇) + I) on the joints of a gripper; see `doc`. */
export const grip: LawDeclaration = {
  kind: 'grip',
  title: 'Grip by a limit of current',
  summary:
    'The joints of a gripper close at a speed until the torque, which is the motor’s current, reaches a limit, and hold with ' +
    'that. No sensor is needed; whether it holds or has slipped is told.',
  acts: 'wrench',
  leavesServo: true,
  needs: { target: false, sensor: false },
  parameters: [
    {
      name: 'limit',
      unit: ['N m', 'N'],
      shapes: ['list'],
      joints: true,
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      meaning:
        'Greatest torque or force of each joint, with the sign of the way that it closes; 0 for joints that do not grip',
    },
    scalar('speed', '', 'Speed of closing, rad/s or m/s', { default: 0.05 }),
    scalar('damping', '', 'Torque for each unit of speed that is missing', { default: 20 }),
    scalar('integral', '', 'How fast its integral grows', { default: 200 }),
    scalar('still', '', 'Speed below which it stands, rad/s or m/s', { default: 0.005 }),
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
  check({ limit = [], still: [still] = [0], speed: [speed] = [1] }, { nq }) {
    const findings: LawFinding[] = [];
    if (limit.length !== nq)
      findings.push({
        code: 'joint-count',
        severity: 'error',
        parameter: 'limit',
        message: 'one number for each joint is needed',
        expected: `${nq}`,
        got: `${limit.length}`,
      });
    else if (limit.every((x) => x === 0))
      findings.push({
        code: 'no-grip',
        severity: 'error',
        parameter: 'limit',
        message: 'no joint grips',
        hint: 'a torque other than 0 for the joints of the gripper',
      });
    if (still >= speed)
      findings.push({
        code: 'still-while-closing',
        severity: 'error',
        parameter: 'still',
        message: `it closes at ${speed} and counts as standing below ${still}: it would never be closing`,
        hint: `below ${Number((0.1 * speed).toPrecision(3))}`,
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
      const wish = A.select(A.less(limits[i], zero), A.neg(one(p, 'speed')), one(p, 'speed'));
      const step = regulate(
        A,
        { gain: one(p, 'damping'), integral: one(p, 'integral') },
        A.sub(wish, speed),
        { lower: A.neg(most), upper: most },
        memory.gathered[i],
        elapsed,
      );
      integral.push(step.stored);
      at.push(A.and(A.lessEqual(A.abs(speed), one(p, 'still')), A.equal(A.abs(step.out), most)));
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
      { symbol: 'D, K', unit: '', meaning: '`damping`, `integral`' },
      { symbol: 'τ_max', unit: 'N m, N', meaning: '|`limit`|: torque constant times the greatest current' },
    ],
    sign: 'A positive limit closes towards larger joint positions.',
    energy: 'τ q̇, put in',
    singular:
      'None. I is held while τ is cut. Friction of the gripper holds back what it does not slip through.',
    source: 'Speed control with a limit of current, as in industrial grippers',
  },
  picture: drawing(
    '<path d="M20 10h40v10M20 38h40V28M20 10v28M60 20h10M60 28h10"/><path d="M72 14h14v20H72z"/><path d="M100 14v20M96 18l4-4 4 4M96 30l4 4 4-4"/>',
  ),
};
