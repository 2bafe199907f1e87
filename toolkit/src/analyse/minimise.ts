/**
 * Minima of a potential of which only the force is known: Newton's method, damped as Levenberg and Marquardt do, with
 * Hessians by central differences. How much lower a step leads is the work of the force along it, by Simpson's rule,
 * so that whatever pulls is minimised, stored energy or not.
 *
 * A step p solves (H + μ I) p = force with μ large enough for H + μ I to be positive definite and for |p| to stay
 * within `reach`; μ falls while the work agrees with the quadratic model and rises where it does not.
 */
import { factorDefinite, numbers, solveDefinite, symmetricEigen } from '../math/index.js';

/** What is minimised over; see {@link ForceField}. */
export interface Field {
  /** Directions at a configuration. */
  readonly size: number;
  force(q: readonly number[]): number[];
  hessian(q: readonly number[]): { readonly matrix: readonly number[]; readonly curl: number };
  move(q: readonly number[], step: readonly number[]): number[];
}

export interface Minimum {
  readonly q: readonly number[];
  /** Largest entry of the force that is left, N m or N. */
  readonly force: number;
  readonly steps: number;
  /** Eigenvalues of the Hessian, ascending, and their directions. */
  readonly eigenvalues: readonly number[];
  readonly directions: readonly (readonly number[])[];
  /** Directions that neither hold nor push away: eigenvalues within {@link flat} of the largest. */
  readonly flat: readonly (readonly number[])[];
  /** Largest odd part of ∂force/∂q over its largest entry: 0 where the force has a potential. */
  readonly curl: number;
}

/** Farthest that one step leads in any direction, rad or m. */
const reach = 0.5;
/** Force at which the search ends, as a part of the greatest seen on its way or of that of a step of 0.1. */
export const enough = 1e-10;
/** Eigenvalues this near to 0, as a part of the largest, count as 0: central differences are known to 1e-9 or so. */
export const flat = 1e-6;

/**
 * Why a search ended without a minimum: a force that is no number; saddles only; no step that leads lower, as at a kink
 * or in a valley without end; not at rest after all steps, as under a pull without end.
 */
export type Lost = 'number' | 'saddle' | 'kink' | 'steps';

/** The minimum below `start`; undefined where none was reached in `most` steps, and `lost` is told why. */
export function minimise(
  field: Field,
  start: readonly number[],
  { most = 300, lost }: { readonly most?: number; readonly lost?: ((why: Lost) => void) | undefined } = {},
): Minimum | undefined {
  const n = field.size;
  let q: readonly number[] = start;
  let force: readonly number[] = field.force(q);
  let largest = greatest(force);
  let damping = 1e-3;
  let escapes = 0;
  for (let step = 0; step < most; step++) {
    if (!force.every(Number.isFinite)) return none('number');
    const { matrix: H, curl } = field.hessian(q);
    const stiff = H.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
    if (greatest(force) <= enough * Math.max(largest, 0.1 * stiff)) {
      const { values, vectors } = symmetricEigen(H, n);
      const edge = flat * Math.max(...values.map(Math.abs));
      if (!(values[0] < -edge)) {
        const level = vectors.filter((_, i) => Math.abs(values[i]) <= edge);
        return {
          q,
          force: greatest(force),
          steps: step,
          eigenvalues: values,
          directions: vectors,
          flat: level,
          curl,
        };
      }
      // A saddle: down it goes on either side.
      if (++escapes > 3) return none('saddle');
      q = field.move(
        q,
        vectors[0].map((x) => 0.05 * x),
      );
      force = field.force(q);
      largest = Math.max(largest, greatest(force));
      continue;
    }
    let moved = false;
    for (let tries = 0; tries < 60 && !moved; tries++) {
      // Where nothing is stiff yet, the force alone says how far a step leads.
      const mu = damping * Math.max(stiff, 1e-6 * greatest(force));
      const factored = factorDefinite(numbers, shifted(H, mu, n), n);
      if (!factored.pivots.every((pivot) => pivot > 1e-3 * mu && Number.isFinite(pivot))) {
        damping = Math.max(4 * damping, 1e-12);
        continue;
      }
      const newton = solveDefinite(numbers, factored, force);
      const length = greatest(newton);
      const p = length > reach ? newton.map((x) => (x * reach) / length) : newton;
      const next = field.move(q, p);
      const then = field.force(next);
      const middle = field.force(
        field.move(
          q,
          p.map((x) => 0.5 * x),
        ),
      );
      const gain = (dot(force, p) + 4 * dot(middle, p) + dot(then, p)) / 6;
      const hoped = dot(force, p) - 0.5 * dot(p, times(H, p, n));
      const quiet = greatest(then) <= 0.5 * greatest(force) && length < 1e-3;
      if (quiet || gain > 1e-3 * Math.max(hoped, 0.25 * dot(force, p))) {
        const agreement = gain / hoped;
        if (quiet || (hoped > 0 && agreement > 0.75)) damping = Math.max(damping / 8, 1e-13);
        else if (!(agreement > 0.25)) damping *= 3;
        q = next;
        force = then;
        largest = Math.max(largest, greatest(force));
        moved = true;
      } else damping *= 4;
    }
    // Nothing lower within rounding, and still no rest: a kink, or a valley without end.
    if (!moved) return none('kink');
  }
  return none('steps');

  function none(why: Lost): undefined {
    lost?.(why);
    return undefined;
  }
}

/** Largest magnitude. */
export function greatest(values: readonly number[]): number {
  return values.reduce((top, x) => (Math.abs(x) > top || Number.isNaN(x) ? Math.abs(x) : top), 0);
}

export function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * b[i], 0);
}

/** S p, S row-major with rows of n. */
export function times(S: readonly number[], p: readonly number[], n: number): number[] {
  const rows = S.length / n;
  return Array.from({ length: rows }, (_, i) => {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += S[i * n + j] * p[j];
    return sum;
  });
}

function shifted(H: readonly number[], mu: number, n: number): number[] {
  return H.map((x, at) => (at % (n + 1) === 0 ? x + mu : x));
}
