/** Small sinks: where bytes go, and one stream of samples for many takers. */
import type { LogSink } from '../port/index.js';

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
  return {
    open: (channels) => {
      for (const sink of sinks) sink.open(channels);
    },
    sample: (group, time, values) => {
      for (const sink of sinks) sink.sample(group, time, values);
    },
    close: () => {
      for (const sink of sinks) sink.close();
    },
  };
}
