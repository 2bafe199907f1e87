import { max } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, positive } from './gain.js';
import { scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = P ż/(s² + w²); see `doc`. */
export const sourcePower: ElementDeclaration = {
  family: 'source',
  kind: 'power',
  title: 'Power along the motion',
  summary:
    'Helps whatever moves, the way it moves, with a power that it does not exceed. It never takes energy out, and at rest ' +
    'it does nothing: it helps what moves and starts nothing.',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('power', 'W', 'Power at speed'),
    scalar('greatest', units.effort, 'Greatest force; it acts at the speed P/2F'),
  ],
  check: (given) =>
    wantPositive(given, { greatest: '10: the power over no speed would be an endless force' }),
  doc: {
    law: 'f = P ż/(s² + w²), s = |ż|, w = P/2F',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate' },
      { symbol: 'P', unit: 'W', meaning: '`power`' },
      { symbol: 'F', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'push; the tension is −f' },
    ],
    sign: 'Along the motion.',
    energy: 'P s²/(s² + w²), put in; from 0 at rest to P',
    singular: 'At rest the force is 0; its slope there is 4 F²/P.',
    source: 'Power source of VMRobotControl.jl, made smooth',
  },
  example: { power: '5 W', greatest: '10 N' },
  picture: pictures.sourcePower,
  law(A, { rate }, { power = [], greatest = [] }) {
    const [P] = power;
    const square = inner(A, rate, rate);
    const w = A.div(P, A.mul(A.constant(2), positive(A, greatest[0])));
    const gain = A.div(P, A.add(square, max(A, A.mul(w, w), A.constant(1e-24))));
    return { force: applyGain(A, [A.neg(gain)], rate), supplied: A.mul(gain, square) };
  },
};
