import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, positive } from './gain.js';
import { overshoot } from './overshoot.js';
import { anywhere, scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = μ N v/√(v² + w²) on what slides; see `doc`. */
export const damperRubbing: ElementDeclaration = {
  family: 'damper',
  kind: 'rubbing',
  title: 'Friction of a contact',
  summary:
    'Brakes sliding over a virtual surface in proportion to the force of its spring. It acts on the gap and what slides ' +
    'along it (`coordinate: contact`, or a stack whose first entry is the gap) with the stiffness, beginning and width of the ' +
    '`spring: contact` that it goes with. It creeps and never sticks.',
  coordinate: 'offset',
  general: true,
  leastEntries: 2,
  parameters: [
    scalar('friction', '', 'Coefficient of friction μ'),
    scalar('stiffness', units.stiffness, 'Of the contact spring'),
    scalar('begins', units.value, 'Where contact begins', { default: 0, range: anywhere }),
    scalar('width', units.value, 'Over which the contact force comes in smoothly', { optional: true }),
    scalar('speed', units.rate, 'Sliding speed at which the friction is 71 % of μ N', { default: 1e-3 }),
  ],
  check: (given) =>
    wantPositive(given, {
      speed: '0.001: the friction of this law is smooth at rest',
      width: '0.001, or leave it out for a sharp surface',
    }),
  doc: {
    law: 'f = (0, μ N v/√(v² + w²)), N = k δ of the gap as in `spring: contact`',
    symbols: [
      { symbol: 'N', unit: 'N', meaning: 'force of the contact spring, without its damper' },
      { symbol: 'v', unit: 'm/s', meaning: 'rate of all entries but the first: the sliding velocity' },
      { symbol: 'μ', unit: '1', meaning: '`friction`' },
      { symbol: 'k', unit: 'N/m', meaning: '`stiffness`' },
      { symbol: 'w', unit: 'm/s', meaning: '`speed`' },
      { symbol: 'f', unit: 'N', meaning: 'tension; none along the gap' },
    ],
    sign: 'Against the sliding.',
    energy: 'P = μ N v²/√(v² + w²), taken out',
    singular: 'None. At rest its slope is μ N/w.',
    source: 'Contact friction of virtualmodelcontrol',
  },
  example: { friction: '0.4', stiffness: '10 N/mm' },
  picture: pictures.damperRubbing,
  law(A, { value, rate }, { friction = [], stiffness = [], begins = [], width, speed = [] }) {
    const { depth } = overshoot(A, A.sub(begins[0], value[0]), width?.[0]);
    const sliding = rate.slice(1);
    const square = inner(A, sliding, sliding);
    const w = positive(A, speed[0]);
    const greatest = A.mul(friction[0], A.mul(stiffness[0], depth));
    const gain = A.div(greatest, A.sqrt(A.add(square, A.mul(w, w))));
    return {
      force: [A.constant(0), ...applyGain(A, [gain], sliding)],
      secant: rate.map((_, i) => (i === 0 ? A.constant(0) : gain)),
      dissipated: A.mul(gain, square),
    };
  },
};
