import type { ElementDeclaration } from './declaration.js';
import { applyGain, half } from './gain.js';
import { pictures } from './picture.js';

/** τ = k (target − q) on one joint; see `doc`. */
export const springJoint: ElementDeclaration = {
  family: 'spring',
  kind: 'joint',
  title: 'Spring on a joint',
  summary: 'Pulls one joint to a position. On a continuous joint it takes the short way round.',
  coordinate: 'joint',
  parameters: [
    {
      name: 'stiffness',
      unit: ['N m/rad', 'N/m'],
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Torque for each radian (force for each metre) off the target',
    },
    {
      name: 'target',
      unit: ['rad', 'm'],
      shapes: ['scalar'],
      range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
      default: 0,
      meaning: 'Position at rest',
    },
  ],
  doc: {
    law: 'τ = k e, e = target − q; on a continuous joint e is brought into [−π, π)',
    symbols: [
      { symbol: 'q', unit: 'rad, m', meaning: 'position of the joint' },
      { symbol: 'e', unit: 'rad, m', meaning: 'extension' },
      { symbol: 'k', unit: 'N m/rad, N/m', meaning: 'stiffness' },
      {
        symbol: 'τ',
        unit: 'N m, N',
        meaning: 'torque or force on the joint, along its axis',
      },
    ],
    sign: 'Below the target the torque is positive.',
    energy: 'E = ½ k e²',
    singular: 'On a continuous joint half a turn off the target the torque jumps from one sign to the other.',
    source: 'Hooke’s law at a joint',
  },
  picture: pictures.springJoint,
  law(A, { value: e }, { stiffness = [] }) {
    const force = applyGain(A, stiffness, e);
    return { force, secant: stiffness, energy: half(A, e, force) };
  },
};
