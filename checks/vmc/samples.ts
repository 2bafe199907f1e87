/** Runs of example scenarios, and what was recorded of them at given times. */

import { numbers } from 'pliant/math';
import { kineticEnergy } from 'pliant/model';
import type { LogSink } from 'pliant/port';
import { describe } from 'pliant/problem';
import { Collector, type Series, seriesOf } from 'pliant/record';
import type { RunResult } from 'pliant/run';
import { type Assembly, assemble, loadScenario } from 'pliant/scenario';
import { ownFiles } from '../scenarios.js';

export interface Samples {
  readonly assembly: Assembly;
  readonly result: RunResult;
  /** Entries of a channel at a time that was sampled. */
  at(channel: string, time: number): readonly number[];
  /** One entry of a channel over time. */
  over(channel: string, entry?: number): { readonly time: Float64Array; readonly values: Float64Array };
  kineticAt(time: number): number;
  series(channel: string): Series;
}

export interface SampleOptions {
  /** s; that of the scenario by default. */
  readonly until?: number;
  /** Hz, that of the record; 100 by default. */
  readonly rate?: number;
  readonly overrides?: readonly string[];
  /** Who listens besides. */
  readonly sinks?: readonly LogSink[];
}

/** Runs `examples/vmc/NAME.yaml` without its measures. */
export function samplesOf(
  name: string,
  { until, rate = 100, overrides = [], sinks = [] }: SampleOptions = {},
): Samples {
  const loaded = loadScenario(ownFiles, `examples/vmc/${name}.yaml`, overrides);
  if (loaded.value === undefined) throw new Error(loaded.problems.map(describe).join('\n'));
  const { scenario } = loaded.value;
  const duration = until ?? scenario.duration;
  const record = { ...scenario.record, rate };
  const shortened = { ...loaded.value, scenario: { ...scenario, duration, record, measure: {} } };
  const { value: assembly, problems } = assemble(shortened, ownFiles);
  if (assembly === undefined) throw new Error(problems.map(describe).join('\n'));
  return samplesOfAssembly(assembly, sinks);
}

export function samplesOfAssembly(assembly: Assembly, sinks: readonly LogSink[] = []): Samples {
  const collector = new Collector();
  const result = assembly.begin([collector, ...sinks]).complete();
  const all: readonly Series[] = collector.series();
  const at = (channel: string, time: number): readonly number[] => {
    const { time: times, columns } = seriesOf(all, channel);
    const k = times.findIndex((t) => Math.abs(t - time) < 1e-9);
    if (k < 0) throw new Error(`${channel} was not sampled at ${time} s`);
    return columns.map((column) => column[k]);
  };
  return {
    assembly,
    result,
    at,
    over(channel, entry = 0) {
      const { time, columns } = seriesOf(all, channel);
      return { time, values: columns[entry] };
    },
    series: (channel) => seriesOf(all, channel),
    kineticAt: (time) =>
      kineticEnergy(numbers, assembly.model, at('joints.position', time), at('joints.velocity', time)),
  };
}

export const length = (values: readonly number[]): number => Math.hypot(...values);
