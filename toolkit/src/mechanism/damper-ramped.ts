import { formatNumber, ramp } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner } from './gain.js';
import { anywhere, scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';
import { turningWidth, wayDamping, wayFault, wayParameters } from './way.js';

/** The entries before the last, which ramps them; one alone ramps itself. */
const damped = (entries: number): number => (entries === 1 ? 1 : entries - 1);

/** f = c ramp(x) ż; see `doc`. */
export const damperRamped: ElementDeclaration = {
  family: 'damper',
  kind: 'ramped',
  title: 'Damper that comes in with a distance',
  summary:
    'Its damping grows from nothing to its full value between two values of a measured number: near an obstacle, near the ' +
    'end of a joint, or far from a goal. On one number that number itself ramps it; on a stack the last entry ramps it ' +
    'and the entries before it are damped. One reading of the reaching paper’s c(·): by the distance.',
  coordinate: 'distance',
  general: true,
  actsOn: damped,
  parameters: [
    ...wayParameters,
    turningWidth,
    scalar('none', units.value, 'Value of the ramping number where nothing is damped', { range: anywhere }),
    scalar(
      'full',
      units.value,
      'Value from which the whole damping acts; below `none`, it comes in as the number falls',
      {
        range: anywhere,
      },
    ),
  ],
  check(given) {
    const [none, full] = [given.none?.[0], given.full?.[0]];
    if (none !== undefined && none === full) {
      return `none and full are both ${none}: the interval over which the damping comes in is empty, for instance full: ${formatNumber(none + 0.1, 6)}`;
    }
    return wayFault(given) ?? wantPositive(given, { width: '0.01, or leave it out for a sharp change' });
  },
  doc: {
    law: 'f = c ρ(x) ż, ρ = (x − x₀)/(x₁ − x₀) held in [0, 1]; c may depend on the way as in `damper: one-way`',
    symbols: [
      { symbol: 'ż', unit: 'rad/s, m/s', meaning: 'rate of what is damped' },
      {
        symbol: 'x',
        unit: 'rad, m',
        meaning: 'the ramping number: the value itself, or the last entry of a stack',
      },
      { symbol: 'x₀, x₁', unit: 'rad, m', meaning: '`none`, `full`' },
      { symbol: 'c', unit: 'N m s/rad, N s/m', meaning: '`damping`, or `opening` and `closing`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension; none on the ramping entry of a stack' },
    ],
    sign: 'Against the motion.',
    energy: 'P = c ρ ż², taken out',
    singular: 'At x₀ and x₁ the slope of ρ jumps, the force does not.',
    source:
      'Rectified damper of VMRobotControl.jl; reaching paper, damping c(·) read as a function of the distance',
  },
  example: { damping: '20 N s/m', none: '20 cm', full: '5 cm' },
  picture: pictures.damperRamped,
  law(A, { value, rate }, parameters) {
    const acted = damped(value.length);
    const { none = [], full = [] } = parameters;
    const share = ramp(A, value[value.length - 1], none[0], full[0]);
    const secant = rate.map((speed, i) =>
      i < acted ? A.mul(share, wayDamping(A, speed, parameters)) : A.constant(0),
    );
    const force = applyGain(A, secant, rate);
    return { force, secant, dissipated: inner(A, rate, force) };
  },
};
