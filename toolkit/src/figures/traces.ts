/** What is read off a run against a wall. */
import type { Trace } from './bench-run.js';

/** The first time at which the force is above a value, s; NaN where it never is. */
export function firstAbove({ time, force }: Trace, value = 0): number {
  const k = force.findIndex((f) => f > value);
  return k < 0 ? Number.NaN : time[k];
}

/** Times at which the tool leaves the wall: the force goes from above 0 to 0. */
export function departures({ time, force }: Trace): number[] {
  return Array.from(time).filter((_, k) => k > 0 && force[k - 1] > 0 && force[k] === 0);
}

/** Greatest force, N. */
export function peak({ force }: Trace): number {
  return force.reduce((a, b) => Math.max(a, b), 0);
}

/** Force of the last sample, N. */
export function last({ force }: Trace): number {
  return force[force.length - 1];
}

/** Greatest force each time that it touches, N. */
export function hits({ force }: Trace): number[] {
  const found: number[] = [];
  force.forEach((f, k) => {
    if (f > 0 && (k === 0 || force[k - 1] === 0)) found.push(f);
    else if (f > 0) found[found.length - 1] = Math.max(found[found.length - 1], f);
  });
  return found;
}

/** Speed with which it meets the wall, each time, m/s. */
export function impacts({ force, speed }: Trace): number[] {
  return Array.from(speed).filter((_, k) => k + 1 < force.length && force[k] === 0 && force[k + 1] > 0);
}

/** The same run from one time to another, both included. */
export function between(trace: Trace, from: number, to: number): Trace {
  const inside = (column: Float64Array): Float64Array =>
    column.filter((_, k) => trace.time[k] >= from - 1e-9 && trace.time[k] <= to + 1e-9);
  return {
    time: inside(trace.time),
    force: inside(trace.force),
    place: inside(trace.place),
    speed: inside(trace.speed),
    said: (channel) => inside(trace.said(channel)),
  };
}

/** The value at a sampled time. */
export function at(trace: Trace, time: number, column: 'force' | 'place' | 'speed' = 'force'): number {
  const k = trace.time.findIndex((t) => Math.abs(t - time) < 1e-9);
  return k < 0 ? Number.NaN : trace[column][k];
}

export const mean = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((a, b) => a + b, 0) / values.length;
export const least = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
export const most = (values: ArrayLike<number>): number =>
  Array.from(values).reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);

/** The last time after touch at which the force is farther from its wanted value than a share of it, s after touch. */
export function settled(trace: Trace, wanted: number, share: number): number {
  const off = Array.from(trace.time).filter((_, k) => Math.abs(trace.force[k] - wanted) > share * wanted);
  return (off.pop() ?? 0) - firstAbove(trace);
}

/** Frequency of a swing about a value, by its upward crossings, Hz. */
export function swing({ time, force }: Trace, about: number): number {
  const ups = Array.from(time).filter((_, k) => k > 0 && force[k - 1] < about && force[k] >= about);
  return (ups.length - 1) / (ups[ups.length - 1] - ups[0]);
}
