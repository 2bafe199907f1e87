import type { LawDeclaration } from './declaration.js';
import { drawing } from './drawing.js';
import {
  forceFindings,
  forceMemory,
  forceMotion,
  forceObserved,
  forceParameters,
  forceStatuses,
} from './force-motion.js';
import { flaggedRows } from './selection.js';

/** u = K_p e + K_i ∫ e dt; see `doc`. */
export const force: LawDeclaration = {
  kind: 'force',
  title: 'Explicit force control by motion',
  summary:
    'A PI controller moves a position-controlled arm until it presses as hard as wanted on the chosen axes; the others stay. ' +
    'Speed and way are bounded, the integral does not wind up, and lost contact is told and answered.',
  acts: 'motion',
  asks: flaggedRows,
  needs: { sensor: true, target: false },
  parameters: forceParameters,
  memory: forceMemory,
  statuses: forceStatuses,
  observed: forceObserved,
  check: (given) => forceFindings(given),
  law: (A, view, parameters, memory, _derived, baked) => forceMotion(A, view, parameters, memory, baked),
  doc: {
    law: 'u = clip(K_p e + I), İ = K_i e, e = F_wanted + F_ext; x_c moves at u',
    symbols: [
      { symbol: 'e', unit: 'N, N m', meaning: 'error along an axis under force control' },
      { symbol: 'K_p', unit: 'm/N s, rad/N m s', meaning: '`gain`, `turnGain`' },
      { symbol: 'K_i', unit: 'm/N s2, rad/N m s2', meaning: '`integral`, `turnIntegral`' },
      {
        symbol: 'u',
        unit: 'm/s, rad/s',
        meaning: 'commanded speed, within `speed` and within `deviation` of the start',
      },
    ],
    sign: 'Too little force moves along `wanted`, too much away from it.',
    energy: 'None of its own: a motion.',
    singular:
      'I is held while u is cut and e pushes further. Against a surface of stiffness k the loop is first order with K_p k ' +
      'and rings where the tick or a delay is not small against 1/(K_p k).',
    source:
      'Siciliano et al., Robotics (2009), section 9.4; Åström and Hägglund, Advanced PID Control (2006), section 3.5',
  },
  picture: drawing(
    '<circle cx="24" cy="24" r="4"/><path d="M30 24h40M64 18l6 6-6 6M78 8v32M78 14l8-6M78 24l8-6M78 34l8-6"/><path d="M48 24v14H24v-8" stroke-dasharray="2 3"/>',
  ),
};
