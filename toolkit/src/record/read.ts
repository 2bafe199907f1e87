/**
 * Reads what {@link Recorder} wrote. A file that was cut anywhere, in the middle of a chunk too, is read up to
 * the cut; nothing behind the summary is needed. Messages of other writers are left out and named.
 */
import { MCAP_MAGIC, Opcode } from '@mcap/core';
import type { Channel, LogSink } from '../port/index.js';
import type { Outcome, Problem } from '../problem/index.js';
import { CDR_HEADER } from './chunk.js';
import { groupsOf } from './group.js';
import { CHANNELS_KEY, GROUP_KEY } from './recorder.js';
import { Collector, type RunRecord } from './series.js';
import { fromUtf8 } from './utf8.js';

/** Opcode and length. */
const RECORD_HEADER = 9;
const TWO32 = 4294967296;

interface Stream {
  readonly group: string;
  readonly channels: readonly Channel[];
  readonly values: Float64Array;
}

/** What stands in a file besides its samples. */
export type Reading = Omit<RunRecord, 'series'>;

/** All samples and metadata of an MCAP file. `file` names it in problems. */
export function readRecord(bytes: Uint8Array, file?: string): Outcome<RunRecord> {
  const collector = new Collector();
  const { value, problems } = replayRecord(bytes, collector, file);
  return value === undefined ? { problems } : { value: { ...value, series: collector.series() }, problems };
}

/**
 * Opens `sink`, gives it every sample of an MCAP file in the file's order, closes it. An error where the bytes
 * are no MCAP file; warnings where the file was cut (`record-cut`) or a part was left out.
 */
export function replayRecord(bytes: Uint8Array, sink: LogSink, file?: string): Outcome<Reading> {
  const reader = new RecordReader(bytes, sink, file);
  return reader.run();
}

class RecordReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #sink: LogSink;
  readonly #where: { readonly file?: string };
  readonly #streams = new Map<number, Stream | undefined>();
  readonly #metadata = new Map<string, ReadonlyMap<string, string>>();
  readonly #problems: Problem[] = [];
  readonly #seen = new Set<string>();
  #opened = false;
  #ended = false;

  constructor(bytes: Uint8Array, sink: LogSink, file: string | undefined) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#sink = sink;
    this.#where = file === undefined ? {} : { file };
  }

  run(): Outcome<Reading> {
    const length = Math.min(this.#bytes.length, MCAP_MAGIC.length);
    for (let i = 0; i < length; i++) {
      if (this.#bytes[i] === MCAP_MAGIC[i]) continue;
      const problem: Problem = {
        code: 'not-mcap',
        severity: 'error',
        where: this.#where,
        message: 'this is not an MCAP file: it does not begin with its magic bytes',
      };
      return { problems: [problem] };
    }
    const stop = this.#records(MCAP_MAGIC.length, this.#bytes.length, false);
    this.#open();
    this.#sink.close();
    if (!this.#ended) {
      this.#warn('record-cut', `the recording was cut at byte ${stop}; what stands before it was read`);
    }
    return {
      value: { metadata: this.#metadata, complete: this.#ended && this.#problems.length === 0 },
      problems: this.#problems,
    };
  }

  /** Reads records from `at` on; gives the place of the first that is not whole, or the end. */
  #records(at: number, end: number, inChunk: boolean): number {
    let next = at;
    while (!this.#ended && next + RECORD_HEADER <= end) {
      const opcode = this.#bytes[next];
      const body = next + RECORD_HEADER;
      const after = body + this.#whole(next + 1);
      if (after > end) {
        if (opcode === Opcode.CHUNK && !inChunk) this.#chunk(body, end);
        return next;
      }
      if (opcode === Opcode.MESSAGE) this.#message(body, after);
      else if (opcode === Opcode.CHANNEL) this.#channel(body, after);
      else if (inChunk) this.#skipped(opcode);
      else if (opcode === Opcode.CHUNK) this.#chunk(body, after);
      else if (opcode === Opcode.METADATA) this.#annotation(body, after);
      else if (opcode === Opcode.DATA_END) this.#ended = true;
      next = after;
    }
    return next;
  }

  /** Records that may not stand in a chunk: everything but schemas, channels and messages. */
  #skipped(opcode: number): void {
    if (opcode !== Opcode.SCHEMA)
      this.#warn('chunk-damaged', `a chunk holds a record of kind ${opcode}, which was left out`);
  }

  /** A chunk whose record may be cut at `end`. */
  #chunk(at: number, end: number): void {
    const name = at + 28;
    if (name + 4 > end) return;
    const compression = this.#view.getUint32(name, true);
    if (compression !== 0) {
      this.#warn(
        'chunk-compressed',
        'compressed chunks were left out; "mcap recover --compression none" unpacks them',
      );
      return;
    }
    this.#records(name + 4 + 8, end, true);
  }

  #message(at: number, end: number): void {
    if (at + 22 > end) return;
    const id = this.#view.getUint16(at, true);
    const stream = this.#streams.get(id);
    if (stream === undefined) {
      if (!this.#streams.has(id))
        this.#warn(
          'channel-unknown',
          `messages of channel ${id}, which is not declared before them, were left out`,
        );
      return;
    }
    this.#open();
    const data = at + 22;
    const { values } = stream;
    if (end - data !== 4 + 8 * (1 + values.length) || this.#view.getUint32(data, true) !== CDR_HEADER) {
      this.#warn(
        'message-damaged',
        `a message of group ${stream.group} at byte ${at} has the wrong length or encoding`,
      );
      return;
    }
    for (let i = 0; i < values.length; i++) values[i] = this.#view.getFloat64(data + 12 + 8 * i, true);
    this.#sink.sample(stream.group, this.#view.getFloat64(data + 4, true), values);
  }

  #channel(at: number, end: number): void {
    if (at + 4 > end) return;
    const id = this.#view.getUint16(at, true);
    if (this.#streams.has(id)) return;
    const texts = new Texts(this.#bytes, this.#view, at + 4, end);
    const topic = texts.next();
    const encoding = texts.next();
    const entries = texts.map();
    const group = entries.get(GROUP_KEY);
    const others = [...this.#streams.values()].flatMap((stream) => stream?.channels ?? []);
    const channels = parseChannels(entries.get(CHANNELS_KEY), group, others);
    if (group === undefined || channels === undefined || encoding !== 'cdr' || this.#opened) {
      this.#warn('channel-foreign', `the topic ${topic} was not written by this recorder and was left out`);
      this.#streams.set(id, undefined);
      return;
    }
    const width = channels.reduce((sum, channel) => sum + channel.labels.length, 0);
    this.#streams.set(id, { group, channels, values: new Float64Array(width) });
  }

  #annotation(at: number, end: number): void {
    const texts = new Texts(this.#bytes, this.#view, at, end);
    const name = texts.next();
    this.#metadata.set(name, texts.map());
  }

  #open(): void {
    if (this.#opened) return;
    this.#opened = true;
    this.#sink.open([...this.#streams.values()].flatMap((stream) => stream?.channels ?? []));
  }

  /** Says each thing once. */
  #warn(code: string, message: string): void {
    if (this.#seen.has(code)) return;
    this.#seen.add(code);
    this.#problems.push({ code, severity: 'warning', where: this.#where, message });
  }

  #whole(at: number): number {
    return this.#view.getUint32(at, true) + TWO32 * this.#view.getUint32(at + 4, true);
  }
}

/** Texts with a length in front, inside a record; what would reach over its end is empty. */
class Texts {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at: number;
  readonly #end: number;

  constructor(bytes: Uint8Array, view: DataView, at: number, end: number) {
    this.#bytes = bytes;
    this.#view = view;
    this.#at = at;
    this.#end = end;
  }

  next(): string {
    const begin = this.#at + 4;
    const end = begin > this.#end ? begin : begin + this.#view.getUint32(this.#at, true);
    if (end > this.#end) {
      this.#at = this.#end;
      return '';
    }
    this.#at = end;
    return fromUtf8(this.#bytes.subarray(begin, end));
  }

  map(): Map<string, string> {
    const entries = new Map<string, string>();
    if (this.#at + 4 > this.#end) return entries;
    const end = Math.min(this.#end, this.#at + 4 + this.#view.getUint32(this.#at, true));
    this.#at += 4;
    while (this.#at < end) {
      const key = this.next();
      entries.set(key, this.next());
    }
    return entries;
  }
}

/** The channels of a group that a recorder noted, where it could have noted them besides those of other groups. */
function parseChannels(
  json: string | undefined,
  group: string | undefined,
  others: readonly Channel[],
): Channel[] | undefined {
  if (json === undefined || others.some((channel) => channel.group === group)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parsed) || !parsed.every(isChannel)) return undefined;
  if (parsed.some((channel) => channel.group !== group)) return undefined;
  try {
    groupsOf([...others, ...parsed]);
  } catch {
    return undefined;
  }
  return parsed;
}

function isChannel(value: unknown): value is Channel {
  if (typeof value !== 'object' || value === null) return false;
  const { name, unit, labels, group } = value as Record<string, unknown>;
  const texts = (list: unknown): boolean => Array.isArray(list) && list.every((x) => typeof x === 'string');
  return (
    typeof name === 'string' &&
    typeof group === 'string' &&
    texts(labels) &&
    (typeof unit === 'string' || texts(unit))
  );
}
