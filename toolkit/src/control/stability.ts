/**
 * Whether a design can be stable at its tick, from the model alone: nothing is simulated.
 *
 * A control force is computed once a tick T and held. Along one direction with inertia m, stiffness k and damping
 * d, with ω² = k/m, δ = d/m and n semi-implicit plant steps a tick, the error and its rate go from tick to tick by
 *
 *     a = −ω² x − δ v,   v⁺ = v + T a,   x⁺ = x + T v + β T² a,   β = (1 + 1/n)/2
 *
 * (n = 1: semi-implicit Euler at the tick; n → ∞: the exact hold). Its poles lie inside the unit circle exactly
 * where (Jury's conditions)
 *
 *     (1 − β) T ω² < δ   and   2 T δ + (2β − 1) T² ω² < 4.
 *
 * So a damper alone is stable below 2 m/T, whatever n, and a spring at n = 1 below 4 m/T². Several directions:
 * eigenvalues of M⁻¹ D and M⁻¹ K for one element, and the spectral radius of the whole map for all together.
 */
import { generalisedEigen, numbers, spectralRadius } from '../math/index.js';
import { applyGain, inner } from '../mechanism/index.js';
import { type Model, massMatrixWithRotors } from '../model/index.js';
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

export interface TickOptions {
  /** Configuration at which it is judged (nq); the model's neutral one by default. */
  readonly q?: readonly number[];
  /** Plant steps a tick; 1 by default. */
  readonly stepsPerTick?: number;
  /** Rotor inertia for each entry of v (kg m² or kg) that is to stand for the model's own. */
  readonly rotorInertia?: readonly number[];
}

export interface TickVerdict {
  /** Springs (limit 4 m/((2β − 1) T²), ∞ at an exact hold) and dampers (2 m/T) with a gain above 0, by name. */
  readonly elements: readonly GainLimit[];
  /** Spectral radius of the map from tick to tick of all elements together; up to 1 + 1e-6 is stable. */
  readonly radius: number;
  readonly stable: boolean;
  /** Where the whole is unstable: the element that acts most in the fastest direction, and its joint. */
  readonly worst?: { readonly element: string; readonly joint: string };
}

/** Radii up to here count as stable: a free direction has a double pole at 1. */
export const stableRadius = 1 + 1e-6;

/** Judges a design that {@link designProblems} finds nothing wrong with. Throws where M(q) is singular. */
export function tickStability(design: Design, options: TickOptions = {}): TickVerdict {
  const { model, period } = design;
  const q = options.q ?? model.neutral;
  const beta = (1 + 1 / (options.stepsPerTick ?? 1)) / 2;
  const inertia = massMatrixWithRotors(model, q, options.rotorInertia);
  const solve = solverOf(inertia, model.nv);
  const parts = partsOf(design, q);
  const most = { damper: 2 / period, spring: 4 / ((2 * beta - 1) * period * period) };
  const limits: GainLimit[] = [];
  for (const part of parts) {
    const limit = elementLimit(model, part, inertia, solve, most);
    if (limit !== undefined) limits.push(limit);
  }
  const K = slopeOf(parts, 'stiffness', model.nv);
  const D = slopeOf(parts, 'damping', model.nv);
  const radius = spectralRadius(tickMap(K, D, solve, model.nv, period, beta), 2 * model.nv);
  const stable = radius <= stableRadius;
  if (stable || parts.length === 0) return { elements: limits, radius, stable };
  return { elements: limits, radius, stable, worst: worstOf(model, parts, K, D, inertia, period, beta) };
}

/** The verdict as warnings: one for each element that cannot be stable by itself, else one for all together. */
export function tickProblems(design: Design, options: TickOptions = {}): Problem[] {
  const { model, period } = design;
  if (model.massless.length > 0 && options.rotorInertia === undefined) return [];
  const { elements, stable, radius, worst } = tickStability(design, options);
  const problems = elements
    .filter((e) => !e.stable)
    .map((e): Problem => {
      const what = e.family === 'damper' ? '2 m/T' : '4 m/T²';
      return {
        code: 'unstable-at-tick',
        severity: 'warning',
        where: {
          path: `control.elements.${e.element}.${e.parameter}`,
          name: `joint ${JSON.stringify(e.joint)}`,
        },
        message: `the ${e.family} cannot be stable when its force is held for a tick of ${short(period * 1e3)} ms`,
        expected: `below ${short(e.limit)} ${e.unit} (${what}, m = ${short(e.inertia)})`,
        got: `${short(e.gain)} ${e.unit}`,
        hint: `lower ${e.element}.${e.parameter}, or raise control.rate; ${e.joint} moves most in the direction that diverges`,
      };
    });
  if (problems.length > 0 || stable || worst === undefined) return problems;
  return [
    {
      code: 'unstable-at-tick',
      severity: 'warning',
      where: { path: `control.elements.${worst.element}`, name: `joint ${JSON.stringify(worst.joint)}` },
      message: `the elements together are not stable at a tick of ${short(period * 1e3)} ms`,
      expected: 'a spectral radius of at most 1',
      got: short(radius),
      hint: `${worst.element} acts most where it diverges, and ${worst.joint} moves most: lower its gains, or raise control.rate`,
    },
  ];
}

/** [x; v] → [x; v] over one tick, row-major, 2 nv × 2 nv. */
function tickMap(
  K: readonly number[],
  D: readonly number[],
  solve: Solver,
  nv: number,
  T: number,
  beta: number,
): number[] {
  const size = 2 * nv;
  const map = new Array<number>(size * size).fill(0);
  // K and D are symmetric: a row is a column.
  const column = (matrix: readonly number[], j: number) => solve(matrix.slice(j * nv, (j + 1) * nv));
  for (let j = 0; j < nv; j++) {
    const spring = column(K, j);
    const damper = column(D, j);
    for (let i = 0; i < nv; i++) {
      const [k, d] = [spring[i], damper[i]];
      const one = i === j ? 1 : 0;
      map[i * size + j] = one - beta * T * T * k;
      map[i * size + nv + j] = T * one - beta * T * T * d;
      map[(nv + i) * size + j] = -T * k;
      map[(nv + i) * size + nv + j] = one - T * d;
    }
  }
  return map;
}

/** The direction that leaves the stable range first, the element that acts most along it and the joint that moves. */
function worstOf(
  model: Model,
  parts: readonly Part[],
  K: readonly number[],
  D: readonly number[],
  M: readonly number[],
  T: number,
  beta: number,
): { element: string; joint: string } {
  const { nv } = model;
  // The second of Jury's conditions as one form: 2 T D + (2β − 1) T² K against 4 M.
  const springs = (2 * beta - 1) * T * T;
  const { vectors } = generalisedEigen(
    K.map((k, i) => 2 * T * D[i] + springs * k),
    M,
    nv,
  );
  const x = vectors[nv - 1];
  const action = ({ parameter, gain, jacobian }: Part) => {
    const rates = jacobian.map((row) => row.reduce((sum, r, i) => sum + r * x[i], 0));
    return (
      (parameter === 'damping' ? 2 * T : springs) * inner(numbers, rates, applyGain(numbers, gain, rates))
    );
  };
  const most = parts.reduce((best, part) => (action(part) > action(best) ? part : best));
  return { element: most.element.name, joint: busiestJoint(model, x, M) };
}
