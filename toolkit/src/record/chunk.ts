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
/** Record header, channel id, sequence number, log time, publish time. */
const MESSAGE_HEADER = 1 + 8 + 2 + 4 + 8 + 8;
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

/** Words of an index entry: time (ns) and place, 64 bits each. */
const INDEX_WORDS = INDEX_ENTRY / 4;

interface Stream {
  /** Bytes of a whole message record. */
  readonly size: number;
  /** This chunk's index entries, `inChunk` of them. Little-endian, as the numbers of samples are. */
  index: Int32Array;
  inChunk: number;
  /** Messages in the whole recording. */
  count: number;
}

export class ChunkWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #streams: readonly Stream[];
  /** Bytes of a chunk without the headers of its indexes. */
  readonly #room: number;
  readonly #span: number;
  #at = CHUNK_HEADER;
  /** Bytes that the message indexes of this chunk will take. */
  #indexSize = 0;
  /** Times: {@link SECONDS} …. An array, and low and high words beside it, so that no number has to be boxed. */
  readonly #times = new Float64Array(4);
  #low = 0;
  #high = 0;
  /** Whether the present time is too far from the chunk's first. */
  #over = false;
  readonly indexes: McapTypes.ChunkIndex[] = [];

  /** Channel ids are the places of `groups`. Chunks of about `capacity` bytes and at most `span` nanoseconds. */
  constructor(groups: readonly Group[], capacity: number, span: number) {
    this.#streams = groups.map((group) => ({
      size: MESSAGE_HEADER + 4 + 8 * (1 + group.width),
      index: new Int32Array(INDEX_WORDS * 256),
      inChunk: 0,
      count: 0,
    }));
    const least = this.#streams.reduce(
      (sum, { size }) => sum + size + INDEX_HEADER + INDEX_ENTRY,
      CHUNK_HEADER,
    );
    this.#bytes = new Uint8Array(Math.max(capacity, least));
    this.#room = this.#bytes.length - INDEX_HEADER * this.#streams.length;
    this.#view = new DataView(this.#bytes.buffer);
    this.#span = span;
  }

  get isEmpty(): boolean {
    return this.#at === CHUNK_HEADER;
  }

  /** The time of the messages to come: log time in nanoseconds, and the seconds that stand in each of them. */
  setTime(nanoseconds: number, seconds: number): void {
    const times = this.#times;
    times[NOW] = nanoseconds;
    times[SECONDS] = seconds;
    const high = Math.floor(nanoseconds / TWO32);
    this.#high = high | 0;
    this.#low = (nanoseconds - high * TWO32) | 0;
    this.#over = nanoseconds - times[START] >= this.#span;
  }

  /**
   * Adds a message: CDR of the time and `numbers` (bytes of little-endian doubles). False, and nothing is added,
   * where it has to wait for the next chunk: {@link finish} this one.
   */
  add(channel: number, numbers: Uint8Array): boolean {
    const stream = this.#streams[channel];
    const { size, inChunk } = stream;
    const times = this.#times;
    const at = this.#at;
    const next = at + size;
    if (at === CHUNK_HEADER) {
      times[START] = times[NOW];
      times[END] = times[NOW];
      this.#over = false;
    } else {
      if (this.#over || next + this.#indexSize + INDEX_ENTRY > this.#room) return false;
      if (times[NOW] > times[END]) times[END] = times[NOW];
      else if (times[NOW] < times[START]) times[START] = times[NOW];
    }
    const low = this.#low;
    const high = this.#high;
    const view = this.#view;
    view.setUint8(at, MESSAGE);
    view.setInt32(at + 1, size - 9, true);
    view.setInt32(at + 5, 0, true);
    view.setInt16(at + 9, channel, true);
    view.setInt32(at + 11, stream.count, true);
    view.setInt32(at + 15, low, true);
    view.setInt32(at + 19, high, true);
    view.setInt32(at + 23, low, true);
    view.setInt32(at + 27, high, true);
    view.setInt32(at + 31, CDR_HEADER, true);
    view.setFloat64(at + 35, times[SECONDS], true);
    this.#bytes.set(numbers, at + 43);
    let entry = INDEX_WORDS * inChunk;
    if (entry === stream.index.length) stream.index = doubled(stream.index);
    const { index } = stream;
    index[entry++] = low;
    index[entry++] = high;
    index[entry++] = at - CHUNK_HEADER;
    index[entry] = 0;
    stream.inChunk = inChunk + 1;
    stream.count++;
    this.#at = next;
    this.#indexSize += INDEX_ENTRY;
    return true;
  }

  /** Messages of a channel so far. */
  count(channel: number): number {
    return this.#streams[channel].count;
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
    this.#streams.forEach((stream, channel) => {
      if (stream.inChunk === 0) return;
      messageIndexOffsets.set(channel, BigInt(position + this.#at));
      this.#addIndex(channel, stream);
    });
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
    this.#at = CHUNK_HEADER;
    this.#indexSize = 0;
    return bytes;
  }

  #addIndex(channel: number, stream: Stream): void {
    const size = INDEX_ENTRY * stream.inChunk;
    let at = this.#at;
    this.#view.setUint8(at, Opcode.MESSAGE_INDEX);
    this.#setWhole(at + 1, 2 + 4 + size);
    this.#view.setUint16(at + 9, channel, true);
    this.#view.setUint32(at + 11, size, true);
    at += INDEX_HEADER;
    this.#bytes.set(new Uint8Array(stream.index.buffer, 0, size), at);
    this.#at = at + size;
    stream.inChunk = 0;
  }

  /** A whole number below 2⁵³ as an unsigned 64-bit one. */
  #setWhole(at: number, value: number): void {
    const high = Math.floor(value / TWO32);
    this.#view.setUint32(at, value - high * TWO32, true);
    this.#view.setUint32(at + 4, high, true);
  }
}

function doubled(values: Int32Array): Int32Array {
  const larger = new Int32Array(2 * values.length);
  larger.set(values);
  return larger;
}
