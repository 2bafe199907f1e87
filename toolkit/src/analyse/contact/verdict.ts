/**
 * Whether a loop comes to rest against a wall, told before any run by three spectral radii:
 * ρ_contact of the loop that stays pressed on, ρ_free of the one that touches nothing, ρ_sweep, the largest on softer walls.
 *
 * A tool that bounces is in contact for a part of the time; on the whole the wall acts on it like softer ones, any of
 * which may be the one that keeps it going. So a loop that is stable on the wall may hop for ever where one of the
 * others is not. Nearly always, not always: what switches between two stable loops can still grow.
 */
import { numbers } from '../../math/index.js';
import type { ContactLoop, Wall } from './loop.js';
import { follower, inFreeSpace, marginalBand, marginalRatio, onWall, type Radius } from './radius.js';
import { isStable } from './search.js';

/** Softer walls that are looked at, and over how many decades below the wall. */
export const sweepPoints = 24;
export const sweepDecades = 4;
/** What takes more than 300 periods to swing is no chatter: ticks and delays hardly matter to it, rad per period. */
const slow = 0.02;

export type Status = 'stable' | 'marginal' | 'unstable';

export interface Verdict {
  readonly wall: Wall;
  /** ρ per period of the loop. */
  readonly contact: Radius;
  readonly free: Radius;
  /** The worst of the softer walls and of the wall itself, and the stiffness that has it, N/m. */
  readonly sweep: Sweep;
  /** Pressed onto the wall and disturbed a little. */
  readonly local: Status;
  /** From an impact: the worst of the three. */
  readonly impact: Status;
}

export interface Sweep extends Radius {
  readonly stiffness: number;
}

/** By the radius outside the band, in it by the damping ratio; marginal where that is within its own. */
export function statusOf({ radius, ratio }: Radius): Status {
  if (!(radius <= 1 + marginalBand)) return 'unstable';
  if (radius < 1 - marginalBand || ratio >= marginalRatio) return 'stable';
  return ratio <= -marginalRatio ? 'unstable' : 'marginal';
}

/** Of a softer wall, which is none that it rests on: what is slow and decays is no chatter there, however damped. */
export function softStatusOf(radius: Radius): Status {
  return isStable(radius.radius) && radius.turn < slow ? 'stable' : statusOf(radius);
}

const order: readonly Status[] = ['stable', 'marginal', 'unstable'];

/** The one of two softer walls that is nearer to unstable. */
export function worse<R extends Radius>(a: R, b: R): R {
  const rank = order.indexOf(softStatusOf(a)) - order.indexOf(softStatusOf(b));
  if (rank !== 0) return rank > 0 ? a : b;
  return b.radius > a.radius ? b : a;
}

/** From an impact: the worst of the wall, free space and the worst of the softer walls. */
export function impactStatus(contact: Radius, free: Radius, sweep: Radius): Status {
  const ranks = [statusOf(contact), statusOf(free), softStatusOf(sweep)].map((status) =>
    order.indexOf(status),
  );
  return order[Math.max(...ranks)];
}

/** A wall of a part of the stiffness, and of its damping. */
export function softer(wall: Wall, part: number): Wall {
  return { stiffness: wall.stiffness * part, damping: wall.damping * part };
}

const step = (sweepDecades * numbers.log(10)) / sweepPoints;
const parts = Array.from({ length: sweepPoints }, (_, i) => numbers.exp(-(i + 1) * step));

/** The worst over the softer walls and the wall itself, and where. */
export function sweepWalls(loop: ContactLoop, wall: Wall): Sweep {
  const tell = follower();
  let found: Sweep = { ...onWall(loop, wall, tell), stiffness: wall.stiffness };
  for (const part of parts)
    found = worse(found, { ...onWall(loop, softer(wall, part), tell), stiffness: part * wall.stiffness });
  return found;
}

/** The largest ρ of the three: below 1 a loop is safe on the wall, also where it lands on it. */
export function worstRadius(loop: ContactLoop, wall: Wall): number {
  return worstFollower(wall)(loop);
}

/** The same, of one loop after another that is much like it. Of an unstable one the first ρ that is found. */
export function worstFollower(wall: Wall): (loop: ContactLoop) => number {
  const walls = [1, ...parts].map((part) => ({ wall: softer(wall, part), tell: follower() }));
  return (loop) => {
    let worst = inFreeSpace(loop).radius;
    for (const { wall: one, tell } of walls) {
      if (!isStable(worst)) return worst;
      const { radius } = onWall(loop, one, tell);
      if (radius > worst || Number.isNaN(radius)) worst = radius;
    }
    return worst;
  };
}

export function verdictOf(loop: ContactLoop, wall: Wall): Verdict {
  const contact = onWall(loop, wall);
  const free = inFreeSpace(loop);
  const sweep = sweepWalls(loop, wall);
  return {
    wall,
    contact,
    free,
    sweep,
    local: statusOf(contact),
    impact: impactStatus(contact, free, sweep),
  };
}
