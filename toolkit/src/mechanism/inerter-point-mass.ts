import type { ElementDeclaration } from './declaration.js';
import { half, inner } from './gain.js';
import { anywhere, scalar } from './parameters.js';
import { pictures } from './picture.js';

/** f = m (a − g); see `doc`. */
export const inerterPointMass: ElementDeclaration = {
  family: 'inerter',
  kind: 'point-mass',
  title: 'Point mass on a virtual body',
  summary:
    'A mass at a point of a virtual body; weightless unless it is given a gravity. Only virtual bodies may move its point; ' +
    'on the robot it would be a payload.',
  coordinate: 'place',
  parameters: [
    scalar('mass', 'kg', 'Mass'),
    {
      name: 'gravity',
      unit: 'm/s2',
      shapes: ['vector'],
      range: anywhere,
      optional: true,
      meaning: 'Acceleration of a falling body, world axes; without it the mass has no weight',
    },
  ],
  doc: {
    law: 'f = m (a − g)',
    symbols: [
      { symbol: 'a', unit: 'm/s²', meaning: 'acceleration of the point' },
      { symbol: 'g', unit: 'm/s²', meaning: '`gravity`' },
      { symbol: 'm', unit: 'kg', meaning: '`mass`' },
      { symbol: 'f', unit: 'N', meaning: 'force that the motion takes, world axes' },
    ],
    sign: 'Against the acceleration; the weight pulls along g.',
    energy: 'E = ½ m v² − m g·p, p the position in the world',
    singular: 'None.',
    source: 'Newton’s second law',
  },
  example: { at: 'cart', mass: '1 kg' },
  picture: pictures.inerterPointMass,
  law(A, { value, rate }, { mass = [], gravity }) {
    const moving = A.mul(mass[0], half(A, rate, rate));
    if (gravity === undefined) {
      return { force: rate.map(() => A.constant(0)), inertance: mass, energy: moving };
    }
    const weight = gravity.map((g) => A.mul(mass[0], g));
    return {
      force: weight.map((w) => A.neg(w)),
      inertance: mass,
      energy: A.sub(moving, inner(A, weight, value)),
    };
  },
};
