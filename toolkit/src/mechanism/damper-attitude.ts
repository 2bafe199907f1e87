import type { ElementDeclaration, ParameterDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { pictures } from './picture.js';

export const attitudeDamping: ParameterDeclaration = {
  name: 'damping',
  unit: 'N m s/rad',
  shapes: ['scalar', 'diagonal', 'matrix'],
  range: [0, Number.POSITIVE_INFINITY],
  meaning: 'Torque for each radian per second',
};

/** τ = D ω on the relative angular velocity; see `doc`. */
export const damperAttitude: ElementDeclaration = {
  family: 'damper',
  kind: 'attitude',
  title: 'Damper between two attitudes',
  summary:
    'Resists the turning of one point’s axes relative to another’s. Joined to the world it brakes the turning of the ' +
    'point itself.',
  coordinate: 'attitude-plain',
  parameters: [attitudeDamping],
  doc: {
    law: 'τ = D ω, ω = ω_to − ω_from',
    symbols: [
      {
        symbol: 'ω',
        unit: 'rad/s',
        meaning: 'angular velocity of `to` relative to `from`',
      },
      {
        symbol: 'D',
        unit: 'N m s/rad',
        meaning: 'damping, in the axes of `axes` (the world’s by default)',
      },
      {
        symbol: 'τ',
        unit: 'N m',
        meaning: 'torque on `from`; −τ acts on `to` where that is on a robot',
      },
    ],
    sign: 'The torque on `from` points along the angular velocity of `to` relative to it.',
    energy: 'P = ωᵀ D ω, taken out',
    singular: 'None. Held for a tick it is stable only below about 2 I/T; light wrists have little I.',
    source: 'Bullo and Murray, Proportional Derivative Control on the Euclidean Group (1995), section 3',
  },
  picture: pictures.damperAttitude,
  law(A, { rate }, { damping = [] }) {
    const force = applyGain(A, damping, rate);
    return { force, secant: damping, dissipated: inner(A, rate, force) };
  },
};
