import { logCoshRatio, sum, tanhRatio } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain } from './gain.js';
import { strength, units } from './parameters.js';
import { pictures } from './picture.js';
import { saturationFault, saturationOf } from './saturation.js';

/** fᵢ = Fᵢ tanh(kᵢ zᵢ/Fᵢ); see `doc`. */
export const springSaturatingAxes: ElementDeclaration = {
  family: 'spring',
  kind: 'saturating-axes',
  title: 'Spring with a greatest force along each axis',
  summary:
    'As `spring: saturating`, but each entry saturates on its own: the pull need not point at the target, and along a ' +
    'diagonal it is larger than along an axis.',
  coordinate: 'offset',
  general: true,
  parameters: [
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      optional: true,
      meaning: 'Slope of the force where the value is 0',
    },
    {
      name: 'greatest',
      unit: units.effort,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      optional: true,
      meaning: 'Greatest force along each axis',
    },
    {
      name: 'width',
      unit: units.value,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      optional: true,
      meaning: 'Greatest force/stiffness',
    },
  ],
  check: (given) => saturationFault(given, 'stiffness'),
  doc: {
    law: 'fᵢ = Fᵢ tanh(zᵢ/wᵢ), Fᵢ = kᵢ wᵢ; two of k, F, w are given',
    symbols: [
      { symbol: 'zᵢ', unit: 'rad, m', meaning: 'entry i of the value, in the axes of `axes`' },
      { symbol: 'kᵢ', unit: 'N m/rad, N/m', meaning: '`stiffness`' },
      { symbol: 'Fᵢ', unit: 'N m, N', meaning: '`greatest`' },
      { symbol: 'wᵢ', unit: 'rad, m', meaning: '`width`' },
      { symbol: 'fᵢ', unit: 'N m, N', meaning: 'tension along axis i' },
    ],
    sign: 'Pulls every entry to 0.',
    energy: 'E = Σ Fᵢ wᵢ ln cosh(zᵢ/wᵢ)',
    singular: 'None; smooth everywhere.',
    source: 'Tanh spring of the Python library virtualmodelcontrol',
  },
  example: { stiffness: '500 N/m', greatest: '10 N' },
  picture: pictures.springSaturatingAxes,
  law(A, { value }, parameters) {
    const parts = value.map((z, i) => {
      const { slope, inverseSquare } = saturationOf(A, parameters, 'stiffness', i);
      const square = A.mul(z, z);
      const x = A.mul(square, inverseSquare);
      return {
        secant: A.mul(slope, tanhRatio(A, x)),
        energy: A.mul(A.mul(slope, square), logCoshRatio(A, x)),
      };
    });
    const secant = parts.map((part) => part.secant);
    return {
      force: applyGain(A, secant, value),
      secant,
      energy: sum(
        A,
        parts.map((part) => part.energy),
      ),
    };
  },
};
