/**
 * Statistics: what a measure makes of a signal, one sample at a time. A signal x is a number or a vector
 * (the entries of a channel); ‖x‖ is its Euclidean norm. "Signed" statistics take a single number as it is and
 * a vector by its norm. t₀ is the time of the first sample in the measure's window.
 */
import { Stretches } from './stretches.js';

/** Takes samples in the order of time; allocates nothing after its first sample. */
export interface Accumulator {
  /** The signal is `row[from]` … `row[from + size − 1]`. */
  add(time: number, row: Float64Array, from: number, size: number): void;
  /** NaN where no sample was taken. */
  value(): number;
  /** When the value was reached, s, where it belongs to one time. */
  at(): number | undefined;
}

/** What a statistic may need to know; SI units. */
export interface StatisticOptions {
  /** settle: half-width of the band around the target; 2 % of ‖x(t₀) − target‖ by default. stall: likewise; 0.01. */
  readonly within?: number;
  /** settle, stall, overshoot: where the signal should go, a number or one for each entry; 0 by default. */
  readonly target?: number | readonly number[];
}

export interface Statistic {
  readonly meaning: string;
  /** Unit of the result, given the signal's. */
  readonly unit: (unit: string) => string;
  /** Options that it takes. */
  readonly takes: readonly (keyof StatisticOptions)[];
  readonly start: (options: StatisticOptions) => Accumulator;
}

const same = (unit: string): string => unit;
const seconds = (): string => 's';
const ratio = (): string => '';
const rate = (unit: string): string => {
  if (unit === '') return '1/s';
  return unit.includes('/') ? `${unit} s` : `${unit}/s`;
};
const times = (unit: string): string => {
  if (unit === '') return 's';
  return unit.includes('/') ? `s ${unit}` : `${unit} s`;
};

/** Every statistic by the name that stands in a scenario. */
export const statistics = {
  peak: {
    meaning: 'largest size: of |x|, of ‖x‖ for a vector',
    unit: same,
    takes: [],
    start: () => new Extreme(norm, (candidate, best) => candidate > best),
  },
  greatest: {
    meaning: 'greatest value, signed; of ‖x‖ for a vector',
    unit: same,
    takes: [],
    start: () => new Extreme(signed, (candidate, best) => candidate > best),
  },
  least: {
    meaning: 'least value, signed; of ‖x‖ for a vector',
    unit: same,
    takes: [],
    start: () => new Extreme(signed, (candidate, best) => candidate < best),
  },
  end: {
    meaning: 'last value, signed; ‖x‖ for a vector',
    unit: same,
    takes: [],
    start: () => new Extreme(signed, () => true),
  },
  mean: {
    meaning: 'mean over time, signed; of ‖x‖ for a vector',
    unit: same,
    takes: [],
    start: () => new Mean(signed),
  },
  rms: {
    meaning: 'root of the mean over time of ‖x‖²',
    unit: same,
    takes: [],
    start: () => new RootMeanSquare(),
  },
  integral: {
    meaning: 'integral over time, signed; of ‖x‖ for a vector',
    unit: times,
    takes: [],
    start: () => new Integral(signed),
  },
  settle: {
    meaning: 'time from t₀ until ‖x − target‖ is within the band for good; infinite where it never is',
    unit: seconds,
    takes: ['within', 'target'],
    start: (options) => new Settling(options),
  },
  stall: {
    meaning:
      'longest time for which ‖x − target‖ stays within the band, of a speed how long it stands still; 0 where it never does',
    unit: seconds,
    takes: ['within', 'target'],
    start: (options) => new Stalling(options),
  },
  overshoot: {
    meaning:
      'how far x passes its target, as a part of the way from x(t₀) to it: max −e·e(t₀)/‖e(t₀)‖², e = x − target',
    unit: ratio,
    takes: ['target'],
    start: (options) => new Overshoot(options),
  },
  travel: {
    meaning: 'length of the way, Σ ‖Δx‖ from sample to sample',
    unit: same,
    takes: [],
    start: () => new Travel(),
  },
  speed: {
    meaning: 'greatest ‖Δx‖/Δt from sample to sample',
    unit: rate,
    takes: [],
    start: () => new Speed(),
  },
} as const satisfies Readonly<Record<string, Statistic>>;

export type StatisticName = keyof typeof statistics;
export const statisticNames = Object.keys(statistics) as readonly StatisticName[];

type Reduction = (row: Float64Array, from: number, size: number) => number;

function norm(row: Float64Array, from: number, size: number): number {
  if (size === 1) return Math.abs(row[from]);
  let sum = 0;
  for (let i = from; i < from + size; i++) sum += row[i] * row[i];
  return Math.sqrt(sum);
}

function signed(row: Float64Array, from: number, size: number): number {
  return size === 1 ? row[from] : norm(row, from, size);
}

class Extreme implements Accumulator {
  readonly #reduce: Reduction;
  readonly #better: (candidate: number, best: number) => boolean;
  #best = Number.NaN;
  #at: number | undefined;

  constructor(reduce: Reduction, better: (candidate: number, best: number) => boolean) {
    this.#reduce = reduce;
    this.#better = better;
  }

  add(time: number, row: Float64Array, from: number, size: number): void {
    const x = this.#reduce(row, from, size);
    if (this.#at !== undefined && !this.#better(x, this.#best)) return;
    this.#best = x;
    this.#at = time;
  }

  value(): number {
    return this.#best;
  }

  at(): number | undefined {
    return this.#at;
  }
}

/** ∫ f(x) dt by the trapezoidal rule. */
class Integral implements Accumulator {
  readonly #reduce: Reduction;
  protected sum = Number.NaN;
  protected start = 0;
  protected time = 0;
  protected last = 0;

  constructor(reduce: Reduction) {
    this.#reduce = reduce;
  }

  add(time: number, row: Float64Array, from: number, size: number): void {
    const x = this.#reduce(row, from, size);
    if (Number.isNaN(this.sum)) {
      this.sum = 0;
      this.start = time;
    } else this.sum += 0.5 * (this.last + x) * (time - this.time);
    this.time = time;
    this.last = x;
  }

  value(): number {
    return this.sum;
  }

  at(): undefined {
    return undefined;
  }
}

class Mean extends Integral {
  override value(): number {
    return this.time > this.start
      ? this.sum / (this.time - this.start)
      : Number.isNaN(this.sum)
        ? this.sum
        : this.last;
  }
}

class RootMeanSquare extends Mean {
  constructor() {
    super((row, from, size) => {
      const x = norm(row, from, size);
      return x * x;
    });
  }

  override value(): number {
    return Math.sqrt(super.value());
  }
}

function offset(target: StatisticOptions['target'], entry: number): number {
  return target === undefined ? 0 : typeof target === 'number' ? target : target[entry];
}

/** ‖x − target‖. */
function distance(target: StatisticOptions['target'], row: Float64Array, from: number, size: number): number {
  let square = 0;
  for (let i = 0; i < size; i++) {
    const e = row[from + i] - offset(target, i);
    square += e * e;
  }
  return Math.sqrt(square);
}

class Settling implements Accumulator {
  readonly #options: StatisticOptions;
  #band = Number.NaN;
  #start = 0;
  /** First time since which the signal was inside; NaN while it is outside. */
  #since = Number.NaN;

  constructor(options: StatisticOptions) {
    this.#options = options;
  }

  add(time: number, row: Float64Array, from: number, size: number): void {
    const far = distance(this.#options.target, row, from, size);
    if (Number.isNaN(this.#band)) {
      this.#band = this.#options.within ?? 0.02 * far;
      this.#start = time;
    }
    if (!(far <= this.#band)) this.#since = Number.NaN;
    else if (Number.isNaN(this.#since)) this.#since = time;
  }

  value(): number {
    if (Number.isNaN(this.#band)) return Number.NaN;
    return Number.isNaN(this.#since) ? Number.POSITIVE_INFINITY : this.#since - this.#start;
  }

  at(): number | undefined {
    return Number.isNaN(this.#since) ? undefined : this.#since;
  }
}

class Stalling implements Accumulator {
  readonly #options: StatisticOptions;
  readonly #stretches = new Stretches(Number.POSITIVE_INFINITY);
  #sampled = false;

  constructor(options: StatisticOptions) {
    this.#options = options;
  }

  add(time: number, row: Float64Array, from: number, size: number): void {
    const { within = 0.01, target } = this.#options;
    this.#sampled = true;
    this.#stretches.add(time, distance(target, row, from, size) <= within);
  }

  value(): number {
    if (!this.#sampled) return Number.NaN;
    const { longest } = this.#stretches;
    return longest === undefined ? 0 : longest.until - longest.from;
  }

  at(): number | undefined {
    return this.#stretches.longest?.from;
  }
}

class Overshoot implements Accumulator {
  readonly #options: StatisticOptions;
  #first: Float64Array | undefined;
  #square = 0;
  #best = Number.NaN;
  #at: number | undefined;

  constructor(options: StatisticOptions) {
    this.#options = options;
  }

  add(time: number, row: Float64Array, from: number, size: number): void {
    const { target } = this.#options;
    if (this.#first === undefined) {
      this.#first = new Float64Array(size);
      for (let i = 0; i < size; i++) {
        this.#first[i] = row[from + i] - offset(target, i);
        this.#square += this.#first[i] * this.#first[i];
      }
      this.#best = 0;
    }
    let along = 0;
    for (let i = 0; i < size; i++) along -= (row[from + i] - offset(target, i)) * this.#first[i];
    if (!(along > this.#best * this.#square)) return;
    this.#best = along / this.#square;
    this.#at = time;
  }

  value(): number {
    return this.#best;
  }

  at(): number | undefined {
    return this.#at;
  }
}

/** Distance from the sample before. */
class Step {
  #last: Float64Array | undefined;
  #time = 0;
  /** Time since the sample before; 0 at the first. */
  duration = 0;

  next(time: number, row: Float64Array, from: number, size: number): number {
    let square = 0;
    this.duration = this.#last === undefined ? 0 : time - this.#time;
    const last = this.#last ?? row.slice(from, from + size);
    for (let i = 0; i < size; i++) {
      const x = row[from + i] - last[i];
      square += x * x;
      last[i] = row[from + i];
    }
    this.#last = last;
    this.#time = time;
    return Math.sqrt(square);
  }
}

class Travel implements Accumulator {
  readonly #step = new Step();
  #length = Number.NaN;

  add(time: number, row: Float64Array, from: number, size: number): void {
    const way = this.#step.next(time, row, from, size);
    this.#length = Number.isNaN(this.#length) ? way : this.#length + way;
  }

  value(): number {
    return this.#length;
  }

  at(): undefined {
    return undefined;
  }
}

class Speed implements Accumulator {
  readonly #step = new Step();
  #best = Number.NaN;
  #at: number | undefined;

  add(time: number, row: Float64Array, from: number, size: number): void {
    const way = this.#step.next(time, row, from, size);
    if (!(this.#step.duration > 0)) return;
    const speed = way / this.#step.duration;
    if (speed <= this.#best) return;
    this.#best = speed;
    this.#at = time;
  }

  value(): number {
    return this.#best;
  }

  at(): number | undefined {
    return this.#at;
  }
}
