import type { Algebra } from '../math/index.js';
import type { ElementDeclaration, Parameters } from './declaration.js';
import { applyGain, inner, positive } from './gain.js';
import { scalar, units, wantExactly, wantPositive } from './parameters.js';
import { pictures } from './picture.js';

/** √e: stiffness · width over greatest force. */
const rootE = 1.6487212707001282;

const strengths = ['pull', 'pullStiffness', 'push', 'pushStiffness'] as const;

/** f = ±k exp(−|z|²/2w²) z; see `doc`. */
export const springGaussian: ElementDeclaration = {
  family: 'spring',
  kind: 'gaussian',
  title: 'Gaussian well or hill',
  summary:
    'Acts within a few widths and fades out beyond. As a well (`pull`) it holds what is near its target, as a hill ' +
    '(`push`) it keeps a point off an obstacle; the force is largest one width off. What is far feels nothing.',
  coordinate: 'offset',
  general: true,
  parameters: [
    scalar('pull', units.effort, 'Greatest force, towards 0', { optional: true }),
    scalar('pullStiffness', units.stiffness, 'Slope of the force where the value is 0, towards 0', {
      optional: true,
    }),
    scalar('push', units.effort, 'Greatest force, away from 0', { optional: true }),
    scalar('pushStiffness', units.stiffness, 'Slope of the force where the value is 0, away from 0', {
      optional: true,
    }),
    scalar('width', units.value, 'Where the force is largest'),
  ],
  check: (given) =>
    wantExactly(given, 1, strengths) ??
    wantPositive(given, { width: '0.05: without width nothing is near enough to feel it' }),
  doc: {
    law: 'f = ±k exp(−r²/2w²) z, r = |z|; + with `pull`, − with `push`; k = F √e/w where the greatest force F is given',
    symbols: [
      { symbol: 'z', unit: 'rad, m', meaning: 'value of the coordinate; between points p_to − p_from' },
      { symbol: 'k', unit: 'N m/rad, N/m', meaning: '`pullStiffness` or `pushStiffness`' },
      { symbol: 'F', unit: 'N m, N', meaning: '`pull` or `push`' },
      { symbol: 'w', unit: 'rad, m', meaning: '`width`' },
      { symbol: 'f', unit: 'N m, N', meaning: 'tension' },
    ],
    sign: '`pull` draws the value to 0 (`from` towards `to`), `push` drives it away from 0.',
    energy: 'E = k w² (1 − exp(−r²/2w²)) with `pull`, k w² exp(−r²/2w²) with `push`; never below 0',
    singular:
      'None. On the top of a hill the force is 0: what stands there exactly is not pushed, and anything moves it off.',
    source: 'Gaussian springs of VMRobotControl.jl and of virtualmodelcontrol',
  },
  example: { pull: '10 N', width: '10 cm' },
  picture: pictures.springGaussian,
  law(A, { value }, parameters) {
    const w = positive(A, (parameters.width ?? [])[0]);
    const square = inner(A, value, value);
    const wide = A.mul(w, w);
    const x = A.div(square, A.add(wide, wide));
    const fall = A.exp(A.neg(x));
    const k = slope(A, parameters, w);
    const gain = A.mul(k, fall);
    const depth = A.mul(k, wide);
    if (parameters.push !== undefined || parameters.pushStiffness !== undefined) {
      return {
        force: applyGain(A, [A.neg(gain)], value),
        energy: A.mul(depth, fall),
        radial: true,
      };
    }
    // 1 − e⁻ˣ = tanh(x/2) (1 + e⁻ˣ), without cancellation.
    const risen = A.mul(A.tanh(A.mul(A.constant(0.5), x)), A.add(A.constant(1), fall));
    return {
      force: applyGain(A, [gain], value),
      secant: [gain],
      energy: A.mul(depth, risen),
      radial: true,
    };
  },
};

function slope<S>(A: Algebra<S>, { pull, pullStiffness, push, pushStiffness }: Parameters<S>, w: S): S {
  const given = pullStiffness ?? pushStiffness;
  if (given !== undefined) return given[0];
  const [greatest] = (pull ?? push) as readonly S[];
  return A.div(A.mul(A.constant(rootE), greatest), w);
}
