/** Recorded channels as columns of numbers over time, and samples replayed from them. */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';

/** One channel's samples. */
export interface Series {
  readonly channel: Channel;
  /** s; the same array for all channels of a group. */
  readonly time: Float64Array;
  /** One column for each of the channel's labels, as long as `time`; SI units. */
  readonly columns: readonly Float64Array[];
}

export interface RunRecord {
  readonly series: readonly Series[];
  /** Texts that were written with the samples, by name and key. */
  readonly metadata: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** False where the file ended early or a part could not be read. */
  readonly complete: boolean;
}

/** The series of this name; throws with the names that there are. */
export function seriesOf(series: readonly Series[], name: string): Series {
  const found = series.find((s) => s.channel.name === name);
  if (found === undefined) {
    const known = series.map((s) => s.channel.name).join(', ');
    throw new Error(`record: no channel ${JSON.stringify(name)}; there are ${known === '' ? 'none' : known}`);
  }
  return found;
}

interface Rows {
  readonly group: Group;
  /** Time and numbers, row by row. */
  rows: Float64Array;
  count: number;
}

/** Keeps every sample in memory. For long runs see {@link Envelope}. */
export class Collector implements LogSink {
  #groups = new GroupTable<Rows>([]);
  #channels: readonly Channel[] = [];

  open(channels: readonly Channel[]): void {
    this.#channels = channels;
    this.#groups = new GroupTable(
      groupsOf(channels).map((group) => ({
        group,
        rows: new Float64Array(64 * (1 + group.width)),
        count: 0,
      })),
    );
  }

  sample(group: string, time: number, values: Float64Array): void {
    const entry = this.#groups.entries[this.#groups.find(group, values)];
    const at = entry.count * (1 + values.length);
    if (at === entry.rows.length) {
      const larger = new Float64Array(2 * entry.rows.length);
      larger.set(entry.rows);
      entry.rows = larger;
    }
    entry.rows[at] = time;
    entry.rows.set(values, at + 1);
    entry.count++;
  }

  close(): void {}

  /** What was collected so far, in the order in which the channels were opened. */
  series(): Series[] {
    const byName = new Map<string, Series>();
    for (const { group, rows, count } of this.#groups.entries) {
      const width = 1 + group.width;
      const column = (offset: number): Float64Array => {
        const values = new Float64Array(count);
        for (let i = 0; i < count; i++) values[i] = rows[i * width + offset];
        return values;
      };
      const time = column(0);
      let offset = 1;
      for (const channel of group.channels) {
        const columns = channel.labels.map((_, i) => column(offset + i));
        byName.set(channel.name, { channel, time, columns });
        offset += channel.labels.length;
      }
    }
    return this.#channels.map(({ name }) => byName.get(name)!);
  }
}

/** Opens `sink`, gives it every sample in the order of time (groups in turn where times are equal), closes it. */
export function replay(series: readonly Series[], sink: LogSink): void {
  const channels = series.map((s) => s.channel);
  const groups = groupsOf(channels).map((group) => {
    const members = group.channels.map(({ name }) => seriesOf(series, name));
    return { group, time: members[0].time, columns: members.flatMap((s) => s.columns), next: 0 };
  });
  const values = groups.map(({ group }) => new Float64Array(group.width));
  sink.open(channels);
  for (;;) {
    let first = -1;
    for (let g = 0; g < groups.length; g++) {
      const { time, next } = groups[g];
      if (next >= time.length) continue;
      if (first < 0 || time[next] < groups[first].time[groups[first].next]) first = g;
    }
    if (first < 0) break;
    const { group, time, columns, next } = groups[first];
    for (let i = 0; i < columns.length; i++) values[first][i] = columns[i][next];
    sink.sample(group.name, time[next], values[first]);
    groups[first].next++;
  }
  sink.close();
}
