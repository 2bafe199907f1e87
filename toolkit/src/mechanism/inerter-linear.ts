import type { ElementDeclaration } from './declaration.js';
import { applyGain, half } from './gain.js';
import { strength, units } from './parameters.js';
import { pictures } from './picture.js';

/** f = B z̈; see `doc`. */
export const inerterLinear: ElementDeclaration = {
  family: 'inerter',
  kind: 'linear',
  title: 'Inerter',
  summary:
    'Resists the acceleration of a coordinate as a mass does, but between its two ends: the virtual mass of a cart on a ' +
    'rail, of a virtual joint, or between two virtual bodies. Only virtual bodies may move its coordinate; on the robot ' +
    'it would be a payload.',
  coordinate: 'offset',
  general: true,
  parameters: [
    {
      name: 'inertance',
      unit: units.inertance,
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: strength,
      meaning: 'Force for each unit of acceleration',
    },
  ],
  doc: {
    law: 'f = B z̈',
    symbols: [
      { symbol: 'z̈', unit: 'rad/s², m/s²', meaning: 'acceleration of the coordinate' },
      { symbol: 'B', unit: 'kg m², kg', meaning: '`inertance`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Against the acceleration.',
    energy: 'E = ½ żᵀ B ż',
    singular: 'None. It has no weight.',
    source: 'Smith, Synthesis of mechanical networks: the inerter (2002)',
  },
  example: { from: 'cart', to: 'world', inertance: '2 kg' },
  picture: pictures.inerterLinear,
  law(A, { rate }, { inertance = [] }) {
    return {
      force: rate.map(() => A.constant(0)),
      inertance,
      energy: half(A, rate, applyGain(A, inertance, rate)),
    };
  },
};
