import { attitudeDamping } from './damper-attitude.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { pictures } from './picture.js';

/** τ = J_r(e)⁻ᵀ D ė on the rate of the rotation vector; see `doc`. */
export const damperAttitudeRate: ElementDeclaration = {
  family: 'damper',
  kind: 'attitude-rate',
  title: 'Damper on the rate of the attitude error',
  summary:
    'The counterpart of the spring `attitude`: damps the rate of its rotation vector, so that spring and damper make ' +
    'one second-order system at any error. Near no error it is the damper `attitude`.',
  coordinate: 'attitude',
  parameters: [attitudeDamping],
  doc: {
    law: 'τ = J_r(e)⁻ᵀ D ė, e and J_r as in the spring `attitude`; ė = J_l(e)⁻¹ ω_to − J_r(e)⁻¹ ω_from',
    symbols: [
      {
        symbol: 'ė',
        unit: 'rad/s',
        meaning: 'rate of the rotation vector of the error, as seen from the axes of `axes`',
      },
      {
        symbol: 'D',
        unit: 'N m s/rad',
        meaning: 'damping, in the axes of `axes` (the world’s by default)',
      },
      {
        symbol: 'τ',
        unit: 'N m',
        meaning:
          'torque on `from`; `to` gets −J_l⁻ᵀ D ė where it is on a robot, and turning axes get e × D ė',
      },
    ],
    sign: 'The torque on `from` turns it after `to`, along the rate of the error, so that the rate falls.',
    energy: 'P = ėᵀ D ė, taken out',
    singular: 'At half a turn e jumps to −e; the inverse of J_r stays finite there (its norm is π/2).',
    source: 'Bullo and Murray, Proportional Derivative Control on the Euclidean Group (1995), section 3',
  },
  picture: pictures.damperAttitude,
  law(A, { rate }, { damping = [] }) {
    const force = applyGain(A, damping, rate);
    return { force, secant: damping, dissipated: inner(A, rate, force) };
  },
};
