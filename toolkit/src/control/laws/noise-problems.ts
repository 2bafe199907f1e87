/** Thresholds that the noise of a sensor passes by itself. */
import { max, numbers as N } from '../../math/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { Findings } from '../findings.js';
import type { SensorDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';

/** Standard deviations between a threshold and what noise reaches: once in 30 000 readings. */
const apart = 4;

/** White noise of a sensor's samples, and what it makes of them before it says them. */
export interface SensorNoise {
  /** Standard deviation of a sample along an axis, N. */
  readonly deviation: number;
  /** Of how many of the last samples a reading is the mean. */
  readonly average: number;
  /** Between two samples, s. */
  readonly period: number;
}

/** The parameters of laws that are thresholds on a measured force, and how many readings of it are averaged. */
const thresholds: Readonly<
  Record<string, readonly { readonly parameter: string; readonly average?: string }[]>
> = {
  'guarded-move': [
    { parameter: 'threshold', average: 'average' },
    { parameter: 'sideways', average: 'average' },
  ],
  force: [{ parameter: 'touch' }],
  hybrid: [{ parameter: 'touch' }],
  press: [{ parameter: 'touch' }],
};

/**
 * The thresholds of a design that lie within four standard deviations of the noise of their sensor: an error each, with the
 * least that would do. `noise`: by sensor.
 */
export function noiseProblems(design: Design, noise: ReadonlyMap<string, SensorNoise>): Problem[] {
  const found = new Findings();
  const told = (sensor: SensorDesign | undefined, mean = 1): number => {
    const own = sensor === undefined ? undefined : noise.get(sensor.name);
    return own === undefined ? 0 : readingDeviation(own, design.period, sensor?.cutoff, mean);
  };
  const check = (path: string, what: string, threshold: number | undefined, sigma: number) => {
    if (threshold === undefined || threshold >= apart * sigma) return;
    found.error(
      'threshold-below-noise',
      path,
      `${what} of ${threshold} N is within ${apart} standard deviations of the sensor’s noise, ${Number(sigma.toPrecision(3))} N`,
      {
        hint: `at least ${Number((apart * sigma).toPrecision(3))} N, or a low-pass or a mean of more readings`,
      },
    );
  };
  for (const sensor of design.sensors ?? []) {
    const path = `control.sensors.${sensor.name}`;
    const { collision } = sensor.guards ?? {};
    check(`${path}.guards.collision.contact`, 'a threshold', collision?.contact, told(sensor));
    check(`${path}.guards.collision.stop`, 'a threshold', collision?.stop, told(sensor));
    betweenBounds(sensor, told(sensor), found);
    // A tare takes the readings of its time before the low-pass.
    const between = max(N, design.period, noise.get(sensor.name)?.period ?? 0);
    const readings = sensor.tare === undefined ? 1 : max(N, 1, Math.floor(sensor.tare.seconds / between));
    const { cutoff: _, ...open } = sensor;
    check(`${path}.tare.refuse`, 'a bound', sensor.tare?.refuse, told(open, readings));
  }
  for (const { name, until } of design.phases ?? []) {
    if (until === undefined || !('sensor' in until)) continue;
    const sensor = design.sensors?.find((one) => one.name === until.sensor);
    check(`task.phases.${name}.until.above`, 'a threshold', until.above, told(sensor));
  }
  for (const law of design.laws ?? []) {
    const declaration = lawOf(law.kind);
    if (declaration === undefined) continue;
    const given = givenNumbers(law, declaration);
    const sensor = design.sensors?.find(({ name }) => name === law.sensor);
    for (const { parameter, average } of thresholds[law.kind] ?? []) {
      const readings = average === undefined ? 1 : (given[average]?.[0] ?? 1);
      const path = `control.laws.${law.name}.${parameter}`;
      check(path, 'a threshold', given[parameter]?.[0], told(sensor, readings));
    }
  }
  return found.problems;
}

/** Bounds that noise alone passes, wherever between them the reading rests. */
function betweenBounds({ name, guards }: SensorDesign, sigma: number, found: Findings): void {
  const { lower = [], upper = [] } = guards?.bounds ?? {};
  const least = 2 * apart * sigma;
  for (const axis of [0, 1, 2]) {
    const room = upper[axis] - lower[axis];
    if (!(room < least)) continue;
    found.error(
      'threshold-below-noise',
      `control.sensors.${name}.guards.bounds.force`,
      `bounds of ${lower[axis]} N and ${upper[axis]} N are closer than ${2 * apart} standard deviations of the sensor’s noise, ${Number(sigma.toPrecision(3))} N, which passes them by itself`,
      { hint: `at least ${Number(least.toPrecision(3))} N apart, about what is read when all is well` },
    );
  }
}

/**
 * Standard deviation of the mean of m = `mean` readings behind a low-pass of f = `cutoff` Hz, in a controller of this tick, s. A
 * reading that is the mean of the last n samples is like the one before but for what came in between; one of a slow sensor
 * goes through the low-pass for as long as it stands. With the correlations a of readings, b of the mean and r of the low-pass, all over readings,
 *
 *     σ² Σ a(i) b(j) r(i − j),  a(i) = (n − |i| s)/n²,  b(j) = (m − |j|)/m²,  r(k) = g/(2 − g) (1 − g)^|k|,
 *
 * s samples from reading to reading and g = 1 − exp(−2π f P), P from reading to reading.
 */
export function readingDeviation(
  { deviation, average, period }: SensorNoise,
  tick: number,
  cutoff: number | undefined,
  mean = 1,
): number {
  const apartBy = max(N, period, tick);
  const step = max(N, 1, Math.floor(tick / period + 0.5));
  const gain = cutoff === undefined ? 1 : 1 - N.exp(-2 * 3.141592653589793 * cutoff * apartBy);
  const lags = Math.floor((average - 1) / step);
  // Sums over what the low-pass has long forgotten are 0.
  const memory = gain >= 1 ? 0 : Math.floor(40 / gain);
  let square = 0;
  for (let i = -lags; i <= lags; i++) {
    const a = (average - Math.abs(i) * step) / (average * average);
    for (let j = max(N, 1 - mean, i - memory); j < mean && j <= i + memory; j++) {
      const b = (mean - Math.abs(j)) / (mean * mean);
      square += a * b * (gain / (2 - gain)) * power(1 - gain, Math.abs(i - j));
    }
  }
  return deviation * Math.sqrt(square);
}

/** xⁿ, n ≥ 0; 0⁰ = 1. */
function power(x: number, n: number): number {
  if (n === 0) return 1;
  return x > 0 ? N.exp(n * N.log(x)) : 0;
}
