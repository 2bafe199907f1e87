/** Where a spectral radius over a number above 0 is below 1. */
import { numbers } from '../../math/index.js';

export interface Interval {
  readonly from: number;
  readonly to: number;
}

/** A pole that keeps its place may come out this far beyond 1 by rounding. */
const rounding = 1e-7;
/** Maxima between two points of the grid are looked for where they come this near to 1. */
const near = 0.02;
/** A top that lacks more of 1 than so many times what it stands out among its neighbours is flat. */
const flat = 4;
const bisections = 40;
const golden = 0.6180339887498949;

export function isStable(radius: number): boolean {
  return radius < 1 + rounding;
}

/**
 * The intervals of [from, to] in which the radius is below 1, by a grid even in the logarithm, `perDecade` points a
 * decade, edges bisected. Between two stable points a maximum near 1 is climbed, so that no narrow unstable stretch
 * is passed over there; a narrow stable one between two unstable points is.
 */
export function stableIntervals(
  radius: (x: number) => number,
  from: number,
  to: number,
  perDecade = 8,
): Interval[] {
  const decades = numbers.log(to / from) / numbers.log(10);
  const count = Math.max(2, Math.ceil(perDecade * decades) + 1);
  const points = Array.from({ length: count }, (_, i) => {
    const x = i === count - 1 ? to : from * numbers.exp((numbers.log(to / from) * i) / (count - 1));
    return { x, r: radius(x) };
  });
  for (let i = 1; i < points.length - 1; i++) {
    const [a, b, c] = [points[i - 1], points[i], points[i + 1]];
    if (!isStable(a.r) || !isStable(b.r) || !isStable(c.r)) continue;
    if (b.r < a.r || b.r < c.r || b.r < 1 - near) continue;
    // So flat a top does not come up to 1.
    if (1 - b.r > flat * (b.r - Math.min(a.r, c.r))) continue;
    const top = climb(radius, a.x, c.x);
    if (isStable(top.r)) continue;
    points.splice(top.x < b.x ? i : i + 1, 0, top);
    i++;
  }
  const found: Interval[] = [];
  let start: number | undefined = isStable(points[0].r) ? points[0].x : undefined;
  for (let i = 1; i < points.length; i++) {
    const [a, b] = [points[i - 1], points[i]];
    if (isStable(a.r) === isStable(b.r)) continue;
    if (isStable(a.r)) {
      found.push({ from: start!, to: edgeOf(radius, a.x, b.x) });
      start = undefined;
    } else start = edgeOf(radius, b.x, a.x);
  }
  if (start !== undefined) found.push({ from: start, to: points.at(-1)!.x });
  return found;
}

/** The last stable number on the way from a stable to an unstable one, both above 0. */
export function edgeOf(radius: (x: number) => number, stable: number, unstable: number): number {
  let [a, b] = [stable, unstable];
  for (let i = 0; i < bisections && Math.abs(a - b) > 1e-7 * a; i++) {
    const middle = Math.sqrt(a * b);
    if (isStable(radius(middle))) a = middle;
    else b = middle;
  }
  return a;
}

/** The greatest radius between two numbers, by golden section of the logarithm. */
function climb(radius: (x: number) => number, low: number, high: number): { x: number; r: number } {
  const at = (share: number) => low * numbers.exp(share * numbers.log(high / low));
  let [a, b] = [0, 1];
  let [p, q] = [1 - golden, golden];
  let [rp, rq] = [radius(at(p)), radius(at(q))];
  for (let i = 0; i < 20; i++) {
    if (rp > rq) {
      [b, q, rq] = [q, p, rp];
      p = b - golden * (b - a);
      rp = radius(at(p));
    } else {
      [a, p, rp] = [p, q, rq];
      q = a + golden * (b - a);
      rq = radius(at(q));
    }
  }
  return rp > rq ? { x: at(p), r: rp } : { x: at(q), r: rq };
}
