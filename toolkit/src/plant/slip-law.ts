/**
 * Coulomb friction of a contact: the impulse λ in the tangent plane, u the velocity there, R = μ λ_n the radius of the cone,
 *
 *     |λ| ≤ R,   u = 0 where |λ| < R,   λ = −R u/|u| where u ≠ 0.
 *
 * With z = λ − ρ u, any ρ > 0, that is one equation, max(R, |z|) λ = R z. The step is solved again and again with λ
 * as a linear function of u, λ(u) = p − K u with K symmetric and not negative, so that it adds Jᵀ K J to the inertia and
 * Jᵀ p to the momentum. With λ (held in the disc), u and R of the pass before,
 *
 *     |z| ≤ R, it sticks:   K = ρ 1,                         p = λ
 *     |z| > R, it slips:    K = ρ/|z| (R 1 − S),             p = R/|z| λ − ρ/|z| S u,    S = ½ (λ zᵀ + z λᵀ)/|z|,
 *
 * Newton's method for λ and u side by side, which does not swing about as it does for u alone; with S = 0 it is sure
 * to come closer with every pass, but slow. What sticks has u = 0 to the tolerance and not the creep of a stiff
 * damper: every pass takes over λ and leaves of u what ρ and the mass leave of it.
 *
 * Chan, Golub and Mulet, SIAM Journal on Scientific Computing 20 (1999); Alart and Curnier, Computer Methods in Applied
 * Mechanics and Engineering 92 (1991).
 */
import { type Algebra, max } from '../math/index.js';

export type Pair<S> = readonly [S, S];

export interface Slip<S> {
  /** λ, N s. */
  readonly impulse: Pair<S>;
  /** u, m/s. */
  readonly velocity: Pair<S>;
  /** ρ, kg. */
  readonly grip: S;
  /** R, N s, ≥ 0. */
  readonly cap: S;
}

export interface SlipLaw<S> {
  /** K: (11, 12, 22), kg. */
  readonly mass: readonly [S, S, S];
  /** p, N s. */
  readonly pull: Pair<S>;
}

/** What no length falls below where it divides. */
const TINY = 1e-300;

/** The nearest point of the disc of radius R. */
export function inDisc<S>(A: Algebra<S>, [x, y]: Pair<S>, cap: S): Pair<S> {
  const norm = A.sqrt(A.add(A.mul(x, x), A.mul(y, y)));
  const outside = A.less(cap, norm);
  const part = A.select(outside, A.div(cap, max(A, norm, A.constant(TINY))), A.constant(1));
  return [A.mul(part, x), A.mul(part, y)];
}

/** z. */
export function trialImpulse<S>(A: Algebra<S>, { impulse, velocity, grip }: Slip<S>): Pair<S> {
  return [A.sub(impulse[0], A.mul(grip, velocity[0])), A.sub(impulse[1], A.mul(grip, velocity[1]))];
}

/** The law of the next pass; `newton`: 1 for Newton's method, 0 for S = 0. */
export function slipLaw<S>(A: Algebra<S>, slip: Slip<S>, newton: S): SlipLaw<S> {
  const { impulse, velocity, grip, cap } = slip;
  const zero = A.constant(0);
  const [x, y] = trialImpulse(A, slip);
  const norm = A.sqrt(A.add(A.mul(x, x), A.mul(y, y)));
  const slips = A.less(cap, norm);
  const length = max(A, norm, A.constant(TINY));
  const [c, s] = [A.div(x, length), A.div(y, length)];
  const bend = (part: S): S => A.select(newton, part, zero);
  const [a, b] = impulse;
  const shape = [
    bend(A.mul(a, c)),
    bend(A.mul(A.constant(0.5), A.add(A.mul(a, s), A.mul(b, c)))),
    bend(A.mul(b, s)),
  ] as const;
  const stiff = A.div(grip, length);
  const part = A.div(cap, length);
  const mass: SlipLaw<S>['mass'] = [
    A.select(slips, A.mul(stiff, A.sub(cap, shape[0])), grip),
    A.select(slips, A.neg(A.mul(stiff, shape[1])), zero),
    A.select(slips, A.mul(stiff, A.sub(cap, shape[2])), grip),
  ];
  const bent = (k: 0 | 1): S => A.add(A.mul(shape[k], velocity[0]), A.mul(shape[k + 1], velocity[1]));
  const pull = (k: 0 | 1): S =>
    A.select(slips, A.sub(A.mul(part, impulse[k]), A.mul(stiff, bent(k))), impulse[k]);
  return { mass, pull: [pull(0), pull(1)] };
}

/** λ(u) = p − K u. */
export function impulseAt<S>(A: Algebra<S>, { mass, pull }: SlipLaw<S>, [x, y]: Pair<S>): Pair<S> {
  return [
    A.sub(pull[0], A.add(A.mul(mass[0], x), A.mul(mass[1], y))),
    A.sub(pull[1], A.add(A.mul(mass[1], x), A.mul(mass[2], y))),
  ];
}
