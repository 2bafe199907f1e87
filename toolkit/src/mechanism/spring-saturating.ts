import { logCoshRatio, tanhRatio } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { scalar, units } from './parameters.js';
import { pictures } from './picture.js';
import { saturationFault, saturationOf } from './saturation.js';

/** f = F tanh(k |z|/F) z/|z|; see `doc`. */
export const springSaturating: ElementDeclaration = {
  family: 'spring',
  kind: 'saturating',
  title: 'Spring with a greatest force',
  summary:
    'Pulls like a linear spring near its target and never harder than a greatest force, in every direction alike. ' +
    'A far goal or a jump of the goal pulls no harder than that.',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('stiffness', units.stiffness, 'Slope of the force where the value is 0', { optional: true }),
    scalar('greatest', units.effort, 'Greatest force', { optional: true }),
    scalar(
      'width',
      units.value,
      'Greatest force/stiffness: at this value the force is 76 % of the greatest',
      {
        optional: true,
      },
    ),
  ],
  check: (given) => saturationFault(given, 'stiffness'),
  doc: {
    law: 'f = F tanh(r/w) z/r, r = |z|, F = k w; two of k, F, w are given',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate; between points p_to − p_from' },
      { symbol: 'k', unit: 'N m/rad, N/m', meaning: '`stiffness`' },
      { symbol: 'F', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'w', unit: 'rad, m', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Pulls the value to 0; between points it pulls `from` towards `to`.',
    energy: 'E = F w ln cosh(r/w)',
    singular: 'None: near r = 0 the series of tanh(x)/x is used, and nothing overflows far out.',
    source: 'Tanh spring of VMRobotControl.jl (Larby and Forni)',
  },
  example: { stiffness: '500 N/m', greatest: '10 N' },
  picture: pictures.springSaturating,
  law(A, { value }, parameters) {
    const { slope, inverseSquare } = saturationOf(A, parameters, 'stiffness');
    const square = inner(A, value, value);
    const x = A.mul(square, inverseSquare);
    const secant = [A.mul(slope, tanhRatio(A, x))];
    return {
      force: applyGain(A, secant, value),
      secant,
      energy: A.mul(A.mul(slope, square), logCoshRatio(A, x)),
      radial: true,
    };
  },
};
