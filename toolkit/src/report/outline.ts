/** The outline of a convex solid in a picture: the hull of its points as they are seen. */

export interface Seen {
  readonly x: number;
  readonly y: number;
}

/** The convex hull, counter-clockwise where y points up (Andrew's monotone chain); points in one line give a line. */
export function hull(points: readonly Seen[]): Seen[] {
  const sorted = points.filter(({ x, y }) => Number.isFinite(x + y)).sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (list: readonly Seen[]): Seen[] => {
    const chain: Seen[] = [];
    for (const p of list) {
      while (chain.length > 1 && turn(chain[chain.length - 2], chain[chain.length - 1], p) <= 0) chain.pop();
      chain.push(p);
    }
    return chain.slice(0, -1);
  };
  return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: Seen, b: Seen, c: Seen): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
