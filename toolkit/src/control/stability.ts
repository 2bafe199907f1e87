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
 *     (1)  (1 − β) T ω² < δ   and   (2)  2 T δ + (2β − 1) T² ω² < 4.
 *
 * A damper alone is stable below 2 m/T, whatever n: (2). Between (1) and (2) there is room for a damping only
 * where T² ω² < 4: a spring is unstable from 4 m/T² on, whatever n and whatever the damper beside it; at n = 1 it
 * needs none below that, at more steps a tick one of (1 − β) T k or more, for what a held spring pulls late it puts
 * in. Each element is judged by these two bounds. Several directions: eigenvalues of M⁻¹ D and M⁻¹ K for one
 * element, and the spectral radius of the whole map for all together.
 *
 * Virtual bodies move inside the control step, implicit in what joins them (body-step.ts). One element between a
 * robot's inertia m_r and a body's m_b is stable below the same bounds with 1/m = 1/m_r − 1/m_b (of several
 * directions, M⁻¹ of the bodies taken with a minus): whatever its gain, where the body is no heavier than what the
 * robot feels like there. What joins bodies alone has no bound.
 *
 * The joints' own viscous damping B, which the plant takes implicitly in each of its steps h = T/n, (M + h B) v⁺ =
 * M v + h f, damps with the elements: the map of all together is made of n such steps then.
 */
import { diagonalMatrix, matrixPower, matrixTimes, spectralRadius } from '../math/index.js';
import type { Problem } from '../problem/index.js';
import { type HeldPlant, joinedTickMap } from './body-stability.js';
import type { Design } from './design.js';
import { elementLimits, type GainLimit, limitProblem, short } from './gain-limits.js';
import { type Solver, solvedBy, solverOf } from './mass-solver.js';
import { extremeMode, type Shares, worstAlong } from './modes.js';
import { type JudgedAt, type LinearDesign, linearised, robotAlone } from './slopes.js';

export interface TickOptions extends JudgedAt {
  /** Plant steps a tick; 1 by default. */
  readonly stepsPerTick?: number;
}

export interface TickVerdict {
  /** Springs (limit 4 m/T²) and dampers (2 m/T) with a gain above 0 that have a limit, by name. */
  readonly elements: readonly GainLimit[];
  /** Spectral radius of the map from tick to tick of all elements together; up to 1 + 1e-6 is stable. */
  readonly radius: number;
  readonly stable: boolean;
  /** Where the whole is unstable. */
  readonly worst?: TickCause;
}

export interface TickCause {
  /** The element that acts most in the direction that leaves the stable range first, and the joint that moves. */
  readonly element: string;
  /** True of a law. */
  readonly law?: true;
  readonly joint: string;
  /**
   * Of springs that pull late with too little damping, condition (1): damping over stiffness along that direction,
   * s, and where it begins to be enough. Absent where gains are too large, condition (2).
   */
  readonly late?: { readonly damping: number; readonly enough: number };
}

/** Radii up to here count as stable: a free direction has a double pole at 1. */
export const stableRadius = 1 + 1e-6;

/** Judges a design that {@link designProblems} finds nothing wrong with. Throws where M(q) is singular. */
export function tickStability(design: Design, options: TickOptions = {}): TickVerdict {
  const { period: T } = design;
  const beta = (1 + 1 / (options.stepsPerTick ?? 1)) / 2;
  const linear = linearised(design, options);
  const { robot, model } = linear;
  const own = options.jointDamping?.some((b) => b !== 0) ? options.jointDamping : undefined;
  const alone = robotAlone(linear);
  const solve = solverOf(alone.M, robot);
  const steps = options.stepsPerTick ?? 1;
  const elements = elementLimits(linear, robot === model.nv ? solve : heldSolver(linear, solve), {
    damper: 2 / T,
    spring: 4 / (T * T),
  });
  const radius =
    robot === model.nv
      ? spectralRadius(
          own === undefined ? tickMap(linear, solve, T, beta) : dampedTickMap(linear, own, T, steps),
          2 * robot,
        )
      : spectralRadius(
          joinedTickMap(
            { ...linear, n: model.nv, nr: robot },
            own === undefined ? freePlant(solve, robot, T, beta) : dampedPlant(alone, own, T, steps),
            T,
          ),
          2 * model.nv,
        );
  const stable = radius <= stableRadius;
  if (stable || linear.parts.length === 0) return { elements, radius, stable };
  return { elements, radius, stable, worst: causeOf(alone, own, T, beta) };
}

/** The verdict as warnings: one for each element that cannot be stable by itself, else one for all together. */
export function tickProblems(design: Design, options: TickOptions = {}): Problem[] {
  const { model, period } = design;
  if (model.massless.length > 0 && options.rotorInertia === undefined) return [];
  const { elements, stable, radius, worst } = tickStability(design, options);
  const tick = `a tick of ${short(period * 1e3)} ms`;
  const code = 'unstable-at-tick';
  const problems = elements
    .filter((e) => !e.stable)
    .map((e) =>
      limitProblem(e, code, {
        bound: e.family === 'damper' ? '2 m/T' : '4 m/T²',
        when: `when its force is held for ${tick}`,
        remedy: 'raise control.rate',
      }),
    );
  if (problems.length > 0 || stable || worst === undefined) return problems;
  const { element, law, joint, late } = worst;
  return [
    {
      code,
      severity: 'warning',
      where: {
        path: `control.${law ? 'laws' : 'elements'}.${element}`,
        name: `joint ${JSON.stringify(joint)}`,
      },
      ...(late === undefined
        ? {
            message: `the elements together are not stable at ${tick}`,
            expected: 'a spectral radius of at most 1',
            got: short(radius),
            hint: `${element} acts most where it diverges, and ${joint} moves most: lower its gains, or raise control.rate`,
          }
        : {
            message: `springs whose force is held for ${tick} put in more than the dampers take out`,
            expected: `damping of at least ${short(late.enough * 1e3)} ms times the stiffness`,
            got: `${short(late.damping * 1e3)} ms times the stiffness`,
            hint: `${element} acts most where it diverges, and ${joint} moves most: add a damper beside it, or raise control.rate`,
          }),
    },
  ];
}

/** b ↦ M⁻¹ b of the robot, and −M⁻¹ b of the virtual bodies. */
function heldSolver({ M, model: { nv }, robot }: LinearDesign, solve: Solver): Solver {
  const size = nv - robot;
  const body = Array.from({ length: size * size }, (_, at) => {
    const [i, j] = [Math.floor(at / size), at % size];
    return M[(robot + i) * nv + robot + j];
  });
  const other = solverOf(body, size);
  return (b) => [...solve(b.slice(0, robot)), ...other(b.slice(robot)).map((x) => -x)];
}

/** [x; v] → [x; v] over one tick, row-major, 2 nv × 2 nv. */
function tickMap({ model: { nv }, K, D }: LinearDesign, solve: Solver, T: number, beta: number): number[] {
  const size = 2 * nv;
  const springs = solvedBy(solve, K, nv);
  const dampers = solvedBy(solve, D, nv);
  const map = new Array<number>(size * size);
  for (let i = 0; i < nv; i++) {
    for (let j = 0; j < nv; j++) {
      const k = springs[i * nv + j];
      const d = dampers[i * nv + j];
      const one = i === j ? 1 : 0;
      map[i * size + j] = one - beta * T * T * k;
      map[i * size + nv + j] = T * one - beta * T * T * d;
      map[(nv + i) * size + j] = -T * k;
      map[(nv + i) * size + nv + j] = one - T * d;
    }
  }
  return map;
}

/** What a tick makes of [x; v], and what a force of 1 that is held adds. */
function freePlant(solve: Solver, nv: number, T: number, beta: number): HeldPlant {
  const unit = diagonalMatrix(new Array<number>(nv).fill(1));
  const pulled = solvedBy(solve, unit, nv);
  const free = diagonalMatrix(new Array<number>(2 * nv).fill(1));
  for (let i = 0; i < nv; i++) free[i * 2 * nv + nv + i] = T;
  return { free, forced: [...pulled.map((p) => beta * T * T * p), ...pulled.map((p) => T * p)] };
}

/** The same with joint damping. */
function dampedPlant(linear: LinearDesign, own: readonly number[], T: number, n: number): HeldPlant {
  const { nv } = linear.model;
  const held = heldSteps(linear, own, T, n);
  const rows = Array.from({ length: 2 * nv }, (_, i) => held.slice(i * 3 * nv, (i + 1) * 3 * nv));
  return {
    free: rows.flatMap((row) => row.slice(0, 2 * nv)),
    forced: rows.flatMap((row) => row.slice(2 * nv)),
  };
}

/** The same with joint damping: what n steps under a held force make of [x; v; f], then f = −K x − D v. */
function dampedTickMap(linear: LinearDesign, own: readonly number[], T: number, n: number): number[] {
  const {
    model: { nv },
    K,
    D,
  } = linear;
  const size = 3 * nv;
  const held = heldSteps(linear, own, T, n);
  const map = new Array<number>(4 * nv * nv);
  for (let i = 0; i < 2 * nv; i++) {
    const force = held.slice(i * size + 2 * nv, (i + 1) * size);
    for (let j = 0; j < nv; j++) {
      const along = (S: readonly number[]) => force.reduce((sum, f, k) => sum + f * S[k * nv + j], 0);
      map[i * 2 * nv + j] = held[i * size + j] - along(K);
      map[i * 2 * nv + nv + j] = held[i * size + nv + j] - along(D);
    }
  }
  return map;
}

/** What n steps of T/n under a held force make of [x; v; f], 3 nv × 3 nv; `own`: the joints' damping, nv. */
export function heldSteps(
  { model: { nv }, M }: Pick<LinearDesign, 'model' | 'M'>,
  own: readonly number[],
  T: number,
  n: number,
): number[] {
  const h = T / n;
  const size = 3 * nv;
  const solve = solverOf(
    M.map((m, at) => (at % (nv + 1) === 0 ? m + h * own[at / (nv + 1)] : m)),
    nv,
  );
  const kept = solvedBy(solve, M, nv);
  const pulled = solvedBy(solve, diagonalMatrix(new Array<number>(nv).fill(1)), nv);
  const step = diagonalMatrix(new Array<number>(size).fill(1));
  for (let i = 0; i < nv; i++) {
    for (let j = 0; j < nv; j++) {
      const [k, p] = [kept[i * nv + j], h * pulled[i * nv + j]];
      step[(nv + i) * size + nv + j] = k;
      step[(nv + i) * size + 2 * nv + j] = p;
      step[i * size + nv + j] = h * k;
      step[i * size + 2 * nv + j] = h * p;
    }
  }
  return matrixPower(step, n, size);
}

/**
 * Which condition fails and where, each as one form in K and D: (2) where 2 T D + (2β − 1) T² K reaches 4 M, else (1)
 * in the direction in which (1 − β) T K is furthest above D, joint damping with it. An eigenvector of an unstable map
 * makes a map of one direction of it, of which one of them fails.
 */
function causeOf(
  linear: LinearDesign,
  own: readonly number[] | undefined,
  T: number,
  beta: number,
): TickCause {
  const size: Shares = { damping: 2 * T, stiffness: (2 * beta - 1) * T * T };
  const fast = extremeMode(linear, size);
  const enough = (1 - beta) * T;
  const braked = own === undefined ? linear.D : diagonalMatrix(own).map((b, i) => b + linear.D[i]);
  const slow = extremeMode({ ...linear, D: braked }, { damping: -1, stiffness: enough });
  if (fast.value >= 4 || !(slow.value > 0)) return worstAlong(linear, fast.x, size);
  const along = (S: readonly number[]) => quadratic(S, slow.x);
  return {
    ...worstAlong(linear, slow.x, { damping: 0, stiffness: 1 }),
    late: { damping: along(braked) / along(linear.K), enough },
  };
}

/** xᵀ S x. */
function quadratic(S: readonly number[], x: readonly number[]): number {
  return matrixTimes(S, x).reduce((sum, y, i) => sum + y * x[i], 0);
}
