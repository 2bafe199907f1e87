/**
 * The controllers as linear recursions from a reading m to a command r, once a tick:
 * s⁺ = A s + B m, r = C s + G m (G at once, in the same tick).
 *
 * What is read: of an impedance the place x of the holder and, where it is measured, K x + D x′ as one number;
 * of force feedback the pressing force with that of the mass below the sensor, F + m_s a, as old as the sensor makes it.
 * Force feedback that ends in a held force reads place and speed of the holder as they are at the tick besides.
 */
import { numbers } from '../../math/index.js';
import { pi } from './complex.js';
import { sampleHeld } from './exponential.js';
import type { AdmittanceLoop, Scheme } from './loop.js';

export interface Controller {
  readonly n: number;
  /** n × n, row-major. */
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly C: Float64Array;
  readonly G: number;
  /** Of one that reads the holder at the tick besides (held-force.ts). */
  readonly own?: OwnReading;
}

/** What place and speed of the holder do to s⁺ (n × 2, row-major) and to r (two). */
export interface OwnReading {
  readonly B: Float64Array;
  readonly G: Float64Array;
}

/** Share that a one-pole low-pass takes of a new sample: 1 − e^(−2π f T). */
export function lowPassShare(cutOff: number, period: number): number {
  return 1 - numbers.exp(-2 * pi * cutOff * period);
}

/** s⁺ = A s + B F of s = [x_c, v]. */
export function admittanceTick(loop: AdmittanceLoop): Pick<Controller, 'A' | 'B'> {
  if (loop.scheme === 'exact') return exactTick(loop);
  // v⁺ = p v − q (F + K x_c), x_c⁺ = x_c + T v⁺.
  const { tick: T, stiffness: K } = loop;
  const [p, q] = speedStep(loop.scheme, loop.mass, loop.damping, T);
  return {
    A: Float64Array.of(1 - T * q * K, T * p, -q * K, p),
    B: Float64Array.of(-T * q, -q),
  };
}

/** The same under a held force: s⁺ = Φ s − Γ F. */
function exactTick({
  mass: M,
  damping: D,
  stiffness: K,
  tick: T,
}: AdmittanceLoop): Pick<Controller, 'A' | 'B'> {
  const { free, forced } = sampleHeld(
    Float64Array.of(0, 1, -K / M, -D / M),
    Float64Array.of(0, 1 / M),
    2,
    1,
    T,
  );
  return { A: free, B: forced.map((g) => -g) };
}

/** p and q of v⁺ = p v + q f for M v′ + D v = f over a tick. */
function speedStep(scheme: Exclude<Scheme, 'exact'>, M: number, D: number, T: number): [number, number] {
  if (scheme === 'explicit') return [1 - (T * D) / M, T / M];
  if (scheme === 'implicit') return [1 / (1 + (T * D) / M), T / (M + T * D)];
  const x = (T * D) / M;
  // (1 − e^(−x))/D, by its series where D vanishes.
  if (x < 1e-5) return [numbers.exp(-x), (T / M) * (1 - x / 2)];
  const E = numbers.exp(-x);
  return [E, (1 - E) / D];
}
