/** What is checked before a torque goes out, and what happens instead of it. */
import { type Algebra, accurateAngle, min, numbers, pairwise } from '../math/index.js';
import { inverseDiagonal, type Model, slides } from '../model/index.js';
import type { Design, Reaction, StreamDesign } from './design.js';
import { sensorReactions } from './laws/sensor-fields.js';

const LARGEST = 1.7976931348623157e308;

/** 1 where all are finite numbers (and their magnitudes add up to one), else 0. */
export function allFinite<S>(A: Algebra<S>, values: readonly S[]): S {
  const sizes = values.map((value) => A.abs(value));
  const total = pairwise([A.constant(0), ...sizes], (a, b) => A.add(a, b));
  return A.lessEqual(total, A.constant(LARGEST));
}

/**
 * 1 where all joint positions and velocities are numbers that mean something, else 0: finite, and no angle, a
 * follower's included, beyond {@link accurateAngle}, up to which its sine and cosine are known.
 */
export function soundState<S>(A: Algebra<S>, model: Model, q: readonly S[], v: readonly S[]): S {
  const most = farthest(model);
  const angles = q.flatMap((x, i) =>
    most[i] === undefined ? [] : [A.lessEqual(A.abs(x), A.constant(most[i]))],
  );
  const others = q.filter((_, i) => most[i] === undefined);
  return pairwise([allFinite(A, [...others, ...v]), ...angles], (a, b) => A.and(a, b));
}

/** For each entry of q how far from 0 no angle that follows from it is beyond {@link accurateAngle}, if any does. */
function farthest(model: Model): (number | undefined)[] {
  const most = model.positionUnits.map((unit): number | undefined =>
    unit === 'rad' ? accurateAngle : undefined,
  );
  for (const body of model.bodies) {
    const { mimic } = body;
    if (mimic === undefined || mimic.multiplier === 0 || slides(body)) continue;
    const leader = model.bodies[mimic.of].q;
    const reach = (accurateAngle - Math.abs(mimic.offset)) / Math.abs(mimic.multiplier);
    most[leader] = min(numbers, most[leader] ?? reach, reach);
  }
  return most;
}

/** How long a brake takes to take the speed out of a joint that moves alone, in ticks. */
export const brakeTicks = 20;

/**
 * D of the reaction damped stop: for each entry of v the inertia that it feels when all others are free
 * ({@link freeInertias}), over 20 ticks (as many as there are joints, if these are more).
 *
 * Stable at the tick whatever the coupling: M⁻¹ diag(1/(M⁻¹)ᵢᵢ) is similar to a matrix with ones on the diagonal
 * and so has eigenvalues of at most nv; T λ(M⁻¹D) ≤ nv/20, and a held damper is stable below 2.
 */
export function brakeDamping(inertias: readonly number[], period: number): number[] {
  const ticks = inertias.length > brakeTicks ? inertias.length : brakeTicks;
  return inertias.map((inertia) => inertia / (ticks * period));
}

/**
 * Natural frequency ω of the reaction hold, rad/s, in whose joints e″ = −2 ω e′ − ω² e: a tenth of a radian a tick.
 *
 * Held over a tick T that loop has the poles of z² − (2 − 2a − a²/2) z + 1 − 2a + a²/2 with a = ω T: real for every a, and
 * inside the circle for a < 1 ({@link mostHold}). What the controller believes of the inertia scales a, and delay turns its phase: at
 * a tenth the arm may be ten times lighter than believed, or its torques {@link holdTicks} ticks late. One that is f times heavier
 * is held with the damping ratio 1/√f. A load F moves a joint of inertia m by F/(m ω²).
 */
export function holdBandwidth(period: number): number {
  return 0.1 / period;
}

/** rad a tick, below which the hold is stable at the tick. */
export const mostHold = 1;

/** How many ticks late its torques may come by {@link holdBandwidth}: phase margin 76.3° at 2.058 ω, less the half tick of the hold. */
export const holdTicks = 5;

/** 1/(M⁻¹)ᵢᵢ at the neutral configuration, kg m² or kg; of no use where M is singular there. */
export function freeInertias(model: Model): number[] {
  return inverseDiagonal(numbers, model, model.neutral).map((x) => 1 / x);
}

/**
 * Who holds the arm in the reaction hold: a servo that follows by torques, at rest at its last command; drives, which keep theirs; or
 * the reaction itself, by the joints.
 */
export function heldBy({ servo }: Pick<Design, 'servo'>): 'servo' | 'drives' | 'joints' {
  if (servo === undefined) return 'joints';
  return servo.follow.kind === 'drive' ? 'drives' : 'servo';
}

/** The reactions that a design may come to, each once: that of a law that is no number first. */
export function reactionsOf({
  guards,
  sensors = [],
  points,
}: Pick<Design, 'guards' | 'sensors' | 'points'>): readonly Reaction[] {
  const streams = points.flatMap(({ streamed }) =>
    streamed === undefined ? [] : [streamReaction(streamed)],
  );
  return [...new Set([guards?.nonFinite ?? 'damped stop', ...sensors.flatMap(sensorReactions), ...streams])];
}

/** What is done once the targets of a point have stopped. */
export function streamReaction({ then }: StreamDesign): Reaction {
  return then ?? 'damped stop';
}
