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
 * D of the reactions damped stop and hold: for each entry of v the inertia that it feels when all others are free
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
 * K of the reaction hold, of designs whose servo does not hold ({@link holdsByServo}): critically damped with D, K = D²/(4 m),
 * m as in {@link brakeDamping}. A joint whose others move along is heavier than m, and held more softly than (40 T)⁻¹ says.
 */
export function holdStiffness(inertias: readonly number[], damping: readonly number[]): number[] {
  return inertias.map((inertia, i) => (damping[i] * damping[i]) / (4 * inertia));
}

/** 1/(M⁻¹)ᵢᵢ at the neutral configuration, kg m² or kg; of no use where M is singular there. */
export function freeInertias(model: Model): number[] {
  return inverseDiagonal(numbers, model, model.neutral).map((x) => 1 / x);
}

/**
 * Whether the reaction hold is the servo at rest at its last command, followed on: where it follows by torques. Its
 * stiffness is that of the servo; a spring on each joint of the inertia that it feels alone is no match for a load.
 */
export function holdsByServo({ servo }: Pick<Design, 'servo'>): boolean {
  return servo !== undefined && servo.follow.kind !== 'drive';
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
