/**
 * Whether a design whose law is evaluated at every stage of a Runge–Kutta step h of order 4 (`rate: continuous`) is
 * integrated stably, from the model alone. A mode e^(λ t) of M ẍ + D ẋ + K x = 0 is multiplied in each step by
 *
 *     R(z) = 1 + z + z²/2 + z³/6 + z⁴/24,   z = h λ,
 *
 * and |R(z)| ≤ 1 holds on the real axis down to −2.785 (a damper: λ = −d/m) and on the imaginary one up to √8 (a
 * spring: λ = ±i √(k/m)), see {@link rk4Range}. All elements together: the spectral radius of R(h A), A the matrix of the first-order system.
 */
import {
  diagonalMatrix,
  generalisedEigen,
  matrixProduct,
  numbers,
  rk4Range,
  spectralRadius,
} from '../math/index.js';
import { applyGain, inner } from '../mechanism/index.js';
import { massMatrixWithRotors } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { Design } from './design.js';
import {
  busiestJoint,
  elementLimit,
  type GainLimit,
  type Part,
  partsOf,
  type Solver,
  short,
  slopeOf,
  solverOf,
} from './slopes.js';
import { stableRadius } from './stability.js';

export interface ContinuousOptions {
  /** Configuration at which it is judged (nq); the model's neutral one by default. */
  readonly q?: readonly number[];
  /** Rotor inertia for each entry of v (kg m² or kg) that is to stand for the model's own. */
  readonly rotorInertia?: readonly number[];
  /** Viscous damping of the joints themselves (N m s/rad or N s/m, nv), which the same steps integrate; 0 by default. */
  readonly jointDamping?: readonly number[];
}

/**
 * Warnings with the design's `period` as the step, where it is unstable: one for each element that is so by itself,
 * else one for all together, joint damping with them. None for what the joint damping does alone. Of a design that
 * {@link designProblems} finds nothing wrong with; throws where M(q) is singular.
 */
export function continuousProblems(design: Design, options: ContinuousOptions = {}): Problem[] {
  const { model, period: h } = design;
  const { nv } = model;
  if (model.massless.length > 0 && options.rotorInertia === undefined) return [];
  const q = options.q ?? model.neutral;
  const M = massMatrixWithRotors(model, q, options.rotorInertia);
  const solve = solverOf(M, nv);
  const parts = partsOf(design, q);
  const K = slopeOf(parts, 'stiffness', nv);
  const own = diagonalMatrix(options.jointDamping ?? new Array<number>(nv).fill(0));
  const D = slopeOf(parts, 'damping', nv).map((d, i) => d + own[i]);
  const radius = stepRadius(K, D, solve, nv, h);
  // A damper that is too strong by itself may be stable with a spring: the range is widest off the real axis.
  if (parts.length === 0 || radius <= stableRadius) return [];
  const most = { damper: rk4Range.real / h, spring: (rk4Range.imaginary / h) ** 2 };
  const alone = parts.flatMap((part) => elementLimit(model, part, M, solve, most) ?? []);
  if (!alone.every((limit) => limit.stable)) {
    return alone.filter((limit) => !limit.stable).map((limit) => elementProblem(limit, h));
  }
  const none = new Array<number>(nv * nv).fill(0);
  if (!(stepRadius(none, own, solve, nv, h) <= stableRadius)) return [];
  const x = fastestMode(K, D, M, nv, h);
  const element = mostActive(parts, x, h).element.name;
  const joint = busiestJoint(model, x, M);
  return [
    {
      code: 'unstable-at-step',
      severity: 'warning',
      where: { path: `control.elements.${element}`, name: `joint ${JSON.stringify(joint)}` },
      message: `the elements together are not stable in Runge-Kutta steps of ${short(h * 1e3)} ms`,
      expected: 'a spectral radius of at most 1',
      got: short(radius),
      hint: `${element} acts most where it diverges: lower its gains, or plant.rigid.step`,
    },
  ];
}

function elementProblem(
  { element, family, parameter, gain, limit, unit, inertia, joint }: GainLimit,
  h: number,
): Problem {
  const what = family === 'damper' ? '2.785 m/h' : '8 m/h²';
  return {
    code: 'unstable-at-step',
    severity: 'warning',
    where: { path: `control.elements.${element}.${parameter}`, name: `joint ${JSON.stringify(joint)}` },
    message: `the ${family} cannot be stable in Runge-Kutta steps of ${short(h * 1e3)} ms`,
    expected: `below ${short(limit)} ${unit} (${what}, m = ${short(inertia)})`,
    got: `${short(gain)} ${unit}`,
    hint: `lower ${element}.${parameter} or plant.rigid.step; ${joint} moves most in the direction that diverges`,
  };
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
  for (let j = 0; j < nv; j++) {
    // K and D are symmetric: a row is a column.
    const spring = solve(K.slice(j * nv, (j + 1) * nv));
    const damper = solve(D.slice(j * nv, (j + 1) * nv));
    A[j * size + nv + j] = h;
    for (let i = 0; i < nv; i++) {
      A[(nv + i) * size + j] = -h * spring[i];
      A[(nv + i) * size + nv + j] = -h * damper[i];
    }
  }
  const unit = diagonalMatrix(new Array<number>(size).fill(1));
  let R = unit;
  for (const k of [4, 3, 2, 1]) R = matrixProduct(A, R, size).map((x, i) => unit[i] + x / k);
  return spectralRadius(R, size);
}

/** Weights of D and K by which the greatest eigenvalue of one form shows the direction that diverges. */
const shares = (h: number) => ({ damping: h / rk4Range.real, stiffness: (h / rk4Range.imaginary) ** 2 });

function fastestMode(
  K: readonly number[],
  D: readonly number[],
  M: readonly number[],
  nv: number,
  h: number,
): readonly number[] {
  const { damping, stiffness } = shares(h);
  const form = K.map((k, i) => damping * D[i] + stiffness * k);
  return generalisedEigen(form, M, nv).vectors[nv - 1];
}

/** The element that acts most along x. */
function mostActive(parts: readonly Part[], x: readonly number[], h: number): Part {
  const action = ({ parameter, gain, jacobian }: Part): number => {
    const rates = jacobian.map((row) => row.reduce((sum, r, i) => sum + r * x[i], 0));
    return shares(h)[parameter] * inner(numbers, rates, applyGain(numbers, gain, rates));
  };
  return parts.reduce((best, part) => (action(part) > action(best) ? part : best));
}
