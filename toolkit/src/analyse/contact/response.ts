/**
 * What a hand feels that moves the free tool: the admittance Y(jω) = v/f and the impedance Z = 1/Y, as the law wants
 * them in continuous time and as the sampled loop renders them.
 *
 * Exact for a sinusoidal force f e^(jωt) on the tool. With the plant sampled under a held command, x⁺ = Φ x + Γ r + γ f,
 * γ = (e^(jωT) − Φ)(jω − A)⁻¹ E, and the controller r = R(z) m at z = e^(jωT), delays z^(−d) included, the commands
 * are a sinusoid of samples. `ticks` is the speed of the sinusoid through the places at the ticks, which is what a
 * record of a run shows; `mean` that of the motion's part at ω, in which the hold counts with (1 − e^(−jωT))/(jωT).
 * Both up to the Nyquist frequency; a sensor slower than the tick is not covered. (Åström and Wittenmark,
 * Computer-Controlled Systems, section 7.4.)
 */
import { along, type Complex, minus, one, over, plus, resolvent, scaled, times, turn } from './complex.js';
import { controllerResponse, ownResponse, readingOf } from './controller.js';
import { splitDelay } from './delay-loop.js';
import { sampleTick } from './exponential.js';
import { type ContactLoop, periodOf } from './loop.js';
import { type Output, plantOf } from './plant.js';
import { lowPassShare } from './recursion.js';

export interface Response {
  /** rad/s. */
  readonly frequency: number;
  /** Y, m/s per N. */
  readonly wanted: Complex;
  readonly ticks: Complex;
  readonly mean: Complex;
}

/** Y wanted, at ω > 0: of an impedance and a press with the tool's own mass, which their laws leave as it is. */
export function wantedAdmittance(loop: ContactLoop, frequency: number): Complex {
  const s: Complex = { re: 0, im: frequency };
  if (loop.law === 'force') return plus(scaled(one, loop.proportional), over(scaled(one, loop.integral), s));
  const mass = loop.mass + (loop.law === 'admittance' ? 0 : (loop.flexible?.mass ?? 0));
  const square = frequency * frequency;
  // What is felt of the force comes back as a force that pushes along.
  const share = loop.law === 'press' ? 1 + loop.gain : 1;
  const sums = loop.law === 'admittance' ? 0 : (loop.integral ?? 0);
  const held = loop.law === 'impedance' ? sums / frequency : 0;
  const pushed: Complex = { re: share, im: loop.law === 'press' ? -sums / frequency : 0 };
  return over(times(s, pushed), {
    re: loop.stiffness - mass * square,
    im: loop.damping * frequency - held,
  });
}

/** Undefined where the sensor is slower than the tick. */
export function responseAt(loop: ContactLoop, frequency: number): Response | undefined {
  if (loop.law !== 'impedance' && loop.sensor.every > 1) return undefined;
  const T = loop.tick;
  const plant = plantOf(loop);
  const { n } = plant;
  const s: Complex = { re: 0, im: frequency };
  const z = turn(frequency * T);
  const late = over(one, z);
  const [ticks, rest] = splitDelay(loop.delay ?? 0, T);

  const { free, first, second } = sampleTick(plant.A, plant.B, n, T, rest);
  const pushed = resolvent(
    plant.A,
    n,
    s,
    Array.from(plant.E, (e) => ({ re: e, im: 0 })),
  );
  // γ = (z − Φ)(jω − A)⁻¹ E: the samples of what the force does by itself are its own sinusoid.
  const commanded = resolvent(
    free,
    n,
    z,
    Array.from({ length: n }, (_, i) => plus({ re: second[i], im: 0 }, scaled(late, first[i]))),
  );

  const reading = readingOf(loop, plant);
  const felt = loop.law === 'impedance' ? 0 : -1;
  const waiting = power(late, ticks);
  const R = times(controllerResponse(loop, z), times(delayResponse(loop, z), waiting));
  // r = R (reading of r and of f), the command that was in force until the tick being r/z.
  let back = times(R, plus(along(reading.row, commanded), scaled(late, reading.command)));
  let driven = times(R, plus(along(reading.row, pushed), { re: reading.force + felt, im: 0 }));
  ownResponse(loop, z)?.forEach((gain, k) => {
    const { row } = [plant.place, plant.speed][k];
    back = plus(back, times(times(gain, waiting), along(row, commanded)));
    driven = plus(driven, times(times(gain, waiting), along(row, pushed)));
  });
  const r = over(driven, minus(one, back));

  const at = (output: Output, x: readonly Complex[], command: Complex): Complex =>
    plus(along(output.row, x), scaled(command, output.command));
  const sampled = commanded.map((x, i) => plus(times(x, r), pushed[i]));
  // Fundamental of the held command: r e^(−jω rest) (1 − e^(−jωT))/(jωT).
  const hold = times(times(r, turn(-frequency * rest)), over(minus(one, late), { re: 0, im: frequency * T }));
  const moved = resolvent(
    plant.A,
    n,
    s,
    Array.from({ length: n }, (_, i) => plus(scaled(hold, plant.B[i]), { re: plant.E[i], im: 0 })),
  );
  return {
    frequency,
    wanted: wantedAdmittance(loop, frequency),
    ticks: times(s, at(plant.tool, sampled, times(late, r))),
    mean: times(s, at(plant.tool, moved, hold)),
  };
}

/** Of the sensor's queue and filter. */
function delayResponse(loop: ContactLoop, z: Complex): Complex {
  if (loop.law === 'impedance') return one;
  const late = over(one, z);
  const { delay, average, cutOff } = loop.sensor;
  let mean: Complex = { re: 0, im: 0 };
  for (let i = 0; i < average; i++) mean = plus(mean, scaled(power(late, i), 1 / average));
  const passed = times(power(late, delay), mean);
  if (cutOff === undefined) return passed;
  const a = lowPassShare(cutOff, periodOf(loop));
  return times(passed, over(scaled(one, a), minus(one, scaled(late, 1 - a))));
}

function power(z: Complex, n: number): Complex {
  let out = one;
  for (let i = 0; i < n; i++) out = times(out, z);
  return out;
}

export interface Felt {
  /** N/m, N s/m, kg. */
  readonly stiffness: number;
  readonly damping: number;
  readonly mass: number;
}

/**
 * K, D and M of the mass on a spring and damper that comes nearest over these frequencies: jω/Y = K − M ω² + jω D in
 * least squares, each frequency by its share of |jω/Y|.
 */
export function feltOf(points: readonly { frequency: number; Y: Complex }[]): Felt {
  let [a, b, c, p, q, d, e] = [0, 0, 0, 0, 0, 0, 0];
  for (const { frequency: w, Y } of points) {
    const S = over({ re: 0, im: w }, Y);
    const weight = 1 / (S.re * S.re + S.im * S.im);
    const square = -w * w;
    a += weight;
    b += weight * square;
    c += weight * square * square;
    p += weight * S.re;
    q += weight * square * S.re;
    d += weight * w * w;
    e += weight * w * S.im;
  }
  const determinant = a * c - b * b;
  return {
    stiffness: (c * p - b * q) / determinant,
    mass: (a * q - b * p) / determinant,
    damping: e / d,
  };
}
