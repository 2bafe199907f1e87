import type { ElementDeclaration } from './declaration.js';
import { overshoot } from './overshoot.js';
import { anywhere, scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = −k max(0, d − z); see `doc`. */
export const springContact: ElementDeclaration = {
  family: 'spring',
  kind: 'contact',
  title: 'Contact of a surface',
  summary:
    'Pushes apart what comes nearer than a distance, in proportion to the depth: a virtual surface. It acts on a gap or a ' +
    'distance; a width makes it begin softly, a little before the surface.',
  coordinate: 'distance',
  general: true,
  entries: 1,
  parameters: [
    scalar('stiffness', units.stiffness, 'Force for each unit of depth'),
    scalar('begins', units.value, 'Where contact begins', { default: 0, range: anywhere }),
    scalar('width', units.value, 'Over which the force comes in smoothly; without it the slope jumps', {
      optional: true,
    }),
  ],
  check: (given) => wantPositive(given, { width: '0.001, or leave it out for a sharp surface' }),
  doc: {
    law: 'f = −k δ, δ = max(0, d − z); with a width w: δ = w ln(1 + e^((d − z)/w))',
    symbols: [
      { symbol: 'z', unit: 'm', meaning: 'gap or distance' },
      { symbol: 'd', unit: 'm', meaning: '`begins`' },
      { symbol: 'δ', unit: 'm', meaning: 'depth' },
      { symbol: 'k', unit: 'N/m', meaning: '`stiffness`' },
      { symbol: 'w', unit: 'm', meaning: '`width`' },
      { symbol: 'f', unit: 'N', meaning: 'tension; negative, so it pushes apart' },
    ],
    sign: 'Pushes `from` along the gradient of the gap, out of the surface.',
    energy: 'E = ½ k δ²; with a width −k w² Li₂(−e^((d − z)/w))',
    singular: 'Sharp: the slope of the force jumps at the surface, the force does not. Smooth: none.',
    source: 'Contact spring of virtualmodelcontrol with its softplus width',
  },
  example: { stiffness: '10 N/mm', begins: '5 cm' },
  picture: pictures.springContact,
  law(A, { value: [z] }, { stiffness = [], begins = [], width }) {
    const { depth, integral, gate } = overshoot(A, A.sub(begins[0], z), width?.[0]);
    return {
      force: [A.neg(A.mul(stiffness[0], depth))],
      secant: [A.mul(stiffness[0], gate)],
      energy: A.mul(stiffness[0], integral),
    };
  },
};
