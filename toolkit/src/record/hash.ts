/**
 * The state hash of a run: over the numbers of all channels (as little-endian doubles, times of the run
 * included), the names of groups, channels and entries. Without times of day, versions, units and wording, and
 * whatever the order of groups: the same scenario, seed and plant give the same hash in every engine.
 *
 * Every NaN counts as the same number, since engines give NaNs different bits; 0 and −0 are told apart.
 */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';
import { hexadecimal, Murmur128, murmur128 } from './murmur.js';
import { utf8 } from './utf8.js';

interface GroupHash {
  readonly group: Group;
  readonly hash: Murmur128;
  /** Time, the group's numbers, and a zero where that makes a whole block of two. */
  readonly row: Float64Array;
  readonly words: Int32Array;
  count: number;
}

/** Words of the NaN that stands for all. */
const NAN_LOW = 0;
const NAN_HIGH = 0x7ff80000;

export class StateHash implements LogSink {
  #groups = new GroupTable<GroupHash>([]);

  open(channels: readonly Channel[]): void {
    this.#groups = new GroupTable(
      groupsOf(channels).map((group) => {
        const row = new Float64Array(2 * Math.ceil((1 + group.width) / 2));
        return { group, hash: new Murmur128(), row, words: new Int32Array(row.buffer), count: 0 };
      }),
    );
  }

  sample(group: string, time: number, values: Float64Array): void {
    const entry = this.#groups.find(group, values);
    const { row, words } = entry;
    row[0] = time;
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      row[i + 1] = value;
      if (Number.isNaN(value)) {
        words[2 * i + 2] = NAN_LOW;
        words[2 * i + 3] = NAN_HIGH;
      }
    }
    entry.hash.blocks(words);
    entry.count++;
  }

  close(): void {}

  /** The hash of all samples so far, 32 hexadecimal digits. */
  digest(): string {
    const lines = this.#groups.entries.map(({ group, hash, count }) => {
      const channels = group.channels.map(({ name, labels }) => [name, labels]);
      return JSON.stringify([group.name, channels, count, hexadecimal(hash.digest())]);
    });
    return hexadecimal(murmur128(utf8(lines.sort().join('\n'))));
  }
}
