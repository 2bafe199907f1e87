import { sum } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { entryOf } from './gain.js';
import { overshoot } from './overshoot.js';
import { anywhere, scalar, strength, units, wantExactly, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = k max(0, z − a), or k min(0, z − b); see `doc`. */
export const springOneSided: ElementDeclaration = {
  family: 'spring',
  kind: 'one-sided',
  title: 'Spring past a bound',
  summary:
    'Leaves the measured value free on one side of a bound and pulls it back on the other: a virtual wall, a leash, an end stop.',
  coordinate: 'distance',
  general: true,
  parameters: [
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      meaning: 'Force for each unit past the bound',
    },
    {
      name: 'above',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      optional: true,
      meaning: 'The bound; acts where the value is above it',
    },
    {
      name: 'below',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      optional: true,
      meaning: 'The bound; acts where the value is below it',
    },
    scalar('width', units.value, 'Over which the force comes in smoothly; without it the slope jumps', {
      optional: true,
    }),
  ],
  check: (given) =>
    wantExactly(given, 1, ['above', 'below']) ??
    wantPositive(given, { width: '0.005, or leave it out for a sharp bound' }),
  doc: {
    law: 'f = k s(z − a) with `above`, f = −k s(b − z) with `below`; s(x) = max(0, x), with a width w: w ln(1 + e^(x/w))',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate, entry by entry' },
      { symbol: 'a, b', unit: 'rad, m', meaning: '`above`, `below`' },
      { symbol: 'k', unit: 'N m/rad, N/m', meaning: '`stiffness`' },
      { symbol: 'w', unit: 'rad, m', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Pulls the value back to the bound.',
    energy: 'E = ½ k max(0, x)²; with a width −k w² Li₂(−e^(x/w)), which is 0.82 k w² at the bound',
    singular: 'Sharp: the slope of the force jumps at the bound, the force does not. Smooth: none.',
    source:
      'Rectified spring of VMRobotControl.jl; limit spring of virtualmodelcontrol with its softplus width',
  },
  example: { stiffness: '200 N/m', above: '20 cm' },
  picture: pictures.springOneSided,
  law(A, { value }, { stiffness = [], above, below, width }) {
    const side = above === undefined ? -1 : 1;
    const bound = (above ?? below) as readonly (typeof value)[0][];
    const parts = value.map((z, i) => {
      const k = entryOf(stiffness, i);
      const x = side > 0 ? A.sub(z, entryOf(bound, i)) : A.sub(entryOf(bound, i), z);
      const { depth, integral, gate } = overshoot(A, x, width?.[0]);
      const pull = A.mul(k, depth);
      return { force: side > 0 ? pull : A.neg(pull), energy: A.mul(k, integral), secant: A.mul(k, gate) };
    });
    return {
      force: parts.map((part) => part.force),
      secant: parts.map((part) => part.secant),
      energy: sum(
        A,
        parts.map((part) => part.energy),
      ),
    };
  },
};
