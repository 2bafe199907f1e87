/** Channels that are sampled together: one message, one row of numbers. */
import type { Channel } from '../port/index.js';

export interface Group {
  readonly name: string;
  /** In the order in which their numbers stand in a sample. */
  readonly channels: readonly Channel[];
  /** Numbers in a sample: the channels' widths summed. */
  readonly width: number;
  /** Place of the first of them in a frame, which holds all groups side by side. */
  readonly from: number;
}

/**
 * The groups of some channels, in the order of their first channel. A channel without entries, a name that
 * stands twice and units that do not match the labels are programming errors and thrown.
 */
export function groupsOf(channels: readonly Channel[]): Group[] {
  const names = new Set<string>();
  const byName = new Map<string, Channel[]>();
  for (const channel of channels) {
    const { name, unit, labels } = channel;
    if (names.has(name)) throw new Error(`record: the channel name ${JSON.stringify(name)} stands twice`);
    if (labels.length === 0) throw new Error(`record: channel ${JSON.stringify(name)} has no entries`);
    if (typeof unit !== 'string' && unit.length !== labels.length) {
      throw new Error(
        `record: channel ${JSON.stringify(name)} has ${labels.length} labels and ${unit.length} units`,
      );
    }
    names.add(name);
    const members = byName.get(channel.group);
    if (members === undefined) byName.set(channel.group, [channel]);
    else members.push(channel);
  }
  let from = 0;
  return [...byName].map(([name, members]) => {
    const width = members.reduce((sum, channel) => sum + channel.labels.length, 0);
    const group = { name, channels: members, width, from };
    from += width;
    return group;
  });
}

/** The unit of a channel's entry. */
export function unitOfEntry(channel: Channel, entry: number): string {
  return typeof channel.unit === 'string' ? channel.unit : channel.unit[entry];
}

/**
 * Finds what belongs to a group by its name. Groups are sampled in the same order again and again, so the one
 * after the last found is tried first.
 */
export class GroupTable<T extends { readonly group: Group }> {
  readonly entries: readonly T[];
  /** Numbers in a frame. */
  readonly width: number;
  readonly #byName: ReadonlyMap<string, number>;
  #next = 0;

  constructor(entries: readonly T[]) {
    this.entries = entries;
    this.width = entries.reduce((sum, { group }) => sum + group.width, 0);
    this.#byName = new Map(entries.map((entry, i) => [entry.group.name, i]));
  }

  /** The place of a group among the entries. Throws for an unknown group and for a sample of another width. */
  find(name: string, values: Float64Array): number {
    let at = this.#next;
    if (at >= this.entries.length || this.entries[at].group.name !== name) {
      at = this.#byName.get(name) ?? -1;
      if (at < 0) throw new Error(`record: no group ${JSON.stringify(name)} was opened`);
    }
    this.#next = at + 1 === this.entries.length ? 0 : at + 1;
    const { width } = this.entries[at].group;
    if (values.length !== width) {
      throw new Error(`record: group ${name} has ${width} numbers, got ${values.length}`);
    }
    return at;
  }

  /** Throws for a frame of another width. */
  check(frame: Float64Array): void {
    if (frame.length !== this.width) {
      throw new Error(`record: a frame has ${this.width} numbers, got ${frame.length}`);
    }
  }
}
