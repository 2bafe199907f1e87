import type { ElementDeclaration } from './declaration.js';
import { applyGain, half } from './gain.js';
import { anywhere, strength, units } from './parameters.js';
import { pictures } from './picture.js';

/** τᵢ = kᵢ (targetᵢ − qᵢ) on several joints; see `doc`. */
export const springPosture: ElementDeclaration = {
  family: 'spring',
  kind: 'posture',
  title: 'Spring to a posture',
  summary:
    'Pulls joints towards a posture, as one element. With `nullspaceOf` only that part of its torques acts that does not ' +
    'accelerate what the named elements measure, so that a redundant arm keeps its posture without disturbing its hand.',
  coordinate: 'posture',
  parameters: [
    {
      name: 'stiffness',
      unit: units.stiffness,
      shapes: ['scalar', 'diagonal'],
      range: strength,
      meaning: 'Torque for each radian (force for each metre) off the target',
    },
    {
      name: 'target',
      unit: units.value,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      default: 0,
      meaning: 'The posture',
    },
  ],
  doc: {
    law: 'τ₀ᵢ = kᵢ eᵢ, eᵢ = targetᵢ − qᵢ, by the short way on continuous joints; with `nullspaceOf` τ = Nᵀ τ₀, Nᵀ = 1 − Jᵀ Λ J M⁻¹, Λ = (J M⁻¹ Jᵀ)⁻¹',
    symbols: [
      { symbol: 'q', unit: 'rad, m', meaning: 'positions of the joints' },
      { symbol: 'k', unit: 'N m/rad, N/m', meaning: 'stiffness of each joint' },
      {
        symbol: 'J',
        unit: '',
        meaning: 'Jacobian of all that the named elements measure, one under the other',
      },
      { symbol: 'M', unit: 'kg m², kg', meaning: 'joint-space inertia of the model, rotors included' },
      { symbol: 'τ', unit: 'N m, N', meaning: 'torques on the joints' },
    ],
    sign: 'Below its target a joint is turned on, along its axis.',
    energy:
      'E = ½ Σ kᵢ eᵢ². The projection takes from it and gives: its power (τ − τ₀)·q̇ is a source of its own, `<name> projection`',
    singular:
      'Where J has a singular value below 0.02 the inverse in Λ is damped, smoothly, and a part of τ₀ leaks into what the named elements measure: `<name>.leak`. The torques stay bounded: τᵀ M⁻¹ τ ≤ τ₀ᵀ M⁻¹ τ₀ everywhere.',
    source: 'Khatib 1987, section VII; damping of the inverse: Nakamura and Hanafusa 1986',
  },
  picture: pictures.springJoint,
  law(A, { value: e }, { stiffness = [] }) {
    const force = applyGain(A, stiffness, e);
    return { force, secant: stiffness, energy: half(A, e, force) };
  },
};
