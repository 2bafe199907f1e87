import { type Algebra, cross3, mulMatVec, mulTransposeVec, neg3, sub3 } from '../math/index.js';
import { type Axes, asVec3, type Coordinate, type Site } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/**
 * The difference of two points, z = R_axesᵀ (p_to − p_from), m.
 *
 * ż = R_axesᵀ (v_to − v_from − ω_axes × e), e = p_to − p_from. Back: f = R_axes φ acts on `from`, −f on `to` and
 * the moment e × f on the axes; regular everywhere.
 */
export function offset<S>(A: Algebra<S>, from: Site<S>, to: Site<S>, axes: Axes<S>): Coordinate<S> {
  const e = sub3(A, to.position, from.position);
  const drift = sub3(A, to.velocity, from.velocity);
  if (axes === undefined) {
    return {
      reading: { value: e, rate: drift },
      transpose(force, _radial, loads) {
        const f = asVec3(force);
        loads.force(from, f);
        loads.force(to, neg3(A, f));
      },
    };
  }
  return {
    reading: {
      value: mulTransposeVec(A, axes.rotation, e),
      rate: mulTransposeVec(A, axes.rotation, sub3(A, drift, cross3(A, axes.spin, e))),
    },
    transpose(force, radial, loads) {
      const f = mulMatVec(A, axes.rotation, asVec3(force));
      loads.force(from, f);
      loads.force(to, neg3(A, f));
      if (!radial) loads.torque(axes, cross3(A, e, f));
    },
  };
}

export const offsetDeclaration: CoordinateDeclaration = {
  kind: 'offset',
  title: 'Difference of two points',
  summary: 'Where one point is, seen from another: the extension of what is stretched between them.',
  ends: ['from', 'to'],
  optional: ['axes'],
  parameters: [],
  shape: () => ({ size: 3, unit: 'm' }),
  observed: { name: 'extension', meaning: 'Target − actual' },
  doc: {
    value: 'z = R_axesᵀ (p_to − p_from)',
    rate: 'ż = R_axesᵀ (v_to − v_from − ω_axes × (p_to − p_from))',
    sign: 'A positive tension pulls `from` along the axes and `to` against them.',
    singular: 'None.',
    source: 'Khatib, A Unified Approach for Motion and Force Control (1987), section III',
  },
  coordinate: (A, given) => offset(A, endOf(given, 'from'), endOf(given, 'to'), given.ends.axes),
};
