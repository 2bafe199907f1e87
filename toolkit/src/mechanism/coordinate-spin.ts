import { mulMatVec, mulTransposeVec, neg3, vec3 } from '../math/index.js';
import { asVec3 } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/** The angular velocity of a point's axes, as a rate without a value; see `doc`. */
export const spinDeclaration: CoordinateDeclaration = {
  kind: 'spin',
  title: 'Angular velocity of a point’s axes',
  summary: 'For dampers that brake turning: there is a rate, and no value that it would be the rate of.',
  ends: ['at'],
  optional: ['axes'],
  parameters: [],
  shape: () => ({ size: 3, unit: 'rad' }),
  ownRate: { unit: 'rad/s', meaning: 'Angular velocity' },
  doc: {
    value: 'z = 0',
    rate: 'R_axesᵀ ω_at, which is no derivative: a turn in space is no vector',
    sign: 'A positive tension turns `at` against the axes.',
    singular: 'None.',
    source: 'Featherstone, Rigid Body Dynamics Algorithms (2008), section 2.2',
  },
  coordinate(A, given) {
    const at = endOf(given, 'at');
    const { axes } = given.ends;
    return {
      reading: {
        value: vec3(A, 0, 0, 0),
        rate: axes === undefined ? at.spin : mulTransposeVec(A, axes.rotation, at.spin),
      },
      transpose(force, _radial, loads) {
        const f = asVec3(force);
        loads.torque(at, neg3(A, axes === undefined ? f : mulMatVec(A, axes.rotation, f)));
      },
    };
  },
};
