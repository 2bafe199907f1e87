/** Writes samples as an MCAP file (https://mcap.dev/spec): one channel a group, CDR with ROS 2 schemas. */
import { McapRecordBuilder, type McapTypes, Opcode } from '@mcap/core';
import type { Channel, LogSink } from '../port/index.js';
import { ChunkWriter } from './chunk.js';
import { type Group, GroupTable, groupsOf } from './group.js';
import { schemasOf } from './schema.js';
import type { ByteSink } from './sinks.js';
import { utf8 } from './utf8.js';

/** Texts by key, shown by viewers under a name: `about: { seed: '7' }`. */
export type Metadata = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface RecorderOptions {
  /** Written before the first sample, so that it is in a file that was cut as well. */
  readonly metadata?: Metadata;
  /** A chunk is written when its samples span this much of the run, s; 1 by default. What a crash loses at most. */
  readonly chunkSpan?: number;
  /** … or when it holds this many bytes; 256 KiB by default. */
  readonly chunkBytes?: number;
}

/** Key of the channel metadata under which the group's channels stand as JSON. */
export const CHANNELS_KEY = 'pliant.channels';
/** Key of the channel metadata with the group's name. */
export const GROUP_KEY = 'pliant.group';

/**
 * A sample costs a copy of its numbers and a few stores; nothing is allocated. Bytes go to the sink a chunk at
 * a time. A file that ends anywhere is readable as far as it goes ({@link readRecord}; any streaming reader up
 * to the last whole chunk). The memory of samples is taken as little-endian, as WebAssembly's always is.
 *
 * Log times are nanoseconds from the start of the run; each message also holds its time in seconds, exactly.
 */
export class Recorder implements LogSink {
  readonly #sink: ByteSink;
  readonly #options: RecorderOptions;
  readonly #records = new McapRecordBuilder();
  readonly #metadataIndexes: McapTypes.MetadataIndex[] = [];
  #position = 0;
  #groups = new GroupTable<{ readonly group: Group }>([]);
  #schemas: McapTypes.Schema[] = [];
  #channels: McapTypes.Channel[] = [];
  #chunk = new ChunkWriter([], 0, 0);
  #state: 'new' | 'open' | 'closed' = 'new';

  constructor(sink: ByteSink, options: RecorderOptions = {}) {
    this.#sink = sink;
    this.#options = options;
  }

  /** Bytes handed to the sink so far. */
  get position(): number {
    return this.#position;
  }

  open(channels: readonly Channel[]): void {
    if (this.#state !== 'new') throw new Error('record: the recorder was opened before');
    this.#state = 'open';
    const groups = groupsOf(channels);
    const { metadata = {}, chunkSpan = 1, chunkBytes = 256 * 1024 } = this.#options;
    this.#groups = new GroupTable(groups.map((group) => ({ group })));
    this.#chunk = new ChunkWriter(groups, chunkBytes, chunkSpan * 1e9);
    this.#schemas = schemasOf(groups).map(({ name, text }, i) => ({
      id: i + 1,
      name,
      encoding: 'ros2msg',
      data: utf8(text),
    }));
    this.#channels = groups.map((group, id) => ({
      id,
      schemaId: id + 1,
      topic: `/${group.name}`,
      messageEncoding: 'cdr',
      metadata: new Map([
        [GROUP_KEY, group.name],
        [CHANNELS_KEY, JSON.stringify(group.channels)],
      ]),
    }));
    this.#records.writeMagic();
    this.#records.writeHeader({ profile: '', library: 'pliant' });
    for (const schema of this.#schemas) this.#records.writeSchema(schema);
    for (const channel of this.#channels) this.#records.writeChannel(channel);
    this.#handOn();
    for (const [name, entries] of Object.entries(metadata)) this.annotate(name, entries);
  }

  sample(group: string, time: number, values: Float64Array): void {
    const id = this.#groups.find(group, values);
    this.#add(id, id + 1, time, values);
  }

  frame(time: number, values: Float64Array): void {
    this.#groups.check(values);
    this.#add(0, this.#groups.entries.length, time, values);
  }

  /** A message for each of the groups from `first` to the one before `end`. */
  #add(first: number, end: number, time: number, values: Float64Array): void {
    if (this.#state !== 'open') throw new Error('record: a sample after the recorder was closed');
    const chunk = this.#chunk;
    if (time !== chunk.time) chunk.setTime(time > 0 ? Math.round(time * 1e9) : 0, time);
    if (chunk.add(first, end, values)) return;
    this.flush();
    chunk.add(first, end, values);
  }

  /** Hands all samples so far to the sink. */
  flush(): void {
    if (this.#chunk.isEmpty) return;
    this.#write(this.#chunk.finish(this.#position));
  }

  /** Adds a metadata record, such as what is known only at the end of a run. */
  annotate(name: string, entries: Readonly<Record<string, string>>): void {
    if (this.#state !== 'open') throw new Error('record: metadata for a recorder that is not open');
    this.flush();
    const offset = BigInt(this.#position);
    const length = this.#records.writeMetadata({ name, metadata: new Map(Object.entries(entries)) });
    this.#metadataIndexes.push({ name, offset, length });
    this.#handOn();
  }

  /** Writes what is left and the summary; the sink is not closed. */
  close(): void {
    if (this.#state !== 'open') return;
    this.flush();
    this.#state = 'closed';
    this.#records.writeDataEnd({ dataSectionCrc: 0 });
    this.#handOn();
    this.#writeSummary();
  }

  /** The summary section and the footer, which let a reader find everything without reading everything. */
  #writeSummary(): void {
    const records = this.#records;
    const summaryStart = BigInt(this.#position);
    const offsets: McapTypes.SummaryOffset[] = [];
    const section = (groupOpcode: Opcode, write: () => void): void => {
      const groupStart = BigInt(this.#position);
      write();
      this.#handOn();
      const groupLength = BigInt(this.#position) - groupStart;
      if (groupLength > 0n) offsets.push({ groupOpcode, groupStart, groupLength });
    };
    section(Opcode.SCHEMA, () => {
      for (const schema of this.#schemas) records.writeSchema(schema);
    });
    section(Opcode.CHANNEL, () => {
      for (const channel of this.#channels) records.writeChannel(channel);
    });
    section(Opcode.STATISTICS, () => records.writeStatistics(this.#statistics()));
    section(Opcode.METADATA_INDEX, () => {
      for (const index of this.#metadataIndexes) records.writeMetadataIndex(index);
    });
    section(Opcode.CHUNK_INDEX, () => {
      for (const index of this.#chunk.indexes) records.writeChunkIndex(index);
    });
    const summaryOffsetStart = BigInt(this.#position);
    for (const offset of offsets) records.writeSummaryOffset(offset);
    records.writeFooter({ summaryStart, summaryOffsetStart, summaryCrc: 0 });
    records.writeMagic();
    this.#handOn();
  }

  #statistics(): McapTypes.Statistics {
    const { indexes } = this.#chunk;
    const counts = new Map(this.#channels.map(({ id }) => [id, BigInt(this.#chunk.count(id))]));
    let messageCount = 0n;
    for (const count of counts.values()) messageCount += count;
    const earliest = (a: bigint, b: bigint): bigint => (b < a ? b : a);
    const latest = (a: bigint, b: bigint): bigint => (b > a ? b : a);
    return {
      messageCount,
      schemaCount: this.#schemas.length,
      channelCount: this.#channels.length,
      attachmentCount: 0,
      metadataCount: this.#metadataIndexes.length,
      chunkCount: indexes.length,
      messageStartTime: indexes
        .map((x) => x.messageStartTime)
        .reduce(earliest, indexes[0]?.messageStartTime ?? 0n),
      messageEndTime: indexes.map((x) => x.messageEndTime).reduce(latest, 0n),
      channelMessageCounts: counts,
    };
  }

  #handOn(): void {
    if (this.#records.length === 0) return;
    this.#write(this.#records.buffer);
    this.#records.reset();
  }

  #write(bytes: Uint8Array): void {
    this.#sink.write(bytes);
    this.#position += bytes.length;
  }
}
