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
 * What gravity and the motion itself add to K and D is left out.
 */
import { factorDefinite, numbers, solveDefinite } from '../math/index.js';
import { applyGain, inner } from '../mechanism/index.js';
import { type Model, massMatrix } from '../model/index.js';
import type { Problem } from '../problem/index.js';
import type { Design, ElementDesign } from './design.js';
import { declarationOf } from './law.js';
import { evaluateLaw } from './numeric.js';
import { spectralRadius } from './radius.js';
import { generalisedEigen, symmetricEigen } from './symmetric.js';

export interface TickOptions {
  /** Configuration at which it is judged (nq); the model's neutral one by default. */
  readonly q?: readonly number[];
  /** Plant steps a tick; 1 by default. */
  readonly stepsPerTick?: number;
  /** Rotor inertia for each entry of v (kg m² or kg) that is to stand for the model's own. */
  readonly rotorInertia?: readonly number[];
}

/** What one spring or damper may have at the tick, all others left out. */
export interface TickLimit {
  readonly element: string;
  readonly family: 'spring' | 'damper';
  /** The parameter that is limited, and its largest entry. */
  readonly parameter: string;
  readonly gain: number;
  /** Where it stops being stable: 2 m/T of a damper, 4 m/((2β − 1) T²) of a spring (∞ at an exact hold). */
  readonly limit: number;
  readonly unit: string;
  /** Inertia along the element's worst direction, kg or kg m². */
  readonly inertia: number;
  /** Joint (entry of v) that moves most in that direction, by kinetic energy. */
  readonly joint: string;
  readonly stable: boolean;
}

export interface TickVerdict {
  /** Springs and dampers with a gain above 0, by name. */
  readonly elements: readonly TickLimit[];
  /** Spectral radius of the map from tick to tick of all elements together; up to 1 + 1e-6 is stable. */
  readonly radius: number;
  readonly stable: boolean;
  /** Where the whole is unstable: the element that acts most in the fastest direction, and its joint. */
  readonly worst?: { readonly element: string; readonly joint: string };
}

/** Radii up to here count as stable: a free direction has a double pole at 1. */
const stableRadius = 1 + 1e-6;

/** Judges a design that {@link designProblems} finds nothing wrong with. Throws where M(q) is singular. */
export function tickStability(design: Design, options: TickOptions = {}): TickVerdict {
  const { model, period } = design;
  const q = options.q ?? model.neutral;
  const beta = (1 + 1 / (options.stepsPerTick ?? 1)) / 2;
  const inertia = inertiaMatrix(model, q, options.rotorInertia);
  const solve = solverOf(inertia, model.nv);
  const parts = partsOf(design, q);
  const limits: TickLimit[] = [];
  for (const part of parts) {
    const limit = elementLimit(model, part, inertia, solve, period, beta);
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

function inertiaMatrix(
  model: Model,
  q: readonly number[],
  rotorInertia: readonly number[] | undefined,
): number[] {
  const { nv } = model;
  const M = massMatrix(numbers, model, q);
  if (rotorInertia === undefined) return M;
  const own = new Array<number>(nv).fill(0);
  for (const body of model.bodies) {
    const { mimic } = body;
    const at = mimic === undefined ? body.v : model.bodies[mimic.of].v;
    const factor = mimic === undefined ? 1 : mimic.multiplier * mimic.multiplier;
    for (let k = 0; k < (mimic === undefined ? body.nv : 1); k++) own[at + k] += factor * body.rotorInertia;
  }
  for (let i = 0; i < nv; i++) M[i * nv + i] += rotorInertia[i] - own[i];
  return M;
}

/** One spring or damper, in joint space Jᵀ G J: G its stiffness or damping and J (rows) the rates of its reading. */
interface Part {
  readonly element: ElementDesign;
  readonly parameter: 'stiffness' | 'damping';
  readonly gain: readonly number[];
  readonly jacobian: readonly (readonly number[])[];
}

/**
 * All springs and dampers at q, as if each were at work: a spring that does not reach yet counts with its full
 * stiffness, and what a standing force adds as the arm turns under it is left out.
 */
function partsOf(design: Design, q: readonly number[]): Part[] {
  const { nv } = design.model;
  const rest = new Array<number>(nv).fill(0);
  const still = evaluateLaw(design, q, rest).acting;
  const moving = rest.map(
    (_, j) =>
      evaluateLaw(
        design,
        q,
        rest.map((_, i) => (i === j ? 1 : 0)),
      ).acting,
  );
  const parts: Part[] = [];
  still.forEach(({ element, coordinate }, e) => {
    if (element.family === 'source') return;
    const parameter = element.family === 'damper' ? 'damping' : 'stiffness';
    const G = element.parameters[parameter];
    if (G === undefined) return;
    const size = coordinate.reading.rate.length;
    // Row i, column j: rate of entry i when only entry j of v is 1, less that of a target that moves.
    const J = Array.from({ length: size }, (_, i) =>
      moving.map((acting) => acting[e].coordinate.reading.rate[i] - coordinate.reading.rate[i]),
    );
    parts.push({ element, parameter, gain: G, jacobian: J });
  });
  return parts;
}

/** Σ Jᵀ G J of the parts with this parameter, row-major, nv × nv. */
function slopeOf(parts: readonly Part[], wanted: Part['parameter'], nv: number): number[] {
  const sum = new Array<number>(nv * nv).fill(0);
  for (const { parameter, gain, jacobian } of parts) {
    if (parameter !== wanted) continue;
    for (let j = 0; j < nv; j++) {
      const force = applyGain(
        numbers,
        gain,
        jacobian.map((row) => row[j]),
      );
      jacobian.forEach((row, k) => {
        if (force[k] === 0) return;
        for (let i = 0; i < nv; i++) sum[i * nv + j] += row[i] * force[k];
      });
    }
  }
  return sum;
}

/** b ↦ M⁻¹ b. Throws where M is not positive definite. */
function solverOf(M: readonly number[], nv: number): Solver {
  const factored = factorDefinite(numbers, M, nv);
  if (!factored.pivots.every((pivot) => pivot > 0)) {
    throw new Error('stability: the mass matrix is not positive definite');
  }
  return (b) => solveDefinite(numbers, factored, b);
}

type Solver = (b: readonly number[]) => number[];

/**
 * The fastest direction of Jᵀ G J x = λ M x. As many λ as J has rows are not 0: with R = G^(1/2) those of the small
 * R J M⁻¹ Jᵀ R, and x = M⁻¹ Jᵀ R u of its eigenvector u.
 */
function fastest({ gain, jacobian }: Part, solve: Solver): { rate: number; direction: readonly number[] } {
  const size = jacobian.length;
  const root = squareRoot(gain, size);
  // Rows of M⁻¹ Jᵀ R, transposed.
  const moved = root.map((row) =>
    solve(jacobian[0].map((_, i) => row.reduce((sum, r, k) => sum + r * jacobian[k][i], 0))),
  );
  const form = root.flatMap((row) =>
    moved.map((x) =>
      row.reduce((sum, r, k) => sum + r * x.reduce((dot, xi, i) => dot + jacobian[k][i] * xi, 0), 0),
    ),
  );
  const { values, vectors } = symmetricEigen(form, size);
  const direction = moved[0].map((_, i) => vectors[size - 1].reduce((sum, u, k) => sum + u * moved[k][i], 0));
  return { rate: values[size - 1], direction };
}

/** G^(1/2) of a gain as applyGain takes it, by rows. */
function squareRoot(gain: readonly number[], size: number): number[][] {
  const unit = (j: number) => Array.from({ length: size }, (_, i) => (i === j ? 1 : 0));
  const columns = Array.from({ length: size }, (_, j) => applyGain(numbers, gain, unit(j)));
  const { values, vectors } = symmetricEigen(columns.flat(), size);
  return unit(0).map((_, i) =>
    unit(0).map((_, j) =>
      values.reduce(
        (sum, value, k) => sum + Math.sqrt(value > 0 ? value : 0) * vectors[k][i] * vectors[k][j],
        0,
      ),
    ),
  );
}

function elementLimit(
  model: Model,
  part: Part,
  M: readonly number[],
  solve: Solver,
  T: number,
  beta: number,
): TickLimit | undefined {
  const { element, parameter } = part;
  const declared = declarationOf(element).parameters.find((p) => p.name === parameter);
  const gain = part.gain.reduce((most, x) => (x > most ? x : most), 0);
  const { rate, direction } = fastest(part, solve);
  // A gain of 0, or a point that no joint moves.
  if (declared === undefined || !(rate > 1e-12 * gain)) return undefined;
  const family = parameter === 'damping' ? 'damper' : 'spring';
  const most = family === 'damper' ? 2 / T : 4 / ((2 * beta - 1) * T * T);
  const sliding = model.bodies.find((b) => b.joint === element.joins.joint)?.type === 'prismatic';
  return {
    element: element.name,
    family,
    parameter,
    gain,
    limit: (gain * most) / rate,
    unit: typeof declared.unit === 'string' ? declared.unit : declared.unit[sliding ? 1 : 0],
    inertia: gain / rate,
    joint: busiestJoint(model, direction, M),
    stable: rate < most,
  };
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

/** The entry of v with the largest share xᵢ (M x)ᵢ of the kinetic energy. */
function busiestJoint(model: Model, x: readonly number[], M: readonly number[]): string {
  const shares = x.map((xi, i) => xi * x.reduce((sum, xj, j) => sum + M[i * x.length + j] * xj, 0));
  const at = shares.reduce((best, share, i) => (share > shares[best] ? i : best), 0);
  return model.velocityNames[at];
}

/** Four digits, without trailing zeros. */
function short(x: number): string {
  return `${Number(x.toPrecision(4))}`;
}
