import type { Problem } from '../problem/index.js';
import type { Body } from './model.js';

/**
 * The position of a joint with one degree of freedom that lies inside its own limits and those of every mimic
 * that follows it, nearest to zero.
 */
export function neutralPosition(
  master: Body,
  followers: readonly Body[],
): { position: number; problem?: Problem } {
  let lower = master.limits?.lower ?? Number.NEGATIVE_INFINITY;
  let upper = master.limits?.upper ?? Number.POSITIVE_INFINITY;
  const own = held(lower, upper);
  for (const follower of followers) {
    const { multiplier, offset } = follower.mimic!;
    if (multiplier === 0) continue;
    const ends = [
      follower.limits?.lower ?? Number.NEGATIVE_INFINITY,
      follower.limits?.upper ?? Number.POSITIVE_INFINITY,
    ];
    const [first, last] = ends.map((end) => (end - offset) / multiplier);
    const [least, most] = multiplier > 0 ? [first, last] : [last, first];
    if (least > lower) lower = least;
    if (most < upper) upper = most;
  }
  if (lower > upper) {
    return {
      position: own,
      problem: {
        code: 'mimic-limits',
        severity: 'warning',
        where: { name: `joint "${master.joint}"` },
        message: `no position of this joint keeps it and its mimics (${followers.map((f) => f.joint).join(', ')}) inside their limits`,
        hint: 'limits, multiplier and offset of the mimics contradict each other; the neutral pose keeps this joint alone inside its limits',
      },
    };
  }
  return { position: held(lower, upper) };
}

function held(lower: number, upper: number): number {
  return lower > 0 ? lower : upper < 0 ? upper : 0;
}
