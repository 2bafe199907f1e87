/**
 * The part of MCAP that is written for every sample: message records gathered in a chunk, and the chunk's
 * message indexes (MCAP specification, "Message", "Chunk", "Message Index"). Everything is written into one
 * buffer that is allocated once, so that a chunk goes out in one piece; the library's writer, which is used for
 * all rarer records, takes some forty times as long for a message.
 *
 * Chunks are not compressed and carry no CRC (0: "not available"): a reader of a file that was cut can use the
 * messages of the last chunk as far as they go.
 */
import { type McapTypes, Opcode } from '@mcap/core';
import type { Group } from './group.js';

/** Record header (opcode and length), times, sizes, CRC, an empty compression name, length of the records. */
const CHUNK_HEADER = 1 + 8 + 8 + 8 + 8 + 4 + 4 + 8;
/** Opcode and length of a record. */
const RECORD_HEADER = 1 + 8;
/** Record header, channel id, sequence number, log time, publish time. */
const MESSAGE_HEADER = RECORD_HEADER + 2 + 4 + 8 + 8;
/** CDR's encapsulation header: little-endian, no options. */
export const CDR_HEADER = 0x00000100;
const INDEX_HEADER = 1 + 8 + 2 + 4;
const INDEX_ENTRY = 16;
const TWO32 = 4294967296;
const MESSAGE: number = Opcode.MESSAGE;

/** Places among the times of a {@link ChunkWriter}: first and last of the chunk (ns), the present one (ns, s). */
const START = 0;
const END = 1;
const NOW = 2;
const SECONDS = 3;

/** Places in a message record of its channel's id, log time, publish time, CDR header, seconds and numbers. */
const CHANNEL = 9;
const LOG_TIME = 15;
const PUBLISH_TIME = 23;
const CDR = MESSAGE_HEADER;
const TIME = CDR + 4;
const NUMBERS = TIME + 8;

export class ChunkWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  /** Of each channel the first eight bytes of a message record: opcode and lower bytes of the length. */
  readonly #heads: Float64Array;
  /** Numbers in a message of each channel. */
  readonly #widths: Int32Array;
  /** Messages of each channel in the whole recording, and in the chunks before this one. */
  readonly #counts: Uint32Array;
  readonly #countsBefore: Uint32Array;
  /** Where the next entry of each channel's message index goes. */
  readonly #cursors: Int32Array;
  /** Bytes of the messages of all channels before each, and of all. */
  readonly #ends: Int32Array;
  /** Bytes of a chunk without the headers of its indexes. */
  readonly #room: number;
  readonly #span: number;
  #at = CHUNK_HEADER;
  /** How often this chunk was given a message of every channel, and the bytes of these. */
  #frames = 0;
  readonly #frameSize: number;
  /** Bytes that the message indexes of this chunk will take. */
  #indexSize = 0;
  /** Times: {@link START} …. An array, so that no number has to be boxed. */
  readonly #times = new Float64Array(4);
  /** The present time as an unsigned 64-bit number, and its bits as a double's, so that they move in one piece. */
  readonly #stampWords = new Int32Array(2);
  readonly #stamp = new Float64Array(this.#stampWords.buffer);
  /** Whether the present time is too far from the chunk's first. */
  #over = false;
  readonly indexes: McapTypes.ChunkIndex[] = [];

  /** Channel ids are the places of `groups`. Chunks of about `capacity` bytes and at most `span` nanoseconds. */
  constructor(groups: readonly Group[], capacity: number, span: number) {
    const channels = groups.length;
    const heads = new Int32Array(2 * channels);
    this.#heads = new Float64Array(heads.buffer);
    this.#widths = Int32Array.from(groups, ({ width }) => width);
    this.#counts = new Uint32Array(channels);
    this.#countsBefore = new Uint32Array(channels);
    this.#cursors = new Int32Array(channels);
    this.#ends = new Int32Array(channels + 1);
    groups.forEach(({ width }, channel) => {
      const size = NUMBERS + 8 * width;
      const length = size - RECORD_HEADER;
      heads[2 * channel] = MESSAGE | (length << 8);
      heads[2 * channel + 1] = length >>> 24;
      this.#ends[channel + 1] = this.#ends[channel] + size;
    });
    this.#frameSize = this.#ends[channels];
    const least = CHUNK_HEADER + this.#frameSize + (INDEX_HEADER + INDEX_ENTRY) * channels;
    this.#bytes = new Uint8Array(Math.max(capacity, least));
    this.#room = this.#bytes.length - INDEX_HEADER * channels;
    this.#view = new DataView(this.#bytes.buffer);
    this.#span = span;
  }

  get isEmpty(): boolean {
    return this.#at === CHUNK_HEADER;
  }

  /** The time that was set last, s. */
  get time(): number {
    return this.#times[SECONDS];
  }

  /** The time of the messages to come: log time in nanoseconds, and the seconds that stand in each of them. */
  setTime(nanoseconds: number, seconds: number): void {
    const times = this.#times;
    times[NOW] = nanoseconds;
    times[SECONDS] = seconds;
    const high = Math.floor(nanoseconds / TWO32);
    this.#stampWords[0] = nanoseconds - high * TWO32;
    this.#stampWords[1] = high;
    this.#over = nanoseconds - times[START] >= this.#span;
  }

  /**
   * Adds a message to each of the channels from `first` to the one before `end`: CDR of the time and of the
   * channel's numbers, which stand side by side in `values`. False, and nothing is added, where they have to wait
   * for the next chunk: {@link finish} this one.
   */
  add(first: number, end: number, values: Float64Array): boolean {
    const heads = this.#heads;
    const widths = this.#widths;
    const counts = this.#counts;
    const times = this.#times;
    let at = this.#at;
    if (at === CHUNK_HEADER) {
      times[START] = times[NOW];
      times[END] = times[NOW];
      this.#over = false;
    } else {
      const size = this.#ends[end] - this.#ends[first] + INDEX_ENTRY * (end - first);
      if (this.#over || at + this.#indexSize + size > this.#room) return false;
      if (times[NOW] > times[END]) times[END] = times[NOW];
      else if (times[NOW] < times[START]) times[START] = times[NOW];
    }
    const stamp = this.#stamp[0];
    const seconds = times[SECONDS];
    const view = this.#view;
    let from = 0;
    for (let channel = first; channel < end; channel++) {
      view.setFloat64(at, heads[channel], true);
      // Upper bytes of the record's length, which are 0, and the channel's id.
      view.setInt32(at + 7, channel << 16, true);
      view.setInt32(at + 11, counts[channel]++, true);
      view.setFloat64(at + LOG_TIME, stamp, true);
      view.setFloat64(at + PUBLISH_TIME, stamp, true);
      view.setInt32(at + CDR, CDR_HEADER, true);
      view.setFloat64(at + TIME, seconds, true);
      let to = at + NUMBERS;
      for (const until = from + widths[channel]; from < until; from++, to += 8) {
        view.setFloat64(to, values[from], true);
      }
      at = to;
    }
    this.#at = at;
    if (end - first === widths.length) this.#frames++;
    this.#indexSize += INDEX_ENTRY * (end - first);
    return true;
  }

  /** Messages of a channel so far. */
  count(channel: number): number {
    return this.#counts[channel];
  }

  /**
   * Closes the chunk, which will stand at `position` of the file, and begins the next: its bytes with those of
   * its message indexes, valid until the next call of {@link add}.
   */
  finish(position: number): Uint8Array {
    const view = this.#view;
    const records = this.#at - CHUNK_HEADER;
    view.setUint8(0, Opcode.CHUNK);
    this.#setWhole(1, this.#at - 9);
    this.#setWhole(9, this.#times[START]);
    this.#setWhole(17, this.#times[END]);
    this.#setWhole(25, records);
    view.setUint32(33, 0, true);
    view.setUint32(37, 0, true);
    this.#setWhole(41, records);
    const chunkLength = this.#at;
    const messageIndexOffsets = new Map<number, bigint>();
    this.#countsBefore.forEach((before, channel) => {
      const entries = this.#counts[channel] - before;
      if (entries === 0) return;
      messageIndexOffsets.set(channel, BigInt(position + this.#at));
      this.#beginIndex(channel, entries);
    });
    this.#fillIndexes(chunkLength);
    this.indexes.push({
      messageStartTime: BigInt(this.#times[START]),
      messageEndTime: BigInt(this.#times[END]),
      chunkStartOffset: BigInt(position),
      chunkLength: BigInt(chunkLength),
      messageIndexOffsets,
      messageIndexLength: BigInt(this.#at - chunkLength),
      compression: '',
      compressedSize: BigInt(records),
      uncompressedSize: BigInt(records),
    });
    const bytes = this.#bytes.subarray(0, this.#at);
    this.#countsBefore.set(this.#counts);
    this.#at = CHUNK_HEADER;
    this.#indexSize = 0;
    this.#frames = 0;
    return bytes;
  }

  /** The header of a message index, and room for its entries. */
  #beginIndex(channel: number, entries: number): void {
    const size = INDEX_ENTRY * entries;
    const at = this.#at;
    this.#view.setUint8(at, Opcode.MESSAGE_INDEX);
    this.#setWhole(at + 1, 2 + 4 + size);
    this.#view.setUint16(at + 9, channel, true);
    this.#view.setUint32(at + 11, size, true);
    this.#cursors[channel] = at + INDEX_HEADER;
    this.#at = at + INDEX_HEADER + size;
  }

  /** An entry for every message of the chunk, whose records end at `end`: its log time and place, 64 bits each. */
  #fillIndexes(end: number): void {
    const view = this.#view;
    const cursors = this.#cursors;
    const widths = this.#widths;
    if (this.#frames * this.#frameSize === end - CHUNK_HEADER) {
      // Nothing but frames: the messages of a channel stand at equal distances.
      for (let channel = 0; channel < widths.length; channel++) {
        let to = cursors[channel];
        for (let at = CHUNK_HEADER + this.#ends[channel]; at < end; at += this.#frameSize) {
          view.setFloat64(to, view.getFloat64(at + LOG_TIME, true), true);
          view.setInt32(to + 8, at - CHUNK_HEADER, true);
          view.setInt32(to + 12, 0, true);
          to += INDEX_ENTRY;
        }
      }
      return;
    }
    for (let at = CHUNK_HEADER; at < end; ) {
      const channel = view.getUint16(at + CHANNEL, true);
      const to = cursors[channel];
      view.setFloat64(to, view.getFloat64(at + LOG_TIME, true), true);
      view.setInt32(to + 8, at - CHUNK_HEADER, true);
      view.setInt32(to + 12, 0, true);
      cursors[channel] = to + INDEX_ENTRY;
      at += NUMBERS + 8 * widths[channel];
    }
  }

  /** A whole number below 2⁵³ as an unsigned 64-bit one. */
  #setWhole(at: number, value: number): void {
    const high = Math.floor(value / TWO32);
    this.#view.setUint32(at, value - high * TWO32, true);
    this.#view.setUint32(at + 4, high, true);
  }
}
