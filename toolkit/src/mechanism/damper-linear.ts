import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { pictures } from './picture.js';

/** f = D ė on the difference of two points; see `doc`. */
export const damperLinear: ElementDeclaration = {
  family: 'damper',
  kind: 'linear',
  title: 'Damper between two points',
  summary:
    'Resists the relative motion of two points. Joined to a moving target it damps the error; joined to the ' +
    'world it brakes the point itself.',
  coordinate: 'offset',
  parameters: [
    {
      name: 'damping',
      unit: 'N s/m',
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force for each metre per second of ė',
    },
  ],
  doc: {
    law: 'f = D ė, ė = v_to − v_from, in turning axes less ω × e',
    symbols: [
      { symbol: 'ė', unit: 'm/s', meaning: 'rate of the extension e = p_to − p_from' },
      { symbol: 'ω', unit: 'rad/s', meaning: 'angular velocity of the axes of `axes`' },
      {
        symbol: 'D',
        unit: 'N s/m',
        meaning: 'damping, in the axes of `axes` (the world’s by default)',
      },
      {
        symbol: 'f',
        unit: 'N',
        meaning: 'force on `from`; −f acts on `to` where that is on a robot, and turning axes get e × f',
      },
    ],
    sign: 'The force on `from` points along the velocity of `to` relative to it.',
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
