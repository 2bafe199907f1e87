import { scalar } from '../../mechanism/index.js';
import type { LawDeclaration } from './declaration.js';
import { drawing } from './drawing.js';
import { one } from './law-parameters.js';
import { towards } from './towards.js';

/** V = v_d + e/τ; see `doc`. */
export const track: LawDeclaration = {
  kind: 'track',
  title: 'Following a point',
  summary:
    'The centre follows a target, place and attitude, without feeling any force. An error that stands at the start is closed ' +
    'with a time constant and a bounded speed; a target that moves is followed without lag.',
  acts: 'motion',
  needs: { target: true, sensor: false },
  parameters: [
    scalar('time', 's', 'Time constant with which an error is closed', { default: 0.1 }),
    scalar('speed', 'm/s', 'Greatest speed', { default: 0.25 }),
    scalar('turning', 'rad/s', 'Greatest speed of turning', { default: 1 }),
  ],
  memory: [],
  doc: {
    law: 'V = v_d + (1 − exp(−T/τ))/T · (x_d − x_c), |V| ≤ `speed`',
    symbols: [
      { symbol: 'x_c', unit: 'm, rad', meaning: 'pose that is commanded' },
      { symbol: 'x_d, v_d', unit: 'm, m/s', meaning: 'target and its velocity' },
      { symbol: 'τ', unit: 's', meaning: '`time`; 0: all of the error in one tick' },
      { symbol: 'T', unit: 's', meaning: 'tick' },
    ],
    sign: 'Goes to the target.',
    energy: 'A source: it moves whatever is in the way.',
    singular: 'Half a turn off, the way round is ambiguous and one of both is taken.',
    source: 'Siciliano et al., Robotics (2009), section 3.7',
  },
  picture: drawing(
    '<circle cx="24" cy="24" r="4"/><circle cx="96" cy="24" r="8"/><path d="M30 24h54M78 18l8 6-8 6"/>',
  ),
  law(A, { commanded, target, elapsed }, parameters) {
    if (target === undefined) throw new Error('control: track needs a target');
    const numbers = {
      constant: one(parameters, 'time'),
      speed: one(parameters, 'speed'),
      turning: one(parameters, 'turning'),
    };
    return { memory: {}, ...towards(A, commanded, target, numbers, elapsed) };
  },
};
