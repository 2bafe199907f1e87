import { sweptKinds } from '../geometry/index.js';
import { dot3, neg3, scale3, sub3, type Vec3 } from '../math/index.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';
import { between, forceAt, velocityAt } from './coordinate-gap.js';

/** A gap, and how the surfaces slide over each other; see `doc`. */
export const contactDeclaration: CoordinateDeclaration = {
  kind: 'contact',
  title: 'Gap and sliding of two shapes',
  summary:
    'The signed distance of two shapes, followed by the velocity at which `from` slides over `to`, for laws of contact ' +
    'with friction. Sliding is a rate without a value that it would be the rate of.',
  ends: ['from', 'to'],
  optional: [],
  solids: { from: sweptKinds },
  parameters: [],
  shape: () => ({ size: 4, unit: 'm' }),
  ownRate: { unit: 'm/s', meaning: 'Rate of the gap, then sliding velocity in world axes' },
  doc: {
    value: 'z = (gap, 0, 0, 0)',
    rate: '(n · u, u − n (n · u)), u = v_from − v_to at the closest point of `to`, n as in the gap',
    sign:
      'A positive tension of the first entry pulls the shapes together; the others act on `from` against their ' +
      'direction, across n, and on `to` along it.',
    singular: 'As the gap.',
    source: 'Johnson, Contact Mechanics (1985), section 1.3',
  },
  coordinate(A, given) {
    const [from, to] = [endOf(given, 'from'), endOf(given, 'to')];
    const { distance, normal, onTo } = between(A, from, to);
    const along = (v: Vec3<typeof distance>) => scale3(A, dot3(A, normal, v), normal);
    const drift = sub3(A, velocityAt(A, from, onTo), velocityAt(A, to, onTo));
    const zero = A.constant(0);
    return {
      reading: {
        value: [distance, zero, zero, zero],
        rate: [dot3(A, normal, drift), ...sub3(A, drift, along(drift))],
      },
      transpose([pull, x, y, z], _radial, loads) {
        const rub: Vec3<typeof pull> = [x, y, z];
        const across = sub3(A, rub, along(rub));
        const f: Vec3<typeof pull> = [
          A.add(A.mul(pull, normal[0]), across[0]),
          A.add(A.mul(pull, normal[1]), across[1]),
          A.add(A.mul(pull, normal[2]), across[2]),
        ];
        forceAt(A, loads, from, onTo, neg3(A, f));
        forceAt(A, loads, to, onTo, f);
      },
    };
  },
};
