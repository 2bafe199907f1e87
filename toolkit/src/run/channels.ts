/**
 * What a run records: channels declared from the layouts, and the way of their numbers to who listens.
 *
 * Groups: `joints` (position, velocity, applied torque, and asked torque where the design has limits),
 * `ledger` (every line that is measured), `tank` and `task` where the design has them, one group for each first part of the dotted names among the
 * kernel's observed fields (`tool.position` → `tool`), but `stored`, which is in the ledger, and those of the plant's own
 * readings (`contact`).
 */
import { addressOf, type Field, type FieldSpec } from '../graph/index.js';
import type { Channel, Kernel, LogSink, Plant } from '../port/index.js';
import type { Ledger } from './ledger.js';
import { type LineKind, lineKinds } from './ledger-lines.js';
import type { Listener } from './options.js';

/** A channel and where its numbers stand, one after the other. */
interface Source {
  readonly channel: Channel;
  readonly memory: Float64Array;
  readonly at: number;
  /** Whose `observe` writes them, if anybody's. */
  readonly observed?: 'kernel' | 'plant';
}

export class Channels {
  readonly channels: readonly Channel[];
  readonly #sources: readonly Source[];
  readonly #ledger: Ledger;
  /** What the ledger says, in the order of its titles. */
  readonly #energies: Float64Array;

  constructor(kernel: Kernel, plant: Plant, ledger: Ledger) {
    const { layout, memory } = kernel;
    const sources: Source[] = [];
    for (const { name, region, channel, meaning } of jointFields) {
      const field = layout.fields.find((f) => f.name === name && f.region === region);
      if (field === undefined) continue;
      const declared = channelOf(field, channel, 'joints', meaning);
      sources.push({ channel: declared, memory, at: addressOf(layout, field) });
    }
    for (const { name, channel, group } of stateFields) {
      const field = layout.fields.find((f) => f.name === name && f.region === 'state');
      if (field === undefined) continue;
      const declared = channelOf(field, channel, group, field.meaning);
      sources.push({ channel: declared, memory, at: addressOf(layout, field) });
    }
    for (const field of layout.fields) {
      if (field.region !== 'observed' || field.name === STORED) continue;
      sources.push({
        channel: observedChannel(field),
        memory,
        at: addressOf(layout, field),
        observed: 'kernel',
      });
    }
    for (const { channel, values } of plant.readings ?? []) {
      sources.push({ channel, memory: values, at: 0, observed: 'plant' });
    }
    this.#ledger = ledger;
    this.#energies = new Float64Array(ledger.titles.length);
    let at = 0;
    for (const kind of lineKinds) {
      const labels = ledger.titles.filter((title) => title.kind === kind).map((title) => title.name);
      if (labels.length === 0) continue;
      const name = `${LEDGER}.${kind}`;
      const meaning = kind === 'residual' && !ledger.doubled ? UNDOUBLED_RESIDUAL : kindMeaning[kind];
      const channel = { name, unit: 'J', labels, group: LEDGER, meaning };
      sources.push({ channel, memory: this.#energies, at });
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
      .filter((sources) => sources.length > 0);
    const { frame, blocks } = frameOf(rows.flat());
    const gather = (): void => {
      for (let i = 0; i < blocks.length; i++) frame.set(blocks[i].window, blocks[i].to);
    };
    return {
      sink,
      every,
      channels: taken.map(({ channel }) => channel),
      observed: taken.some(({ observed }) => observed === 'kernel'),
      machine: taken.some(({ observed }) => observed === 'plant'),
      ledger: taken.some(({ channel }) => channel.group === LEDGER),
      send: senderOf(sink, rows, frame, gather),
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
  /** Whether the plant must have been observed for it. */
  readonly machine: boolean;
  /** Whether the ledger is among it, so that the plant must have been observed too. */
  readonly ledger: boolean;
  /** Sends a sample of every group. */
  send(time: number): void;
}

/** Numbers that stand side by side in some memory, and their place in a frame. */
interface Block {
  readonly window: Float64Array;
  readonly to: number;
}

/** A frame with the numbers of all sources, and the fewest blocks that it is gathered from. */
function frameOf(sources: readonly Source[]): { frame: Float64Array; blocks: readonly Block[] } {
  const blocks: Block[] = [];
  let size = 0;
  let begin = 0;
  for (const [i, { memory, at, channel }] of sources.entries()) {
    const width = channel.labels.length;
    const next = sources[i + 1];
    size += width;
    if (next?.memory === memory && next.at === at + width) continue;
    const window = memory.subarray(at + width - (size - begin), at + width);
    blocks.push({ window, to: begin });
    begin = size;
  }
  return { frame: new Float64Array(size), blocks };
}

/** Hands a frame on as a whole, or its groups in turn to a sink that takes no frames. */
function senderOf(
  sink: LogSink,
  groups: readonly (readonly Source[])[],
  frame: Float64Array,
  gather: () => void,
): (time: number) => void {
  if (sink.frame !== undefined) {
    return (time) => {
      gather();
      sink.frame?.(time, frame);
    };
  }
  let from = 0;
  const rows = groups.map((sources) => {
    const width = sources.reduce((sum, { channel }) => sum + channel.labels.length, 0);
    const values = frame.subarray(from, from + width);
    from += width;
    return { group: sources[0].channel.group, values };
  });
  return (time) => {
    gather();
    for (let k = 0; k < rows.length; k++) sink.sample(rows[k].group, time, rows[k].values);
  };
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

/** What a kernel carries from step to step that is worth a channel. */
const stateFields = [
  ...['level', 'paid', 'kept', 'owed', 'scale', 'lag'].map((part) => ({
    name: `tank.${part}`,
    channel: `tank.${part}`,
    group: 'tank',
  })),
  { name: 'phase', channel: 'task.phase', group: 'task' },
];

const kindMeaning: Readonly<Record<LineKind, string>> = {
  stored: 'change of stored energy since the start',
  dissipated: 'energy taken out since the start',
  source: 'energy put in since the start',
  contact: 'energy put in by contacts since the start',
  reaction: 'energy put in by what a guard does instead of the law since the start',
  sampling: 'energy that the controller gave beyond its own books, by holding torques over ticks',
  limits: 'energy put in by cutting torques to their limits',
  integration:
    'energy put in by the plant’s integration method, as step doubling estimates it; of virtual bodies it is in sampling, or in the residual of a continuous law',
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
