import {
  add3,
  conjugate,
  cross3,
  mulMatVec,
  mulTransposeVec,
  neg3,
  quaternionProduct,
  scale3,
  sub3,
  type Vec3,
} from '../math/index.js';
import { asVec3 } from './coordinate.js';
import { type CoordinateDeclaration, endOf } from './coordinate-declaration.js';

/**
 * The vector part ε of q_from⁻¹ q_to, the scalar part w ≥ 0, with its derivative: ε̇ = ½ (w ω + ε × ω), ω = R_toᵀ
 * (ω_to − ω_from). Back: the adjoint ½ (w φ + φ × ε) in the axes of `to`, as a torque on `from`, its opposite on `to`.
 */
export const quaternionDeclaration: CoordinateDeclaration = {
  kind: 'quaternion',
  title: 'Vector part of the error quaternion',
  summary:
    'A smooth measure of the turn between two attitudes with its true derivative, so that a spring on it conserves ' +
    'energy: about half the angle when that is small, greatest at half a turn.',
  ends: ['from', 'to'],
  optional: [],
  parameters: [],
  shape: () => ({ size: 3, unit: '1' }),
  observed: { name: 'extension', meaning: 'Target − actual' },
  doc: {
    value:
      'z = ε = sin(θ/2) n, the vector part of q_from⁻¹ q_to with w = cos(θ/2) ≥ 0, in the axes of either',
    rate: 'ż = ½ (w ω + ε × ω), ω = R_toᵀ (ω_to − ω_from)',
    sign: 'A positive tension along ε turns `from` towards `to`.',
    singular:
      'At half a turn (w = 0) ε jumps to −ε and a tension along ε has no torque, so that a spring does not leave it.',
    source: 'Chou, Quaternion Kinematic and Dynamic Differential Equations (1992), section II',
  },
  coordinate(A, given) {
    const from = endOf(given, 'from');
    const to = endOf(given, 'to');
    const q = quaternionProduct(A, conjugate(A, from.quaternion()), to.quaternion());
    const far = A.less(q[0], A.constant(0));
    const [w, x, y, z] = q.map((c) => A.select(far, A.neg(c), c));
    const e: Vec3<typeof w> = [x, y, z];
    const half = A.constant(0.5);
    const spin = mulTransposeVec(A, to.rotation, sub3(A, to.spin, from.spin));
    return {
      reading: { value: e, rate: scale3(A, half, add3(A, scale3(A, w, spin), cross3(A, e, spin))) },
      transpose(force, _radial, loads) {
        const f = asVec3(force);
        const back = scale3(A, half, add3(A, scale3(A, w, f), cross3(A, f, e)));
        const torque = mulMatVec(A, to.rotation, back);
        loads.torque(from, torque);
        loads.torque(to, neg3(A, torque));
      },
    };
  },
};
