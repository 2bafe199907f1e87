/**
 * Minima of a potential of which only the force is known: Newton's method, damped as Levenberg and Marquardt do, with
 * Hessians by central differences. How much lower a step leads is the work of the force along it, by Simpson's rule,
 * so that whatever pulls is minimised, stored energy or not.
 *
 * A step p solves (H + μ I) p = force with μ large enough for H + μ I to be positive definite and for |p| to stay
 * within `reach`; μ falls while the work agrees with the quadratic model and rises where it does not.
 */
import { factorDefinite, numbers, solveDefinite, symmetricEigen } from '../math/index.js';
import {
  dot,
  type Field,
  flat,
  greatest,
  type Local,
  type Minimum,
  type Place,
  type SearchOptions,
  searchRest,
  times,
} from './descent.js';

/** Farthest that one step leads in any direction, rad or m. */
const reach = 0.5;

/** The minimum below `start`; undefined where none was reached in `most` steps, and `lost` is told why. */
export function minimise(
  field: Field,
  start: readonly number[],
  { most = 300, lost }: SearchOptions = {},
): Minimum | undefined {
  return searchRest(field, start, { most, lost, damping: 1e-3 }, (place) => basin(field, place));
}

/** The potential about a place, as its Hessian has it. */
function basin(field: Field, { q, force }: Place): Local {
  const n = field.size;
  const { matrix: H, curl } = field.hessian(q);
  const stiff = H.reduce((top, x) => Math.max(top, Math.abs(x)), 0);
  return {
    stiff,
    rest(steps) {
      const { values, vectors } = symmetricEigen(H, n);
      const edge = flat * Math.max(...values.map(Math.abs));
      if (values[0] < -edge) return vectors[0];
      return {
        q,
        force: greatest(force),
        steps,
        eigenvalues: values,
        directions: vectors,
        flat: vectors.filter((_, i) => Math.abs(values[i]) <= edge),
        curl,
      };
    },
    attempt(damping) {
      // Where nothing is stiff yet, the force alone says how far a step leads.
      const mu = damping * Math.max(stiff, 1e-6 * greatest(force));
      const factored = factorDefinite(numbers, shifted(H, mu, n), n);
      if (!factored.pivots.every((pivot) => pivot > 1e-3 * mu && Number.isFinite(pivot)))
        return { damping: Math.max(4 * damping, 1e-12) };
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
      if (!(quiet || gain > 1e-3 * Math.max(hoped, 0.25 * dot(force, p)))) return { damping: damping * 4 };
      const to = { q: next, force: then };
      const agreement = gain / hoped;
      if (quiet || (hoped > 0 && agreement > 0.75)) return { damping: Math.max(damping / 8, 1e-13), to };
      return { damping: agreement > 0.25 ? damping : damping * 3, to };
    },
  };
}

function shifted(H: readonly number[], mu: number, n: number): number[] {
  return H.map((x, at) => (at % (n + 1) === 0 ? x + mu : x));
}
