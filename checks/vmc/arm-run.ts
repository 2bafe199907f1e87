/** Runs of example scenarios for the figures of the reaching paper; one that was made already is not made again. */
import type { ArmRun, ArmSamples } from 'pliant/figures';
import { samplesOf } from './samples.js';

export function armRun(): ArmRun {
  const made = new Map<string, ArmSamples>();
  return (scenario, options) => {
    const key = JSON.stringify([scenario, options]);
    const known = made.get(key);
    if (known !== undefined) return known;
    const { series, assembly } = samplesOf(scenario, options);
    const driven = assembly.model.velocityNames.filter((name) => !name.endsWith('_grip'));
    const samples = { series, driven };
    made.set(key, samples);
    return samples;
  };
}
