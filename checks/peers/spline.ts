/** The natural cubic spline through knots at 0, 1, 2 …, linear beyond its ends, and the length that it is driven by. */
import type { Curve } from './tree.js';
import { add, norm, scale, subtract, type Vector, zero } from './vectors.js';

export interface Spline {
  /** By the knot parameter. */
  readonly at: Curve;
  readonly knots: number;
}

/** Second derivatives at the knots: M₀ = Mₙ = 0, Mᵢ₋₁ + 4 Mᵢ + Mᵢ₊₁ = 6 (Pᵢ₊₁ − 2 Pᵢ + Pᵢ₋₁); by Thomas's algorithm. */
function bends(points: readonly Vector[]): Vector[] {
  const n = points.length;
  const M: Vector[] = points.map(() => zero);
  const above: number[] = [];
  const right: Vector[] = [];
  for (let i = 1; i < n - 1; i++) {
    const d = scale(6, add(subtract(points[i + 1], scale(2, points[i])), points[i - 1]));
    const pivot = 4 - (i > 1 ? above[i - 1] : 0);
    above[i] = 1 / pivot;
    right[i] = scale(1 / pivot, subtract(d, i > 1 ? right[i - 1] : zero));
  }
  for (let i = n - 2; i >= 1; i--) M[i] = subtract(right[i], scale(above[i], M[i + 1]));
  return M;
}

export function naturalSpline(points: readonly Vector[]): Spline {
  const M = bends(points);
  const last = points.length - 1;
  const within = (u: number): ReturnType<Curve> => {
    const i = Math.min(last - 1, Math.max(0, Math.floor(u)));
    const b = u - i;
    const a = 1 - b;
    const [P, Q, m, k] = [points[i], points[i + 1], M[i], M[i + 1]];
    return {
      at: add(add(scale(a, P), scale(b, Q)), add(scale((a ** 3 - a) / 6, m), scale((b ** 3 - b) / 6, k))),
      slope: add(subtract(Q, P), add(scale((1 - 3 * a * a) / 6, m), scale((3 * b * b - 1) / 6, k))),
      bend: add(scale(a, m), scale(b, k)),
    };
  };
  const at: Curve = (u) => {
    if (u >= 0 && u <= last) return within(u);
    const edge = u < 0 ? 0 : last;
    const { at, slope } = within(edge);
    return { at: add(at, scale(u - edge, slope)), slope, bend: zero };
  };
  return { at, knots: points.length };
}

/** The length by Simpson's rule, so many intervals between two knots. */
export function lengthOf({ at, knots }: Spline, intervals = 2000): number {
  const speed = (u: number): number => norm(at(u).slope);
  const h = 1 / intervals;
  let sum = 0;
  for (let i = 0; i < (knots - 1) * intervals; i++)
    sum += (h / 6) * (speed(i * h) + 4 * speed((i + 0.5) * h) + speed((i + 1) * h));
  return sum;
}

/** The length as a sum of chords, so many points on every piece. */
export function chordsOf({ at, knots }: Spline, points: number): number {
  const count = (knots - 1) * (points - 1);
  let sum = 0;
  for (let i = 0; i < count; i++)
    sum += norm(subtract(at((i + 1) / (points - 1)).at, at(i / (points - 1)).at));
  return sum;
}

/** The spline by a coordinate that is its parameter times `factor`. */
export function scaled({ at }: Spline, factor: number): Curve {
  return (s) => {
    const found = at(s / factor);
    return {
      at: found.at,
      slope: scale(1 / factor, found.slope),
      bend: scale(1 / (factor * factor), found.bend),
    };
  };
}
