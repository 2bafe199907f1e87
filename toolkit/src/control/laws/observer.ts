/**
 * The external wrench without a sensor: the generalised-momentum observer (De Luca, Mattone, Sensorless robot collision
 * detection and hybrid force/motion control (2005); Haddadin, De Luca, Albu-Schäffer, Robot collisions: a survey (2017),
 * section IV.D). With p = M v and dp/dt = τ + n + τ_ext (see model/momentum.ts) the residual
 *
 *     r = K (p − ∫ (τ + n + r) dt − p₀),   dr/dt = K (τ_ext − r)
 *
 * is τ_ext behind a first-order low-pass of cut-off K/2π. A controller holds τ over a tick T; for a τ_ext that is held as well
 * the law is solved exactly,
 *
 *     r⁺ = r + (1 − exp(−K T)) ((p⁺ − p)/T − τ − ½ (n + n⁺) − r),
 *
 * so that the cut-off is the same at every tick and no gain is unstable; n by the trapezium. In r stands whatever is not in the
 * model: joint friction, an unknown payload, a torque that the drives did not give.
 */
import {
  type Algebra,
  factorDefinite,
  max,
  type Repeat,
  solveDefinite,
  sum,
  symmetricModes,
} from '../../math/index.js';
import type { MomentumBalance } from '../../model/index.js';
import { dampedBelow } from '../null-space.js';

/** What the observer keeps from tick to tick (nv numbers each). */
export interface Observed<S> extends Pick<MomentumBalance<S>, 'momentum' | 'drift'> {
  /** The external joint torques, N m or N. */
  readonly residual: readonly S[];
}

/**
 * The residual after a tick of `elapsed` s in which `torque` (nv) was held, `gain` in 1/s. A tick of no length changes
 * nothing.
 */
export function residualStep<S>(
  A: Algebra<S>,
  last: { readonly [K in keyof Observed<S>]: readonly S[] },
  now: { readonly [K in keyof MomentumBalance<S>]: readonly S[] },
  torque: readonly S[],
  elapsed: S,
  gain: S,
): S[] {
  const none = A.lessEqual(elapsed, A.constant(0));
  const time = A.select(none, A.constant(1), elapsed);
  const share = A.sub(A.constant(1), A.exp(A.neg(A.mul(gain, time))));
  const half = A.constant(0.5);
  return last.residual.map((r, i) => {
    const rate = A.div(A.sub(now.momentum[i], last.momentum[i]), time);
    const drift = A.mul(half, A.add(last.drift[i], now.drift[i]));
    const external = A.sub(A.sub(rate, torque[i]), drift);
    return A.select(none, r, A.add(r, A.mul(share, A.sub(external, r))));
  });
}

/**
 * The wrench F that gives the joint torques r = Jᵀ F: F = (J M⁻¹ Jᵀ)⁺ J M⁻¹ r, the dynamically consistent left inverse, exact
 * for every r that a wrench at the point can make. `rows`: those of J that are asked for (nv numbers each).
 *
 * Directions in which the arm cannot feel a force (eigenvalues of J M⁻¹ Jᵀ below σ₀² tr(J M⁻¹ Jᵀ)/tr(J Jᵀ), σ₀ =
 * {@link dampedBelow}) fade out linearly and are 0 where it feels nothing: F stays bounded, and too small there.
 */
export function wrenchOfTorques<S>(
  A: Algebra<S>,
  rows: readonly (readonly S[])[],
  massMatrix: readonly S[],
  torques: readonly S[],
  repeat?: Repeat<S>,
): S[] {
  const m = rows.length;
  const factored = factorDefinite(A, massMatrix, torques.length);
  const moved = rows.map((row) => solveDefinite(A, factored, row));
  const mobility = rows.flatMap((row) => moved.map((column) => inner(A, row, column)));
  const felt = sum(
    A,
    rows.map((_, i) => mobility[i * m + i]),
  );
  const way = sum(
    A,
    rows.map((row) => inner(A, row, row)),
  );
  const scale = A.div(felt, max(A, way, A.constant(1e-100)));
  const edge = max(A, A.mul(A.constant(dampedBelow * dampedBelow), scale), A.constant(1e-100));
  const { values, vectors } = symmetricModes(A, mobility, m, repeat);
  const asked = moved.map((column) => inner(A, column, torques));
  const parts = vectors.map((vector, k) => {
    const low = A.less(values[k], edge);
    const value = A.select(low, edge, values[k]);
    const inverse = A.div(A.constant(1), value);
    const faded = A.mul(inverse, A.mul(inverse, max(A, values[k], A.constant(0))));
    return A.mul(A.select(low, faded, inverse), inner(A, vector, asked));
  });
  return rows.map((_, i) =>
    sum(
      A,
      vectors.map((vector, k) => A.mul(vector[i], parts[k])),
    ),
  );
}

function inner<S>(A: Algebra<S>, a: readonly S[], b: readonly S[]): S {
  return sum(
    A,
    a.map((x, i) => A.mul(x, b[i])),
  );
}
