/** Measures: one number of a run each, with a verdict where a limit is given. They need no record. */
import type { Channel, LogSink } from '../port/index.js';
import { nearest, type Problem, type Where } from '../problem/index.js';
import { groupsOf, unitOfEntry } from '../record/index.js';
import { type Accumulator, type StatisticName, type StatisticOptions, statistics } from './statistics.js';

/** What to measure; SI units. */
export interface MeasureSpec extends StatisticOptions {
  readonly name: string;
  readonly statistic: StatisticName;
  /** A channel, `reach.force`, or one entry of it, `reach.force.x`. */
  readonly of: string;
  /** Only samples from this time on, and up to this time, s; both ends included. */
  readonly after?: number;
  readonly until?: number;
  /** The value must not be greater, or less, than this. */
  readonly below?: number;
  readonly above?: number;
  /**
   * One divisor above 0 for each entry of the channel: the signal is max |x_i| / over_i, a pure number. For joint
   * torques and their limits, the share of the limit. ∞ leaves an entry out.
   */
  readonly over?: readonly number[];
}

export interface MeasureResult {
  readonly name: string;
  /** SI; NaN where nothing was measured or the signal was not a number at some time. */
  readonly value: number;
  readonly unit: string;
  /** What a person reads value and limit in, where it is not their unit: a share in percent. */
  readonly shown?: '%';
  readonly limit?: { readonly below?: number; readonly above?: number };
  /** `fail` also where there is a limit and the value is not finite; `none` without a limit. */
  readonly verdict: 'pass' | 'fail' | 'none';
  /** When the value was reached, s, where it belongs to one time. */
  readonly at?: number;
}

/** Where a measure's signal stands. */
interface Signal {
  readonly group: string;
  /** First entry in the group's samples, and number of entries. */
  readonly from: number;
  readonly size: number;
  readonly unit: string;
}

/** What stands against measuring `specs` on these channels. `whereOf` names the place of a measure's key. */
export function checkMeasures(
  specs: readonly MeasureSpec[],
  channels: readonly Channel[],
  whereOf: (spec: MeasureSpec, key: keyof MeasureSpec) => Where = (spec) => ({
    name: `measure "${spec.name}"`,
  }),
): Problem[] {
  return specs.flatMap((spec) => {
    const resolved = resolve(spec, channels);
    if (!('fault' in resolved)) return [];
    const { key, fault } = resolved;
    return [{ ...fault, severity: 'error' as const, where: whereOf(spec, key) }];
  });
}

/** The unit of a measure's value and limits, where it can be measured on these channels. */
export function measureUnit(spec: MeasureSpec, channels: readonly Channel[]): string | undefined {
  const resolved = resolve(spec, channels);
  return 'fault' in resolved ? undefined : unitOfResult(spec, resolved);
}

function unitOfResult(spec: MeasureSpec, signal: Signal): string {
  return statistics[spec.statistic].unit(spec.over === undefined ? signal.unit : '');
}

interface Fault {
  readonly key: keyof MeasureSpec;
  readonly fault: Omit<Problem, 'severity' | 'where'>;
}

function resolve(spec: MeasureSpec, channels: readonly Channel[]): Signal | Fault {
  const found = measuredChannel(spec.of, channels);
  if (found === undefined) return { key: 'of', fault: unknownChannel(spec.of, channels) };
  const { channel, entry } = found;
  const size = entry === undefined ? channel.labels.length : 1;
  const first = entry ?? 0;
  const unit = unitOfEntry(channel, first);
  if (spec.over === undefined) {
    for (let i = first; i < first + size; i++) {
      if (unitOfEntry(channel, i) === unit) continue;
      const message = `the entries of ${spec.of} have different units, so it has no size`;
      const known = channel.labels.map((label) => `${channel.name}.${label}`);
      return { key: 'of', fault: { code: 'measure-units', message, known, hint: 'measure one entry' } };
    }
  }
  for (const key of ['over', 'target'] as const) {
    const list = spec[key];
    if (list === undefined || typeof list === 'number' || list.length === size) continue;
    const message = `${key} must have one number for each entry of ${spec.of}`;
    return {
      key,
      fault: { code: 'measure-size', message, expected: String(size), got: String(list.length) },
    };
  }
  const divisor = spec.over?.find((x) => !(x > 0));
  if (divisor !== undefined) {
    const message = 'a share is of something above 0';
    return {
      key: 'over',
      fault: { code: 'measure-divisor', message, expected: 'divisors above 0', got: String(divisor) },
    };
  }
  const { takes } = statistics[spec.statistic] as { readonly takes: readonly string[] };
  for (const key of ['within', 'target'] as const) {
    if (spec[key] === undefined || takes.includes(key)) continue;
    const known = Object.entries(statistics).flatMap(([name, s]) =>
      s.takes.some((x) => x === key) ? [name] : [],
    );
    const message = `${spec.statistic} takes no ${key}`;
    return {
      key,
      fault: { code: 'measure-option', message, hint: `statistics that take it: ${known.join(', ')}` },
    };
  }
  return { group: channel.group, from: offsetInGroup(channel, channels) + first, size, unit };
}

/** The channel that a measure is `of`, and which entry where it is of one. */
export function measuredChannel(
  of: string,
  channels: readonly Channel[],
): { readonly channel: Channel; readonly entry: number | undefined } | undefined {
  const whole = channels.find((channel) => channel.name === of);
  if (whole !== undefined) return { channel: whole, entry: undefined };
  for (const channel of channels) {
    if (!of.startsWith(`${channel.name}.`)) continue;
    const entry = channel.labels.indexOf(of.slice(channel.name.length + 1));
    if (entry >= 0) return { channel, entry };
  }
  return undefined;
}

function unknownChannel(of: string, channels: readonly Channel[]): Fault['fault'] {
  const names = channels.map((channel) => channel.name);
  const entries = channels.flatMap(({ name, labels }) => labels.map((label) => `${name}.${label}`));
  // What is in a group of its own by the name of its owner: `wall.force` for `contact.wall.force`.
  const grouped = of.includes('.')
    ? [...names, ...entries].find((name) => name.endsWith(`.${of}`))
    : undefined;
  const near = grouped ?? nearest(of, names) ?? nearest(of, entries);
  const parent = channels.find((channel) => of.startsWith(`${channel.name}.`));
  const known = parent === undefined ? names : parent.labels.map((label) => `${parent.name}.${label}`);
  const message = `no channel is named ${of}`;
  const code = 'measure-channel';
  return near === undefined
    ? { code, message, known }
    : { code, message, known, hint: `did you mean ${near}?` };
}

function offsetInGroup(channel: Channel, channels: readonly Channel[]): number {
  let offset = 0;
  for (const other of groupsOf(channels).find((group) => group.name === channel.group)!.channels) {
    if (other === channel) break;
    offset += other.labels.length;
  }
  return offset;
}

/** A measure at work. */
interface Gauge {
  readonly spec: MeasureSpec;
  readonly signal: Signal;
  readonly unit: string;
  readonly accumulator: Accumulator;
  /** Where a signal that is not the channel's own numbers is put. */
  readonly share: Float64Array;
  /** When the signal was not a number for the first time. */
  broken: number | undefined;
}

/**
 * Measures a stream of samples. `open` throws where {@link checkMeasures} finds an error: check first. With a
 * signal that was not a number at some time a measure has no value.
 */
export class Meter implements LogSink {
  readonly #specs: readonly MeasureSpec[];
  #gauges: readonly Gauge[] = [];
  #byGroup: ReadonlyMap<string, readonly Gauge[]> = new Map();

  constructor(specs: readonly MeasureSpec[]) {
    this.#specs = specs;
  }

  open(channels: readonly Channel[]): void {
    this.#gauges = this.#specs.map((spec): Gauge => {
      const signal = resolve(spec, channels);
      if ('fault' in signal) throw new Error(`measure ${JSON.stringify(spec.name)}: ${signal.fault.message}`);
      const accumulator = statistics[spec.statistic].start(spec);
      return {
        spec,
        signal,
        unit: unitOfResult(spec, signal),
        accumulator,
        share: new Float64Array(1),
        broken: undefined,
      };
    });
    const byGroup = new Map<string, Gauge[]>();
    for (const gauge of this.#gauges) {
      const list = byGroup.get(gauge.signal.group);
      if (list === undefined) byGroup.set(gauge.signal.group, [gauge]);
      else list.push(gauge);
    }
    this.#byGroup = byGroup;
  }

  sample(group: string, time: number, values: Float64Array): void {
    const gauges = this.#byGroup.get(group);
    if (gauges === undefined) return;
    for (const gauge of gauges) {
      const { after, until, over } = gauge.spec;
      if (after !== undefined && time < after) continue;
      if (until !== undefined && time > until) continue;
      const { from, size } = gauge.signal;
      for (let i = from; i < from + size; i++) if (Number.isNaN(values[i])) gauge.broken ??= time;
      if (over === undefined) gauge.accumulator.add(time, values, from, size);
      else {
        let greatest = 0;
        for (let i = 0; i < size; i++) {
          const share = Math.abs(values[from + i]) / over[i];
          if (share > greatest) greatest = share;
        }
        gauge.share[0] = greatest;
        gauge.accumulator.add(time, gauge.share, 0, 1);
      }
    }
  }

  close(): void {}

  /** The measures of all samples so far, in the order of their specifications. */
  results(): MeasureResult[] {
    return this.#gauges.map(({ spec, unit, accumulator, broken }) => {
      const value = broken === undefined ? accumulator.value() : Number.NaN;
      const at = broken ?? accumulator.at();
      const { name, below, above, over } = spec;
      const limited = below !== undefined || above !== undefined;
      const within = Number.isFinite(value) && !(value > (below ?? value)) && !(value < (above ?? value));
      return {
        name,
        value,
        unit,
        ...(over !== undefined && unit === '' && { shown: '%' as const }),
        ...(limited && {
          limit: { ...(below !== undefined && { below }), ...(above !== undefined && { above }) },
        }),
        verdict: !limited ? 'none' : within ? 'pass' : 'fail',
        ...(at !== undefined && { at }),
      };
    });
  }
}
