/**
 * The force of a solid that gives way, stiffness k and damping c, x the depth and w = ẋ:
 *
 *     f = max(0, k x + c w)   where x > 0.
 *
 * Held over a semi-implicit step h this is unstable for stiff solids, and implicit Euler steps lose the energy of an
 * impact. Here the poles are placed. One step with f = k x + β w + μ ẇ, ẇ the change of w over the step divided by h,
 * on the mass m has with m′ = m + μ
 *
 *     w⁺ = (1 − β h/m′) w − (k h/m′) x,     x⁺ = x + h w⁺,
 *
 * trace 2 − β h/m′ − k h²/m′ and determinant 1 − β h/m′. They are those of the exact solution of m ẍ + c ẋ + k x = 0
 * over h, whose eigenvalues are λ = e^(−σ ± i ω), σ = c h/(2m), ω² = k h²/m − σ², if
 *
 *     κ = k h²/m′ = (1 − λ₁)(1 − λ₂),     β h/m′ = 1 − λ₁ λ₂ = 1 − e^(−2σ).
 *
 * At rest f = k x, whatever m is: the mass shapes the motion only. A mass taken too small is safe, one too large is not.
 * Beyond ω = 2.6 the step knows too little of the motion, and without stiffness κ is 0: there it is implicit Euler,
 * μ = h (c + k h), β = c + k h.
 */
import { type Algebra, max, min } from '../math/index.js';

/** Step of a contact, in √(m/k), up to which peaks of impacts are within 2 % of v √(k m) in the mean over when in a step they begin. */
export const contactStep = 0.6;

/** The same for every single impact, and its energy within 3 %; at {@link contactStep} single peaks are up to 5 % out. */
export const impactStep = 0.35;

/** Most parts in which a longer step is done. */
export const MOST_SUBSTEPS = 64;

/** ω beyond which a step is implicit. */
const FASTEST = 2.6;

export interface ContactGains<S> {
  /** β, N s/m. */
  readonly damping: S;
  /** μ, kg. */
  readonly mass: S;
}

/** β and μ of a step h on the mass m. */
export function poleGains<S>(A: Algebra<S>, h: S, m: S, k: S, c: S): ContactGains<S> {
  const zero = A.constant(0);
  const one = A.constant(1);
  const sigma = A.div(A.mul(A.constant(0.5), A.mul(c, h)), m);
  const square = A.sub(A.div(A.mul(k, A.mul(h, h)), m), A.mul(sigma, sigma));
  const swings = A.less(zero, square);
  const root = A.sqrt(A.abs(square));
  // Cosines and exponentials of what is not taken stay inside their ranges.
  const omega = A.select(swings, min(A, root, A.constant(FASTEST)), zero);
  const rate = A.select(swings, zero, root);
  const decay = A.exp(A.neg(sigma));
  const swing = A.add(A.sub(one, A.mul(A.mul(A.constant(2), decay), A.cos(omega))), A.mul(decay, decay));
  const slow = A.sub(one, A.exp(A.sub(rate, sigma)));
  const fast = A.sub(one, A.exp(A.neg(A.add(rate, sigma))));
  const kappa = A.select(swings, swing, A.mul(slow, fast));
  const placed = A.and(A.less(zero, kappa), A.or(A.not(swings), A.less(root, A.constant(FASTEST))));
  const whole = A.div(A.mul(k, A.mul(h, h)), A.select(placed, kappa, one));
  const loss = A.sub(one, A.mul(decay, decay));
  const implicit = A.add(c, A.mul(k, h));
  return {
    damping: A.select(placed, A.div(A.mul(loss, whole), h), implicit),
    mass: A.select(placed, max(A, A.sub(whole, m), zero), A.mul(h, implicit)),
  };
}

/** k x + c w where it presses, as the explicit stages of Runge–Kutta steps take it. */
export function contactForce<S>(A: Algebra<S>, k: S, c: S, x: S, w: S): S {
  const force = max(A, A.add(A.mul(k, x), A.mul(c, w)), A.constant(0));
  return A.select(A.less(A.constant(0), x), force, A.constant(0));
}
