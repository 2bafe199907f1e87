import { max } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, half, inner } from './gain.js';
import { units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = K e on the difference of two points; see `doc`. */
export const springLinear: ElementDeclaration = {
  family: 'spring',
  kind: 'linear',
  title: 'Linear spring',
  summary:
    'Pulls a measured value to 0 with a force in proportion to it; between two points the value is the vector from one to ' +
    'the other. The usual way to reach for a goal: one end on the tool, the other in the world.',
  coordinate: 'offset',
  general: true,
  parameters: [
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force for each unit of extension',
    },
    {
      name: 'saturation',
      unit: units.value,
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      optional: true,
      meaning: 'Longer extensions act as this long, so the force never passes stiffness × saturation',
    },
  ],
  doc: {
    law: 'f = K e; between points e = p_to − p_from; with a saturation c: f = k e min(1, c/|e|)',
    symbols: [
      { symbol: 'e', unit: 'rad, m', meaning: 'extension: the value of the coordinate' },
      {
        symbol: 'K, k',
        unit: 'N m/rad, N/m',
        meaning: 'stiffness, in the axes of `axes` (the world’s by default)',
      },
      { symbol: 'c', unit: 'rad, m', meaning: 'saturation' },
      {
        symbol: 'f',
        unit: 'N m, N',
        meaning: 'tension: between points the force on `from`; −f acts on `to` where that is on a robot',
      },
    ],
    sign: 'Pulls the value to 0: the force on `from` points towards `to`.',
    energy: 'E = ½ eᵀ K e; with a saturation and |e| > c: E = k c (|e| − c/2)',
    singular:
      'None. With a saturation the force is continuous at |e| = c and the law needs one number of stiffness.',
    source: 'Hogan, Impedance Control Part I (1985), section 3',
  },
  picture: pictures.spring,
  check: (given) =>
    given.saturation !== undefined && given.stiffness !== undefined && given.stiffness.length > 1
      ? 'a saturation needs one number of stiffness: cut short, a stiffness with directions has no energy'
      : wantPositive(given, { saturation: '0.1: with 0 the spring never pulls' }),
  law(A, { value: e }, { stiffness = [], saturation }) {
    if (saturation === undefined) {
      const force = applyGain(A, stiffness, e);
      return {
        force,
        secant: stiffness,
        energy: half(A, e, force),
        radial: stiffness.length === 1,
      };
    }
    const [k, c] = [stiffness[0], saturation[0]];
    const length = A.sqrt(inner(A, e, e));
    const beyond = A.less(c, length);
    const longest = max(A, length, c);
    // c/max(|e|, c) is 1 inside; both sides are selected apart, so that c = 0 = |e| divides nothing by 0.
    const scale = A.mul(
      k,
      A.select(beyond, A.div(c, A.select(beyond, longest, A.constant(1))), A.constant(1)),
    );
    const force = applyGain(A, [scale], e);
    const inside = half(A, e, force);
    const outside = A.mul(A.mul(k, c), A.sub(length, A.mul(A.constant(0.5), c)));
    return { force, secant: [scale], energy: A.select(beyond, outside, inside), radial: true };
  },
};
