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

interface Stream {
  /** Bytes of a whole message record. */
  readonly size: number;
  /** Times (ns) and places of this chunk's messages, in turn; `inChunk` of each. */
  index: Float64Array;
  inChunk: number;
  /** Messages in the whole recording. */
  count: number;
}

export class ChunkWriter {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #streams: readonly Stream[];
  readonly #span: number;
  #at = CHUNK_HEADER;
  /** Bytes that the message indexes of this chunk will take. */
  #indexSize = 0;
  #start = 0;
  #end = 0;
  readonly indexes: McapTypes.ChunkIndex[] = [];

  /** Channel ids are the places of `groups`. Chunks of about `capacity` bytes and at most `span` nanoseconds. */
  constructor(groups: readonly Group[], capacity: number, span: number) {
    this.#streams = groups.map((group) => ({
      size: MESSAGE_HEADER + 4 + 8 * (1 + group.width),
      index: new Float64Array(2 * 256),
      inChunk: 0,
      count: 0,
    }));
    const least = this.#streams.reduce(
      (sum, { size }) => sum + size + INDEX_HEADER + INDEX_ENTRY,
      CHUNK_HEADER,
    );
    this.#bytes = new Uint8Array(Math.max(capacity, least));
    this.#view = new DataView(this.#bytes.buffer);
    this.#span = span;
  }

  get isEmpty(): boolean {
    return this.#at === CHUNK_HEADER;
  }

  /** Whether a message of this channel at this time (ns) has to wait for the next chunk. */
  isFullFor(channel: number, time: number): boolean {
    if (this.isEmpty) return false;
    const more = this.#streams[channel].size + INDEX_ENTRY + INDEX_HEADER * this.#streams.length;
    return this.#at + this.#indexSize + more > this.#bytes.length || time - this.#start >= this.#span;
  }

  /** Adds a message: CDR of `seconds` and `numbers` (bytes of little-endian doubles), logged at `time` (ns). */
  add(channel: number, time: number, seconds: number, numbers: Uint8Array): void {
    const stream = this.#streams[channel];
    const view = this.#view;
    const at = this.#at;
    const high = Math.floor(time / TWO32);
    const low = time - high * TWO32;
    view.setUint8(at, Opcode.MESSAGE);
    view.setUint32(at + 1, stream.size - 9, true);
    view.setUint32(at + 5, 0, true);
    view.setUint16(at + 9, channel, true);
    view.setUint32(at + 11, stream.count, true);
    view.setUint32(at + 15, low, true);
    view.setUint32(at + 19, high, true);
    view.setUint32(at + 23, low, true);
    view.setUint32(at + 27, high, true);
    view.setUint32(at + 31, CDR_HEADER, true);
    view.setFloat64(at + 35, seconds, true);
    this.#bytes.set(numbers, at + 43);
    if (at === CHUNK_HEADER) {
      this.#start = time;
      this.#end = time;
    } else if (time < this.#start) this.#start = time;
    else if (time > this.#end) this.#end = time;
    if (2 * stream.inChunk === stream.index.length) stream.index = doubled(stream.index);
    stream.index[2 * stream.inChunk] = time;
    stream.index[2 * stream.inChunk + 1] = at - CHUNK_HEADER;
    stream.inChunk++;
    stream.count++;
    this.#at = at + stream.size;
    this.#indexSize += INDEX_ENTRY;
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
    this.#setWhole(9, this.#start);
    this.#setWhole(17, this.#end);
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
      messageStartTime: BigInt(this.#start),
      messageEndTime: BigInt(this.#end),
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
    for (let i = 0; i < 2 * stream.inChunk; i++, at += 8) this.#setWhole(at, stream.index[i]);
    this.#at = at;
    stream.inChunk = 0;
  }

  /** A whole number below 2⁵³ as an unsigned 64-bit one. */
  #setWhole(at: number, value: number): void {
    const high = Math.floor(value / TWO32);
    this.#view.setUint32(at, value - high * TWO32, true);
    this.#view.setUint32(at + 4, high, true);
  }
}

function doubled(values: Float64Array): Float64Array {
  const larger = new Float64Array(2 * values.length);
  larger.set(values);
  return larger;
}
