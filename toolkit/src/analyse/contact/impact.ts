/**
 * What a loop does to a wall that it meets: the force at rest, the first peak, how often it bounces, and whether it comes
 * to rest. Followed exactly from an approach (touching.ts) at several instants of touching between two ticks.
 */

import { firstPeak, landingOf } from './landing.js';
import { type ContactLoop, feltStiffness, type ImpedanceLoop, type Wall } from './loop.js';
import { onWall } from './radius.js';
import { isStable } from './search.js';
import type { Approach } from './touching.js';

export interface Impact {
  readonly preload: number;
  /** Largest force until the tool leaves the wall, N: the greatest over the instants of touching. */
  readonly firstPeak: number;
  /** Least of the same, N. */
  readonly leastPeak: number;
  /** No more than this, N, whatever the instant, where the controller puts no energy in. Of an impedance alone. */
  readonly bound: number | undefined;
  /** Whether it comes to rest on the wall, whatever the instant. */
  readonly rests: boolean;
  /** How often the tool leaves the wall, most and least over the instants; Infinity where it never comes to rest. */
  readonly bounces: number;
  readonly leastBounces: number;
}

const instants = 8;

/** K of springs in line with a wall: the force at rest of a spring whose goal lies `depth` m behind the surface. */
export function steadyForce(stiffness: number, felt: number, depth: number): number {
  return (depth * stiffness * felt) / (stiffness + felt);
}

export function impactOf(loop: ContactLoop, wall: Wall, approach: Approach): Impact {
  const peaks: number[] = [];
  const often: number[] = [];
  // Once one does not come to rest, of the others the first contact alone.
  let follow = isStable(onWall(loop, wall).radius);
  if (!follow) often.push(Number.POSITIVE_INFINITY);
  for (let i = 0; i < instants; i++) {
    if (!follow) {
      peaks.push(firstPeak(loop, wall, approach, i / instants));
      continue;
    }
    const landing = landingOf(loop, wall, approach, i / instants);
    peaks.push(landing.firstPeak);
    often.push(landing.rests ? landing.departures : Number.POSITIVE_INFINITY);
    follow = landing.rests;
  }
  const bounces = most(often);
  return {
    preload: approach.preload,
    firstPeak: most(peaks),
    leastPeak: least(peaks),
    bound: loop.law === 'impedance' ? energyBound(loop, wall, approach) : undefined,
    rests: bounces < Number.POSITIVE_INFINITY,
    bounces,
    leastBounces: least(often),
  };
}

function most(x: readonly number[]): number {
  return x.reduce((a, b) => (b > a ? b : a));
}

function least(x: readonly number[]): number {
  return x.reduce((a, b) => (b < a ? b : a));
}

/**
 * F + √(2 k E) with k what the wall feels like, F the preload, and E what the tool brings along measured from its rest on
 * the wall: ½ m v² + ½ K d² + ½ F d, d = F/k (and F/k_f of a flexible mode) how far it stands before that rest; and
 * b v² (T + delay), what commands that are on their way then still push in, which kept the speed against the friction b.
 * A bound where nothing else adds to E: in continuous time; of a sampled law where its friction and that of the arm
 * outdo what the hold puts in, which `heldPassivity` tells.
 */
export function energyBound(loop: ImpedanceLoop, wall: Wall, { speed, preload }: Approach): number {
  const felt = feltStiffness(loop, wall);
  const { flexible, friction = 0, tick, delay } = loop;
  const mass = loop.mass + (flexible?.mass ?? 0);
  const depth = preload / felt + (flexible === undefined ? 0 : preload / flexible.stiffness);
  const brought = 0.5 * (mass * speed * speed + loop.stiffness * depth * depth + preload * depth);
  const pushed = friction * speed * speed * (tick + delay);
  return preload + Math.sqrt(2 * felt * (brought + pushed));
}
