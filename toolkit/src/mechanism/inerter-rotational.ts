import { cross3, type Vec3 } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, half } from './gain.js';
import { strength } from './parameters.js';
import { pictures } from './picture.js';

/** τ = I ω̇ + ω × I ω; see `doc`. */
export const inerterRotational: ElementDeclaration = {
  family: 'inerter',
  kind: 'rotational',
  title: 'Rotational inertia of a virtual body',
  summary:
    'Gives a virtual body an inertia about a point, in the axes of the body. Only virtual bodies may move its coordinate; ' +
    'on the robot it would be a payload.',
  coordinate: 'spin',
  parameters: [
    {
      name: 'inertia',
      unit: 'kg m2',
      shapes: ['scalar', 'diagonal', 'matrix'],
      range: strength,
      meaning: 'Inertia in the axes of `axes`: give the body’s own point, or they stay the world’s',
    },
  ],
  doc: {
    law: 'τ = I ω̇ + ω × I ω',
    symbols: [
      { symbol: 'ω', unit: 'rad/s', meaning: 'angular velocity of the body, in the axes of `axes`' },
      { symbol: 'I', unit: 'kg m²', meaning: '`inertia`' },
      { symbol: 'τ', unit: 'N m', meaning: 'torque that the motion takes' },
    ],
    sign: 'Against the angular acceleration.',
    energy: 'E = ½ ωᵀ I ω',
    singular: 'None. The gyroscopic part ω × I ω has no power.',
    source: 'Euler’s equations of a rigid body',
  },
  example: { at: 'cart', axes: 'cart', inertia: '[0.1, 0.1, 0.02]' },
  picture: pictures.inerterRotational,
  law(A, { rate }, { inertia = [] }) {
    const momentum = applyGain(A, inertia, rate);
    const spin = rate as unknown as Vec3<(typeof rate)[0]>;
    // One number turns alike about every axis: ω × I ω is 0.
    const gyroscopic =
      inertia.length === 1
        ? rate.map(() => A.constant(0))
        : cross3(A, spin, momentum as unknown as Vec3<(typeof rate)[0]>);
    return { force: gyroscopic, inertance: inertia, energy: half(A, rate, momentum) };
  },
};
