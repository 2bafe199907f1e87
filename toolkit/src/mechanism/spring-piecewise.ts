import { type Algebra, clamp, max, min, sum } from '../math/index.js';
import type { ElementDeclaration } from './declaration.js';
import { endless, scalar, strength } from './parameters.js';
import { pictures } from './picture.js';

const knotDefaults: readonly number[] = [0.05, 0.1, 0.2];
const valueDefaults: readonly number[] = [20, 2, 0];

/** f = −k(r) r with k in straight pieces; see `doc`. */
export const springPiecewise: ElementDeclaration = {
  family: 'spring',
  kind: 'piecewise',
  title: 'Obstacle law with a stiffness in straight pieces',
  summary:
    'Pushes away from an obstacle with a stiffness that grows as it comes nearer, in straight pieces over the distance. ' +
    'Hung on a distance, r is measured to the centre of the obstacle; hung on a gap, to its surface. It deflects; it is ' +
    'no wall: the energy that passes it is finite.',
  coordinate: 'distance',
  general: true,
  entries: 1,
  parameters: [
    {
      name: 'knots',
      unit: 'm',
      shapes: ['list'],
      range: strength,
      default: knotDefaults,
      meaning: 'Distances where the pieces meet, growing',
    },
    {
      name: 'values',
      unit: 'N/m',
      shapes: ['list'],
      range: strength,
      default: valueDefaults,
      meaning: 'Stiffness at the knots, 0 at the last',
    },
    scalar(
      'slope',
      'N/m2',
      'How fast the stiffness grows inwards from the first knot; the paper leaves it open. Above 360 the law with the ' +
        'default pieces stays convex, and at 1800 its force is largest, 1.681 N, at 3.06 cm',
      { default: 1800, range: [0, endless] },
    ),
  ],
  check({ knots = knotDefaults, values = valueDefaults }) {
    if (knots.length !== values.length) {
      return `there are ${knots.length} knots and ${values.length} values: one value for each knot`;
    }
    if (knots.length < 2) return 'one knot makes no piece: give two or more';
    const back = knots.findIndex((knot, i) => i > 0 && !(knot > knots[i - 1]));
    if (back > 0) {
      return `knots must grow: ${knots[back]} does not follow ${knots[back - 1]}, the next must be above ${knots[back - 1]}`;
    }
    const last = values[values.length - 1];
    return last === 0
      ? undefined
      : `the last value must be 0, not ${last}: beyond the last knot nothing acts`;
  },
  doc: {
    law: 'f = −k(r) r, r = max(0, z); k = k₁ + s (r₁ − r) for r < r₁, straight from kᵢ at rᵢ to kᵢ₊₁ at rᵢ₊₁, 0 from the last knot on',
    symbols: [
      {
        symbol: 'r',
        unit: 'm',
        meaning: 'distance to the centre (on a distance) or to the surface (on a gap)',
      },
      { symbol: 'rᵢ', unit: 'm', meaning: '`knots`' },
      { symbol: 'kᵢ', unit: 'N/m', meaning: '`values`' },
      { symbol: 's', unit: 'N/m²', meaning: '`slope`' },
      { symbol: 'f', unit: 'N', meaning: 'tension; negative, so it pushes apart' },
    ],
    sign: 'Pushes `from` along the gradient of the distance, away from the obstacle.',
    energy:
      'E = ∫ k(s) s ds from r to the last knot, in closed form: Simpson’s rule on each piece, which is exact there',
    singular:
      'At r = 0 the force is 0, and behind a surface (z < 0) it stays 0. At the knots the force is continuous, its slope is not.',
    source:
      'Obstacle avoidance of the reaching paper that the project starts from, read with straight pieces',
  },
  picture: pictures.springPiecewise,
  law(A, { value: [z] }, { knots = [], values = [], slope = [] }) {
    const r = max(A, A.constant(0), z);
    const inside = min(A, r, knots[0]);
    const inner = A.add(values[0], A.mul(slope[0], A.sub(knots[0], inside)));
    const energies = [pieceEnergy(A, inside, inner, knots[0], values[0])];
    let stiffness = A.constant(0);
    for (let i = knots.length - 2; i >= 0; i--) {
      const [from, to] = [knots[i], knots[i + 1]];
      const x = clamp(A, r, from, to);
      const rise = A.div(A.sub(values[i + 1], values[i]), A.sub(to, from));
      const k = A.add(values[i], A.mul(rise, A.sub(x, from)));
      energies.push(pieceEnergy(A, x, k, to, values[i + 1]));
      stiffness = A.select(A.less(r, to), k, stiffness);
    }
    stiffness = A.select(A.less(r, knots[0]), inner, stiffness);
    return { force: [A.neg(A.mul(stiffness, r))], energy: sum(A, energies) };
  },
};

/** ∫ k(s) s ds from a to b with k straight from ka to kb: (b − a)/6 · (a ka + 4 m km + b kb), m and km in the middle. */
function pieceEnergy<S>(A: Algebra<S>, a: S, ka: S, b: S, kb: S): S {
  const middle = A.mul(A.add(a, b), A.add(ka, kb));
  return A.mul(A.div(A.sub(b, a), A.constant(6)), A.add(A.add(A.mul(a, ka), middle), A.mul(b, kb)));
}
