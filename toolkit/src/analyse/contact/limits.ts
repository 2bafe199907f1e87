/** How far a loop's numbers may go before it is unstable in contact, and what a number that is safe costs. */
import { numbers } from '../../math/index.js';
import { delayLoopOf } from './delay-loop.js';
import { type ContactLoop, feltStiffness, type ImpedanceLoop, periodOf, type Wall } from './loop.js';
import { contactRadius, follower, loopRadius, onWall } from './radius.js';
import { edgeOf, type Interval, isStable, stableIntervals } from './search.js';
import { worstFollower } from './verdict.js';

/** Walls that are tried, N/m. */
export const softestWall = 1;
export const stiffestWall = 1e8;
/** Periods of additional delay that are tried. */
const longest = 200;
/** Numbers of a loop are tried from this part of what they are to this multiple. */
const spread = 1e4;
const gains = 1e3;

export interface GainMargin {
  /** By what the loop's gain (command over reading; of force feedback over the force) may be multiplied, down and up, on this wall. */
  readonly down: number;
  readonly up: number;
}

function louder(loop: ImpedanceLoop, gain: number): ImpedanceLoop {
  const { stiffness, damping, integral = 0 } = loop;
  return { ...loop, stiffness: gain * stiffness, damping: gain * damping, integral: gain * integral };
}

/** Undefined where the loop is unstable as it is. 0 and Infinity where no limit was found within a thousandfold. */
export function gainMargin(loop: ContactLoop, wall: Wall): GainMargin | undefined {
  const closed = delayLoopOf(loop, wall);
  const at = (gain: number): number =>
    loop.law === 'impedance'
      ? contactRadius(louder(loop, gain), wall)
      : loopRadius({ ...closed, c: closed.c.map((x) => x * gain) });
  if (!isStable(at(1))) return undefined;
  const up = stableIntervals(at, 1, gains)[0].to;
  const down = stableIntervals(at, 1 / gains, 1).at(-1)!.from;
  return {
    down: down <= 1 / gains ? 0 : down,
    up: up >= gains ? Number.POSITIVE_INFINITY : up,
  };
}

/**
 * The largest additional delay in s up to which the loop stays stable on the wall: of an impedance to a part of a
 * tick, of force feedback in whole samples. Undefined where it is unstable as it is, Infinity beyond 200 periods.
 */
export function delayMargin(loop: ContactLoop, wall: Wall): number | undefined {
  const at = (delay: number): number => contactRadius(delayed(loop, delay), wall);
  if (!isStable(at(0))) return undefined;
  const period = periodOf(loop);
  for (let periods = 1; periods <= longest; periods++) {
    if (isStable(at(periods * period))) continue;
    const last = (periods - 1) * period;
    if (loop.law !== 'impedance') return last;
    // Shifted by a tick, as the search is over numbers above 0.
    return edgeOf((x) => at(last + x - period), period, 2 * period) - period + last;
  }
  return Number.POSITIVE_INFINITY;
}

function delayed(loop: ContactLoop, delay: number): ContactLoop {
  if (loop.law === 'impedance') return { ...loop, delay: loop.delay + delay };
  const samples = Math.round(delay / periodOf(loop));
  return { ...loop, sensor: { ...loop.sensor, delay: loop.sensor.delay + samples } };
}

export interface StiffestWall {
  /** N/m; up to it every wall is stable. 0 where the softest is not, Infinity where 1e8 N/m is. */
  readonly stiffness: number;
  /** All stiffnesses that are stable, N/m: above the first interval only as long as the tool stays pressed on. */
  readonly intervals: readonly Interval[];
}

/** The stiffest wall on which the loop is stable with all softer ones; their damping in N s/m is the same for all. */
export function stiffestSafe(loop: ContactLoop, damping = 0): StiffestWall {
  const tell = follower();
  const at = (stiffness: number): number => onWall(loop, { stiffness, damping }, tell).radius;
  const intervals = stableIntervals(at, softestWall, stiffestWall, 12);
  const [first] = intervals;
  if (first === undefined || first.from > softestWall) return { stiffness: 0, intervals };
  return { stiffness: first.to >= stiffestWall ? Number.POSITIVE_INFINITY : first.to, intervals };
}

export type Adjusted = 'damping' | 'mass';

/**
 * The values of a loop's damping (N s/m) or of an admittance's virtual mass (kg) that are safe on the wall: all three
 * radii below 1, or that of contact alone. The first interval begins with the least; an explicit damper has a
 * greatest as well. From 0 and to Infinity where no end was found within four decades. Empty where none is. An admittance alone has a mass to choose, and force control by motions has no damping: undefined.
 */
export function safeValues(
  loop: ContactLoop,
  wall: Wall,
  what: Adjusted,
  by: 'all' | 'contact' = 'all',
): readonly Interval[] | undefined {
  if (loop.law === 'force' || (what === 'mass' && loop.law !== 'admittance')) return undefined;
  const tell = follower();
  const worst = worstFollower(wall);
  const critical = 2 * Math.sqrt(loop.mass * feltStiffness(loop, wall));
  const middle = what === 'mass' ? loop.mass : loop.damping > 0 ? loop.damping : critical;
  const at = (x: number): number => {
    const changed = { ...loop, [what]: x };
    return by === 'all' ? worst(changed) : onWall(changed, wall, tell).radius;
  };
  const [low, high] = [middle / spread, middle * spread];
  return stableIntervals(at, low, high, 6).map(({ from, to }) => ({
    from: from <= low ? 0 : from,
    to: to >= high ? Number.POSITIVE_INFINITY : to,
  }));
}

/** The loop with its answer to the force multiplied; undefined where it has none that is smaller for that. */
export function quieter(loop: ContactLoop, factor: number): ContactLoop | undefined {
  if (loop.law === 'force')
    return { ...loop, proportional: factor * loop.proportional, integral: factor * loop.integral };
  if (loop.law === 'press' && loop.gain >= 0)
    return { ...loop, gain: factor * loop.gain, integral: factor * loop.integral };
  return undefined;
}

/** The greatest share of its answer to the force with which a loop is safe on the wall, below 1; undefined where none is. */
export function greatestAnswer(loop: ContactLoop, wall: Wall): number | undefined {
  if (quieter(loop, 1) === undefined) return undefined;
  const worst = worstFollower(wall);
  const at = (factor: number): number => worst(quieter(loop, factor) ?? loop);
  return stableIntervals(at, 1 / gains, 1, 6).at(-1)?.to;
}

export interface DampingCost {
  /** Speed at which a pull of this force moves the free tool in the end, m/s: force over damping. */
  readonly speed: number;
  /** Time constant to that speed, s: mass over damping. */
  readonly rise: number;
  /** Until what is left of a disturbance on the soft wall is 2 % of it, s, by its slowest pole; Infinity where it grows. */
  readonly settling: number;
  readonly damping: number;
}

/** What so much damping costs: approach under a pull of so many N, and settling on a soft wall. */
export function dampingCost(
  loop: ContactLoop,
  damping: number,
  force: number,
  soft: Wall,
): DampingCost | undefined {
  if (loop.law === 'force') return undefined;
  const changed = { ...loop, damping };
  const brakes = damping + (loop.law === 'admittance' ? 0 : (loop.friction ?? 0));
  const pull = loop.law === 'press' ? (1 + loop.gain) * force : force;
  return {
    damping,
    speed: pull / brakes,
    rise: loop.mass / brakes,
    settling: settlingTime(contactRadius(changed, soft), periodOf(loop)),
  };
}

/** Until 2 % is left of what a pole of this radius per period carries, s. */
export function settlingTime(radius: number, period: number): number {
  if (!(radius < 1)) return Number.POSITIVE_INFINITY;
  if (radius === 0) return 0;
  return (period * numbers.log(0.02)) / numbers.log(radius);
}
