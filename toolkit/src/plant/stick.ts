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
 * One pass is a projected Gauss–Seidel sweep, which finds out which joints are held (by friction at 0, by a
 * stop at its bound) and which way the others move, and then a direct solve for the others. If the result
 * meets all conditions it is the solution and the iteration ends. Else the next pass starts from the point
 * where the way from the sweep's result to the direct solve's first changes the case of a joint. No sweep and
 * no such step raises the function that is minimised, so the cases never cycle.
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

export interface StickPass<S> {
  /** v after the sweep. */
  readonly swept: readonly S[];
  /** v of the direct solve: the solution where `solved` is true. */
  readonly velocity: readonly S[];
  readonly solved: S;
  /** Impulses of the lower stop (≥ 0) and of the upper stop (≤ 0), one for each joint, where `solved`. */
  readonly stopImpulse: readonly S[];
}

/** How far a condition may be missed, as a velocity (rad/s, m/s): rounding of the direct solve. */
const SLACK = 1e-14;

export function stickPass<S>(A: Primitive<S>, problem: StickProblem<S>, guess: readonly S[]): StickPass<S> {
  const { matrix, momentum, friction, bounds } = problem;
  const zero = A.constant(0);
  const count = momentum.length;
  const at = (i: number, j: number): S => matrix[i * count + j];

  const swept = [...guess];
  const forward: (S | undefined)[] = [];
  const stuck: (S | undefined)[] = [];
  const above: (S | undefined)[] = [];
  const below: (S | undefined)[] = [];
  for (let i = 0; i < count; i++) {
    let pull = momentum[i];
    for (let j = 0; j < count; j++) if (j !== i) pull = A.sub(pull, A.mul(at(i, j), swept[j]));
    const c = friction[i];
    if (c !== undefined) {
      forward[i] = A.less(zero, pull);
      stuck[i] = A.lessEqual(A.abs(pull), c);
      pull = A.select(stuck[i] as S, zero, A.sub(pull, along(A, forward[i], c)));
    }
    swept[i] = A.div(pull, at(i, i));
    const bound = bounds[i];
    if (bound !== undefined) {
      const moving = stuck[i] === undefined ? A.constant(1) : A.not(stuck[i] as S);
      above[i] = A.and(moving, A.lessEqual(bound.upper, swept[i]));
      below[i] = A.and(moving, A.lessEqual(swept[i], bound.lower));
      swept[i] = clamp(A, swept[i], bound.lower, bound.upper);
    }
  }

  const held = swept.map((_, i) => any(A, [stuck[i], above[i], below[i]]));
  const fixed = swept.map((v, i) => (bounds[i] === undefined ? zero : A.select(held[i], v, zero)));
  const freeMatrix = matrix.map((m, n) => {
    const i = Math.floor(n / count);
    const j = n % count;
    return i === j ? A.select(held[i], A.constant(1), m) : A.select(A.or(held[i], held[j]), zero, m);
  });
  const right = momentum.map((r, i) => {
    const c = friction[i];
    let pull = c === undefined ? r : A.sub(r, along(A, forward[i], c));
    for (let j = 0; j < count; j++) if (j !== i) pull = A.sub(pull, A.mul(at(i, j), fixed[j]));
    return A.select(held[i], fixed[i], pull);
  });
  const velocity = solveDefinite(A, factorDefinite(A, freeMatrix, count), right);

  /** r − M v. */
  const missing = momentum.map((r, i) => velocity.reduce((rest, v, j) => A.sub(rest, A.mul(at(i, j), v)), r));
  const stopImpulse: S[] = [];
  const conditions = velocity.map((v, i) => {
    const slack = A.mul(A.constant(SLACK), at(i, i));
    const c = friction[i] ?? zero;
    const bound = bounds[i];
    const free: S[] = [];
    if (friction[i] !== undefined) free.push(A.lessEqual(zero, along(A, forward[i], v)));
    if (bound !== undefined) free.push(A.lessEqual(bound.lower, v), A.lessEqual(v, bound.upper));
    let holds = all(A, free);
    if (stuck[i] !== undefined) {
      holds = A.select(stuck[i] as S, A.lessEqual(A.abs(missing[i]), A.add(c, slack)), holds);
    }
    stopImpulse[i] = zero;
    if (bound !== undefined) {
      const atUpper = A.sub(c, missing[i]);
      const atLower = A.neg(A.add(c, missing[i]));
      holds = A.select(above[i] as S, A.lessEqual(atUpper, slack), holds);
      holds = A.select(below[i] as S, A.lessEqual(A.neg(slack), atLower), holds);
      stopImpulse[i] = A.select(above[i] as S, atUpper, A.select(below[i] as S, atLower, zero));
    }
    return holds;
  });
  return { swept, velocity, solved: all(A, conditions), stopImpulse };
}

/**
 * Where the next pass starts: from `swept` towards the direct solve's `velocity`, as far as no joint changes
 * its direction or leaves its bounds; a joint that ends the way stands exactly on the edge.
 */
export function nextGuess<S>(A: Primitive<S>, problem: StickProblem<S>, pass: StickPass<S>): S[] {
  const zero = A.constant(0);
  const one = A.constant(1);
  const ends = pass.swept.map((from, i) => {
    const to = pass.velocity[i];
    const bound = problem.bounds[i];
    const rubs = problem.friction[i] !== undefined;
    const way = A.sub(to, from);
    let edge = from;
    let blocked = A.constant(0);
    for (const up of [true, false]) {
      const backwards = up ? A.less(from, zero) : A.less(zero, from);
      const far = bound === undefined ? undefined : up ? bound.upper : bound.lower;
      const end = far === undefined ? zero : rubs ? A.select(backwards, zero, far) : far;
      let passed = up ? A.less(end, to) : A.less(to, end);
      if (far === undefined) passed = rubs ? A.and(backwards, passed) : A.constant(0);
      edge = A.select(passed, end, edge);
      blocked = A.or(blocked, passed);
    }
    return { edge, blocked, part: A.select(blocked, A.div(A.sub(edge, from), way), one) };
  });
  const part = ends.reduce((least, end) => min(A, least, end.part), one);
  return pass.swept.map((from, i) => {
    const { edge, blocked, part: own } = ends[i];
    const along = A.add(from, A.mul(part, A.sub(pass.velocity[i], from)));
    return A.select(A.and(blocked, A.lessEqual(own, part)), edge, along);
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

function any<S>(A: Primitive<S>, tests: readonly (S | undefined)[]): S {
  let result = A.constant(0);
  for (const test of tests) if (test !== undefined) result = A.or(result, test);
  return result;
}

function all<S>(A: Primitive<S>, tests: readonly S[]): S {
  let result = A.constant(1);
  for (const test of tests) result = A.and(result, test);
  return result;
}
