/**
 * A bound on the ripple of the force on a wall that rounding leaves. What an encoder or a force sensor reads is off by at most
 * half a quantum a sample, whatever the pattern; the loop answers with at most
 *
 *     ½ q Σ_k |h_k|,   h the force at the samples after one error of 1 in a reading,
 *
 * the l1 norm (Desoer and Vidyasagar, Feedback Systems, 1975), which some pattern reaches. True patterns stay well below.
 */
import { numbers } from '../../math/index.js';
import { delayLoopOf } from './delay-loop.js';
import type { ContactLoop, Wall } from './loop.js';
import { plantOf } from './plant.js';
import { loopRadius } from './radius.js';
import { isStable } from './search.js';

/** Samples that are summed at most. */
const longest = 200_000;
/** What is left of the slowest pole when the sum ends, by which its rest is bounded. */
const left = 1e-6;

/**
 * N. `quantum` is that of the place in m for an impedance (a speed that is measured has none), of the force in N behind
 * a sensor. Infinity where the loop is unstable on the wall.
 */
export function rippleBound(loop: ContactLoop, wall: Wall, quantum: number): number {
  const closed = delayLoopOf(loop, wall);
  const radius = loopRadius(closed);
  if (!isStable(radius) || radius >= 1) return Number.POSITIVE_INFINITY;
  const sum = errorResponse(loop, wall, samplesFor(radius)).reduce((a, h) => a + Math.abs(h), 0);
  const measured =
    loop.law === 'impedance' && loop.velocity.kind === 'measured' && closed.placed === undefined;
  return 0.5 * quantum * (measured ? loop.stiffness : 1) * sum;
}

function samplesFor(radius: number): number {
  if (radius === 0) return 100;
  return Math.min(longest, 100 + Math.ceil(numbers.log(left) / numbers.log(radius)));
}

/** h: the force on the wall at so many samples after an error of 1 in what the controller reads, N over its unit. */
export function errorResponse(loop: ContactLoop, wall: Wall, samples: number): Float64Array {
  const { n, A, b, c, delay, taps, placed } = delayLoopOf(loop, wall);
  const { pressing, n: np } = plantOf(loop, wall);
  const readings = new Float64Array(samples);
  const out = new Float64Array(samples);
  let x = new Float64Array(n);
  let next = new Float64Array(n);
  for (let k = 0; k < samples; k++) {
    let [y, force] = [k === 0 && placed === undefined ? 1 : 0, 0];
    for (let i = 0; i < n; i++) y += c[i] * x[i];
    for (let i = 0; i < np; i++) force += pressing.row[i] * x[i];
    // The command in force until now stands behind the plant, where it matters to the force.
    if (pressing.command !== 0) force += pressing.command * x[np];
    readings[k] = y;
    out[k] = force;
    let w = 0;
    for (let tap = 0; tap < taps.length; tap++) {
      const at = k - delay - tap;
      if (at >= 0) w += taps[tap] * readings[at];
    }
    for (let i = 0; i < n; i++) {
      let sum = b[i] * w + (k === 0 && placed !== undefined ? placed[i] : 0);
      for (let j = 0; j < n; j++) sum += A[i * n + j] * x[j];
      next[i] = sum;
    }
    [x, next] = [next, x];
  }
  return out;
}
