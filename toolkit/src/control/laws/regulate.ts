/**
 * Explicit force control: a PI controller on the error of a force, its speed bounded, its way bounded, its integral held where
 * a bound cuts. What the force, hybrid and press laws do along one axis.
 *
 * Order in a tick: e = wanted + external; u = K_p e + I; cut; I⁺ = I + K_i e T, held while u is cut and e pushes further.
 */
import { clamp, type Primitive } from '../../math/index.js';

export interface Regulator<S> {
  readonly gain: S;
  readonly integral: S;
}

export interface Range<S> {
  readonly lower: S;
  readonly upper: S;
}

/** One tick of one axis: what comes out, cut to `range`, and the integral after it. */
export function regulate<S>(
  A: Primitive<S>,
  { gain, integral }: Regulator<S>,
  error: S,
  { lower, upper }: Range<S>,
  stored: S,
  elapsed: S,
): { readonly out: S; readonly stored: S } {
  const zero = A.constant(0);
  const asked = A.add(A.mul(gain, error), stored);
  const out = clamp(A, asked, lower, upper);
  const above = A.and(A.less(out, asked), A.less(zero, error));
  const below = A.and(A.less(asked, out), A.less(error, zero));
  const next = A.add(stored, A.mul(A.mul(integral, error), elapsed));
  return { out, stored: A.select(A.or(above, below), stored, next) };
}

/**
 * Speeds that stay within `speed`, and within `deviation` of where the axis is to be by the end of a tick; x: how far off it
 * is. Beyond the bound nothing leads farther out, and no speed is asked for to come back.
 */
export function speedRange<S>(
  A: Primitive<S>,
  speed: S,
  elapsed: S,
  bound?: { readonly x: S; readonly deviation: S },
): Range<S> {
  const zero = A.constant(0);
  const whole = { lower: A.neg(speed), upper: speed };
  if (bound === undefined) return whole;
  const runs = A.less(zero, elapsed);
  const time = A.select(runs, elapsed, A.constant(1));
  return {
    lower: clamp(A, A.div(A.sub(A.neg(bound.deviation), bound.x), time), whole.lower, zero),
    upper: clamp(A, A.div(A.sub(bound.deviation, bound.x), time), zero, whole.upper),
  };
}

/** What a law remembers of contact. */
export interface Touch<S> {
  /** 1 once it has touched, as long as the contact is not lost. */
  readonly touched: S;
  /** How long it has been out of contact since, s. */
  readonly away: S;
  /** 1 from the loss on, until it touches again. */
  readonly lost: S;
}

/** Contact is a force above `threshold`; it is lost once it has been away for `after` s. */
export function touchStep<S>(
  A: Primitive<S>,
  force: S,
  { threshold, after }: { readonly threshold: S; readonly after: S },
  last: Touch<S>,
  elapsed: S,
): Touch<S> & { readonly touching: S } {
  const [zero, one] = [A.constant(0), A.constant(1)];
  const touching = A.less(threshold, force);
  const away = A.select(A.or(touching, A.not(last.touched)), zero, A.add(last.away, elapsed));
  const gone = A.and(last.touched, A.and(A.not(touching), A.lessEqual(after, away)));
  return {
    touching,
    touched: A.select(touching, one, A.select(gone, zero, last.touched)),
    away: A.select(gone, zero, away),
    lost: A.select(touching, zero, A.select(gone, one, last.lost)),
  };
}
