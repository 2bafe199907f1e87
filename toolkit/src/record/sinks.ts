/** Small sinks: where bytes go, and one stream of samples for many takers. */
import type { LogSink } from '../port/index.js';
import { type Group, groupsOf } from './group.js';

/** Where a recorder's bytes go: a file, a socket, memory. */
export interface ByteSink {
  /** Takes all bytes before it returns; must not keep `bytes`, whose memory is reused. */
  write(bytes: Uint8Array): void;
}

/** Keeps the bytes. */
export class MemoryBytes implements ByteSink {
  #bytes = new Uint8Array(1 << 16);
  #length = 0;

  write(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(bytes, this.#length);
    this.#length = length;
  }

  /** A copy of all that was written so far. */
  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }
}

/** Hands every call to each sink, in the order given. */
export function tee(...sinks: readonly LogSink[]): LogSink {
  const takers = sinks.map(framed);
  return {
    open: (channels) => {
      for (const taker of takers) taker.open(channels);
    },
    sample: (group, time, values) => {
      for (const taker of takers) taker.sample(group, time, values);
    },
    frame: (time, values) => {
      for (const taker of takers) taker.frame(time, values);
    },
    close: () => {
      for (const taker of takers) taker.close();
    },
  };
}

/** The sink with a way to take whole frames: its own, else sample by sample. */
export function framed(sink: LogSink): Required<LogSink> {
  if (takesFrames(sink)) return sink;
  let groups: readonly Group[] = [];
  let last: Float64Array | undefined;
  let windows: readonly Float64Array[] = [];
  return {
    open: (channels) => {
      groups = groupsOf(channels);
      sink.open(channels);
    },
    sample: (group, time, values) => sink.sample(group, time, values),
    frame: (time, values) => {
      // Who gives frames gives the same array again and again.
      if (values !== last) {
        last = values;
        windows = groups.map(({ from, width }) => values.subarray(from, from + width));
      }
      for (let i = 0; i < groups.length; i++) sink.sample(groups[i].name, time, windows[i]);
    },
    close: () => sink.close(),
  };
}

function takesFrames(sink: LogSink): sink is Required<LogSink> {
  return sink.frame !== undefined;
}
