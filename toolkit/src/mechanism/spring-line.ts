import type { ElementDeclaration } from './declaration.js';
import { half } from './gain.js';
import { pictures } from './picture.js';

/** f = k (d − L) along the line of two points; see `doc`. */
export const springLine: ElementDeclaration = {
  family: 'spring',
  kind: 'line',
  title: 'Spring along the line of two points',
  summary:
    'Holds two points at a distance and leaves them free to turn about each other, as a coil spring of some ' +
    'rest length would.',
  coordinate: 'distance',
  parameters: [
    {
      name: 'stiffness',
      unit: 'N/m',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force for each metre longer than the rest length',
    },
    {
      name: 'length',
      unit: 'm',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      default: 0,
      meaning: 'Rest length',
    },
  ],
  doc: {
    law: 'f = k (d − L), d = |p_to − p_from|',
    symbols: [
      { symbol: 'd', unit: 'm', meaning: 'distance of the points' },
      { symbol: 'L', unit: 'm', meaning: 'rest length' },
      { symbol: 'k', unit: 'N/m', meaning: 'stiffness' },
      {
        symbol: 'f',
        unit: 'N',
        meaning: 'pull on `from` towards `to`, and on `to` towards `from`',
      },
    ],
    sign: 'Longer than L it pulls the points together, shorter it pushes them apart.',
    energy: 'E = ½ k (d − L)²',
    singular: 'Where the points meet the line has no direction and the force is 0.',
    source: 'Pratt et al., Virtual Model Control (2001), section 2',
  },
  picture: pictures.springLine,
  law(A, { value: [d] }, { stiffness = [], length = [] }) {
    const extension = A.sub(d, length[0]);
    const force = [A.mul(stiffness[0], extension)];
    return { force, secant: stiffness, energy: half(A, [extension], force) };
  },
};
