import { logistic, max, softplus, softplusIntegral } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, rootOf } from './gain.js';
import { endless, scalar, units } from './parameters.js';
import { pictures } from './picture.js';

/** f = k(|z|) z with k rising as a logistic curve; see `doc`. */
export const springSigmoid: ElementDeclaration = {
  family: 'spring',
  kind: 'sigmoid',
  title: 'Spring that goes from one stiffness to another',
  summary:
    'Soft near its target and stiff away from it, or the other way round: the stiffness goes from one value to another ' +
    'about a distance. For axes each on its own, hang one on each entry (`coordinate: slice`).',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('near', units.stiffness, 'Stiffness well inside the middle'),
    scalar('far', units.stiffness, 'Stiffness well beyond it'),
    scalar('middle', units.value, 'Where the stiffness is half-way'),
    scalar('steepness', ['1/rad', '1/m', ''], 'How fast it changes: most of it within 4/steepness', {
      range: [1e-3, endless],
    }),
  ],
  doc: {
    law: 'f = k(r) z, k(r) = k₀ + (k₁ − k₀)/(1 + e^(−a (r − d))), r = |z|',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate; between points p_to − p_from' },
      { symbol: 'k₀, k₁', unit: 'N m/rad, N/m', meaning: '`near`, `far`' },
      { symbol: 'd', unit: 'rad, m', meaning: '`middle`' },
      { symbol: 'a', unit: '1/rad, 1/m', meaning: '`steepness`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Pulls the value to 0; between points it pulls `from` towards `to`.',
    energy:
      'E = ½ k₀ r² + (k₁ − k₀) (r S(x)/a + (Li₂(−eˣ) − Li₂(−e^(−a d)))/a²), x = a (r − d), S(x) = ln(1 + eˣ); ' +
      'error below 1e-14 (k₀ + k₁) (r² + d² + 1/a²)',
    singular: 'None. At r = 0 the stiffness is not quite k₀ where a d is not large.',
    source:
      'Sigmoid spring of virtualmodelcontrol; the energy in closed form instead of its quadrature of 32 nodes',
  },
  example: { near: '20 N/m', far: '200 N/m', middle: '10 cm', steepness: '60 1/m' },
  picture: pictures.springSigmoid,
  law(A, { value }, { near = [], far = [], middle = [], steepness = [] }) {
    const square = inner(A, value, value);
    const r = rootOf(A, square);
    const a = max(A, steepness[0], A.constant(1e-3));
    const rise = A.sub(far[0], near[0]);
    const x = A.mul(a, A.sub(r, middle[0]));
    const secant = [A.add(near[0], A.mul(rise, logistic(A, x)))];
    // ∫ s/(1 + e^(−a (s − d))) ds from 0 to r, by parts.
    const swept = A.div(
      A.sub(softplusIntegral(A, x), softplusIntegral(A, A.neg(A.mul(a, middle[0])))),
      A.mul(a, a),
    );
    const risen = A.sub(A.div(A.mul(r, softplus(A, x)), a), swept);
    return {
      force: applyGain(A, secant, value),
      secant,
      energy: A.add(A.mul(A.mul(A.constant(0.5), near[0]), square), A.mul(rise, risen)),
      radial: true,
    };
  },
};
