import { anywhere, scalar, units } from '../../mechanism/index.js';
import type { LawDeclaration } from './declaration.js';
import { drawing } from './drawing.js';
import { all, one } from './law-parameters.js';
import { closing } from './towards.js';

/** q̇ = (1 − exp(−T/τ))/T (q_d − q_c); see `doc`. */
export const joints: LawDeclaration = {
  kind: 'joints',
  title: 'Going to joint positions',
  summary:
    'The joints go to given positions, without feeling any force: to a start pose, out of a singularity, home. The servo’s ' +
    'joint speeds bound them.',
  acts: 'joints',
  needs: { target: false, sensor: false },
  parameters: [
    {
      name: 'position',
      unit: units.value,
      shapes: ['list'],
      joints: 'positions',
      range: anywhere,
      meaning: 'Joint positions, one for each joint',
    },
    scalar('time', 's', 'Time constant with which an error is closed', { default: 0.1 }),
  ],
  memory: [],
  check: ({ position = [] }, { nq }) =>
    position.length === nq
      ? []
      : [
          {
            code: 'joint-count',
            severity: 'error',
            parameter: 'position',
            message: 'one number for each joint is needed',
            expected: `${nq}`,
            got: `${position.length}`,
          },
        ],
  doc: {
    law: 'q̇ = (1 − exp(−T/τ))/T · (q_d − q_c)',
    symbols: [
      { symbol: 'q_c', unit: 'rad, m', meaning: 'joint positions that are commanded' },
      { symbol: 'q_d', unit: 'rad, m', meaning: '`position`' },
      { symbol: 'τ', unit: 's', meaning: '`time`; 0: all of the error in one tick' },
      { symbol: 'T', unit: 's', meaning: 'tick' },
    ],
    sign: 'Goes to the positions; a continuous joint goes the short way.',
    energy: 'A source: it moves whatever is in the way.',
    singular: 'None.',
    source: 'First-order lag, exact at the tick',
  },
  picture: drawing(
    '<path d="M20 40L44 16L84 30L104 10"/><circle cx="44" cy="16" r="4"/><circle cx="84" cy="30" r="4"/>',
  ),
  law(A, { commanded, elapsed, between }, parameters) {
    const rate = closing(A, one(parameters, 'time'), elapsed);
    const velocity = between(commanded.q, all(parameters, 'position')).map((x) => A.mul(rate, x));
    return { memory: {}, joints: { velocity } };
  },
};
