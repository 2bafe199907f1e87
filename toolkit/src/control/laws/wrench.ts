import { mulMatVec } from '../../math/index.js';
import { anywhere } from '../../mechanism/index.js';
import type { LawDeclaration } from './declaration.js';
import { drawing } from './drawing.js';
import { all } from './law-parameters.js';

/** f = R w; see `doc`. */
export const wrench: LawDeclaration = {
  kind: 'wrench',
  title: 'Wanted wrench, fed forward',
  summary:
    'The robot presses with a given force and torque at the centre, as well as its joints’ friction lets it: nothing is ' +
    'measured. In the air it accelerates.',
  acts: 'wrench',
  needs: { target: false, sensor: false },
  parameters: [
    {
      name: 'wanted',
      unit: ['N m', 'N'],
      entries: 6,
      shapes: ['vector'],
      range: anywhere,
      meaning: 'What the robot does to its environment: force, then torque, in the law’s axes',
    },
  ],
  memory: [],
  doc: {
    law: 'f = R w',
    symbols: [
      { symbol: 'w', unit: 'N, N m', meaning: '`wanted`' },
      { symbol: 'R', unit: '1', meaning: 'turns the law’s axes into world axes' },
    ],
    sign: 'The motors push along `wanted`; pressed against something, that feels it.',
    energy: 'P = f·v + n·ω, put in',
    singular: 'None.',
    source: 'Siciliano et al., Robotics (2009), section 9.2',
  },
  picture: drawing('<circle cx="24" cy="24" r="4"/><path d="M30 24h54M78 18l8 6-8 6M92 8v32"/>'),
  law(A, { axes }, parameters) {
    const [fx, fy, fz, nx, ny, nz] = all(parameters, 'wanted');
    return {
      memory: {},
      wrench: { force: mulMatVec(A, axes, [fx, fy, fz]), torque: mulMatVec(A, axes, [nx, ny, nz]) },
    };
  },
};
