/** Searches for rest, step by step: where one ends, and how it gets away from what is no rest. */
/** What is searched; see {@link ForceField}. */
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

/** Force at which the search ends, as a part of the greatest seen on its way or of that of a step of 0.1. */
export const enough = 1e-10;
/** Eigenvalues this near to 0, as a part of the largest, count as 0: central differences are known to 1e-9 or so. */
export const flat = 1e-6;

/**
 * Why a search ended without a minimum: a force that is no number; saddles only; no step that leads lower, as at a kink
 * or in a valley without end; not at rest after all steps, as under a pull without end.
 */
export type Lost = 'number' | 'saddle' | 'kink' | 'steps';

/** What a search knows of a place. */
export interface Local {
  /** The stiffest entry of the slope of the force. */
  readonly stiff: number;
  /** Where next to no force is left: the rest that it is after so many steps, or the direction that leads away from it. */
  rest(step: number): Minimum | readonly number[];
  /** One step with a damping: the damping to go on with, and where it led to if it is taken. */
  attempt(damping: number): { readonly damping: number; readonly to?: Place };
}

export interface Place {
  readonly q: readonly number[];
  readonly force: readonly number[];
}

export interface SearchOptions {
  /** Steps at most. */
  readonly most?: number;
  /** Told why where it came to no rest. */
  readonly lost?: ((why: Lost) => void) | undefined;
}

/** The rest that steps from `start` lead to, each tried with other dampings until one is taken; undefined where none do. */
export function searchRest(
  field: Field,
  start: readonly number[],
  {
    most,
    lost,
    ...given
  }: Required<Pick<SearchOptions, 'most'>> & SearchOptions & { readonly damping: number },
  local: (place: Place) => Local,
): Minimum | undefined {
  let q: readonly number[] = start;
  let force: readonly number[] = field.force(q);
  let largest = greatest(force);
  let { damping } = given;
  let escapes = 0;
  for (let step = 0; step < most; step++) {
    if (!force.every(Number.isFinite)) return none('number');
    const here = local({ q, force });
    if (greatest(force) <= enough * Math.max(largest, 0.1 * here.stiff)) {
      const rest = here.rest(step);
      if ('steps' in rest) return rest;
      // A saddle: away from it goes on either side.
      if (++escapes > 3) return none('saddle');
      q = field.move(
        q,
        rest.map((x) => 0.05 * x),
      );
      force = field.force(q);
      largest = Math.max(largest, greatest(force));
      continue;
    }
    let moved = false;
    for (let tries = 0; tries < 60 && !moved; tries++) {
      const tried = here.attempt(damping);
      damping = tried.damping;
      if (tried.to === undefined) continue;
      ({ q, force } = tried.to);
      largest = Math.max(largest, greatest(force));
      moved = true;
    }
    // Nothing nearer within rounding, and still no rest: a kink, or a valley without end.
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
