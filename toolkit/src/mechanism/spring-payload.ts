import { sum } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { anywhere, strength } from './parameters.js';
import { pictures } from './picture.js';

/** f = −m g at a point; a scenario says it as `control.payload`; see `doc`. */
export const springPayload: ElementDeclaration = {
  family: 'spring',
  kind: 'payload',
  title: 'Compensation of a payload',
  summary: 'Holds up the weight of what the arm carries besides its own links, wherever it is.',
  coordinate: 'place',
  parameters: [
    { name: 'mass', unit: 'kg', shapes: ['scalar'], range: strength, meaning: 'Mass of the payload' },
    {
      name: 'gyration',
      unit: 'm',
      shapes: ['vector'],
      range: strength,
      optional: true,
      meaning:
        'Radii of gyration about its centre, in the axes of the point: no part of the force, but of the inertia that laws reckon with',
    },
    {
      name: 'gravity',
      unit: 'm/s2',
      shapes: ['vector'],
      range: anywhere,
      meaning: 'Acceleration of free fall, world axes',
    },
  ],
  doc: {
    law: 'f = −m g at the centre of mass',
    symbols: [
      { symbol: 'm', unit: 'kg', meaning: '`mass`' },
      { symbol: 'g', unit: 'm/s²', meaning: '`gravity`' },
      { symbol: 'f', unit: 'N', meaning: 'force on the robot' },
    ],
    sign: 'Against gravity.',
    energy: 'E = m g·x, x from the origin of the world: what the payload loses in height it gains',
    singular: 'None.',
    source: 'Weight of a point mass',
  },
  picture: pictures.sourcePush,
  law(A, { value }, { mass = [], gravity = [] }) {
    const force = gravity.map((g) => A.mul(mass[0], g));
    return {
      force,
      energy: sum(
        A,
        force.map((f, i) => A.mul(f, value[i])),
      ),
    };
  },
};
