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
  const own = rangeOf(master);
  let { lower, upper } = own;
  for (const follower of followers) {
    const { multiplier, offset } = follower.mimic!;
    if (multiplier === 0) continue;
    const range = rangeOf(follower);
    const [first, last] = [range.lower, range.upper].map((end) => (end - offset) / multiplier);
    const [least, most] = multiplier > 0 ? [first, last] : [last, first];
    if (least > lower) lower = least;
    if (most < upper) upper = most;
  }
  if (lower > upper) {
    return {
      position: nearestToZero(own),
      problem: {
        code: 'mimic-limits',
        severity: 'warning',
        where: { name: `joint "${master.joint}"` },
        message: `no position of this joint keeps it and its mimics (${followers.map((f) => f.joint).join(', ')}) inside their limits`,
        hint: 'limits, multiplier and offset of the mimics contradict each other; the neutral pose keeps this joint alone inside its limits',
      },
    };
  }
  return { position: settled(nearestToZero({ lower, upper }), lower > 0 ? 1 : -1, followers) };
}

interface Range {
  readonly lower: number;
  readonly upper: number;
}

/** A continuous joint has no range, whatever is written. */
function rangeOf({ type, limits }: Body): Range {
  const written = type === 'continuous' ? undefined : limits;
  return {
    lower: written?.lower ?? Number.NEGATIVE_INFINITY,
    upper: written?.upper ?? Number.POSITIVE_INFINITY,
  };
}

function nearestToZero({ lower, upper }: Range): number {
  return lower > 0 ? lower : upper < 0 ? upper : 0;
}

/** Moves a position by as many ulps as rounding has put a follower outside its range; none where it has not. */
function settled(position: number, inwards: 1 | -1, followers: readonly Body[]): number {
  const inside = (x: number) =>
    followers.every((follower) => {
      const { multiplier, offset } = follower.mimic!;
      const { lower, upper } = rangeOf(follower);
      const there = multiplier * x + offset;
      return multiplier === 0 || (there >= lower && there <= upper);
    });
  for (let step = 2 ** -52; step < 2 ** -45; step *= 2) {
    if (inside(position)) return position;
    const size = Math.abs(position);
    position += inwards * step * (size > 1e-3 ? size : 1e-3);
  }
  return position;
}
