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
  const local: number[] = [];
  const directory: number[] = [];
  for (const entry of entries) {
    const content =
      typeof entry.content === 'string' ? utf8(entry.content) : (entry.content ?? new Uint8Array());
    const data = entry.stored ? content : deflateSync(content);
    const name = utf8(entry.name);
    const shared = [
      ...u16(20),
      ...u16(entry.flags ?? 0),
      ...u16(entry.method ?? (entry.stored ? 0 : 8)),
      ...u32(0),
      ...u32(entry.crc ?? crcOf(content)),
      ...u32(entry.packed ?? data.length),
      ...u32(entry.size ?? content.length),
      ...u16(name.length),
      ...u16(0),
    ];
    const at = entry.at ?? local.length;
    for (const byte of [...u32(0x04034b50), ...shared, ...name]) local.push(byte);
    for (const byte of data) local.push(byte);
    const attributes = (entry.mode ?? 0) * 65536;
    for (const byte of [
      ...u32(0x02014b50),
      ...u16(20),
      ...shared,
      ...u16(0),
      ...u16(0),
      ...u16(0),
      ...u32(attributes),
      ...u32(at),
      ...name,
    ])
      directory.push(byte);
  }
  const end = [
    ...u32(0x06054b50),
    ...u32(0),
    ...u16(entries.length),
    ...u16(entries.length),
    ...u32(directory.length),
    ...u32(local.length),
    ...u16(comment.length),
    ...utf8(comment),
  ];
  return Uint8Array.from([...local, ...directory, ...end]);
}

const u16 = (x: number): number[] => [x & 255, (x >> 8) & 255];
const u32 = (x: number): number[] => [x & 255, (x >>> 8) & 255, (x >>> 16) & 255, (x >>> 24) & 255];

/** The CRC that an honest tool writes, by such a tool. */
function crcOf(content: Uint8Array): number {
  const zip = zipSync({ x: content });
  return new DataView(zip.buffer, zip.byteOffset).getUint32(14, true);
}
