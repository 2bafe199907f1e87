import { sum } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { entryOf } from './gain.js';
import { overshoot } from './overshoot.js';
import { anywhere, scalar, strength, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = k max(0, z − u) − k max(0, l − z); see `doc`. */
export const springDeadZone: ElementDeclaration = {
  family: 'spring',
  kind: 'dead-zone',
  title: 'Spring outside an interval',
  summary:
    'Leaves the measured value free between two bounds and pulls it back from outside: on a joint a buffer before its ' +
    'limits, on a distance a band in which a point may move.',
  coordinate: 'distance',
  general: true,
  parameters: [
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      meaning: 'Force for each unit outside',
    },
    {
      name: 'lower',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      meaning: 'Where the free interval begins',
    },
    {
      name: 'upper',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      meaning: 'Where it ends',
    },
    scalar('width', units.value, 'Over which the force comes in smoothly; without it the slope jumps', {
      optional: true,
    }),
  ],
  check(given) {
    const { lower = [], upper = [] } = given;
    const entries = lower.length > upper.length ? lower : upper;
    const empty = entries.findIndex((_, i) => !(entryOf(lower, i) < entryOf(upper, i)));
    if (empty >= 0) {
      return `the interval is empty: lower ${entryOf(lower, empty)} must be below upper ${entryOf(upper, empty)}`;
    }
    return wantPositive(given, { width: '0.005, or leave it out for sharp bounds' });
  },
  doc: {
    law: 'f = k s(z − u) − k s(l − z); s(x) = max(0, x), with a width w: w ln(1 + e^(x/w))',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate, entry by entry' },
      { symbol: 'l, u', unit: 'rad, m', meaning: '`lower`, `upper`' },
      { symbol: 'k', unit: 'N m/rad, N/m', meaning: '`stiffness`' },
      { symbol: 'w', unit: 'rad, m', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Pulls the value back into the interval; between the bounds it is free.',
    energy: 'E = ½ k max(0, z − u)² + ½ k max(0, l − z)²; with a width as of `spring: one-sided`',
    singular: 'Sharp: the slope of the force jumps at the bounds, the force does not. Smooth: none.',
    source: 'Dead-zone springs of VMRobotControl.jl; limit spring of virtualmodelcontrol',
  },
  example: { stiffness: '200 N/m', lower: '10 cm', upper: '30 cm' },
  picture: pictures.springDeadZone,
  law(A, { value }, { stiffness = [], lower = [], upper = [], width }) {
    const parts = value.map((z, i) => {
      const k = entryOf(stiffness, i);
      const over = overshoot(A, A.sub(z, entryOf(upper, i)), width?.[0]);
      const under = overshoot(A, A.sub(entryOf(lower, i), z), width?.[0]);
      return {
        force: A.mul(k, A.sub(over.depth, under.depth)),
        secant: A.mul(k, A.add(over.gate, under.gate)),
        energy: A.mul(k, A.add(over.integral, under.integral)),
      };
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
