/** Files in which every zip is a folder too: `arm.zip/urdf/arm.urdf` is what stands in the zip beside the others. */
import type { Problem } from '../problem/index.js';
import type { Files } from './files.js';
import { normalise } from './paths.js';
import { isZip, type ZipFiles, zipFiles } from './zip.js';

export class Archives implements Files {
  readonly #files: Files;
  readonly #opened = new Map<string, ZipFiles | undefined>();
  readonly #problems: Problem[] = [];

  constructor(files: Files) {
    this.#files = files;
  }

  read(path: string): Uint8Array | undefined {
    const plain = orNone(() => this.#files.read(path));
    if (plain !== undefined) return plain;
    const inside = this.#inside(path);
    return inside?.zip.read(inside.path);
  }

  list(folder: string): readonly string[] | undefined {
    const plain = orNone(() => this.#files.list(folder));
    if (plain !== undefined) return plain;
    const inside = this.#inside(folder);
    return inside?.zip.list(inside.path);
  }

  outside(path: string): string | undefined {
    return this.#files.outside?.(path);
  }

  /** The zip that a path leads into: `ws/arm.zip` of `ws/arm.zip/urdf/arm.urdf`. */
  zipOf(path: string): string | undefined {
    return this.#inside(path)?.file;
  }

  /** What was wrong with the zips that were opened, and with what was read of them. */
  problems(): readonly Problem[] {
    const damaged = [...this.#opened].flatMap(([file, zip]) =>
      (zip?.damaged() ?? []).map(
        (path): Problem => ({
          code: 'zip-entry-damaged',
          severity: 'error',
          where: { file, name: path },
          message: 'it is damaged: its bytes are not those that were packed',
          hint: 'pack the zip again',
        }),
      ),
    );
    return [...this.#problems, ...damaged];
  }

  /** The first folder of a path that is a zip. */
  #inside(path: string): { file: string; zip: ZipFiles; path: string } | undefined {
    const plain = normalise(path);
    if (plain === undefined) return undefined;
    for (const { index } of `${plain}/`.matchAll(/\.zip(?=\/)/gi)) {
      const file = plain.slice(0, index + 4);
      const zip = this.#open(file);
      if (zip !== undefined) return { file, zip, path: plain.slice(index + 5) };
    }
    return undefined;
  }

  #open(file: string): ZipFiles | undefined {
    if (!this.#opened.has(file)) {
      const bytes = orNone(() => this.#files.read(file));
      const outcome = bytes !== undefined && isZip(bytes) ? zipFiles(bytes, file) : undefined;
      this.#problems.push(...(outcome?.problems ?? []));
      this.#opened.set(file, outcome?.value);
    }
    return this.#opened.get(file);
  }
}

/** What else files are packed by, with the bytes that each begins with, and at which place. */
const others: readonly (readonly [string, number, readonly number[]])[] = [
  ['gzip', 0, [0x1f, 0x8b]],
  ['bzip2', 4, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59]],
  ['xz', 0, [0xfd, 0x37, 0x7a, 0x58, 0x5a]],
  ['Zstandard', 0, [0x28, 0xb5, 0x2f, 0xfd]],
  ['7-Zip', 0, [0x37, 0x7a, 0xbc, 0xaf]],
  ['RAR', 0, [0x52, 0x61, 0x72, 0x21, 0x1a]],
  ['tar', 257, [0x75, 0x73, 0x74, 0x61, 0x72]],
];

/** By what a file is packed that is no zip, or undefined for what is not packed. */
export function otherPacking(bytes: Uint8Array): string | undefined {
  return others.find(([, at, start]) => start.every((byte, i) => bytes[at + i] === byte))?.[0];
}

/** Names of archives, of whatever kind. */
export const archiveName = /\.(?:zip|tar|tgz|tbz2?|gz|bz2|xz|zst|7z|rar)$/i;

/** Undefined where it throws: what a function of a runtime's own does where there is no file or folder. */
function orNone<T>(ask: () => T | undefined): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
