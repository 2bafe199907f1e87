import { scalar } from '../../mechanism/index.js';
import type { LawDeclaration } from './declaration.js';
import { drawing } from './drawing.js';
import { force } from './force.js';
import {
  forceFindings,
  forceMemory,
  forceMotion,
  forceObserved,
  forceParameters,
  forceStatuses,
} from './force-motion.js';
import { one } from './law-parameters.js';
import { flaggedRows } from './selection.js';

/** Force on some axes of a task frame, the way of a target on the others; see `doc`. */
export const hybrid: LawDeclaration = {
  kind: 'hybrid',
  title: 'Hybrid force and position control',
  summary:
    'On the chosen axes of a task frame the arm presses as hard as wanted, on the others it follows a target. Each axis is ' +
    'bounded: one under force control in its way, another in how far it may be pushed off.',
  acts: 'motion',
  asks: flaggedRows,
  needs: { sensor: true, target: true },
  parameters: [
    ...forceParameters,
    scalar('time', 's', 'Time constant with which the other axes close an error', { default: 0.05 }),
    scalar('follow', 'm/s', 'Greatest speed of the axes that follow', { default: 0.25 }),
    scalar('followTurning', 'rad/s', 'Greatest speed of turning of the axes that follow', { default: 1 }),
  ],
  memory: forceMemory,
  statuses: forceStatuses,
  observed: forceObserved,
  check: (given) => forceFindings(given),
  law: (A, view, parameters, memory, _derived, baked) =>
    forceMotion(A, view, parameters, memory, baked, {
      time: one(parameters, 'time'),
      speed: one(parameters, 'follow'),
      turning: one(parameters, 'followTurning'),
    }),
  doc: {
    law: 'u = S (K_p e + I) + (1 − S) (v_d + (1 − exp(−T/τ))/T · (x_d − x_c))',
    symbols: [
      { symbol: 'S', unit: '1', meaning: '`select`, 1 on axes under force control' },
      ...force.doc.symbols,
      { symbol: 'x_d, v_d', unit: 'm, m/s', meaning: 'target and its velocity' },
      { symbol: 'τ', unit: 's', meaning: '`time`' },
    ],
    sign: force.doc.sign,
    energy: force.doc.energy,
    singular: `${force.doc.singular} Half a turn off the target, the way round is ambiguous.`,
    source: 'Raibert and Craig, Hybrid position/force control of manipulators (1981)',
  },
  picture: drawing(
    '<circle cx="24" cy="16" r="4"/><path d="M24 22v16M18 32l6 7 6-7M6 42h108M32 16h60M86 10l7 6-7 6"/>',
  ),
};
