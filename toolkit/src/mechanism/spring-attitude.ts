import type { ElementDeclaration, ParameterDeclaration } from './declaration.js';
import { applyGain, half } from './gain.js';
import { pictures } from './picture.js';

export const attitudeStiffness: ParameterDeclaration = {
  name: 'stiffness',
  unit: 'N m/rad',
  shapes: ['scalar', 'diagonal', 'matrix'],
  range: [0, Number.POSITIVE_INFINITY],
  meaning: 'Torque for each radian off the target',
};

/** The gradient of ½ eᵀ K e over rotations; see `doc`. */
export const springAttitude: ElementDeclaration = {
  family: 'spring',
  kind: 'attitude',
  title: 'Spring between two attitudes',
  summary:
    'Turns the axes of one point to those of another, the short way. It is the exact gradient of its energy, so ' +
    'it gives back over a closed path what it took, however large the error and whatever the stiffness.',
  coordinate: 'attitude',
  parameters: [attitudeStiffness],
  doc: {
    law: 'τ = J_r(e)⁻ᵀ K e, e = log(R_to R_fromᵀ), J_r⁻ᵀ = I − ½ [e]× + b [e]×²',
    symbols: [
      {
        symbol: 'e',
        unit: 'rad',
        meaning: 'rotation vector of the error, |e| ≤ π',
      },
      {
        symbol: 'K',
        unit: 'N m/rad',
        meaning: 'stiffness, in the axes of `axes` (the world’s by default)',
      },
      { symbol: 'b', unit: '1', meaning: '(1 − (θ/2) cot(θ/2))/θ², θ = |e|' },
      {
        symbol: 'τ',
        unit: 'N m',
        meaning:
          'torque on `from`; `to` gets −J_l⁻ᵀ K e where it is on a robot, and turning axes get e × K e',
      },
    ],
    sign: 'The torque on `from` turns it towards `to`. A quaternion and its negative give the same torque.',
    energy: 'E = ½ eᵀ K e',
    singular:
      'At half a turn the axis is ambiguous and the torque jumps between two directions: one is taken, always the same. ' +
      'At no error the law is smooth.',
    source: 'Bullo and Murray, Proportional Derivative Control on the Euclidean Group (1995), section 3',
  },
  picture: pictures.springAttitude,
  law(A, { value: e }, { stiffness = [] }) {
    const force = applyGain(A, stiffness, e);
    return { force, secant: stiffness, energy: half(A, e, force), radial: stiffness.length === 1 };
  },
};
