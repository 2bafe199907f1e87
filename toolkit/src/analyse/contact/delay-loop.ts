/**
 * The closed loop from period to period, its delay kept apart: with the state x of plant, controller and filter, the
 * reading y and the delayed reading w that the controller works with,
 *
 *     x⁺ = A x + b w,   y = c x,   w_k = Σ_i h_i y_{k−d−i}.
 *
 * The plant is sampled exactly with its command held (exponential.ts). A delay of a part τ of a tick holds the command
 * of the tick before for τ and the new one for the rest. A sensor that is slower than the tick makes as many ticks one period, its sample held. Whole
 * delays and means of samples stand in d and h; where the loop has one way around, poles do not tell a delayed command
 * from a delayed reading. A controller that reads the holder besides has two: there commands on their way are states.
 */
import { controllerOf, readingOf } from './controller.js';
import { sampleTick } from './exponential.js';
import { type ContactLoop, periodOf, type Wall } from './loop.js';
import { plantOf } from './plant.js';
import { lowPassShare } from './recursion.js';

export interface DelayLoop {
  readonly n: number;
  /** n × n, row-major. */
  readonly A: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
  /** d ≥ 0, periods. */
  readonly delay: number;
  /** h, at least one. */
  readonly taps: Float64Array;
  /** What an error of 1 m in the place that an impedance reads besides adds to x⁺; undefined where none does. */
  readonly placed?: Float64Array;
  /** s. */
  readonly period: number;
}

/** Size of the state with its queue of old readings. */
export function sizeOf({ n, delay, taps }: DelayLoop): number {
  return n + delay + taps.length - 1;
}

/** Delays of a part of a tick below this share of it are whole. */
const whole = 1e-9;

/** Whole ticks and the rest in s of a delay. */
export function splitDelay(delay: number, tick: number): [number, number] {
  const ticks = Math.floor(delay / tick + whole);
  const rest = delay - ticks * tick;
  return [ticks, rest > whole * tick ? rest : 0];
}

/** The loop on a wall; without one, in free space. */
export function delayLoopOf(loop: ContactLoop, wall?: Wall): DelayLoop {
  const plant = plantOf(loop, wall);
  const controller = controllerOf(loop);
  const reading = readingOf(loop, plant);
  const T = loop.tick;
  const [ticks, rest] = splitDelay(loop.delay ?? 0, T);
  const np = plant.n;
  const nc = controller.n;
  const cutOff = loop.law === 'impedance' ? undefined : loop.sensor.cutOff;
  const { own } = controller;
  const remembers = rest > 0 || reading.command !== 0;
  // Commands, the youngest first: those that wait, and the one that was in force until the tick.
  const waiting = own === undefined ? 0 : ticks;
  const R = np;
  const C = R + waiting + (remembers ? 1 : 0);
  const F = C + nc;
  const n = F + (cutOff === undefined ? 0 : 1);

  // One tick with the reading m held: [plant, commands, controller]⁺, the command being r x + G m.
  let A = new Float64Array(n * n);
  let b = new Float64Array(n);
  const r = new Float64Array(n);
  r.set(controller.C, C);
  const seen = [plant.place.row, plant.speed.row];
  own?.G.forEach((gain, k) => {
    for (let j = 0; j < np; j++) r[j] += gain * seen[k][j];
  });
  const { free, first, second } = sampleTick(plant.A, plant.B, np, T, rest);
  for (let i = 0; i < np; i++) {
    for (let j = 0; j < np; j++) A[i * n + j] = free[i * np + j];
    if (remembers) A[i * n + R + waiting] += first[i];
    if (waiting > 0) A[i * n + R + waiting - 1] += second[i];
    else {
      for (let j = 0; j < n; j++) A[i * n + j] += second[i] * r[j];
      b[i] = second[i] * controller.G;
    }
  }
  if (C > R) {
    A.set(r, R * n);
    b[R] = controller.G;
    for (let i = R + 1; i < C; i++) A[i * n + i - 1] = 1;
  }
  for (let i = 0; i < nc; i++) {
    for (let j = 0; j < nc; j++) A[(C + i) * n + C + j] = controller.A[i * nc + j];
    b[C + i] = controller.B[i];
    for (let k = 0; own !== undefined && k < seen.length; k++)
      for (let j = 0; j < np; j++) A[(C + i) * n + j] += own.B[2 * i + k] * seen[k][j];
  }
  const placed = own !== undefined && loop.law === 'impedance' ? new Float64Array(n) : undefined;
  if (placed !== undefined && own !== undefined) {
    for (let i = 0; i < np && waiting === 0; i++) placed[i] = second[i] * own.G[0];
    if (C > R) placed[R] = own.G[0];
    for (let i = 0; i < nc; i++) placed[C + i] = own.B[2 * i];
  }
  const every = loop.law === 'impedance' ? 1 : loop.sensor.every;
  if (every > 1) [A, b] = repeated(A, b, n, every);
  if (cutOff !== undefined) {
    // w passes the filter first: f⁺ = (1 − a) f + a w takes the reading's place.
    const a = lowPassShare(cutOff, periodOf(loop));
    for (let i = 0; i < F; i++) {
      A[i * n + F] = b[i] * (1 - a);
      b[i] *= a;
    }
    A[F * n + F] = 1 - a;
    b[F] = a;
  }
  const c = new Float64Array(n);
  c.set(reading.row);
  if (remembers) c[R + waiting] = reading.command;
  const [queue, samples] = loop.law === 'impedance' ? [0, 1] : [loop.sensor.delay, loop.sensor.average];
  const delay = queue + (own === undefined ? Math.ceil(ticks / every) : 0);
  const taps = new Float64Array(samples).fill(1 / samples);
  const period = periodOf(loop);
  return { n, A, b, c, delay, taps, period, ...(placed === undefined ? {} : { placed }) };
}

/** So many ticks with one reading: A^r and (A^(r−1) + … + 1) b. */
function repeated(
  A: Float64Array<ArrayBuffer>,
  b: Float64Array<ArrayBuffer>,
  n: number,
  r: number,
): [Float64Array<ArrayBuffer>, Float64Array<ArrayBuffer>] {
  const out = A.slice();
  const sum = b.slice();
  for (let tick = 1; tick < r; tick++) {
    for (const column of Array.from({ length: n }, (_, j) => j)) {
      const x = Array.from({ length: n }, (_, i) => out[i * n + column]);
      for (let i = 0; i < n; i++) {
        let next = 0;
        for (let j = 0; j < n; j++) next += A[i * n + j] * x[j];
        out[i * n + column] = next;
      }
    }
    const x = sum.slice();
    for (let i = 0; i < n; i++) {
      let next = b[i];
      for (let j = 0; j < n; j++) next += A[i * n + j] * x[j];
      sum[i] = next;
    }
  }
  return [out, sum];
}

/** The matrix from period to period of [x, y₋₁, y₋₂, …], row-major. */
export function closedMatrix(loop: DelayLoop): Float64Array {
  const { n, A, b, c, delay, taps } = loop;
  const size = sizeOf(loop);
  const M = new Float64Array(size * size);
  const queue = size - n;
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) M[i * size + j] = A[i * n + j];
  taps.forEach((h, tap) => {
    const age = delay + tap;
    for (let i = 0; i < n; i++) {
      if (age > 0) M[i * size + n + age - 1] += h * b[i];
      else for (let j = 0; j < n; j++) M[i * size + j] += h * b[i] * c[j];
    }
  });
  if (queue > 0) for (let j = 0; j < n; j++) M[n * size + j] = c[j];
  for (let i = 1; i < queue; i++) M[(n + i) * size + n + i - 1] = 1;
  return M;
}
