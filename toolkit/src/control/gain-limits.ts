/** How far each spring and damper, and each gain of a law, by itself is from where it cannot be stable, and how that is told. */
import { numbers, symmetricEigen } from '../math/index.js';
import { applyGain } from '../mechanism/index.js';
import type { Problem } from '../problem/index.js';
import type { Solver } from './mass-solver.js';
import { busiestJoint } from './modes.js';
import type { LinearDesign, Part } from './slopes.js';
import { largest } from './steepest.js';

/** What one spring or damper may have to be stable, all others left out. */
export interface GainLimit {
  /** Its name, or that of a law. */
  readonly element: string;
  readonly law?: true;
  readonly family: 'spring' | 'damper';
  /**
   * The parameter that is limited, and its largest entry: `stiffness` or `damping`, or of an element without it the one that
   * its steepest slope grows with most.
   */
  readonly parameter: string;
  readonly gain: number;
  /** Where it stops being stable: above it, or below it where `falls`. */
  readonly limit: number;
  /** True where the gain falls as the parameter grows. */
  readonly falls?: true;
  readonly unit: string;
  /** Inertia along the element's worst direction, kg or kg m². */
  readonly inertia: number;
  /** Joint (entry of v) that moves most in that direction, by kinetic energy. */
  readonly joint: string;
  readonly stable: boolean;
  /** A noun phrase for what it is, where it is a part of an element. */
  readonly what?: string;
}

/**
 * How far each element is from where it cannot be stable: `most` is what the greatest eigenvalue of M⁻¹ D (damper,
 * 1/s) or M⁻¹ K (spring, 1/s²) must stay below. Those with a gain of 0, or of points that no joint moves, are left
 * out.
 */
export function elementLimits(
  { model, parts, M }: LinearDesign,
  solve: Solver,
  most: Readonly<Record<GainLimit['family'], number>>,
): GainLimit[] {
  return parts.flatMap((part): GainLimit[] => {
    const { name, parameter, by, unit, power = 1 } = part;
    const gain = largest(part.gain);
    const { rate, direction } = fastest(part, solve);
    if (!(rate > 1e-12 * gain)) return [];
    const family = parameter === 'damping' ? 'damper' : 'spring';
    return [
      {
        element: name,
        ...(part.law && { law: true }),
        family,
        parameter: by.name,
        gain: by.size,
        limit: power === 1 ? (by.size * most[family]) / rate : by.size * (most[family] / rate) ** power,
        ...(power < 0 && { falls: true }),
        unit,
        inertia: gain / rate,
        joint: busiestJoint(model, direction, M),
        stable: rate < most[family],
        ...(part.what === undefined ? {} : { what: part.what }),
      },
    ];
  });
}

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

/** What is told of an element that cannot be stable: `bound` in words, how it is integrated, and what helps. */
export function limitProblem(
  { element, law, parameter, gain, family, what, limit, falls, unit, inertia, joint }: GainLimit,
  code: string,
  { bound, when, remedy }: { readonly bound: string; readonly when: string; readonly remedy: string },
): Problem {
  return {
    code,
    severity: 'warning',
    where: {
      path: `control.${law ? 'laws' : 'elements'}.${element}.${parameter}`,
      name: `joint ${JSON.stringify(joint)}`,
    },
    message: `${what ?? `the ${family}`} cannot be stable ${when}`,
    expected: `${falls ? 'above' : 'below'} ${short(limit)} ${unit} (${bound}, m = ${short(inertia)})`,
    got: `${short(gain)} ${unit}`,
    hint: `${falls ? 'raise' : 'lower'} ${element}.${parameter}, or ${remedy}; ${joint} moves most in the direction that diverges`,
  };
}

/** Four digits, without trailing zeros. */
export function short(x: number): string {
  return `${Number(x.toPrecision(4))}`;
}
