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

/** The values of one group of channels, side by side. */
interface Group {
  readonly name: string;
  readonly values: Float64Array;
  /** Where in the kernel's memory each value stands; undefined for the ledger's group. */
  readonly from: Int32Array | undefined;
}

export class Channels {
  readonly channels: readonly Channel[];
  readonly #memory: Float64Array;
  readonly #ledger: Ledger;
  readonly #groups: readonly Group[];

  constructor(kernel: Kernel, ledger: Ledger) {
    const { layout } = kernel;
    const channels: Channel[] = [];
    const places = new Map<string, number[]>();
    const declare = (field: Field, channel: Channel): void => {
      channels.push(channel);
      const list = places.get(channel.group) ?? [];
      places.set(channel.group, list);
      const at = addressOf(layout, field);
      for (let i = 0; i < field.size; i++) list.push(at + i);
    };
    for (const { name, region, channel, meaning } of jointFields) {
      const field = layout.fields.find((f) => f.name === name && f.region === region);
      if (field !== undefined) declare(field, channelOf(field, channel, 'joints', meaning));
    }
    for (const field of layout.fields) {
      if (field.region !== 'observed' || field.name === 'stored') continue;
      const dot = field.name.indexOf('.');
      const group = dot < 0 ? field.name : field.name.slice(0, dot);
      declare(field, channelOf(field, field.name, group, field.meaning));
    }
    for (const kind of lineKinds) {
      const labels = ledger.titles.filter((title) => title.kind === kind).map((title) => title.name);
      const name = `${LEDGER}.${kind}`;
      channels.push({ name, unit: 'J', labels, group: LEDGER, meaning: kindMeaning[kind] });
    }
    this.channels = channels;
    this.#memory = kernel.memory;
    this.#ledger = ledger;
    this.#groups = [
      ...[...places].map(([name, list]) => ({
        name,
        values: new Float64Array(list.length),
        from: Int32Array.from(list),
      })),
      { name: LEDGER, values: new Float64Array(ledger.titles.length), from: undefined },
    ];
  }

  /** What one sink gets: the groups that it asks for, all by default. Names that are none are refused. */
  feed(sink: LogSink, wanted?: readonly string[]): Feed {
    const known = this.#groups.map((group) => group.name);
    const stray = wanted?.find((name) => !known.includes(name));
    if (stray !== undefined) {
      throw new Error(`run: no group ${JSON.stringify(stray)} to record; known: ${known.join(', ')}`);
    }
    const groups = this.#groups.filter(({ name }) => wanted === undefined || wanted.includes(name));
    const memory = this.#memory;
    const ledger = this.#ledger;
    return {
      channels: this.channels.filter(({ group }) => wanted === undefined || wanted.includes(group)),
      ledger: groups.some(({ from }) => from === undefined),
      send(time) {
        for (const { name, values, from } of groups) {
          if (from === undefined) ledger.write(values);
          else for (let i = 0; i < from.length; i++) values[i] = memory[from[i]];
          sink.sample(name, time, values);
        }
      },
    };
  }
}

/** The way of samples into one sink, which may spoil the values it is given. */
export interface Feed {
  readonly channels: readonly Channel[];
  /** Whether the ledger is among the groups, so that the plant must have been observed too. */
  readonly ledger: boolean;
  /** Sends a sample of every group: the kernel has been observed. */
  send(time: number): void;
}

const LEDGER = 'ledger';

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
