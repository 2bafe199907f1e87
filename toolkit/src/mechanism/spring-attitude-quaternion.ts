import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, rootOf } from './gain.js';
import { pictures } from './picture.js';
import { attitudeStiffness } from './spring-attitude.js';

/** τ = K sin(θ/2) n; see `doc`. */
export const springAttitudeQuaternion: ElementDeclaration = {
  family: 'spring',
  kind: 'attitude-quaternion',
  title: 'Attitude spring on the quaternion’s vector part (peer law)',
  summary:
    'Torque along K times the vector part of the error quaternion. Near the target it is half as stiff as the number ' +
    'says, and it hardly grows beyond a right angle.',
  coordinate: 'attitude-quaternion',
  parameters: [attitudeStiffness],
  doc: {
    law: 'τ = K ε, ε = sin(θ/2) n, w = cos(θ/2) ≥ 0',
    symbols: [
      {
        symbol: 'ε',
        unit: '1',
        meaning: 'vector part of the unit quaternion of R_to R_fromᵀ',
      },
      {
        symbol: 'θ, n',
        unit: 'rad, 1',
        meaning: 'angle and axis of the error, θ ≤ π',
      },
      {
        symbol: 'K',
        unit: 'N m/rad',
        meaning: 'the number that is typed; the slope at no error is K/2',
      },
      {
        symbol: 'τ',
        unit: 'N m',
        meaning: 'torque on `from`; −τ acts on `to` where that is on a robot',
      },
    ],
    sign: 'The torque on `from` turns it towards `to`.',
    energy:
      'One number of stiffness: E = 2 k (1 − cos(θ/2)). Several: none; its power −τᵀω is booked as a source.',
    singular: 'At half a turn the axis is ambiguous: one of the two is taken, always the same.',
    source: 'Impedance controllers that command τ = K·vec(q) directly',
  },
  peer: {
    of: 'impedance controllers on quaternions',
    mark: 'half the stiffness that is typed, and not conservative unless the stiffness is one number',
  },
  picture: pictures.springAttitude,
  law(A, { value: e, rate }, { stiffness = [] }) {
    const force = applyGain(A, stiffness, e);
    if (stiffness.length > 1) return { force, supplied: A.neg(inner(A, force, rate)) };
    // 1 − cos(θ/2) = ε²/(1 + cos(θ/2)) keeps its digits near no error.
    const square = inner(A, e, e);
    const cosine = rootOf(A, A.sub(A.constant(1), square));
    const rise = A.div(square, A.add(A.constant(1), cosine));
    return {
      force,
      energy: A.mul(A.mul(A.constant(2), stiffness[0]), rise),
      radial: true,
    };
  },
};
