/**
 * What a run records: channels declared from the layouts, and the filling of them.
 *
 * Groups: `joints` (position, velocity, applied torque, and asked torque where the design has limits),
 * `ledger` (every line), and one group for each first part of the dotted names among the kernel's observed
 * fields (`tool.position` → `tool`), but `stored`, which is in the ledger.
 */
import { addressOf, type Field } from '../graph/index.js';
import type { Channel, Kernel, LogSink } from '../port/index.js';
import { type Ledger, type LineKind, lineKinds } from './ledger.js';

/** Copies numbers of one memory into a group's values. */
interface Source {
  readonly memory: Float64Array;
  readonly at: number;
  readonly size: number;
}

interface Group {
  readonly name: string;
  readonly values: Float64Array;
  readonly sources: readonly Source[];
}

export class Channels {
  readonly channels: readonly Channel[];
  readonly #groups: readonly Group[];
  readonly #ledger: Ledger;
  readonly #lines: Float64Array;

  constructor(kernel: Kernel, ledger: Ledger) {
    const channels: Channel[] = [];
    const sources = new Map<string, Source[]>();
    const declare = (channel: Channel, source: Source): void => {
      channels.push(channel);
      const list = sources.get(channel.group);
      if (list === undefined) sources.set(channel.group, [source]);
      else list.push(source);
    };
    for (const { name, region, channel, meaning } of jointFields) {
      const field = kernel.layout.fields.find((f) => f.name === name && f.region === region);
      if (field === undefined) continue;
      declare(channelOf(field, channel, 'joints', meaning), sourceOf(kernel, field));
    }
    for (const field of kernel.layout.fields) {
      if (field.region !== 'observed' || field.name === 'stored') continue;
      const dot = field.name.indexOf('.');
      const group = dot < 0 ? field.name : field.name.slice(0, dot);
      declare(channelOf(field, field.name, group, field.meaning), sourceOf(kernel, field));
    }
    this.#ledger = ledger;
    this.#lines = new Float64Array(ledger.titles.length);
    let at = 0;
    for (const kind of lineKinds) {
      const labels = ledger.titles.filter((title) => title.kind === kind).map((title) => title.name);
      const channel = {
        name: `ledger.${kind}`,
        unit: 'J',
        labels,
        group: 'ledger',
        meaning: kindMeaning[kind],
      };
      declare(channel, { memory: this.#lines, at, size: labels.length });
      at += labels.length;
    }
    this.channels = channels;
    this.#groups = [...sources].map(([name, list]) => ({
      name,
      sources: list,
      values: new Float64Array(list.reduce((size, source) => size + source.size, 0)),
    }));
  }

  /** A sample of every group: kernel and plant have been observed. A sink may spoil the values it is given. */
  send(sink: LogSink, time: number): void {
    this.#ledger.write(this.#lines);
    for (const { name, values, sources } of this.#groups) {
      let to = 0;
      for (const { memory, at, size } of sources)
        for (let i = 0; i < size; i++) values[to++] = memory[at + i];
      sink.sample(name, time, values);
    }
  }
}

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
  integration: 'energy put in by the integration method, where step doubling estimates it',
  residual: 'energy that no line explains',
};

function channelOf(field: Field, name: string, group: string, meaning: string | undefined): Channel {
  const labels = field.labels ?? Array.from({ length: field.size }, (_, i) => String(i));
  const channel = { name, unit: field.unit, labels, group };
  return meaning === undefined ? channel : { ...channel, meaning };
}

function sourceOf(kernel: Kernel, field: Field): Source {
  return { memory: kernel.memory, at: addressOf(kernel.layout, field), size: field.size };
}
