import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, positive } from './gain.js';
import { scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = F ż/√(ż² + w²); see `doc`. */
export const damperCoulomb: ElementDeclaration = {
  family: 'damper',
  kind: 'coulomb',
  title: 'Smooth Coulomb friction',
  summary:
    'Brakes with nearly the same force at every speed but the slowest. It creeps and never sticks. The tanh form of the ' +
    'same is `damper: saturating` by force and width.',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('greatest', units.effort, 'Force at speed'),
    scalar('width', units.rate, 'Speed at which the force is 71 % of that', { default: 0.01 }),
  ],
  check: (given) => wantPositive(given, { width: '0.001: the friction of this law is smooth at rest' }),
  doc: {
    law: 'f = F ż/√(s² + w²), s = |ż|',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate' },
      { symbol: 'F', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'w', unit: 'rad/s, m/s', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Against the motion.',
    energy: 'P = F s²/√(s² + w²), taken out',
    singular:
      'None. At rest its slope is F/w, and held for a tick it is stable only below about 2 m/T (m: what the coordinate feels like, T: the tick).',
    source: 'Smoothed Coulomb friction of virtualmodelcontrol',
  },
  example: { greatest: '2 N' },
  picture: pictures.damperCoulomb,
  law(A, { rate }, { greatest = [], width = [] }) {
    const square = inner(A, rate, rate);
    const w = positive(A, width[0]);
    const secant = [A.div(greatest[0], A.sqrt(A.add(square, A.mul(w, w))))];
    return { force: applyGain(A, secant, rate), secant, dissipated: A.mul(secant[0], square) };
  },
};
