import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { anywhere, scalar, units } from './parameters.js';
import { pictures } from './picture.js';

/** f = b (ρ w − ż); see `doc`. */
export const sourceRegulator: ElementDeclaration = {
  family: 'source',
  kind: 'regulator',
  title: 'Speed regulator',
  summary:
    'Drives a measured value at a speed, by a damper that is dragged along: a cart along its rail, a phase. What it puts ' +
    'in and what it takes out are booked apart.',
  coordinate: 'distance',
  general: true,
  parameters: [
    scalar('damping', units.damping, 'Force for each unit of speed that is missing'),
    {
      name: 'speed',
      unit: units.rate,
      shapes: ['scalar', 'vector'],
      range: anywhere,
      meaning: 'Speed that it drives at',
    },
    scalar('ramp', '', 'Share of the speed, to start and stop with', { default: 1, range: [0, 1] }),
  ],
  doc: {
    law: 'f = b (ρ w − ż)',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate' },
      { symbol: 'b', unit: 'N m s/rad, N s/m', meaning: '`damping`' },
      { symbol: 'w', unit: 'rad/s, m/s', meaning: '`speed`; one number drives every entry at it' },
      { symbol: 'ρ', unit: '1', meaning: '`ramp`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'push; the tension is −f' },
    ],
    sign: 'Slower than the speed it pushes the value to grow, faster it brakes.',
    energy: 'b ρ w·ż, put in; b ż², taken out',
    singular: 'None. Blocked, it pushes with b ρ w.',
    source: 'Speed regulator of virtualmodelcontrol',
  },
  example: { damping: '20 N s/m', speed: '0.1 m/s' },
  picture: pictures.sourceRegulator,
  law(A, { rate }, { damping = [], speed = [], ramp = [] }) {
    const [b] = damping;
    const drive = rate.map((_, i) => A.mul(ramp[0], speed.length === 1 ? speed[0] : speed[i]));
    return {
      force: rate.map((v, i) => A.mul(b, A.sub(v, drive[i]))),
      secant: damping,
      dissipated: inner(A, rate, applyGain(A, damping, rate)),
      supplied: inner(A, rate, applyGain(A, damping, drive)),
    };
  },
};
