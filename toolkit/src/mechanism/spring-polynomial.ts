import type { ElementDeclaration } from './declaration.js';
import { applyGain, inner, positive } from './gain.js';
import { scalar, units, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** f = K (r/d)ⁿ z; see `doc`. */
export const springPolynomial: ElementDeclaration = {
  family: 'spring',
  kind: 'polynomial',
  title: 'Spring that stiffens with its extension',
  summary:
    'Soft near its target and ever stiffer away from it: the stiffness grows with a power of the extension. For axes ' +
    'that stiffen each on its own, hang one on each entry (`coordinate: slice`).',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('stiffness', units.stiffness, 'Stiffness at the span'),
    scalar('span', units.value, 'Where the stiffness is as given'),
    scalar('power', '', 'Power n of the extension; 0 is a linear spring', { default: 2, range: [0, 12] }),
  ],
  check: (given) => wantPositive(given, { span: '0.1, where the stiffness is to be as given' }),
  doc: {
    law: 'f = K (r/d)ⁿ z, r = |z|',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate; between points p_to − p_from' },
      { symbol: 'K', unit: 'N m/rad, N/m', meaning: '`stiffness`' },
      { symbol: 'd', unit: 'rad, m', meaning: '`span`' },
      { symbol: 'n', unit: '1', meaning: '`power`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: 'Pulls the value to 0; between points it pulls `from` towards `to`.',
    energy: 'E = K (r/d)ⁿ r²/(n + 2)',
    singular:
      'None for n ≥ 0: at r = 0 force and energy are 0. Nothing bounds the force far out: it passes 1e300 at some 10^(300/(n + 1)) d.',
    source: 'Polynomial spring of virtualmodelcontrol',
  },
  example: { stiffness: '100 N/m', span: '10 cm' },
  picture: pictures.springPolynomial,
  law(A, { value }, { stiffness = [], span = [], power = [] }) {
    const d = positive(A, span[0]);
    const [n] = power;
    const square = inner(A, value, value);
    const ratio = A.div(square, A.mul(d, d));
    // (r/d)ⁿ as exp(½ n ln (r/d)²); at r = 0 it is 0, and 1 for n = 0.
    const tiny = A.less(ratio, A.constant(1e-280));
    const rise = A.exp(A.mul(A.mul(A.constant(0.5), n), A.log(A.select(tiny, A.constant(1), ratio))));
    const share = A.select(tiny, A.equal(n, A.constant(0)), rise);
    const secant = [A.mul(stiffness[0], share)];
    return {
      force: applyGain(A, secant, value),
      secant,
      energy: A.div(A.mul(secant[0], square), A.add(n, A.constant(2))),
      radial: true,
    };
  },
};
