/**
 * A zip as files. Its directory is read here, since an archive is not trusted: sizes, links and names are judged
 * before anything is inflated, and an entry is inflated only when it is read. Source: PKWARE APPNOTE 6.3.10.
 */
import { Inflate } from 'fflate';
import type { Outcome } from '../problem/index.js';
import { type Files, foldersOf } from './files.js';
import { Findings, listed } from './findings.js';
import { normalise } from './paths.js';
import { latin1, utf8Text } from './text.js';

export interface ZipBounds {
  readonly entries: number;
  /** Bytes of one entry and of all of them, inflated. */
  readonly entry: number;
  readonly total: number;
  /** Inflated bytes for each byte of an entry that has more than a megabyte. */
  readonly ratio: number;
}

export const zipBounds: ZipBounds = {
  entries: 20_000,
  entry: 64 * 1024 * 1024,
  total: 1024 * 1024 * 1024,
  ratio: 300,
};

/** Files of an archive, which can say afterwards which of those that were asked for are damaged. */
export interface ZipFiles extends Files {
  damaged(): readonly string[];
}

interface Entry {
  readonly path: string;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly size: number;
  readonly at: number;
}

/** An archive that is refused; `message` says why. */
class Broken extends Error {
  readonly code: string;
  constructor(message: string, code = 'zip-broken') {
    super(message);
    this.code = code;
  }
}

/**
 * The files of a zip, by their paths in it; back slashes in them are slashes. Entries that lead out of it, links, encrypted ones and those with a name
 * that is no path are left out with a warning that names them; two entries of one name, a directory that does not
 * fit the file, and sizes beyond the bounds are errors.
 *
 * @param name the archive, as problems call it
 */
export function zipFiles(bytes: Uint8Array, name: string, bounds: ZipBounds = zipBounds): Outcome<ZipFiles> {
  const findings = new Findings(name);
  try {
    const entries = entriesOf(bytes, findings, bounds);
    return { value: filesOf(bytes, entries), problems: findings.problems() };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    findings.error(error.code, {}, error.message);
    return { problems: findings.problems() };
  }
}

/** Whether bytes begin as a zip does. */
export function isZip(bytes: Uint8Array): boolean {
  return (
    bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5) && bytes[3] === bytes[2] + 1
  );
}

function filesOf(bytes: Uint8Array, entries: ReadonlyMap<string, Entry>): ZipFiles {
  const folders = foldersOf(entries.keys());
  const damaged = new Set<string>();
  return {
    list: (folder) => {
      const names = folders.get(normalise(folder) ?? '/');
      return names && [...names];
    },
    read: (path) => {
      const entry = entries.get(normalise(path) ?? '/');
      if (entry === undefined) return undefined;
      const content = contentOf(bytes, entry);
      if (content === undefined) damaged.add(entry.path);
      return content;
    },
    damaged: () => [...damaged],
  };
}

const directorySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endSignature = 0x06054b50;
const longEndSignature = 0x06064b50;
const locatorSignature = 0x07064b50;
/** What stands for numbers that do not fit, which ZIP64 has elsewhere. */
const most16 = 0xffff;
const most32 = 0xffffffff;

function entriesOf(bytes: Uint8Array, findings: Findings, bounds: ZipBounds): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { count, start, end } = directoryOf(view);
  let at = start;
  if (count > bounds.entries) {
    throw new Broken(`it holds ${count} entries; at most ${bounds.entries} are read`, 'zip-too-large');
  }
  const entries = new Map<string, Entry>();
  const ignored = new Map<Ignored, string[]>();
  const ignore = (why: Ignored, entry: string): void => {
    const list = ignored.get(why);
    if (list === undefined) ignored.set(why, [entry]);
    else list.push(entry);
  };
  let total = 0;
  for (let n = 0; n < count; n++) {
    if (at + 46 > end || view.getUint32(at, true) !== directorySignature)
      throw new Broken('its directory is cut off');
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const crc = view.getUint32(at + 16, true);
    const nameLength = view.getUint16(at + 28, true);
    const next = at + 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (next > end) throw new Broken('its directory is cut off');
    const attributes = view.getUint32(at + 38, true);
    const { packed, size, local } = sizesOf(view, at, next);
    const written = bytes.subarray(at + 46, at + 46 + nameLength);
    // Some tools of Windows write back slashes.
    const name = (utf8Text(written) ?? latin1(written)).replaceAll('\\', '/');
    at = next;
    // Unix kinds of file stand in the upper half; whoever wrote it as another system leaves them 0.
    const kind = (attributes >>> 28) & 0xf;
    const path = plainPath(name);
    if (path === undefined) ignore('no path inside it', name);
    else if (name.endsWith('/')) continue;
    else if (kind !== 0 && kind !== 8) ignore(kind === 10 ? 'a link' : 'no file', name);
    else if ((flags & 1) !== 0) ignore('encrypted', name);
    else if (method !== 0 && method !== 8) ignore('packed in a way that is not read', name);
    else {
      if (entries.has(path)) throw new Broken(`two entries are called "${path}"`, 'zip-entry-twice');
      if (size > bounds.entry) {
        throw new Broken(`"${path}" has ${size} bytes; at most ${bounds.entry} are read`, 'zip-too-large');
      }
      if (size > 1_000_000 && size > bounds.ratio * packed) {
        throw new Broken(
          `"${path}" grows from ${packed} to ${size} bytes: this is no robot`,
          'zip-too-large',
        );
      }
      total += size;
      if (total > bounds.total) {
        throw new Broken(`it grows to more than ${bounds.total} bytes`, 'zip-too-large');
      }
      entries.set(path, { path, method, crc, packed, size, at: local });
    }
  }
  for (const [why, names] of ignored) {
    const entries = names.length === 1 ? 'an entry is' : `${names.length} entries are`;
    const hint = hints[why];
    findings.warn(
      'zip-entry-ignored',
      {},
      `${entries} left out (${why}): ${listed(names)}`,
      hint === undefined ? {} : { hint },
    );
  }
  return entries;
}

type Ignored = 'no path inside it' | 'a link' | 'no file' | 'encrypted' | 'packed in a way that is not read';

const hints: Readonly<Partial<Record<Ignored, string>>> = {
  'a link': 'pack the files that the links lead to',
  encrypted: 'pack the zip without a password',
  'packed in a way that is not read': 'pack the zip by Deflate',
};

interface Directory {
  /** Entries, the offset of the first one, and where they end. */
  readonly count: number;
  readonly start: number;
  readonly end: number;
}

/** Where the directory lies; what does not fit into its short end stands in the long one of ZIP64. */
function directoryOf(view: DataView): Directory {
  const end = endOf(view);
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)];
  if ((count !== most16 && start !== most32) || end < 20) return { count, start, end };
  if (view.getUint32(end - 20, true) !== locatorSignature) return { count, start, end };
  const long = Number(view.getBigUint64(end - 12, true));
  if (long + 56 > end - 20 || view.getUint32(long, true) !== longEndSignature) {
    throw new Broken('its directory is cut off');
  }
  return {
    count: Number(view.getBigUint64(long + 32, true)),
    start: Number(view.getBigUint64(long + 48, true)),
    end: long,
  };
}

/** Sizes and place of the entry whose line of the directory stands between two offsets; long ones are in its extra field. */
function sizesOf(
  view: DataView,
  at: number,
  next: number,
): Pick<Entry, 'packed' | 'size'> & { local: number } {
  const sizes = [24, 20, 42].map((offset) => view.getUint32(at + offset, true));
  if (sizes.includes(most32)) {
    const end = next - view.getUint16(at + 32, true);
    let field = at + 46 + view.getUint16(at + 28, true);
    while (field + 4 <= end && view.getUint16(field, true) !== 1)
      field += 4 + view.getUint16(field + 2, true);
    const last = Math.min(end, field + 4 + (field + 4 <= end ? view.getUint16(field + 2, true) : 0));
    field += 4;
    for (const [i, size] of sizes.entries()) {
      if (size !== most32 || field + 8 > last) continue;
      sizes[i] = Number(view.getBigUint64(field, true));
      field += 8;
    }
  }
  const [size, packed, local] = sizes;
  return { size, packed, local };
}

/** The end of the directory stands last, before a comment of at most 64 KiB. */
function endOf(view: DataView): number {
  const least = Math.max(0, view.byteLength - 22 - 0xffff);
  for (let at = view.byteLength - 22; at >= least; at--) {
    if (
      view.getUint32(at, true) === endSignature &&
      at + 22 + view.getUint16(at + 20, true) === view.byteLength
    ) {
      return at;
    }
  }
  throw new Broken('this is no zip, or it is cut off');
}

/** The path of an entry, or undefined where it is none or leads out of the archive. */
function plainPath(name: string): string | undefined {
  if (name === '' || name.startsWith('/') || /\0|^[A-Za-z]:/.test(name)) return undefined;
  const parts = name.split('/');
  return parts.includes('..') ? undefined : normalise(name);
}

/** The bytes of an entry; undefined where they are not what the directory says. */
function contentOf(bytes: Uint8Array, { method, crc, packed, size, at }: Entry): Uint8Array | undefined {
  if (at + 30 > bytes.length) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(at, true) !== localSignature) return undefined;
  const begin = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  if (begin + packed > bytes.length) return undefined;
  const data = bytes.subarray(begin, begin + packed);
  const content = method === 0 ? data.slice() : inflated(data, size);
  return content !== undefined && content.length === size && crc32(content) === crc ? content : undefined;
}

/** Piece by piece, so that what grows beyond its size is given up there. */
function inflated(data: Uint8Array, size: number): Uint8Array | undefined {
  const content = new Uint8Array(size);
  let length = 0;
  let whole = false;
  const stream = new Inflate((piece, last) => {
    if (length + piece.length <= size) content.set(piece, length);
    length += piece.length;
    whole = last;
  });
  const step = 16_384;
  try {
    for (let at = 0; at < data.length && length <= size && !whole; at += step) {
      stream.push(data.subarray(at, at + step), at + step >= data.length);
    }
  } catch {
    return undefined;
  }
  return whole && length === size ? content : undefined;
}

/** CRC-32 of ISO 3309, reflected polynomial 0xedb88320. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1;
  return crc;
});
