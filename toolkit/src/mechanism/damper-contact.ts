import type { ElementDeclaration } from './declaration.js';
import { overshoot } from './overshoot.js';
import { anywhere, scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';
import { wayDamping, wayFault, wayParameters } from './way.js';

/** f = c γ(z) ż; see `doc`. */
export const damperContact: ElementDeclaration = {
  family: 'damper',
  kind: 'contact',
  title: 'Damper of a contact',
  summary:
    'Damps motion into and out of a virtual surface, and only in contact: the companion of `spring: contact`, with the ' +
    'same beginning and width. `closing` alone never holds on to what leaves.',
  coordinate: 'distance',
  general: true,
  entries: 1,
  parameters: [
    ...wayParameters,
    scalar('begins', units.value, 'Where contact begins', { default: 0, range: anywhere }),
    scalar('width', units.value, 'Over which the damping comes in; without it it jumps at the surface', {
      optional: true,
    }),
  ],
  check: (given) =>
    wayFault(given) ?? wantPositive(given, { width: '0.001, or leave it out for a sharp surface' }),
  doc: {
    law: 'f = c γ ż; γ = 1 where z < d, else 0; with a width w: γ = ½ (1 − tanh((z − d)/2w))',
    symbols: [
      { symbol: 'z', unit: 'm', meaning: 'gap or distance' },
      { symbol: 'd', unit: 'm', meaning: '`begins`' },
      { symbol: 'c', unit: 'N s/m', meaning: '`damping`, or `opening` and `closing`, sharply apart' },
      { symbol: 'w', unit: 'm', meaning: '`width`' },
      { symbol: 'f', unit: 'N', meaning: 'tension' },
    ],
    sign: 'Against the motion along the gap.',
    energy: 'P = c γ ż², taken out',
    singular: 'Sharp: the force jumps where contact is made or lost at speed. Smooth: none.',
    source: 'Contact damper of virtualmodelcontrol',
  },
  example: { closing: '50 N s/m', begins: '5 cm' },
  picture: pictures.damperContact,
  law(A, { value: [z], rate: [speed] }, { width, begins = [], ...ways }) {
    const { gate } = overshoot(A, A.sub(begins[0], z), width?.[0]);
    const secant = A.mul(gate, wayDamping(A, speed, ways));
    const force = A.mul(secant, speed);
    return { force: [force], secant: [secant], dissipated: A.mul(force, speed) };
  },
};
