import { type Algebra, cross3, mulMatVec, mulTransposeVec, neg3, sub3 } from '../math/index.js';
import { type Axes, asVec3, type Coordinate, type Site } from './coordinate.js';

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
