import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { wantPositive } from './parameters.js';
import { pictures } from './picture.js';
import { turningWidth, wayDamping, wayFault, wayParameters } from './way.js';

const oneWay = wayParameters
  .filter(({ name }) => name !== 'damping')
  .map((p) => ({ ...p, shapes: ['scalar', 'diagonal'] as const }));

/** f = c ż one way only; see `doc`. */
export const damperOneWay: ElementDeclaration = {
  family: 'damper',
  kind: 'one-way',
  title: 'Damper one way only',
  summary:
    'Brakes the measured value while it grows (`opening`) or while it falls (`closing`), or differently each way, and ' +
    'lets it go the other way.',
  coordinate: 'distance',
  general: true,
  parameters: [...oneWay, turningWidth],
  check: (given) =>
    wayFault(given) ?? wantPositive(given, { width: '0.01, or leave it out for a sharp change' }),
  doc: {
    law: 'f = (c₊ g + c₋ (1 − g)) ż; g = 1 where ż > 0, else 0; with a width w: g = 1/(1 + e^(−ż/w))',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate, entry by entry' },
      { symbol: 'c₊', unit: 'N m s/rad, N s/m', meaning: '`opening`, 0 where it is left out' },
      { symbol: 'c₋', unit: 'N m s/rad, N s/m', meaning: '`closing`, 0 where it is left out' },
      { symbol: 'w', unit: 'rad/s, m/s', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Against the motion. On a distance `opening` resists moving apart, `closing` coming closer.',
    energy: 'P = (c₊ g + c₋ (1 − g)) ż², taken out',
    singular:
      'Sharp: the slope of the force jumps at rest, the force does not. Entry by entry: a full matrix of one-way damping could give energy.',
    source: 'Rectified damper of VMRobotControl.jl; one-way damper of virtualmodelcontrol',
  },
  example: { opening: '20 N s/m' },
  picture: pictures.damperOneWay,
  law(A, { rate }, parameters) {
    const secant = rate.map((speed, i) => wayDamping(A, speed, parameters, i));
    const force = applyGain(A, secant, rate);
    return { force, secant, dissipated: inner(A, rate, force) };
  },
};
