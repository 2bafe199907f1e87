/**
 * The state hash of a run: over the numbers of all channels (as little-endian doubles, times of the run
 * included), the names of groups, channels and entries. Without times of day, versions, units and wording, and
 * whatever the order of groups: the same scenario, seed and plant give the same hash in every engine.
 *
 * Every NaN counts as the same number, since engines give NaNs different bits; 0 and −0 are told apart.
 */
import type { Channel, LogSink } from '../port/index.js';
import { type Group, GroupTable, groupsOf } from './group.js';
import { utf8 } from './utf8.js';
import { hexadecimal, lanesOf, merged, mixed, xxhash } from './xxhash.js';

/** High word of the NaN that stands for all; its low word is 0. */
const NAN_HIGH = 0x7ff80000;
/** Bits of the exponent, all of them set in infinities and NaNs; those of the high word but the sign. */
const EXPONENT = 0x7ff00000;
const SIZE = 0x7fffffff;
/** The exponent's last bit: added to all of its bits, it carries into the sign. */
const ULP = 0x00100000;

export class StateHash implements LogSink {
  #groups = new GroupTable<{ readonly group: Group }>([]);
  /** Numbers in a row of each group. */
  #widths = new Int32Array(0);
  /** Rows of each group so far. */
  #counts = new Uint32Array(0);
  /** Four lanes a group. The first takes the time of a row, then each every fourth of its numbers. */
  #lanes = new Int32Array(0);
  readonly #time = new Float64Array(1);
  readonly #timeWords = new Int32Array(this.#time.buffer);
  /** The array given last and its words: callers reuse one array. */
  #values = new Float64Array(0) as Float64Array;
  #words = new Int32Array(0) as Int32Array;

  open(channels: readonly Channel[]): void {
    const groups = groupsOf(channels);
    this.#groups = new GroupTable(groups.map((group) => ({ group })));
    this.#widths = Int32Array.from(groups, ({ width }) => width);
    this.#counts = new Uint32Array(groups.length);
    this.#lanes = Int32Array.from(groups.flatMap(() => [...lanesOf()]));
  }

  sample(group: string, time: number, values: Float64Array): void {
    const at = this.#groups.find(group, values);
    this.#take(at, at + 1, time, values);
  }

  frame(time: number, values: Float64Array): void {
    this.#groups.check(values);
    this.#take(0, this.#groups.entries.length, time, values);
  }

  close(): void {}

  /** A row of each group from `first` to the one before `end`, whose numbers stand side by side in `values`. */
  #take(first: number, end: number, time: number, values: Float64Array): void {
    if (values !== this.#values) {
      this.#values = values;
      this.#words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
    }
    const words = this.#words;
    const lanes = this.#lanes;
    const widths = this.#widths;
    const counts = this.#counts;
    this.#time[0] = time;
    const timeLow = this.#timeWords[0];
    const timeHigh = this.#timeWords[1];
    let at = 0;
    for (let g = first; g < end; g++) {
      const lane = 4 * g;
      let a = taken(lanes[lane], timeLow, timeHigh);
      let b = lanes[lane + 1];
      let c = lanes[lane + 2];
      let d = lanes[lane + 3];
      const until = at + 2 * widths[g];
      for (; at + 6 < until; at += 8) {
        const h0 = words[at + 1];
        const h1 = words[at + 3];
        const h2 = words[at + 5];
        const h3 = words[at + 7];
        if ((extreme(h0) | extreme(h1) | extreme(h2) | extreme(h3)) < 0) {
          a = taken(a, words[at], h0);
          b = taken(b, words[at + 2], h1);
          c = taken(c, words[at + 4], h2);
          d = taken(d, words[at + 6], h3);
        } else {
          a = mixed(a, words[at], h0);
          b = mixed(b, words[at + 2], h1);
          c = mixed(c, words[at + 4], h2);
          d = mixed(d, words[at + 6], h3);
        }
      }
      for (; at < until; at += 2) {
        const next = taken(a, words[at], words[at + 1]);
        a = b;
        b = c;
        c = d;
        d = next;
      }
      lanes[lane] = a;
      lanes[lane + 1] = b;
      lanes[lane + 2] = c;
      lanes[lane + 3] = d;
      counts[g]++;
    }
  }

  /** The hash of all samples so far, 32 hexadecimal digits. */
  digest(): string {
    const lines = this.#groups.entries.map(({ group }, g) => {
      const count = this.#counts[g];
      const lanes = this.#lanes.subarray(4 * g, 4 * g + 4);
      const channels = group.channels.map(({ name, labels }) => [name, labels]);
      return JSON.stringify([group.name, channels, count, hexadecimal(merged(lanes, count))]);
    });
    return hexadecimal(xxhash(utf8(lines.sort().join('\n'))));
  }
}

/** A lane that has taken a number, of all NaNs the same one. */
function taken(lane: number, low: number, high: number): number {
  const none = extreme(high) < 0 && ((high & SIZE) > EXPONENT || low !== 0);
  return none ? mixed(lane, 0, NAN_HIGH) : mixed(lane, low, high);
}

/** Negative for the high word of a number whose exponent is the greatest: of an infinity or a NaN. */
function extreme(high: number): number {
  return ((high & EXPONENT) + ULP) | 0;
}
