/** From what a sensor reads to the external wrench on the robot, and from its origin to the centre of a law. */
import {
  type Algebra,
  add3,
  cross3,
  type Mat3,
  mulMatVec,
  mulTransposeVec,
  scale3,
  sub3,
  type Vec3,
} from '../../math/index.js';

/** Force and torque about some point, in some axes. */
export interface Pair<S> {
  readonly force: Vec3<S>;
  readonly torque: Vec3<S>;
}

/** What hangs below a sensor: mass, kg, and centre in sensor axes, m; free fall less its acceleration, m/s², world axes. */
export interface Below<S> {
  readonly mass: S;
  readonly centre: Vec3<S>;
  readonly fall: Vec3<S>;
}

/**
 * The external wrench in sensor axes about the sensor's origin: the reading less bias and less the weight (and inertial
 * force) m (g − a) of what hangs below, which pulls at its centre. `rotation` turns sensor axes into world axes.
 */
export function externalWrench<S>(
  A: Algebra<S>,
  reading: Pair<S>,
  bias: Pair<S> | undefined,
  below: Below<S> | undefined,
  rotation: Mat3<S>,
): Pair<S> {
  const own =
    bias === undefined
      ? reading
      : { force: sub3(A, reading.force, bias.force), torque: sub3(A, reading.torque, bias.torque) };
  if (below === undefined) return own;
  const weight = scale3(A, below.mass, mulTransposeVec(A, rotation, below.fall));
  return {
    force: sub3(A, own.force, weight),
    torque: sub3(A, own.torque, cross3(A, below.centre, weight)),
  };
}

/** The same wrench in outer axes about another point: force R f, torque R n + (from − to) × R f. */
export function movedWrench<S>(
  A: Algebra<S>,
  wrench: Pair<S>,
  rotation: Mat3<S>,
  from: Vec3<S>,
  to: Vec3<S>,
): Pair<S> {
  const force = mulMatVec(A, rotation, wrench.force);
  const torque = add3(A, mulMatVec(A, rotation, wrench.torque), cross3(A, sub3(A, from, to), force));
  return { force, torque };
}
