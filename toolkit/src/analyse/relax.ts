/**
 * Equilibria of forces that have no potential: of elements that are projected into the null space of others. There is
 * nothing to minimise, so that the slowest of motions is followed instead, in which inertia alone brakes:
 *
 *     M(q) q̇ = force(q)
 *
 * by implicit steps (K + μ M) p = force with K = −∂force/∂q, unsymmetric, and 1/μ the length of a step in that motion's time.
 * A step is taken where force(q ⊕ p) agrees with μ M p, which the implicit rule asks for; μ falls while it agrees well.
 *
 * M is what the projection is made with. Where a task with Jacobian J is at rest, J M⁻¹ K = (J M⁻¹ Jᵀ) K_task J: it
 * converges by itself, whatever is projected into its null space does, and that comes to rest along the self-motion that
 * the task leaves. An equilibrium is stable where no eigenvalue of M⁻¹ K is negative.
 */
import { matrixProduct, numbers, spectralRadius, symmetricEigen } from '../math/index.js';
import {
  dot,
  type Field,
  flat,
  greatest,
  type Local,
  type Lost,
  type Minimum,
  type Place,
  type SearchOptions,
  searchRest,
  times,
} from './descent.js';
import { minimise } from './minimise.js';
import { inverseOf, rowsOf } from './polytope.js';

/** Forces with or without a potential, and the inertia that they move. */
export interface Flow extends Field {
  /** The elements that are projected; there is a potential where there are none. */
  readonly projected: readonly string[];
  /** −∂force/∂q, row-major. */
  slope(q: readonly number[]): readonly number[];
  /** Positive definite, row-major. */
  inertia(q: readonly number[]): readonly number[];
}

/** Farthest that one step leads in any direction, rad or m. */
const reach = 0.3;
/** Least μ, as a part of the stiffest over the heaviest. */
const least = 1e-8;

/** The rest that a start leads to: a minimum of the potential, or an equilibrium of what has none. */
export function restBelow(
  field: Flow,
  start: readonly number[],
  lost?: (why: Lost) => void,
): Minimum | undefined {
  return field.projected.length === 0 ? minimise(field, start, { lost }) : relax(field, start, { lost });
}

/** The stable equilibrium that `M q̇ = force` comes to from `start`; undefined where it came to none in `most` steps. */
export function relax(
  field: Flow,
  start: readonly number[],
  { most = 400, lost }: SearchOptions = {},
): Minimum | undefined {
  return searchRest(field, start, { most, lost, damping: 0.1 }, (place) => current(field, place));
}

/** The motion about a place. */
function current(field: Flow, { q, force }: Place): Local {
  const n = field.size;
  const K = field.slope(q);
  const M = field.inertia(q);
  const stiff = greatest(K);
  const scale = Math.max(stiff, 1e-6 * greatest(force)) / greatest(M);
  return {
    stiff,
    rest: (step) => unstable(K, M, n) ?? found(q, force, step, K),
    attempt(damping) {
      const mu = damping * scale;
      const inverse = inverseOf(
        rowsOf(
          K.map((k, i) => k + mu * M[i]),
          n,
        ),
      );
      const p = inverse?.map((row) => dot(row, force));
      if (p === undefined || !(greatest(p) <= reach)) return { damping: damping * 4 };
      const next = field.move(q, p);
      const then = field.force(next);
      const wanted = times(M, p, n).map((x) => mu * x);
      const miss = greatest(then.map((f, i) => f - wanted[i])) / greatest(force);
      // A step longer than what drives away from a saddle takes would lead back to it, against the force.
      const onwards = dot(p, force) > 0;
      const quiet = greatest(then) <= 0.5 * greatest(force) && greatest(p) < 1e-3;
      if (!(quiet || (onwards && miss <= 0.5))) return { damping: damping * 4 };
      const to = { q: next, force: then };
      if (miss <= 0.15) return { damping: Math.max(damping / 8, least), to };
      return { damping: miss > 0.3 ? damping * 2 : damping, to };
    },
  };
}

/** What is at rest, with the singular values of K for the eigenvalues of a Hessian. */
function found(q: readonly number[], force: readonly number[], steps: number, K: readonly number[]): Minimum {
  const n = force.length;
  const square = Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return force.reduce((sum, _f, k) => sum + K[k * n + i] * K[k * n + j], 0);
  });
  const { values, vectors } = symmetricEigen(square, n);
  const edge = flat * flat * Math.max(...values);
  const odd = K.map((k, at) => 0.5 * (k - K[(at % n) * n + Math.floor(at / n)]));
  const even = K.map((k, i) => k - odd[i]);
  return {
    q,
    force: greatest(force),
    steps,
    eigenvalues: values.map((x) => numbers.sqrt(Math.max(x, 0))),
    directions: vectors,
    flat: vectors.filter((_, i) => values[i] <= edge),
    curl: greatest(even) === 0 ? 0 : greatest(odd) / greatest(even),
  };
}

/** The direction in which M q̇ = −K q grows fastest, its largest entry 1; undefined where none does. */
function unstable(K: readonly number[], M: readonly number[], n: number): number[] | undefined {
  const light = inverseOf(rowsOf(M, n));
  const rate = light && spectralRadius(product(light, K, n), n);
  if (light === undefined || rate === undefined || !(rate > 0)) return undefined;
  // One implicit step of that motion, short against its fastest mode: what decays has factors below 1, and of what grows
  // only a whirl slips through that grows by less than a hundredth of its turn.
  const h = 0.01 / rate;
  const back = inverseOf(
    rowsOf(
      M.map((m, i) => m + h * K[i]),
      n,
    ),
  );
  if (back === undefined) return undefined;
  let map = product(back, M, n);
  if (!(spectralRadius(map, n) > 1 + 0.01 * flat)) return undefined;
  for (let k = 0; k < 30; k++) {
    const long = greatest(map);
    map = map.map((x) => x / long);
    map = matrixProduct(map, map, n);
  }
  const x = times(
    map,
    Array.from({ length: n }, (_, i) => 1 + 0.1 * i),
    n,
  );
  const long = greatest(x);
  return x.map((y) => y / long);
}

/** A B of rows and a row-major matrix, row-major. */
function product(rows: readonly (readonly number[])[], B: readonly number[], n: number): number[] {
  return rows.flatMap((row) =>
    Array.from({ length: n }, (_, j) => row.reduce((sum, a, k) => sum + a * B[k * n + j], 0)),
  );
}
