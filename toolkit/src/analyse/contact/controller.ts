/**
 * The controllers as linear recursions from a reading m to a command r, once a tick:
 * s⁺ = A s + B m, r = C s + G m (G at once, in the same tick).
 *
 * What is read: of an impedance the place x of the holder and, where it is measured, K x + D x′ as one number;
 * of force feedback the pressing force with that of the mass below the sensor, F + m_s a.
 */
import { numbers } from '../../math/index.js';
import { along, type Complex, pi, plus, resolvent } from './complex.js';
import { sampleHeld } from './exponential.js';
import type { AdmittanceLoop, ContactLoop, Scheme } from './loop.js';
import type { Output, Plant } from './plant.js';

export interface Controller {
  readonly n: number;
  /** n × n, row-major. */
  readonly A: Float64Array;
  readonly B: Float64Array;
  readonly C: Float64Array;
  readonly G: number;
}

/** Share that a one-pole low-pass takes of a new sample: 1 − e^(−2π f T). */
export function lowPassShare(cutOff: number, period: number): number {
  return 1 - numbers.exp(-2 * pi * cutOff * period);
}

export function controllerOf(loop: ContactLoop): Controller {
  const T = loop.tick;
  if (loop.law === 'impedance') {
    if (loop.velocity.kind === 'measured')
      return { n: 0, A: new Float64Array(0), B: new Float64Array(0), C: new Float64Array(0), G: -1 };
    // s = [x of the tick before, filtered speed w]; w⁺ = w + a ((x − x₋)/T − w), r = −K x − D w⁺.
    const a = lowPassShare(loop.velocity.cutOff, T);
    const { stiffness: K, damping: D } = loop;
    return {
      n: 2,
      A: Float64Array.of(0, 0, -a / T, 1 - a),
      B: Float64Array.of(1, a / T),
      C: Float64Array.of((D * a) / T, -D * (1 - a)),
      G: -K - (D * a) / T,
    };
  }
  if (loop.law === 'force') {
    if (loop.integral === 0)
      return {
        n: 1,
        A: Float64Array.of(1),
        B: Float64Array.of(-T * loop.proportional),
        C: Float64Array.of(1),
        G: -T * loop.proportional,
      };
    // s = [integral, x_c]; I⁺ = I − T F, x_c⁺ = x_c + T (−kp F + ki I⁺), r = x_c⁺.
    const { proportional: kp, integral: ki } = loop;
    const gain = -T * (kp + ki * T);
    return {
      n: 2,
      A: Float64Array.of(1, 0, T * ki, 1),
      B: Float64Array.of(-T, gain),
      C: Float64Array.of(T * ki, 1),
      G: gain,
    };
  }
  if (loop.scheme === 'exact') return exactTick(loop);
  // s = [x_c, v]; v⁺ = p v − q (F + K x_c), x_c⁺ = x_c + T v⁺, r = x_c⁺.
  const [p, q] = speedStep(loop.scheme, loop.mass, loop.damping, T);
  const K = loop.stiffness;
  return {
    n: 2,
    A: Float64Array.of(1 - T * q * K, T * p, -q * K, p),
    B: Float64Array.of(-T * q, -q),
    C: Float64Array.of(1 - T * q * K, T * p),
    G: -T * q,
  };
}

/** s = [x_c, v] under a held force, sampled: s⁺ = Φ s − Γ F, r = x_c⁺. */
function exactTick({ mass: M, damping: D, stiffness: K, tick: T }: AdmittanceLoop): Controller {
  const { free, forced } = sampleHeld(
    Float64Array.of(0, 1, -K / M, -D / M),
    Float64Array.of(0, 1 / M),
    2,
    1,
    T,
  );
  return { n: 2, A: free, B: forced.map((g) => -g), C: free.slice(0, 2), G: -forced[0] };
}

/** r/m at z: G + C (z − A)⁻¹ B. */
export function controllerResponse(loop: ContactLoop, z: Complex): Complex {
  const { n, A, B, C, G } = controllerOf(loop);
  const input = Array.from(B, (b) => ({ re: b, im: 0 }));
  return plus({ re: G, im: 0 }, along(C, resolvent(A, n, z, input)));
}

/** p and q of v⁺ = p v + q f for M v′ + D v = f over a tick. */
export function speedStep(
  scheme: Exclude<Scheme, 'exact'>,
  M: number,
  D: number,
  T: number,
): [number, number] {
  if (scheme === 'explicit') return [1 - (T * D) / M, T / M];
  if (scheme === 'implicit') return [1 / (1 + (T * D) / M), T / (M + T * D)];
  const x = (T * D) / M;
  // (1 − e^(−x))/D, by its series where D vanishes.
  if (x < 1e-5) return [numbers.exp(-x), (T / M) * (1 - x / 2)];
  const E = numbers.exp(-x);
  return [E, (1 - E) / D];
}

/** What the controller reads of the plant, as one row. */
export function readingOf(loop: ContactLoop, plant: Plant): Output {
  const sum = (a: number, x: Output, b: number, y: Output): Output => ({
    row: x.row.map((_, i) => a * x.row[i] + b * y.row[i]),
    command: a * x.command + b * y.command,
    force: a * x.force + b * y.force,
  });
  if (loop.law === 'impedance')
    return loop.velocity.kind === 'measured'
      ? sum(loop.stiffness, plant.place, loop.damping, plant.speed)
      : plant.place;
  return sum(1, plant.pressing, loop.sensor.massBelow, plant.toolAcceleration);
}
