/** Up to where speeds and torques are taken for ones, and what stands beyond it. */

/** Largest |v| (rad/s, m/s) of a run, by default. */
export const SPEED_BOUND = 1e4;

/** Largest |τ| (N m, N) that is still taken for one: beyond it energies soon are no numbers. */
export const EFFORT_BOUND = 1e12;

export function sumOfSquares(values: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return sum;
}

/** The entry that is no finite number, the first of them, else the one of the largest size. */
export function largest(values: Float64Array): number {
  let worst = 0;
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) return i;
    if (Math.abs(values[i]) > Math.abs(values[worst])) worst = i;
  }
  return worst;
}
