import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { strength, units } from './parameters.js';
import { pictures } from './picture.js';

/** τᵢ = −dᵢ q̇ᵢ on several joints; see `doc`. */
export const damperPosture: ElementDeclaration = {
  family: 'damper',
  kind: 'posture',
  title: 'Damper of a posture',
  summary:
    'Brakes joints, as one element. With `nullspaceOf` only that part of its torques acts that does not accelerate what ' +
    'the named elements measure. Left out, the damping is critical for the posture spring beside it and the inertia that each joint ' +
    'feels at the start.',
  coordinate: 'posture',
  parameters: [
    {
      name: 'damping',
      unit: units.damping,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      meaning:
        'Torque for each radian per second (force for each metre per second); 2 √(k m) with a posture spring k if left out',
    },
  ],
  doc: {
    law: 'τ₀ᵢ = −dᵢ q̇ᵢ; with `nullspaceOf` τ = Nᵀ τ₀ as of `spring: posture`',
    symbols: [
      { symbol: 'q̇', unit: 'rad/s, m/s', meaning: 'velocities of the joints' },
      { symbol: 'd', unit: 'N m s/rad, N s/m', meaning: 'damping of each joint' },
      { symbol: 'τ', unit: 'N m, N', meaning: 'torques on the joints' },
    ],
    sign: 'Against the motion; a negative damping is refused, 0 is kept as 0.',
    energy:
      'P = Σ dᵢ q̇ᵢ², taken out; the power of the projection is a source of its own, `<name> projection`',
    singular: 'As of `spring: posture`.',
    source: 'Khatib 1987, section VII',
  },
  example: { damping: '2 N m s/rad' },
  picture: pictures.damperJoint,
  law(A, { rate }, { damping = [] }) {
    const force = applyGain(A, damping, rate);
    return { force, secant: damping, dissipated: inner(A, rate, force) };
  },
};
