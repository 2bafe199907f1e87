import { formatNumber, ramp } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, rootOf } from './gain.js';
import { scalar, units } from './parameters.js';
import { pictures } from './picture.js';

/** f = c ρ(|ż|) ż; see `doc`. */
export const damperRateRamped: ElementDeclaration = {
  family: 'damper',
  kind: 'rate-ramped',
  title: 'Damper that comes in with the speed',
  summary:
    'Leaves slow motion free and brakes fast motion: its damping grows from nothing to its full value between two ' +
    'speeds. The other reading of the reaching paper’s c(·): by the speed.',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('damping', units.damping, 'Damping from the speed `full` on'),
    scalar('none', units.rate, 'Speed up to which nothing is damped', { default: 0 }),
    scalar('full', units.rate, 'Speed from which the whole damping acts'),
  ],
  check({ none: [none] = [0], full: [full] = [none] }) {
    return none < full
      ? undefined
      : `the interval of speeds is empty: full ${formatNumber(full, 6)} must be above none ${formatNumber(none, 6)}, for instance ${formatNumber(none + 0.1, 6)}`;
  },
  doc: {
    law: 'f = c ρ(s) ż, s = |ż|, ρ = (s − s₀)/(s₁ − s₀) held in [0, 1]',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of the coordinate' },
      { symbol: 's₀, s₁', unit: 'rad/s, m/s', meaning: '`none`, `full`' },
      { symbol: 'c', unit: 'N m s/rad, N s/m', meaning: '`damping`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Against the motion.',
    energy: 'P = c ρ s², taken out',
    singular: 'At s₀ and s₁ the slope of ρ jumps, the force does not.',
    source: 'Reaching paper, damping c(·) read as a function of the speed',
  },
  example: { damping: '20 N s/m', full: '0.5 m/s' },
  picture: pictures.damperRateRamped,
  law(A, { rate }, { damping = [], none = [], full = [] }) {
    const square = inner(A, rate, rate);
    const secant = [A.mul(damping[0], ramp(A, rootOf(A, square), none[0], full[0]))];
    return { force: applyGain(A, secant, rate), secant, dissipated: A.mul(secant[0], square) };
  },
};
