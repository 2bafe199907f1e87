import { tanhRatio } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { scalar, units } from './parameters.js';
import { pictures } from './picture.js';
import { saturationFault, saturationOf } from './saturation.js';

/** f = F tanh(|ż|/w) ż/|ż|; see `doc`. */
export const damperSaturating: ElementDeclaration = {
  family: 'damper',
  kind: 'saturating',
  title: 'Damper with a greatest force',
  summary:
    'Brakes like a linear damper at low speed and never harder than a greatest force, in every direction alike. With a ' +
    'small width it is smooth Coulomb friction.',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('damping', units.damping, 'Slope of the force at rest', { optional: true }),
    scalar('greatest', units.effort, 'Greatest force', { optional: true }),
    scalar('width', units.rate, 'Greatest force/damping: at this speed the force is 76 % of the greatest', {
      optional: true,
    }),
  ],
  check: (given) => saturationFault(given, 'damping'),
  doc: {
    law: 'f = F tanh(s/w) ż/s, s = |ż|, F = c w; two of c, F, w are given',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate' },
      { symbol: 'c', unit: 'N m s/rad, N s/m', meaning: '`damping`' },
      { symbol: 'F', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'w', unit: 'rad/s, m/s', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Against the motion.',
    energy: 'P = F s tanh(s/w), taken out',
    singular:
      'None. Held for a tick it is stable only below about 2 m/T at rest (m: what the coordinate feels like, T: the tick).',
    source: 'Tanh damper of VMRobotControl.jl',
  },
  example: { greatest: '5 N', width: '0.1 m/s' },
  picture: pictures.damperSaturating,
  law(A, { rate }, parameters) {
    const { slope, inverseSquare } = saturationOf(A, parameters, 'damping');
    const square = inner(A, rate, rate);
    const secant = [A.mul(slope, tanhRatio(A, A.mul(square, inverseSquare)))];
    return { force: applyGain(A, secant, rate), secant, dissipated: A.mul(secant[0], square) };
  },
};
