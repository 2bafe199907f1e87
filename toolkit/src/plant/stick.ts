/**
 * Coulomb joint friction and joint stops, solved together at velocity level over one step.
 *
 * With M the joint-space inertia matrix (rotors and implicit damping included), r = M v_free the momentum that
 * the step would end with if there were neither, c_i = h τ_c,i ≥ 0 the largest friction impulse and
 * lower_i ≤ 0 ≤ upper_i the velocities that just reach the stops, the step ends with the one v that minimises
 *
 *     ½ vᵀ M v − rᵀ v + Σ c_i |v_i|   subject to   lower ≤ v ≤ upper:
 *
 * M v = r + λ with friction impulses |λ_i| ≤ c_i, λ_i = −c_i sign(v_i) where the joint moves (maximal
 * dissipation), and stop impulses that only push away from the stop and only where it is reached
 * (restitution 0). A joint at rest whose friction can hold it has the velocity 0 exactly.
 *
 * The minimum is found by an active-set method. A joint is *held* where friction keeps it at 0 or a stop at its
 * bound; the others move one way each. {@link sweep} is one projected Gauss–Seidel sweep, after which v tells
 * for each joint what it is. {@link solveFace} solves for the joints that move, with the others held and no one
 * turning round. If it keeps all conditions it is the solution. If a joint would turn round or pass a stop, the
 * way there is followed until the first does ({@link towards}), which is held from then on. If instead a held
 * joint pulls harder than its friction, or away from its stop, a sweep lets it go. The function that is minimised
 * never rises and falls with every sweep, so no set of held joints is solved for twice.
 */
import { clamp, factorDefinite, min, type Primitive, solveDefinite, sum } from '../math/index.js';

export interface StickProblem<S> {
  /** M, row-major (nv × nv), both triangles. */
  readonly matrix: readonly S[];
  /** r. */
  readonly momentum: readonly S[];
  /** c; undefined for a joint without Coulomb friction. */
  readonly friction: readonly (S | undefined)[];
  /** Velocity bounds; undefined for a joint without stops. */
  readonly bounds: readonly ({ readonly lower: S; readonly upper: S } | undefined)[];
}

export interface Face<S> {
  /** v with the held joints held. */
  readonly velocity: readonly S[];
  /** Whether no moving joint turned round or passed its bounds. */
  readonly feasible: S;
  /** Whether friction and stops can hold what is held. With `feasible`: `velocity` is the solution. */
  readonly held: S;
  /** Impulses of the lower stop (≥ 0) and of the upper stop (≤ 0), one for each joint, where it is the solution. */
  readonly stopImpulse: readonly S[];
}

/** How far a condition may be missed, as a velocity (rad/s, m/s): rounding of the direct solve. */
const SLACK = 1e-14;

/** One projected Gauss–Seidel sweep: each joint in turn goes to its own minimum with the others where they are. */
export function sweep<S>(A: Primitive<S>, problem: StickProblem<S>, start: readonly S[]): S[] {
  const { matrix, momentum, friction, bounds } = problem;
  const zero = A.constant(0);
  const count = momentum.length;
  const v = [...start];
  for (let i = 0; i < count; i++) {
    let pull = momentum[i];
    for (let j = 0; j < count; j++) if (j !== i) pull = A.sub(pull, A.mul(matrix[i * count + j], v[j]));
    const c = friction[i];
    if (c !== undefined) {
      const rest = A.sub(pull, A.select(A.less(zero, pull), c, A.neg(c)));
      pull = A.select(A.lessEqual(A.abs(pull), c), zero, rest);
    }
    v[i] = A.div(pull, matrix[i * count + i]);
    const bound = bounds[i];
    if (bound !== undefined) v[i] = clamp(A, v[i], bound.lower, bound.upper);
  }
  return v;
}

/** Solves for the joints that move at `v`; the others stay as they are. */
export function solveFace<S>(A: Primitive<S>, problem: StickProblem<S>, v: readonly S[]): Face<S> {
  const { matrix, momentum, friction, bounds } = problem;
  const zero = A.constant(0);
  const no = zero;
  const count = momentum.length;
  const forward = v.map((x, i) => (friction[i] === undefined ? undefined : A.less(zero, x)));
  const resting = v.map((x, i) => (friction[i] === undefined ? no : A.equal(x, zero)));
  const above = v.map((x, i) => atBound(A, bounds[i]?.upper, x));
  const below = v.map((x, i) => atBound(A, bounds[i]?.lower, x));
  const held = v.map((_, i) => A.or(resting[i], A.or(above[i], below[i])));
  const fixed = v.map((x, i) => (bounds[i] === undefined ? zero : A.select(held[i], x, zero)));
  const freeMatrix = matrix.map((m, n) => {
    const i = Math.floor(n / count);
    const j = n % count;
    return i === j ? A.select(held[i], A.constant(1), m) : A.select(A.or(held[i], held[j]), zero, m);
  });
  const right = momentum.map((r, i) => {
    const c = friction[i];
    let pull = c === undefined ? r : A.sub(r, along(A, forward[i], c));
    for (let j = 0; j < count; j++) if (j !== i) pull = A.sub(pull, A.mul(matrix[i * count + j], fixed[j]));
    return A.select(held[i], fixed[i], pull);
  });
  const velocity = solveDefinite(A, factorDefinite(A, freeMatrix, count), right);

  /** r − M v: what holds the held joints, and friction of the others. */
  const missing = momentum.map((r, i) =>
    velocity.reduce((rest, x, j) => A.sub(rest, A.mul(matrix[i * count + j], x)), r),
  );
  const stopImpulse: S[] = [];
  const feasible: S[] = [];
  const holds: S[] = [];
  velocity.forEach((x, i) => {
    const slack = A.mul(A.constant(SLACK), matrix[i * count + i]);
    const c = friction[i];
    const bound = bounds[i];
    if (c !== undefined) feasible.push(A.lessEqual(zero, along(A, forward[i], x)));
    if (bound !== undefined) feasible.push(A.lessEqual(bound.lower, x), A.lessEqual(x, bound.upper));
    const spare = A.add(c ?? zero, slack);
    const byFriction = c === undefined ? no : A.and(resting[i], A.lessEqual(A.abs(missing[i]), spare));
    stopImpulse[i] = zero;
    if (bound === undefined) {
      if (c !== undefined) holds.push(A.or(A.not(held[i]), byFriction));
      return;
    }
    // At the upper bound the joint pushes on: missing ≥ c there; the stop takes what friction does not.
    const most = c ?? zero;
    const byUpper = A.and(above[i], A.lessEqual(A.sub(most, missing[i]), slack));
    const byLower = A.and(below[i], A.lessEqual(A.add(most, missing[i]), slack));
    holds.push(A.or(A.not(held[i]), A.or(byFriction, A.or(byUpper, byLower))));
    stopImpulse[i] = A.select(
      byFriction,
      zero,
      A.select(byUpper, A.sub(most, missing[i]), A.select(byLower, A.neg(A.add(most, missing[i])), zero)),
    );
  });
  return { velocity, feasible: all(A, feasible), held: all(A, holds), stopImpulse };
}

/** The way from `v` to `end`, up to where the first joint turns round or reaches a bound. */
export function towards<S>(
  A: Primitive<S>,
  problem: StickProblem<S>,
  v: readonly S[],
  end: readonly S[],
): S[] {
  const zero = A.constant(0);
  const one = A.constant(1);
  const ends = v.map((from, i) => {
    const to = end[i];
    const bound = problem.bounds[i];
    const rubs = problem.friction[i] !== undefined;
    let edge = from;
    let blocked = A.constant(0);
    for (const up of [true, false]) {
      const backwards = up ? A.less(from, zero) : A.less(zero, from);
      const far = bound === undefined ? undefined : up ? bound.upper : bound.lower;
      const stop = far === undefined ? zero : rubs ? A.select(backwards, zero, far) : far;
      let passed = up ? A.less(stop, to) : A.less(to, stop);
      if (far === undefined) passed = rubs ? A.and(backwards, passed) : A.constant(0);
      edge = A.select(passed, stop, edge);
      blocked = A.or(blocked, passed);
    }
    const part = A.select(blocked, A.div(A.sub(edge, from), A.sub(to, from)), one);
    return { edge, blocked, part };
  });
  const part = ends.reduce((least, { part: own }) => min(A, least, own), one);
  return v.map((from, i) => {
    const { edge, blocked, part: own } = ends[i];
    const there = A.add(from, A.mul(part, A.sub(end[i], from)));
    return A.select(A.and(blocked, A.lessEqual(own, part)), edge, there);
  });
}

/**
 * Energy that the stops take out of a step from velocity `before` to `after`: −Σ λ_i ½ (before_i + after_i),
 * where `before` counts only if it goes towards the stop. ½ M v² of an impact, 0 for a joint that rests.
 */
export function stopLoss<S>(
  A: Primitive<S>,
  stopImpulse: readonly S[],
  before: readonly S[],
  after: readonly S[],
): S {
  const zero = A.constant(0);
  return sum(
    A,
    stopImpulse.map((impulse, i) => {
      const closing = A.select(A.less(A.mul(impulse, before[i]), zero), before[i], zero);
      return A.mul(A.mul(A.constant(-0.5), impulse), A.add(closing, after[i]));
    }),
  );
}

/** x where the joint is pulled forward, −x where it is pulled back; x itself without friction. */
function along<S>(A: Primitive<S>, forward: S | undefined, x: S): S {
  return forward === undefined ? x : A.select(forward, x, A.neg(x));
}

function atBound<S>(A: Primitive<S>, bound: S | undefined, x: S): S {
  return bound === undefined ? A.constant(0) : A.equal(x, bound);
}

function all<S>(A: Primitive<S>, tests: readonly S[]): S {
  let result = A.constant(1);
  for (const test of tests) result = A.and(result, test);
  return result;
}
