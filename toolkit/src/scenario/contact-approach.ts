/** How a loop comes to a wall: its speed when it touches. */

/** m s″ = F(t) + K s − D s′ before the wall, s its way that is left, at s = 0 the force that would press there. */
export interface ApproachCase {
  /** kg, N s/m, N/m. */
  readonly mass: number;
  readonly damping: number;
  readonly stiffness: number;
  /** m. */
  readonly gap: number;
  /** Towards the wall at the start, m/s. */
  readonly speed: number;
  /** Towards the wall, where it touches, N. */
  readonly force: (time: number) => number;
  /** How long it is waited, s. */
  readonly until: number;
}

const steps = 20_000;

/** m/s; undefined where it does not come to the wall. */
export function touchingSpeed({
  mass,
  damping,
  stiffness,
  gap,
  speed,
  force,
  until,
}: ApproachCase): number | undefined {
  if (gap <= 0) return Math.max(0, speed);
  const h = until / steps;
  let [left, v] = [gap, speed];
  for (let i = 0; i < steps; i++) {
    // Implicit in damper and spring: stable for any step.
    const asked = force((i + 1) * h) + stiffness * left;
    v = (v + (h / mass) * asked) / (1 + (h / mass) * (damping + h * stiffness));
    left -= h * v;
    if (left <= 0) return Math.max(0, v);
  }
  return undefined;
}
