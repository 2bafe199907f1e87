/** The obstacle law of the reaching paper with its printed numbers; distances in cm. */
import { tension } from './elements.js';

/** Force away from the obstacle, N. */
export function pushAt(r: number): number {
  return -tension('spring', 'piecewise', [r / 100, 0], {});
}

/** N/m. */
export function obstacleStiffness(r: number): number {
  return pushAt(r) / (r / 100);
}

/** What it stores from 20 to 5 cm, J, by the trapezoidal rule. */
export function obstacleBarrier(): number {
  const count = 15_000;
  let sum = 0;
  for (let i = 0; i <= count; i++) sum += pushAt(5 + i / 1000) * (i === 0 || i === count ? 0.5e-5 : 1e-5);
  return sum;
}
