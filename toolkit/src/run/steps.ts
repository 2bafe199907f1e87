/** Whole steps and ticks in a time. */

/** The tick nearest to a time. */
export function tickAt(time: number, tick: number): number {
  return Math.floor(time / tick + 0.5);
}

/** Ticks in a time, one at least. */
export function wholeTicks(time: number, tick: number): number {
  const ticks = tickAt(time, tick);
  return ticks < 1 ? 1 : ticks;
}

/** Part of a tick by which its steps may miss it. */
const UNEVEN = 1e-9;

/** How many plant steps of `step` seconds a tick has; undefined where it is no whole number of them. */
export function stepsInTick(tick: number, step: number): number | undefined {
  const steps = tickAt(tick, step);
  return steps >= 1 && Math.abs(steps * step - tick) <= UNEVEN * tick ? steps : undefined;
}
