/**
 * What to expect of a guarded move before it is made: how long it takes to see contact, how far it goes on, how hard it presses.
 * A forecast from closed forms, not a run, and not safety-rated.
 *
 * An arm that follows its command presses with F = F₀ + k (v t + v²/2a): F₀ the threshold, t from threshold to the beginning of
 * braking, and how long the arm is behind its command, for it goes to where that ends. A mass m that runs on by itself into a spring presses with v √(k m); driven on for t before it is let go,
 * it presses with v √(k m + (k t)²).
 */
export interface GuardedMoveCase {
  /** Speed, m/s, and deceleration, m/s² (Infinity: stops at once). */
  readonly speed: number;
  readonly deceleration: number;
  /** N. */
  readonly threshold: number;
  /** Stiffness that is run into, N/m. */
  readonly stiffness: number;
  /** From the threshold to the beginning of braking, and the lag of the arm, s; see {@link reactionTime}. */
  readonly reaction: number;
}

/** What makes up the time from a force at the tool to the beginning of braking, s. */
export interface ReactionOf {
  /** Tick of the controller. */
  readonly tick: number;
  /** Readings that are averaged; a ramp's mean lags by (n − 1)/2 of them. */
  readonly average?: number;
  /** Period of the readings; the tick by default. */
  readonly sample?: number;
  /** Age of a reading when it comes. */
  readonly delay?: number;
  /** Time constant of a low-pass on it, 1/(2π f). */
  readonly filter?: number;
  /** How long the threshold must stand. */
  readonly stands?: number;
  /** How long the arm is behind its command: 2 ζ/ωn of a position loop, and the delay of a drive. */
  readonly lag?: number;
}

export interface Reaction {
  /** How long the mean, the filter and the delay hold the force back, s: on a ramp the threshold is seen that much late. */
  readonly seen: number;
  /** From there to the beginning of braking: the window and one tick, s. */
  readonly answered: number;
  /** How far the command is ahead of the arm, as a time, s. */
  readonly lag: number;
  readonly total: number;
}

export function reactionTime({
  tick,
  average = 1,
  sample = tick,
  delay = 0,
  filter = 0,
  stands = 0,
  lag = 0,
}: ReactionOf): Reaction {
  const seen = 0.5 * (average - 1) * sample + delay + filter;
  const answered = stands + tick;
  return { seen, answered, lag, total: seen + answered + lag };
}

export interface GuardedMoveForecast {
  /** Way from the threshold to rest, m, and the part of it that is braked. */
  readonly stopping: number;
  readonly braking: number;
  /** Force above the threshold, and greatest force, N. */
  readonly overshoot: number;
  readonly peak: number;
}

/** Way and force of a guarded move of an arm that follows its command. */
export function guardedMoveForecast({
  speed,
  deceleration,
  threshold,
  stiffness,
  reaction,
}: GuardedMoveCase): GuardedMoveForecast {
  const braking = (speed * speed) / (2 * deceleration);
  const stopping = speed * reaction + braking;
  const overshoot = stiffness * stopping;
  return { stopping, braking, overshoot, peak: threshold + overshoot };
}

/** The highest speed at which the peak stays at `force`; 0 where the threshold is no lower. */
export function highestSpeed(
  force: number,
  { deceleration, threshold, stiffness, reaction }: Omit<GuardedMoveCase, 'speed'>,
): number {
  const way = (force - threshold) / stiffness;
  if (!(way > 0)) return 0;
  if (deceleration === Number.POSITIVE_INFINITY) return way / reaction;
  return deceleration * (Math.sqrt(reaction * reaction + (2 * way) / deceleration) - reaction);
}

/** One line of {@link approachTable}. */
export interface ApproachRow {
  readonly force: number;
  readonly stiffness: number;
  readonly mass: number;
  /** v = F/√(k m): a mass that runs on by itself, m/s. */
  readonly free: number;
  /** v = F/√(k m + (k t)²): driven on for the delay t, then let go, m/s. */
  readonly delayed: number;
}

export const approachMark = 'not safety-rated';

/**
 * The highest approach speed for limits on the force, over stiffnesses and masses, and what a delay takes off it. Marked
 * {@link approachMark}: a forecast for planning, no safety function.
 */
export function approachTable(
  forces: readonly number[],
  stiffnesses: readonly number[],
  masses: readonly number[],
  delay: number,
): { readonly mark: typeof approachMark; readonly delay: number; readonly rows: readonly ApproachRow[] } {
  const rows = forces.flatMap((force) =>
    stiffnesses.flatMap((stiffness) =>
      masses.map((mass) => ({
        force,
        stiffness,
        mass,
        free: force / Math.sqrt(stiffness * mass),
        delayed: force / Math.sqrt(stiffness * mass + (stiffness * delay) ** 2),
      })),
    ),
  );
  return { mark: approachMark, delay, rows };
}
