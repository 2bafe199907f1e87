/** Thresholds that the noise of a sensor passes by itself. */
import { numbers as N } from '../../math/index.js';
import type { Problem } from '../../problem/index.js';
import type { Design } from '../design.js';
import { Findings } from '../findings.js';
import type { SensorDesign } from './law-design.js';
import { givenNumbers } from './law-parameters.js';
import { lawOf } from './laws.js';

/** Standard deviations between a threshold and what noise reaches: once in 30 000 readings. */
const apart = 4;

/** The parameters of laws that are thresholds on a measured force, and how many readings of it are averaged. */
const thresholds: Readonly<Record<string, { readonly parameter: string; readonly average?: string }>> = {
  'guarded-move': { parameter: 'threshold', average: 'average' },
  force: { parameter: 'touch' },
  hybrid: { parameter: 'touch' },
  press: { parameter: 'touch' },
};

/**
 * The thresholds of a design that lie within four standard deviations of the noise of their sensor: an error each, with the
 * least that would do. `noise`: standard deviation of each reading along an axis, N, by sensor; a low-pass of cut-off f takes
 * it down by √(g/(2 − g)), g = 1 − exp(−2π f T), a mean of n by √n.
 */
export function noiseProblems(design: Design, noise: ReadonlyMap<string, number>): Problem[] {
  const found = new Findings();
  const told = (sensor: SensorDesign | undefined): number => {
    const sigma = sensor === undefined ? 0 : (noise.get(sensor.name) ?? 0);
    if (sensor?.cutoff === undefined) return sigma;
    const gain = 1 - N.exp(-2 * 3.141592653589793 * sensor.cutoff * design.period);
    return sigma * Math.sqrt(gain / (2 - gain));
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
    const contact = sensor.guards?.collision?.contact;
    check(`control.sensors.${sensor.name}.guards.collision.contact`, 'a threshold', contact, told(sensor));
  }
  for (const law of design.laws ?? []) {
    const declaration = lawOf(law.kind);
    const threshold = thresholds[law.kind];
    if (declaration === undefined || threshold === undefined) continue;
    const given = givenNumbers(law, declaration);
    const readings = threshold.average === undefined ? 1 : (given[threshold.average]?.[0] ?? 1);
    const sigma = told(design.sensors?.find(({ name }) => name === law.sensor)) / Math.sqrt(readings);
    const path = `control.laws.${law.name}.${threshold.parameter}`;
    check(path, 'a threshold', given[threshold.parameter]?.[0], sigma);
  }
  return found.problems;
}
