/**
 * The elements of a design about one configuration as a linear system in joint space, M ẍ + D ẋ + K x = 0: what the
 * judgements of stability share. What gravity and the motion itself add to K and D is left out.
 */
import { factorDefinite, numbers, solveDefinite, symmetricEigen } from '../math/index.js';
import { applyGain } from '../mechanism/index.js';
import type { Model } from '../model/index.js';
import type { Design, ElementDesign } from './design.js';
import { declarationOf, unitAt } from './element.js';
import { evaluateLaw } from './numeric.js';

/** What one spring or damper may have to be stable, all others left out. */
export interface GainLimit {
  readonly element: string;
  readonly family: 'spring' | 'damper';
  /** The parameter that is limited, and its largest entry. */
  readonly parameter: string;
  readonly gain: number;
  /** Where it stops being stable. */
  readonly limit: number;
  readonly unit: string;
  /** Inertia along the element's worst direction, kg or kg m². */
  readonly inertia: number;
  /** Joint (entry of v) that moves most in that direction, by kinetic energy. */
  readonly joint: string;
  readonly stable: boolean;
}

/** One spring or damper, in joint space Jᵀ G J: G its stiffness or damping and J (rows) the rates of its reading. */
export interface Part {
  readonly element: ElementDesign;
  readonly parameter: 'stiffness' | 'damping';
  readonly gain: readonly number[];
  readonly jacobian: readonly (readonly number[])[];
}

/**
 * All springs and dampers at q, as if each were at work: a spring that does not reach yet counts with its full
 * stiffness, and what a standing force adds as the arm turns under it is left out.
 */
export function partsOf(design: Design, q: readonly number[]): Part[] {
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
export function slopeOf(parts: readonly Part[], wanted: Part['parameter'], nv: number): number[] {
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
export function solverOf(M: readonly number[], nv: number): Solver {
  const factored = factorDefinite(numbers, M, nv);
  if (!factored.pivots.every((pivot) => pivot > 0)) {
    throw new Error('stability: the mass matrix is not positive definite');
  }
  return (b) => solveDefinite(numbers, factored, b);
}

export type Solver = (b: readonly number[]) => number[];

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

/**
 * How far one element is from where it cannot be stable: `most` is what the greatest eigenvalue of M⁻¹ D (damper,
 * 1/s) or M⁻¹ K (spring, 1/s²) must stay below. Undefined for a gain of 0 or a point that no joint moves.
 */
export function elementLimit(
  model: Model,
  part: Part,
  M: readonly number[],
  solve: Solver,
  most: Readonly<Record<GainLimit['family'], number>>,
): GainLimit | undefined {
  const { element, parameter } = part;
  const declared = declarationOf(element).parameters.find((p) => p.name === parameter);
  const gain = part.gain.reduce((most, x) => (x > most ? x : most), 0);
  const { rate, direction } = fastest(part, solve);
  if (declared === undefined || !(rate > 1e-12 * gain)) return undefined;
  const family = parameter === 'damping' ? 'damper' : 'spring';
  return {
    element: element.name,
    family,
    parameter,
    gain,
    limit: (gain * most[family]) / rate,
    unit: unitAt(model, element, declared.unit),
    inertia: gain / rate,
    joint: busiestJoint(model, direction, M),
    stable: rate < most[family],
  };
}

/** The entry of v with the largest share xᵢ (M x)ᵢ of the kinetic energy. */
export function busiestJoint(model: Model, x: readonly number[], M: readonly number[]): string {
  const shares = x.map((xi, i) => xi * x.reduce((sum, xj, j) => sum + M[i * x.length + j] * xj, 0));
  const at = shares.reduce((best, share, i) => (share > shares[best] ? i : best), 0);
  return model.velocityNames[at];
}

/** Four digits, without trailing zeros. */
export function short(x: number): string {
  return `${Number(x.toPrecision(4))}`;
}
