import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { pictures } from './picture.js';

/** τ = −D q̇ on one joint; see `doc`. */
export const damperJoint: ElementDeclaration = {
  family: 'damper',
  kind: 'joint',
  title: 'Damper on a joint',
  summary: 'Brakes one joint in proportion to its speed.',
  coordinate: 'joint',
  parameters: [
    {
      name: 'damping',
      unit: ['N m s/rad', 'N s/m'],
      shapes: ['scalar'],
      range: [0, Number.POSITIVE_INFINITY],
      meaning: 'Torque for each radian per second (force for each metre per second)',
    },
  ],
  doc: {
    law: 'τ = D ė = −D q̇',
    symbols: [
      { symbol: 'q̇', unit: 'rad/s, m/s', meaning: 'velocity of the joint' },
      { symbol: 'D', unit: 'N m s/rad, N s/m', meaning: 'damping' },
      {
        symbol: 'τ',
        unit: 'N m, N',
        meaning: 'torque or force on the joint, along its axis',
      },
    ],
    sign: 'Against the motion.',
    energy: 'P = D q̇², taken out',
    singular:
      'None. Held for a tick it is stable only below 2 I/T (I: the inertia at the joint, T: the tick).',
    source: 'Viscous friction at a joint',
  },
  picture: pictures.damperJoint,
  law(A, { rate }, { damping = [] }) {
    const force = applyGain(A, damping, rate);
    return { force, secant: damping, dissipated: inner(A, rate, force) };
  },
};
