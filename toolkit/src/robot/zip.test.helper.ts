/** Zips as no honest tool writes them. */
import { deflateSync, zipSync } from 'fflate';
import { utf8 } from './text.js';

export interface MadeEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  readonly stored?: boolean;
  /** What the directory says, where that is not so. */
  readonly size?: number;
  readonly packed?: number;
  readonly crc?: number;
  readonly flags?: number;
  readonly method?: number;
  /** Upper half of the external attributes: mode of Unix. */
  readonly mode?: number;
  readonly at?: number;
}

/** An honest zip. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, utf8(text)])));
}

export function madeZip(entries: readonly MadeEntry[], comment = ''): Uint8Array {
  return packed(entries, comment, false);
}

/** A ZIP64: all numbers of its directory stand in its long fields. */
export function longZip(entries: readonly MadeEntry[]): Uint8Array {
  return packed(entries, '', true);
}

function packed(entries: readonly MadeEntry[], comment: string, isLong: boolean): Uint8Array {
  const local: number[] = [];
  const directory: number[] = [];
  for (const entry of entries) {
    const content =
      typeof entry.content === 'string' ? utf8(entry.content) : (entry.content ?? new Uint8Array());
    const data = entry.stored ? content : deflateSync(content);
    const name = utf8(entry.name);
    const [size, least] = [entry.size ?? content.length, entry.packed ?? data.length];
    const shared = (long: boolean, extra: number) => [
      ...u16(20),
      ...u16(entry.flags ?? 0),
      ...u16(entry.method ?? (entry.stored ? 0 : 8)),
      ...u32(0),
      ...u32(entry.crc ?? crcOf(content)),
      ...u32(long ? 0xffffffff : least),
      ...u32(long ? 0xffffffff : size),
      ...u16(name.length),
      ...u16(extra),
    ];
    const at = entry.at ?? local.length;
    // Another field stands before the one of ZIP64.
    const sizes = [...u64(size), ...u64(least), ...u64(at)];
    const extra = isLong ? [...u16(7), ...u16(3), 1, 2, 3, ...u16(1), ...u16(sizes.length), ...sizes] : [];
    for (const byte of [...u32(0x04034b50), ...shared(false, 0), ...name]) local.push(byte);
    for (const byte of data) local.push(byte);
    const attributes = (entry.mode ?? 0) * 65536;
    for (const byte of [
      ...u32(0x02014b50),
      ...u16(20),
      ...shared(isLong, extra.length),
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(attributes),
      ...u32(isLong ? 0xffffffff : at),
      ...name,
      ...extra,
    ])
      directory.push(byte);
  }
  const start = local.length;
  const longEnd = [
    ...[...u32(0x06064b50), ...u64(44), ...u16(45), ...u16(45), ...u64(0)],
    ...[...u64(entries.length), ...u64(entries.length), ...u64(directory.length), ...u64(start)],
    ...[...u32(0x07064b50), ...u32(0), ...u64(start + directory.length), ...u32(1)],
  ];
  const end = [
    ...(isLong ? longEnd : []),
    ...u32(0x06054b50),
    ...u32(0),
    ...u16(isLong ? 0xffff : entries.length),
    ...u16(isLong ? 0xffff : entries.length),
    ...u32(isLong ? 0xffffffff : directory.length),
    ...u32(isLong ? 0xffffffff : start),
    ...u16(comment.length),
    ...utf8(comment),
  ];
  return Uint8Array.from([...local, ...directory, ...end]);
}

const u16 = (x: number): number[] => [x & 255, (x >> 8) & 255];
const u32 = (x: number): number[] => [x & 255, (x >>> 8) & 255, (x >>> 16) & 255, (x >>> 24) & 255];
const u64 = (x: number): number[] => [...u32(x), ...u32(0)];

/** The CRC that an honest tool writes, by such a tool. */
function crcOf(content: Uint8Array): number {
  const zip = zipSync({ x: content });
  return new DataView(zip.buffer, zip.byteOffset).getUint32(14, true);
}
