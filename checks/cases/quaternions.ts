/** Quaternions by the textbook, (w, x, y, z), in plain arrays. */
import type { Three } from './case.js';

export type Four = readonly [number, number, number, number];

export function spun([x, y, z]: Three, angle: number): Four {
  const s = Math.sin(angle / 2);
  return [Math.cos(angle / 2), s * x, s * y, s * z];
}

/** First b, then a. */
export function after([a, b, c, d]: Four, [e, f, g, h]: Four): Four {
  return [
    a * e - b * f - c * g - d * h,
    a * f + b * e + c * h - d * g,
    a * g - b * h + c * e + d * f,
    a * h + b * g - c * f + d * e,
  ];
}

/** Rz(a) Ry(b) Rx(c). */
export const zyx = (a: number, b: number, c: number): Four =>
  after(spun([0, 0, 1], a), after(spun([0, 1, 0], b), spun([1, 0, 0], c)));

export const negative = ([w, x, y, z]: Four): Four => [-w, -x, -y, -z];

/** The angle between two attitudes, from 0 to π. */
export function apartBy(p: readonly number[], q: readonly number[]): number {
  const cosine = Math.abs(p.reduce((sum, x, i) => sum + x * q[i], 0));
  const sine = Math.sqrt(Math.max(0, 1 - Math.min(1, cosine) ** 2));
  return 2 * Math.atan2(sine, cosine);
}
