import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { pictures } from './picture.js';

/** f = D ḋ along the line of two points; see `doc`. */
export const damperLine: ElementDeclaration = {
  family: 'damper',
  kind: 'line',
  title: 'Damper along the line of two points',
  summary: 'Resists two points coming closer or moving apart, and leaves them free to turn about each other.',
  coordinate: 'distance',
  parameters: [
    {
      name: 'damping',
      unit: 'N s/m',
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Force for each metre per second of ḋ',
    },
  ],
  doc: {
    law: 'f = D ḋ, d = |p_to − p_from|',
    symbols: [
      { symbol: 'ḋ', unit: 'm/s', meaning: 'rate of the distance' },
      { symbol: 'D', unit: 'N s/m', meaning: 'damping' },
      {
        symbol: 'f',
        unit: 'N',
        meaning: 'pull on `from` towards `to`, and on `to` towards `from`',
      },
    ],
    sign: 'Moving apart it pulls the points together, closing in it pushes them apart.',
    energy: 'P = D ḋ², taken out',
    singular: 'Where the points meet the line has no direction and the force is 0.',
    source: 'Pratt et al., Virtual Model Control (2001), section 2',
  },
  picture: pictures.damperLine,
  law(A, { rate }, { damping = [] }) {
    const force = applyGain(A, damping, rate);
    return { force, secant: damping, dissipated: inner(A, rate, force) };
  },
};
