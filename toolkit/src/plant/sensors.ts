/**
 * Sensors of a plant, between what they feel and what a controller is told.
 *
 * Sample k is taken at the step nearest to k/rate, the first at time 0, of the state at that time, in this order:
 *
 *     felt + bias + drift · t + noise  →  saturates at the range  →  whole quanta  →  mean of the last n  →  delay
 *
 * Noise is white from sample to sample and normal; every sensor has a stream of its own, named after it. The delay
 * is a queue of whole samples: one that is no whole number of them is rounded up. Until the first sample has come through
 * the values are 0, not valid, and their age is {@link NEVER}. The age counts from when a value was taken; of a mean, from
 * its last sample.
 *
 * Faults: `frozen` repeats the last sample with new time stamps; of `lost` samples none come, and the age grows; `nan`
 * samples are no numbers; a `spike` adds to what is felt.
 */
import { Noise } from '../math/index.js';
import { NEVER, type PlantReading, type SensorPort, sensorFields } from '../port/index.js';

/** Six numbers: force (N) and torque (N m) in the sensor's axes. */
type Six = readonly number[];

export interface SensorOptions {
  readonly name: string;
  /** Hz; at most one sample a step of the plant. */
  readonly rate: number;
  /** s. */
  readonly delay?: number;
  /** Standard deviation of every sample. */
  readonly noise?: Six;
  readonly bias?: Six;
  /** Change of the bias in a second. */
  readonly drift?: Six;
  /** How many samples a value is the mean of; fewer at the start. */
  readonly average?: number;
  /** Values are whole multiples of this; 0: any. */
  readonly quantum?: Six;
  /** Largest size of a value; ∞: any. */
  readonly range?: Six;
}

export const sensorFaults = ['none', 'frozen', 'lost', 'nan', 'spike'] as const;
export type SensorFault = (typeof sensorFaults)[number];

/** Samples that a delay takes: a part of one counts as one. */
export function samplesOfDelay(delay: number, rate: number): number {
  const samples = delay * rate;
  const whole = Math.floor(samples + 0.5);
  return Math.abs(samples - whole) <= 1e-6 ? whole : Math.ceil(samples);
}

/** Writes what sensor number `index` feels now into six numbers. */
export type Feel = (index: number, felt: Float64Array) => void;

const wrenchLabels = ['fx', 'fy', 'fz', 'nx', 'ny', 'nz'];

export class SensorBank {
  readonly ports: readonly SensorPort[];
  readonly readings: readonly PlantReading[];
  /** Step after which the next sample of any sensor is due. */
  next = 0;
  readonly #sensors: readonly Sensor[];
  readonly #feel: Feel;

  /** `step` of the plant, s. Sensors are numbered in the order in which they are given. */
  constructor(sensors: readonly SensorOptions[], step: number, seed: number, feel: Feel) {
    this.#sensors = sensors.map((options) => new Sensor(options, step, seed));
    this.#feel = feel;
    this.ports = [...this.#sensors.map(({ port }) => port)].sort((a, b) => (a.name < b.name ? -1 : 1));
    this.readings = this.ports.flatMap((port): PlantReading[] => {
      const names = sensorFields(port.name);
      return [
        {
          channel: {
            name: names.values,
            unit: ['N', 'N', 'N', 'N m', 'N m', 'N m'],
            labels: wrenchLabels,
            group: 'sensor',
            meaning: 'What the sensor says: the wrench on the robot, sensor axes',
          },
          values: port.values,
        },
        {
          channel: {
            name: names.age,
            unit: 's',
            labels: ['0'],
            group: 'sensor',
            meaning: 'How long ago that was measured',
          },
          values: port.age,
        },
      ];
    });
  }

  /** Takes the samples that are due at this step, of the state after it; to be called when `step` is {@link next}. */
  sample(step: number): void {
    const sensors = this.#sensors;
    let next = Number.POSITIVE_INFINITY;
    for (let i = 0; i < sensors.length; i++) {
      const sensor = sensors[i];
      if (sensor.next <= step) {
        this.#feel(i, sensor.felt);
        sensor.sample();
      }
      if (sensor.next < next) next = sensor.next;
    }
    this.next = next;
  }

  /** Brings the ages up to date. */
  settle(time: number): void {
    for (let i = 0; i < this.#sensors.length; i++) this.#sensors[i].settle(time);
  }

  /** The state of before the first sample; streams begin anew, faults end. */
  reset(): void {
    for (const sensor of this.#sensors) sensor.reset();
    this.next = this.#sensors.length === 0 ? Number.POSITIVE_INFINITY : 0;
  }

  /** Names of what {@link change} takes. */
  get parameters(): readonly string[] {
    return this.#sensors.flatMap(({ port }) => ['fault', 'bias'].map((own) => `sensor.${port.name}.${own}`));
  }

  /**
   * `sensor.<name>.fault`: the number of a fault among {@link sensorFaults}, and six numbers of a spike;
   * `sensor.<name>.bias`: six numbers. False where there is no such parameter; throws where the numbers are wrong.
   */
  change(parameter: string, values: ArrayLike<number>): boolean {
    for (const sensor of this.#sensors) {
      const own = `sensor.${sensor.port.name}`;
      if (parameter === `${own}.bias`) {
        if (values.length !== 6) throw new Error(`plant: ${parameter} has 6 entries, got ${values.length}`);
        sensor.bias.set(values);
        return true;
      }
      if (parameter !== `${own}.fault`) continue;
      const fault = sensorFaults[values[0]];
      if (fault === undefined || (values.length !== 1 && values.length !== 7)) {
        throw new Error(`plant: ${parameter} is the number of a fault, and 6 entries of a spike`);
      }
      sensor.fault = fault;
      for (let i = 0; i < 6; i++) sensor.spike[i] = values[1 + i] ?? 0;
      return true;
    }
    return false;
  }
}

class Sensor {
  readonly port: SensorPort;
  readonly felt = new Float64Array(6);
  readonly bias: Float64Array;
  readonly spike = new Float64Array(6);
  fault: SensorFault = 'none';
  /** Step after which the next sample is due. */
  next = 0;
  readonly #step: number;
  readonly #period: number;
  readonly #delay: number;
  readonly #average: number;
  readonly #noise: Float64Array;
  readonly #noisy: boolean;
  readonly #firstBias: Float64Array;
  readonly #drift: Float64Array;
  readonly #quantum: Float64Array;
  readonly #range: Float64Array;
  readonly #stream: Noise;
  /** The last samples before the mean, one after the other; the queue of delayed values, and when each was taken. */
  readonly #raw: Float64Array;
  readonly #queue: Float64Array;
  readonly #taken: Float64Array;
  /** Samples due so far, lost ones too; samples in {@link #raw} so far; when the present values were taken. */
  #count = 0;
  #samples = 0;
  #at = Number.NaN;

  constructor(options: SensorOptions, step: number, seed: number) {
    const { name, rate, delay = 0, average = 1 } = options;
    const six = (values: Six | undefined, otherwise: number): Float64Array =>
      values === undefined ? new Float64Array(6).fill(otherwise) : Float64Array.from(values);
    this.port = {
      name,
      kind: 'wrench',
      values: new Float64Array(6),
      age: new Float64Array(1),
      valid: new Float64Array(1),
    };
    this.#step = step;
    this.#period = 1 / rate;
    this.#delay = samplesOfDelay(delay, rate);
    this.#average = average;
    this.#noise = six(options.noise, 0);
    this.#noisy = this.#noise.some((x) => x !== 0);
    this.#firstBias = six(options.bias, 0);
    this.bias = this.#firstBias.slice();
    this.#drift = six(options.drift, 0);
    this.#quantum = six(options.quantum, 0);
    this.#range = six(options.range, Number.POSITIVE_INFINITY);
    this.#stream = new Noise(seed, `sensor ${name}`);
    this.#raw = new Float64Array(6 * average);
    this.#queue = new Float64Array(6 * (this.#delay + 1));
    this.#taken = new Float64Array(this.#delay + 1);
    this.reset();
  }

  reset(): void {
    this.port.values.fill(0);
    this.port.age[0] = NEVER;
    this.port.valid[0] = 0;
    this.bias.set(this.#firstBias);
    this.spike.fill(0);
    this.fault = 'none';
    this.next = 0;
    this.#count = 0;
    this.#samples = 0;
    this.#at = Number.NaN;
    this.#stream.reset();
  }

  settle(time: number): void {
    if (this.port.valid[0] !== 0) this.port.age[0] = time - this.#at;
  }

  /** Takes a sample of what is felt. */
  sample(): void {
    const time = this.next * this.#step;
    const k = this.#count++;
    this.next = Math.floor((this.#count * this.#period) / this.#step + 0.5);
    const slots = this.#delay + 1;
    const slot = k % slots;
    if (this.fault === 'lost') this.#taken[slot] = Number.NaN;
    else {
      this.#measure(time);
      this.#taken[slot] = time;
      this.#mean(6 * slot);
    }
    if (k < this.#delay) return;
    const due = (k - this.#delay) % slots;
    // What was lost on the way does not come.
    if (!(this.#taken[due] >= 0)) return;
    for (let i = 0; i < 6; i++) this.port.values[i] = this.#queue[6 * due + i];
    this.port.valid[0] = 1;
    this.#at = this.#taken[due];
  }

  /** The next sample before the mean. */
  #measure(time: number): void {
    const raw = this.#raw;
    const at = 6 * (this.#samples % this.#average);
    const last = 6 * ((this.#samples + this.#average - 1) % this.#average);
    for (let i = 0; i < 6; i++) {
      // The stream runs on, so that a fault changes nothing after it.
      const noise = this.#noisy ? this.#noise[i] * this.#stream.normal() : 0;
      const spike = this.fault === 'spike' ? this.spike[i] : 0;
      let value = this.felt[i] + this.bias[i] + this.#drift[i] * time + noise + spike;
      const range = this.#range[i];
      if (value > range) value = range;
      else if (value < -range) value = -range;
      const quantum = this.#quantum[i];
      if (quantum > 0) value = Math.floor(value / quantum + 0.5) * quantum;
      if (this.fault === 'frozen' && this.#samples > 0) value = raw[last + i];
      raw[at + i] = this.fault === 'nan' ? Number.NaN : value;
    }
    this.#samples++;
  }

  /** The mean of the last samples, into the queue. */
  #mean(at: number): void {
    const count = this.#samples < this.#average ? this.#samples : this.#average;
    for (let i = 0; i < 6; i++) {
      let sum = 0;
      for (let j = 0; j < count; j++) sum += this.#raw[6 * j + i];
      this.#queue[at + i] = sum / count;
    }
  }
}
