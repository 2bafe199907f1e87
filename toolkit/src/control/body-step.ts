/** How virtual bodies move on, inside a control step. */
import { type Algebra, factorDefinite, solveDefinite } from '../math/index.js';
import { integrate } from '../model/index.js';
import type { BodyDynamics } from './bodies.js';
import type { BodiesDesign } from './design.js';

/**
 * Longest time that bodies move on for in one step, in nominal ticks: a controller that was held up for longer goes
 * on from where its bodies are, as if the rest of that time had not been.
 */
export const mostTicks = 5;

/**
 * The time that bodies move on for: the measured one, at most {@link mostTicks} nominal ones. A clock that steps back moves
 * nothing, one that is no number counts as the nominal tick, and the first step (`started` 0) is the start itself.
 */
export function bodyTime<S>(A: Algebra<S>, period: S, tick: S, started: S): S {
  const zero = A.constant(0);
  const most = A.mul(A.constant(mostTicks), tick);
  const held = A.select(A.less(period, most), A.select(A.less(period, zero), zero, period), most);
  const known = A.select(A.equal(period, period), held, tick);
  return A.select(started, known, zero);
}

/**
 * The bodies T seconds on, linearly implicit in springs and dampers (their secants; Hairer, Wanner, Solving Ordinary
 * Differential Equations II, section IV.7, with one stage):
 *
 *     (M + T D + T² K) (u⁺ − u) = T (F − T K u),   z⁺ = z moved on by T u⁺.
 *
 * F is the force at the bodies' old state with the robot and all moving points where they are now, so that only what
 * the bodies' own motion adds is foreseen. However stiff a coupling is, the bodies follow; T = 0 leaves them alone.
 */
export function bodiesAfter<S>(
  A: Algebra<S>,
  { model }: BodiesDesign,
  { inertia, force, stiffness, damping }: BodyDynamics<S>,
  q: readonly S[],
  v: readonly S[],
  T: S,
): { readonly q: S[]; readonly v: S[] } {
  const { nv } = model;
  const square = A.mul(T, T);
  const matrix = inertia.map((m, i) => A.add(A.add(m, A.mul(T, damping[i])), A.mul(square, stiffness[i])));
  const impulse = force.map((f, i) => {
    let ahead = A.constant(0);
    for (let j = 0; j < nv; j++) ahead = A.add(ahead, A.mul(stiffness[i * nv + j], v[j]));
    return A.mul(T, A.sub(f, A.mul(T, ahead)));
  });
  const change = solveDefinite(A, factorDefinite(A, matrix, nv), impulse);
  const velocity = v.map((x, i) => A.add(x, change[i]));
  return { q: integrate(A, model, q, velocity, T), v: velocity };
}

/** u̇ = M⁻¹ F. */
export function bodyAcceleration<S>(A: Algebra<S>, { inertia, force }: BodyDynamics<S>): S[] {
  return solveDefinite(A, factorDefinite(A, inertia, force.length), force);
}
