/**
 * Whether a design whose law is evaluated at every stage of a Runge–Kutta step h of order 4 (`rate: continuous`) is
 * integrated stably, from the model alone. A mode e^(λ t) of M ẍ + D ẋ + K x = 0 is multiplied in each step by
 *
 *     R(z) = 1 + z + z²/2 + z³/6 + z⁴/24,   z = h λ,
 *
 * and |R(z)| ≤ 1 holds on the real axis down to −2.785 (a damper: λ = −d/m) and on the imaginary one up to √8 (a
 * spring: λ = ±i √(k/m)), see {@link rk4Range}. All elements together: the spectral radius of R(h A), A the matrix of the first-order system.
 */
import { diagonalMatrix, matrixProduct, rk4Range, spectralRadius } from '../math/index.js';
import type { Problem } from '../problem/index.js';
import type { Design } from './design.js';
import { elementLimits, limitProblem, short } from './gain-limits.js';
import { type Solver, solvedBy, solverOf } from './mass-solver.js';
import { extremeMode, type Shares, worstAlong } from './modes.js';
import { type JudgedAt, linearised } from './slopes.js';
import { stableRadius } from './stability.js';

/** Joint damping is integrated by the same steps. */
export type ContinuousOptions = JudgedAt;

/**
 * Warnings with the design's `period` as the step, where it is unstable: one for each element that is so by itself,
 * else one for all together, joint damping with them. None for what the joint damping does alone. Of a design that
 * {@link designProblems} finds nothing wrong with; throws where M(q) is singular.
 */
export function continuousProblems(design: Design, options: ContinuousOptions = {}): Problem[] {
  const { model: machine, period: h } = design;
  if (machine.massless.length > 0 && options.rotorInertia === undefined) return [];
  const elements = linearised(design, options);
  const { K, M, parts, model } = elements;
  const { nv } = model;
  const solve = solverOf(M, nv);
  const virtual = new Array<number>(nv - machine.nv).fill(0);
  const own = diagonalMatrix([
    ...(options.jointDamping ?? new Array<number>(machine.nv).fill(0)),
    ...virtual,
  ]);
  const all = { ...elements, D: elements.D.map((d, i) => d + own[i]) };
  const radius = stepRadius(K, all.D, solve, nv, h);
  // A damper that is too strong by itself may be stable with a spring: the range is widest off the real axis.
  if (parts.length === 0 || radius <= stableRadius) return [];
  const code = 'unstable-at-step';
  const when = `in Runge-Kutta steps of ${short(h * 1e3)} ms`;
  const alone = elementLimits(elements, solve, {
    damper: rk4Range.real / h,
    spring: (rk4Range.imaginary / h) ** 2,
  }).filter((limit) => !limit.stable);
  if (alone.length > 0) {
    return alone.map((limit) =>
      limitProblem(limit, code, {
        bound: limit.family === 'damper' ? '2.785 m/h' : '8 m/h²',
        when,
        remedy: 'lower plant.rigid.step',
      }),
    );
  }
  const none = new Array<number>(nv * nv).fill(0);
  if (!(stepRadius(none, own, solve, nv, h) <= stableRadius)) return [];
  // By which the greatest eigenvalue of one form shows the direction that diverges.
  const shares: Shares = { damping: h / rk4Range.real, stiffness: (h / rk4Range.imaginary) ** 2 };
  const { element, law, joint } = worstAlong(elements, extremeMode(all, shares).x, shares);
  return [
    {
      code,
      severity: 'warning',
      where: {
        path: `control.${law ? 'laws' : 'elements'}.${element}`,
        name: `joint ${JSON.stringify(joint)}`,
      },
      message: `the elements together are not stable ${when}`,
      expected: 'a spectral radius of at most 1',
      got: short(radius),
      hint: `${element} acts most where it diverges: lower its gains, or plant.rigid.step`,
    },
  ];
}

/** Spectral radius of R(h A), A = [0 1; −M⁻¹K −M⁻¹D], by Horner's scheme. */
function stepRadius(
  K: readonly number[],
  D: readonly number[],
  solve: Solver,
  nv: number,
  h: number,
): number {
  const size = 2 * nv;
  const A = new Array<number>(size * size).fill(0);
  const springs = solvedBy(solve, K, nv);
  const dampers = solvedBy(solve, D, nv);
  for (let i = 0; i < nv; i++) {
    A[i * size + nv + i] = h;
    for (let j = 0; j < nv; j++) {
      A[(nv + i) * size + j] = -h * springs[i * nv + j];
      A[(nv + i) * size + nv + j] = -h * dampers[i * nv + j];
    }
  }
  const unit = diagonalMatrix(new Array<number>(size).fill(1));
  let R = unit;
  for (const k of [4, 3, 2, 1]) R = matrixProduct(A, R, size).map((x, i) => unit[i] + x / k);
  return spectralRadius(R, size);
}
