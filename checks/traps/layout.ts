/**
 * Obstacles on the way of a hand, by seed: posts, walls, and things that hold it: cups, corners, pairs.
 *
 * A layout is flat: what stands there, as it is cut at the height of the hand. The hand starts at the origin, and its goal is
 * some 45 cm along u; w is across. Lengths in m.
 */

/** Numbers in [0, 1) from a seed (mulberry32). */
function chance(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export type Place = readonly [u: number, w: number];

/** A round thing: ball or post. A bar: all within r of a segment, lying. A wall: a rectangle, of length 2 `half` along its angle. */
export type Obstacle =
  | { readonly kind: 'sphere' | 'cylinder'; readonly at: Place; readonly r: number }
  | { readonly kind: 'capsule'; readonly a: Place; readonly b: Place; readonly r: number }
  | {
      readonly kind: 'box';
      readonly at: Place;
      readonly angle: number;
      readonly half: number;
      readonly r: number;
    };

export interface Layout {
  readonly index: number;
  /** cup, corner and pair are there to hold the hand: their parts together are not convex. */
  readonly family: 'cup' | 'corner' | 'pair' | 'posts' | 'walls';
  readonly goal: Place;
  readonly obstacles: readonly Obstacle[];
}

/** Families by turns: 120 of 200 layouts are to hold the hand. */
const turns: readonly Layout['family'][] = ['cup', 'posts', 'corner', 'walls', 'pair'];

/** Free of obstacles about start and goal, m. */
const roomAtEnds = 0.08;

/** Layout `index` of a seed. */
export function layout(seed: number, index: number): Layout {
  const next = chance(seed * 7919 + index);
  const between = (low: number, high: number) => low + (high - low) * next();
  const family = turns[index % turns.length];
  for (;;) {
    const goal: Place = [between(0.4, 0.46), between(-0.15, 0.15)];
    const obstacles = made(family, goal, between);
    const free = (at: Place) => obstacles.every((obstacle) => distance(obstacle, at) > roomAtEnds);
    if (free([0, 0]) && free(goal)) return { index, family, goal, obstacles };
  }
}

function made(
  family: Layout['family'],
  goal: Place,
  between: (low: number, high: number) => number,
): Obstacle[] {
  const length = Math.hypot(goal[0], goal[1]);
  const ahead: Place = [goal[0] / length, goal[1] / length];
  /** So far along the way and to the left of it. */
  const on = (along: number, left: number): Place => [
    along * ahead[0] - left * ahead[1],
    along * ahead[1] + left * ahead[0],
  ];
  const r = between(0.012, 0.028);
  /** A bar or a wall from one place to another. */
  const bar = (a: Place, b: Place): Obstacle => ({ kind: 'capsule', a, b, r });
  const wall = (a: Place, b: Place): Obstacle => ({
    kind: 'box',
    at: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2],
    angle: Math.atan2(b[1] - a[1], b[0] - a[0]),
    half: Math.hypot(b[0] - a[0], b[1] - a[1]) / 2 + r,
    r,
  });
  const part = between(0, 1) < 0.5 ? bar : wall;
  const along = between(0.5, 0.65) * length;
  const width = between(0.05, 0.1);
  const skew = between(-0.03, 0.03);
  switch (family) {
    case 'cup': {
      const [depth, other] = [between(0.05, 0.13), between(0.05, 0.13)];
      const cup = [
        part(on(along, width + skew), on(along, skew - width)),
        part(on(along, width + skew), on(along - depth, width + skew)),
        part(on(along, skew - width), on(along - other, skew - width)),
      ];
      if (between(0, 1) < 0.6) return cup;
      const more = on(between(0.15, 0.85) * length, between(-0.25, 0.25));
      return [...cup, { kind: 'sphere', at: more, r: between(0.03, 0.05) }];
    }
    case 'corner': {
      const tip = on(along + 0.03, skew);
      const depth = between(0.04, 0.12);
      return [
        part(tip, on(along - depth, width + skew + 0.02)),
        part(tip, on(along - depth, skew - width - 0.02)),
      ];
    }
    case 'pair': {
      // Two posts with a gap that the hand does not pass, sometimes one more before or behind.
      const radius = between(0.03, 0.05);
      const half = radius + between(0.005, 0.028);
      const kind = between(0, 1) < 0.5 ? 'cylinder' : 'sphere';
      const pair: Obstacle[] = [
        { kind, at: on(along, half + skew / 3), r: radius },
        { kind, at: on(along, skew / 3 - half), r: radius },
      ];
      if (between(0, 1) < 0.5) return pair;
      const more = on(along + between(-0.1, 0.1), Math.sign(skew) * (half + between(0.09, 0.14)));
      return [...pair, { kind: 'cylinder', at: more, r: between(0.02, 0.04) }];
    }
    default: {
      const count = 1 + Math.floor(between(0, 4));
      return Array.from({ length: count }, (): Obstacle => {
        const at: Place = [between(0.08, 0.4), between(-0.2, 0.2)];
        const size = between(0.02, 0.06);
        if (family === 'posts') return { kind: between(0, 1) < 0.5 ? 'cylinder' : 'sphere', at, r: size };
        const [half, angle] = [between(0.04, 0.1), between(0, Math.PI)];
        return { kind: 'box', at, angle, half, r: between(0.01, 0.025) };
      });
    }
  }
}

/** From the surface of an obstacle, in the plane; inside a wall no more than that it is below 0. */
export function distance(obstacle: Obstacle, [u, w]: Place): number {
  switch (obstacle.kind) {
    case 'sphere':
    case 'cylinder':
      return Math.hypot(u - obstacle.at[0], w - obstacle.at[1]) - obstacle.r;
    case 'capsule': {
      const { a, b, r } = obstacle;
      const [du, dw] = [b[0] - a[0], b[1] - a[1]];
      const share = ((u - a[0]) * du + (w - a[1]) * dw) / (du * du + dw * dw);
      const t = Math.max(0, Math.min(1, share));
      return Math.hypot(u - a[0] - t * du, w - a[1] - t * dw) - r;
    }
    case 'box': {
      const { at, angle, half, r } = obstacle;
      const [du, dw] = [u - at[0], w - at[1]];
      const along = Math.abs(du * Math.cos(angle) + dw * Math.sin(angle)) - half;
      const aside = Math.abs(dw * Math.cos(angle) - du * Math.sin(angle)) - r;
      return along > 0 || aside > 0
        ? Math.hypot(Math.max(0, along), Math.max(0, aside))
        : Math.max(along, aside);
    }
  }
}
