/**
 * A run of any length in bounded memory: time in buckets, of each bucket the first sample and every number's
 * least and greatest value. When all buckets are full, neighbours are merged and each holds twice as much.
 * A plot of the extremes looks like a plot of all samples; a peak of one sample is not lost.
 */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';
import type { Series } from './series.js';

interface Buckets {
  readonly group: Group;
  /** Time and numbers of each bucket's first sample, row by row. */
  readonly first: Float64Array;
  /** Time of the sample in each bucket's middle: where the second of its two extremes is drawn. */
  readonly middle: Float64Array;
  readonly least: Float64Array;
  readonly greatest: Float64Array;
  /** 1 where the greatest value came before the least. */
  readonly falls: Uint8Array;
  /** Buckets begun. */
  count: number;
  /** Samples that a bucket takes. */
  stride: number;
  /** Samples in the last bucket. */
  filled: number;
}

export class Envelope implements LogSink {
  readonly #capacity: number;
  #groups = new GroupTable<Buckets>([]);
  #channels: readonly Channel[] = [];

  /** At most `capacity` buckets a group (an even number; 1024 by default). */
  constructor(capacity = 1024) {
    if (!(capacity >= 2) || capacity % 2 !== 0)
      throw new Error(`record: ${capacity} buckets; an even number is needed`);
    this.#capacity = capacity;
  }

  open(channels: readonly Channel[]): void {
    this.#channels = channels;
    const capacity = this.#capacity;
    this.#groups = new GroupTable(
      groupsOf(channels).map((group) => ({
        group,
        first: new Float64Array(capacity * (1 + group.width)),
        middle: new Float64Array(capacity),
        least: new Float64Array(capacity * group.width),
        greatest: new Float64Array(capacity * group.width),
        falls: new Uint8Array(capacity * group.width),
        count: 0,
        stride: 1,
        filled: 1,
      })),
    );
  }

  sample(group: string, time: number, values: Float64Array): void {
    this.#take(this.#groups.entries[this.#groups.find(group, values)], time, values, 0);
  }

  frame(time: number, values: Float64Array): void {
    this.#groups.check(values);
    const { entries } = this.#groups;
    for (let i = 0; i < entries.length; i++) this.#take(entries[i], time, values, entries[i].group.from);
  }

  /** A sample of a group, whose numbers stand in `values` from `from` on. */
  #take(b: Buckets, time: number, values: Float64Array, from: number): void {
    const { width } = b.group;
    const { least, greatest, falls } = b;
    if (b.count > 0 && b.filled < b.stride) {
      if (b.filled <= b.stride >> 1) b.middle[b.count - 1] = time;
      b.filled++;
      const at = (b.count - 1) * width;
      for (let i = 0; i < width; i++) {
        const value = values[from + i];
        const k = at + i;
        if (value < least[k]) {
          least[k] = value;
          falls[k] = 1;
        } else if (value > greatest[k]) {
          greatest[k] = value;
          falls[k] = 0;
        } else if (Number.isNaN(least[k])) {
          least[k] = value;
          greatest[k] = value;
        }
      }
      return;
    }
    if (b.count === this.#capacity) merge(b, width);
    const row = b.count * (1 + width);
    const at = b.count * width;
    b.first[row] = time;
    b.middle[b.count] = time;
    for (let i = 0; i < width; i++) {
      const value = values[from + i];
      b.first[row + 1 + i] = value;
      least[at + i] = value;
      greatest[at + i] = value;
      falls[at + i] = 0;
    }
    b.count++;
    b.filled = 1;
  }

  close(): void {}

  /** The first sample of every bucket: samples as they were, for curves in space. */
  samples(): Series[] {
    return this.#series((b) => {
      const width = 1 + b.group.width;
      const column = (offset: number): Float64Array =>
        Float64Array.from({ length: b.count }, (_, i) => b.first[i * width + offset]);
      return { time: column(0), column: (i) => column(1 + i) };
    });
  }

  /**
   * Two points a bucket, the extremes in the order in which they came; where a bucket holds one sample, the
   * samples themselves.
   */
  extremes(): Series[] {
    return this.#series((b) => {
      const { width } = b.group;
      const row = 1 + width;
      const points = b.stride === 1 ? 1 : 2;
      const time = new Float64Array(points * b.count);
      for (let i = 0; i < b.count; i++) {
        time[points * i] = b.first[i * row];
        if (points === 2) time[2 * i + 1] = b.middle[i];
      }
      const column = (offset: number): Float64Array => {
        const values = new Float64Array(points * b.count);
        for (let i = 0; i < b.count; i++) {
          const at = i * width + offset;
          const [before, after] = b.falls[at] ? [b.greatest, b.least] : [b.least, b.greatest];
          values[points * i] = before[at];
          if (points === 2) values[2 * i + 1] = after[at];
        }
        return values;
      };
      return { time, column };
    });
  }

  #series(columnsOf: (b: Buckets) => { time: Float64Array; column: (i: number) => Float64Array }): Series[] {
    const byName = new Map<string, Series>();
    for (const b of this.#groups.entries) {
      const { time, column } = columnsOf(b);
      let offset = 0;
      for (const channel of b.group.channels) {
        const start = offset;
        byName.set(channel.name, { channel, time, columns: channel.labels.map((_, i) => column(start + i)) });
        offset += channel.labels.length;
      }
    }
    return this.#channels.map(({ name }) => byName.get(name)!);
  }
}

/** Merges each even bucket with the one after it; all of them are full. */
function merge(b: Buckets, width: number): void {
  const row = 1 + width;
  for (let i = 0; 2 * i + 1 < b.count; i++) {
    const [left, right] = [2 * i, 2 * i + 1];
    b.first.copyWithin(i * row, left * row, (left + 1) * row);
    b.middle[i] = b.first[right * row];
    for (let k = 0; k < width; k++) {
      const [l, r] = [left * width + k, right * width + k];
      const leastRight = b.least[r] < b.least[l] || Number.isNaN(b.least[l]);
      const greatestRight = b.greatest[r] > b.greatest[l] || Number.isNaN(b.greatest[l]);
      const at = i * width + k;
      const falls = leastRight === greatestRight ? b.falls[leastRight ? r : l] : leastRight ? 1 : 0;
      b.least[at] = leastRight ? b.least[r] : b.least[l];
      b.greatest[at] = greatestRight ? b.greatest[r] : b.greatest[l];
      b.falls[at] = falls;
    }
  }
  b.count /= 2;
  b.stride *= 2;
  b.filled = b.stride;
}
