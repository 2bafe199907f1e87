import type { ElementDeclaration } from './declaration.js';
import { applyGain, half, inner } from './gain.js';
import { pictures } from './picture.js';
import { attitudeStiffness } from './spring-attitude.js';

/** τ = K e without the derivative of e; see `doc`. */
export const springAttitudePlain: ElementDeclaration = {
  family: 'spring',
  kind: 'attitude-plain',
  title: 'Attitude spring without the derivative (peer law)',
  summary:
    'Torque straight along K times the rotation vector, as many impedance controllers have it. With one number of ' +
    'stiffness it is the spring `attitude`; with several it is no gradient and can give energy away.',
  coordinate: 'attitude-plain',
  parameters: [attitudeStiffness],
  doc: {
    law: 'τ = K e, e = log(R_to R_fromᵀ)',
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
      {
        symbol: 'τ',
        unit: 'N m',
        meaning: 'torque on `from`; −τ acts on `to` where that is on a robot',
      },
    ],
    sign: 'The torque on `from` turns it towards `to`.',
    energy: 'One number of stiffness: E = ½ eᵀ K e. Several: none; its power −τᵀω is booked as a source.',
    singular: 'At half a turn the axis is ambiguous: one of the two is taken, always the same.',
    source: 'Impedance controllers that command τ = K·log(R) directly',
  },
  peer: {
    of: 'impedance controllers on log3',
    mark: 'not conservative unless the stiffness is one number: over a closed path it can gain energy',
  },
  picture: pictures.springAttitude,
  law(A, { value: e, rate }, { stiffness = [] }) {
    const force = applyGain(A, stiffness, e);
    if (stiffness.length === 1) return { force, energy: half(A, e, force), radial: true };
    return { force, supplied: A.neg(inner(A, force, rate)) };
  },
};
