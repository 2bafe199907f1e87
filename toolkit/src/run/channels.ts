/**
 * What a run records: channels declared from the layouts, and the way of their numbers to who listens.
 *
 * Groups: `joints` (position, velocity, applied torque, and asked torque where the design has limits),
 * `ledger` (every line that is measured), and one group for each first part of the dotted names among the
 * kernel's observed fields (`tool.position` → `tool`), but `stored`, which is in the ledger.
 */
import { addressOf, type Field, type FieldSpec } from '../graph/index.js';
import type { Channel, Kernel, LogSink } from '../port/index.js';
import { type Ledger, type LineKind, lineKinds } from './ledger.js';
import type { Listener } from './options.js';

/** A channel and where its numbers stand, one after the other. */
interface Source {
  readonly channel: Channel;
  readonly memory: Float64Array;
  readonly at: number;
  /** Whether the kernel's `observe` writes them. */
  readonly observed: boolean;
}

export class Channels {
  readonly channels: readonly Channel[];
  readonly #sources: readonly Source[];
  readonly #ledger: Ledger;
  /** What the ledger says, in the order of its titles. */
  readonly #energies: Float64Array;

  constructor(kernel: Kernel, ledger: Ledger) {
    const { layout, memory } = kernel;
    const sources: Source[] = [];
    for (const { name, region, channel, meaning } of jointFields) {
      const field = layout.fields.find((f) => f.name === name && f.region === region);
      if (field === undefined) continue;
      const declared = channelOf(field, channel, 'joints', meaning);
      sources.push({ channel: declared, memory, at: addressOf(layout, field), observed: false });
    }
    for (const field of layout.fields) {
      if (field.region !== 'observed' || field.name === STORED) continue;
      sources.push({ channel: observedChannel(field), memory, at: addressOf(layout, field), observed: true });
    }
    this.#ledger = ledger;
    this.#energies = new Float64Array(ledger.titles.length);
    let at = 0;
    for (const kind of lineKinds) {
      const labels = ledger.titles.filter((title) => title.kind === kind).map((title) => title.name);
      if (kind === 'integration' && !ledger.doubled) continue;
      const name = `${LEDGER}.${kind}`;
      const meaning = kind === 'residual' && !ledger.doubled ? UNDOUBLED_RESIDUAL : kindMeaning[kind];
      const channel = { name, unit: 'J', labels, group: LEDGER, meaning };
      sources.push({ channel, memory: this.#energies, at, observed: false });
      at += labels.length;
    }
    this.#sources = sources;
    this.channels = sources.map(({ channel }) => channel);
  }

  /** Brings the ledger's numbers up to date, for the feeds that have it: kernel and plant have been observed. */
  balance(): void {
    this.#ledger.write(this.#energies);
  }

  /** What a listener gets. Groups that are none are refused. */
  feed({ sink, every, groups, takes }: Listener): Feed {
    const known = [...new Set(this.channels.map(({ group }) => group))];
    const stray = groups?.find((name) => !known.includes(name));
    if (stray !== undefined) {
      throw new Error(`run: no group ${JSON.stringify(stray)} to record; known: ${known.join(', ')}`);
    }
    const taken = this.#sources.filter(
      ({ channel }) => groups?.includes(channel.group) !== false && takes?.(channel) !== false,
    );
    const rows = known
      .map((name) => taken.filter(({ channel }) => channel.group === name))
      .filter((sources) => sources.length > 0)
      .map(rowOf);
    return {
      sink,
      every,
      channels: taken.map(({ channel }) => channel),
      observed: taken.some(({ observed }) => observed),
      ledger: taken.some(({ channel }) => channel.group === LEDGER),
      send(time) {
        for (let k = 0; k < rows.length; k++) {
          const { group, values, memory, places } = rows[k];
          for (let i = 0; i < places.length; i++) values[i] = memory[places[i]];
          sink.sample(group, time, values);
        }
      },
    };
  }
}

/** The way of samples into one sink. */
export interface Feed {
  readonly sink: LogSink;
  /** Ticks from sample to sample. */
  readonly every: number;
  readonly channels: readonly Channel[];
  /** Whether the kernel must have been observed for it. */
  readonly observed: boolean;
  /** Whether the ledger is among it, so that the plant must have been observed too. */
  readonly ledger: boolean;
  /** Sends a sample of every group. */
  send(time: number): void;
}

/** One group's numbers for one sink: a window on the memory that they stand in, or copies from `places` of it. */
interface Row {
  readonly group: string;
  readonly values: Float64Array;
  readonly memory: Float64Array;
  readonly places: Int32Array;
}

function rowOf(sources: readonly Source[]): Row {
  const [{ channel, memory, at }] = sources;
  const places = sources.flatMap((source) => source.channel.labels.map((_, i) => source.at + i));
  const { group } = channel;
  if (places.every((place, i) => place === at + i)) {
    return { group, memory, values: memory.subarray(at, at + places.length), places: new Int32Array(0) };
  }
  return { group, memory, values: new Float64Array(places.length), places: Int32Array.from(places) };
}

const LEDGER = 'ledger';
const STORED = 'stored';

const jointFields = [
  { name: 'q', region: 'inputs', channel: 'joints.position', meaning: 'joint positions' },
  { name: 'v', region: 'inputs', channel: 'joints.velocity', meaning: 'joint velocities' },
  {
    name: 'torque',
    region: 'outputs',
    channel: 'joints.torque',
    meaning: 'joint torques applied, limits included',
  },
  {
    name: 'asked',
    region: 'outputs',
    channel: 'joints.asked',
    meaning: 'joint torques asked for, before limits',
  },
] as const;

const kindMeaning: Readonly<Record<LineKind, string>> = {
  stored: 'change of stored energy since the start',
  dissipated: 'energy taken out since the start',
  source: 'energy put in since the start',
  contact: 'energy put in by contacts since the start',
  sampling: 'energy put in by holding torques over ticks',
  limits: 'energy put in by cutting torques to their limits',
  integration: 'energy put in by the integration method, as step doubling estimates it',
  residual: 'energy that no line explains',
};

const UNDOUBLED_RESIDUAL = 'energy that no line explains, with the integration error, which was not measured';

/** The channel of one of the kernel's observed fields. */
export function observedChannel(field: FieldSpec): Channel {
  const dot = field.name.indexOf('.');
  const group = dot < 0 ? field.name : field.name.slice(0, dot);
  return channelOf(field, field.name, group, field.meaning);
}

function channelOf(
  field: FieldSpec | Field,
  name: string,
  group: string,
  meaning: string | undefined,
): Channel {
  const labels = field.labels ?? Array.from({ length: field.size ?? 1 }, (_, i) => String(i));
  const channel = { name, unit: field.unit, labels, group };
  return meaning === undefined ? channel : { ...channel, meaning };
}
