import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { units } from './parameters.js';
import { pictures } from './picture.js';

/** f = D ė on the difference of two points; see `doc`. */
export const damperLinear: ElementDeclaration = {
  family: 'damper',
  kind: 'linear',
  title: 'Linear damper',
  summary:
    'Resists the rate of a measured value; between two points that is their relative motion. Joined to a moving target it ' +
    'damps the error; joined to the world it brakes the point itself.',
  coordinate: 'offset',
  general: true,
  parameters: [
    {
      name: 'damping',
      unit: units.damping,
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force for each unit of the rate',
    },
  ],
  doc: {
    law: 'f = D ė; between points ė = v_to − v_from, in turning axes less ω × e',
    symbols: [
      {
        symbol: 'ė',
        unit: 'rad/s, m/s',
        meaning: 'rate of the coordinate; between points of e = p_to − p_from',
      },
      { symbol: 'ω', unit: 'rad/s', meaning: 'angular velocity of the axes of `axes`' },
      {
        symbol: 'D',
        unit: 'N m s/rad, N s/m',
        meaning: 'damping, in the axes of `axes` (the world’s by default)',
      },
      {
        symbol: 'f',
        unit: 'N m, N',
        meaning:
          'tension: between points the force on `from`; −f acts on `to` where that is on a robot, and turning axes get e × f',
      },
    ],
    sign: 'Against the rate: the force on `from` points along the velocity of `to` relative to it.',
    energy: 'P = ėᵀ D ė, taken out',
    singular:
      'None. Held for a tick it is stable only below about 2 m/T (m: what the point feels like, T: the tick).',
    source: 'Hogan, Impedance Control Part I (1985), section 3',
  },
  picture: pictures.damper,
  law(A, { rate }, { damping = [] }) {
    const force = applyGain(A, damping, rate);
    return { force, secant: damping, dissipated: inner(A, rate, force) };
  },
};
