/** From what a sensor reads to the external wrench on the robot, and from its origin to the centre of a law. */
import {
  type Algebra,
  add3,
  cross3,
  type Mat3,
  mulMatVec,
  mulTransposeVec,
  scale3,
  select3,
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

/** A mass that hangs below a sensor besides, kg, and where, world axes, m. */
export interface Carried<S> {
  readonly mass: S;
  readonly position: Vec3<S>;
}

/** Mass and centre of all that hangs below; where it weighs nothing, the centre is that of what hangs there in any case. */
export function withCarried<S>(
  A: Algebra<S>,
  below: Pick<Below<S>, 'mass' | 'centre'>,
  carried: readonly Carried<S>[],
  site: { readonly position: Vec3<S>; readonly rotation: Mat3<S> },
): Pick<Below<S>, 'mass' | 'centre'> {
  if (carried.length === 0) return below;
  let { mass } = below;
  let moment = scale3(A, below.mass, below.centre);
  for (const { mass: more, position } of carried) {
    const lever = mulTransposeVec(A, site.rotation, sub3(A, position, site.position));
    mass = A.add(mass, more);
    moment = add3(A, moment, scale3(A, more, lever));
  }
  const some = A.less(A.constant(1e-9), mass);
  const centre = scale3(A, A.div(A.constant(1), A.select(some, mass, A.constant(1))), moment);
  return { mass, centre: select3(A, some, centre, below.centre) };
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
