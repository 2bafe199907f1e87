import {
  type Algebra,
  conjugate,
  cross3,
  leftJacobianInverse,
  mulMatVec,
  mulTransposeVec,
  neg3,
  type Quaternion,
  quaternionLog,
  quaternionProduct,
  sub3,
  type Vec3,
} from '../math/index.js';
import { type Axes, asVec3, type Coordinate, type Site } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/** The turn from the axes of `from` to those of `to`, in world axes: q_to q_from*. */
function turn<S>(A: Algebra<S>, from: Site<S>, to: Site<S>): Quaternion<S> {
  return quaternionProduct(A, to.quaternion(), conjugate(A, from.quaternion()));
}

/**
 * The attitude error, e = log(R_to R_fromᵀ), rad: the rotation vector of the turn from `from` to `to`, the short
 * way, |e| ≤ π; in the axes of `axes`.
 *
 * ė = J_l(e)⁻¹ ω_to − J_r(e)⁻¹ ω_from in world axes. Back: J_r⁻ᵀ φ acts on `from`, −J_l⁻ᵀ φ on `to`; in turning
 * axes the moment e × φ acts on these. Where φ is parallel to e all derivatives leave it as it is.
 *
 * Singular: at half a turn the axis is ambiguous. One of the two is taken, always the same for the same attitudes;
 * value, rate and derivative stay finite there. Source: Bullo and Murray (1995), section 3.
 */
export function attitude<S>(A: Algebra<S>, from: Site<S>, to: Site<S>, axes: Axes<S>): Coordinate<S> {
  const e = quaternionLog(A, turn(A, from, to));
  const left = leftJacobianInverse(A, e);
  // J_r(e)⁻¹ = J_l(e)⁻ᵀ.
  const drift = sub3(A, mulMatVec(A, left, to.spin), mulTransposeVec(A, left, from.spin));
  const relative = axes === undefined ? drift : sub3(A, drift, cross3(A, axes.spin, e));
  return {
    reading: { value: seenFrom(A, axes, e), rate: seenFrom(A, axes, relative) },
    transpose(force, radial, loads) {
      const f = seenFromWorld(A, axes, asVec3(force));
      loads.torque(from, radial ? f : mulMatVec(A, left, f));
      loads.torque(to, neg3(A, radial ? f : mulTransposeVec(A, left, f)));
      if (axes !== undefined && !radial) loads.torque(axes, cross3(A, e, f));
    },
  };
}

/**
 * The vector of {@link attitude} with the relative angular velocity ω_to − ω_from beside it, and forces that act
 * as torques along themselves. Not a coordinate and its derivative: for dampers on ω, and for peers' laws.
 */
export function attitudePlain<S>(A: Algebra<S>, from: Site<S>, to: Site<S>, axes: Axes<S>): Coordinate<S> {
  return plain(A, from, to, axes, quaternionLog(A, turn(A, from, to)));
}

/**
 * The vector part sin(θ/2) n of the turn's unit quaternion with cos(θ/2) ≥ 0; rate and forces as in
 * {@link attitudePlain}.
 */
export function attitudeQuaternion<S>(
  A: Algebra<S>,
  from: Site<S>,
  to: Site<S>,
  axes: Axes<S>,
): Coordinate<S> {
  const [w, x, y, z] = turn(A, from, to);
  const far = A.less(w, A.constant(0));
  const short = (c: S) => A.select(far, A.neg(c), c);
  return plain(A, from, to, axes, [short(x), short(y), short(z)]);
}

function plain<S>(A: Algebra<S>, from: Site<S>, to: Site<S>, axes: Axes<S>, e: Vec3<S>): Coordinate<S> {
  return {
    reading: {
      value: seenFrom(A, axes, e),
      rate: seenFrom(A, axes, sub3(A, to.spin, from.spin)),
    },
    transpose(force, _radial, loads) {
      const f = seenFromWorld(A, axes, asVec3(force));
      loads.torque(from, f);
      loads.torque(to, neg3(A, f));
    },
  };
}

function seenFrom<S>(A: Algebra<S>, axes: Axes<S>, v: Vec3<S>): Vec3<S> {
  return axes === undefined ? v : mulTransposeVec(A, axes.rotation, v);
}

function seenFromWorld<S>(A: Algebra<S>, axes: Axes<S>, v: Vec3<S>): Vec3<S> {
  return axes === undefined ? v : mulMatVec(A, axes.rotation, v);
}

const extension = { name: 'extension', meaning: 'Target − actual' };
const relativeSpin = { unit: 'rad/s', meaning: 'Angular velocity of `to` relative to `from`' };

export const attitudeDeclaration: CoordinateDeclaration = {
  kind: 'attitude',
  title: 'Attitude of one point’s axes to another’s',
  summary:
    'The rotation vector of the turn from one attitude to another, the short way, with its exact derivative, so that a ' +
    'spring on it is the gradient of an energy.',
  ends: ['from', 'to'],
  optional: ['axes'],
  parameters: [],
  shape: () => ({ size: 3, unit: 'rad' }),
  observed: extension,
  doc: {
    value: 'z = R_axesᵀ e, e = log(R_to R_fromᵀ), |e| ≤ π',
    rate: 'ż = R_axesᵀ (J_l(e)⁻¹ ω_to − J_r(e)⁻¹ ω_from − ω_axes × e)',
    sign: 'A positive tension along e turns `from` towards `to`.',
    singular:
      'At half a turn the axis is ambiguous and e jumps to −e: one of the two is taken, always the same for the same ' +
      'attitudes; rate and forces stay finite (the norm of J_r⁻¹ is π/2).',
    source: 'Bullo and Murray, Proportional Derivative Control on the Euclidean Group (1995), section 3',
  },
  coordinate: (A, given) => attitude(A, endOf(given, 'from'), endOf(given, 'to'), given.ends.axes),
};

export const attitudePlainDeclaration: CoordinateDeclaration = {
  kind: 'attitude-plain',
  title: 'Attitude with the relative angular velocity',
  summary:
    'The rotation vector of the turn, with the relative angular velocity beside it. Tensions act as torques along ' +
    'themselves: for dampers on ω and for peers’ laws.',
  ends: ['from', 'to'],
  optional: ['axes'],
  parameters: [],
  shape: () => ({ size: 3, unit: 'rad' }),
  observed: extension,
  ownRate: relativeSpin,
  doc: {
    value: 'z = R_axesᵀ log(R_to R_fromᵀ)',
    rate: 'R_axesᵀ (ω_to − ω_from), which is not the derivative of z',
    sign: 'A positive tension is the torque on `from`; `to` gets the opposite.',
    singular: 'At half a turn the axis is ambiguous and z jumps to −z; rate and forces are regular.',
    source: 'Impedance controllers that command τ = K e directly',
  },
  coordinate: (A, given) => attitudePlain(A, endOf(given, 'from'), endOf(given, 'to'), given.ends.axes),
};

export const attitudeQuaternionDeclaration: CoordinateDeclaration = {
  kind: 'attitude-quaternion',
  title: 'Vector part of the error quaternion with the relative angular velocity',
  summary: 'What impedance controllers on quaternions multiply; tensions act as torques along themselves.',
  ends: ['from', 'to'],
  optional: ['axes'],
  parameters: [],
  shape: () => ({ size: 3, unit: '1' }),
  observed: extension,
  ownRate: relativeSpin,
  // sin(θ/2) n of the turn θ n.
  slope: 0.5,
  doc: {
    value: 'z = R_axesᵀ sin(θ/2) n of the turn θ n from `from` to `to`, cos(θ/2) ≥ 0',
    rate: 'R_axesᵀ (ω_to − ω_from), which is not the derivative of z',
    sign: 'A positive tension is the torque on `from`; `to` gets the opposite.',
    singular: 'At half a turn the axis is ambiguous and z jumps to −z; rate and forces are regular.',
    source: 'Impedance controllers that command τ = K·vec(q) directly',
  },
  coordinate: (A, given) => attitudeQuaternion(A, endOf(given, 'from'), endOf(given, 'to'), given.ends.axes),
};
