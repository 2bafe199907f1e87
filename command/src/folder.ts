/**
 * A run's folder. It is written as `<folder>.partial` and gets its name when everything is in it, so that no
 * half-written folder passes for a whole one; a run that is killed leaves the partial folder with its log.
 */
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ByteSink } from 'pliant/record';
import { type Context, Refusal } from './context.js';

export class RunFolder {
  /** What it will be called. */
  readonly path: string;
  /** Where it is being written. */
  readonly partial: string;
  readonly #open: number[] = [];

  private constructor(path: string) {
    this.path = path;
    this.partial = `${path}.partial`;
  }

  /** Begins a folder: `out`, or a new one under runs/ named after the scenario and the time of day. */
  static begin(context: Context, out: string | undefined, name: string): RunFolder {
    if (out === undefined) {
      // Another run may take the same name in the same moment: then the next one is tried.
      for (let n = 1; ; n++) {
        const folder = new RunFolder(freePath(context, name, n));
        if (folder.#claim()) return folder;
      }
    }
    const path = resolve(context.folder, out);
    const folder = new RunFolder(path);
    const there = folder.#attempt(path, () => lstatSync(path, { throwIfNoEntry: false }));
    if (there !== undefined && !isEmpty(path)) {
      throw Refusal.of({
        code: 'folder-exists',
        where: { file: path },
        message: 'the folder is there already',
        hint: 'name another with --out',
      });
    }
    folder.#attempt(folder.partial, () => {
      mkdirSync(dirname(path), { recursive: true });
      if (!existsSync(folder.partial)) return;
      // What a killed run left under this very name gives way; anything else there is somebody's.
      if (!isOurs(folder.partial)) throw new Error('something that is no run is there');
      const writer = writerOf(folder.partial);
      if (writer !== undefined) throw new Error(`another run is writing it (process ${writer})`);
      rmSync(folder.partial, { recursive: true });
    });
    if (!folder.#claim())
      throw Refusal.of({
        code: 'not-written',
        where: { file: folder.partial },
        message: 'cannot write this: another run is writing it',
      });
    return folder;
  }

  /** Makes the folder that is written, with who writes it; false where somebody else was faster. */
  #claim(): boolean {
    return this.#attempt(this.partial, () => {
      mkdirSync(dirname(this.path), { recursive: true });
      try {
        mkdirSync(this.partial);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
        throw error;
      }
      writeFileSync(join(this.partial, WRITER), `${process.pid}\n`);
      return true;
    });
  }

  /** A full disk, a folder that was taken away: the state of the machine, not a fault of the program. */
  #attempt<T>(path: string, act: () => T): T {
    try {
      return act();
    } catch (error) {
      throw Refusal.of({
        code: 'not-written',
        where: { file: path },
        message: `cannot write this: ${(error as Error).message}`,
      });
    }
  }

  write(name: string, content: string | Uint8Array): void {
    const path = join(this.partial, name);
    this.#attempt(path, () => writeFileSync(path, content));
  }

  /** A file that grows as bytes come; what was written is there even if the process is killed. */
  sink(name: string): ByteSink {
    const path = join(this.partial, name);
    const file = this.#attempt(path, () => openSync(path, 'w'));
    this.#open.push(file);
    return {
      write: (bytes) =>
        this.#attempt(path, () => {
          for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
        }),
    };
  }

  /** Gives the folder its name. */
  finish(): void {
    this.stop();
    this.#attempt(this.path, () => {
      // Empty since the run began; what somebody put there meanwhile is theirs.
      if (existsSync(this.path)) rmdirSync(this.path);
      renameSync(this.partial, this.path);
    });
  }

  /** Closes all files; the partial folder stays. */
  stop(): void {
    for (const file of this.#open.splice(0)) closeSync(file);
    rmSync(join(this.partial, WRITER), { force: true });
  }
}

/** Holds the number of the process that writes a partial folder. */
const WRITER = 'writer.pid';

/** The process that is writing a partial folder, if it lives. */
function writerOf(partial: string): number | undefined {
  try {
    const id = Number.parseInt(readFileSync(join(partial, WRITER), 'utf8'), 10);
    if (!(id > 0)) return undefined;
    try {
      process.kill(id, 0);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined;
    }
    return id;
  } catch {
    return undefined;
  }
}

/** The files of a run's folder. */
const FILES =
  /^(writer\.pid|about\.json|log\.mcap|measures\.json|report\.html|resolved\.yaml|scenario\.(yaml|json))$/;

/** Whether a folder holds nothing but what a run writes. */
function isOurs(path: string): boolean {
  return statSync(path).isDirectory() && readdirSync(path).every((name) => FILES.test(name));
}

function isEmpty(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}

function freePath(context: Context, name: string, first: number): string {
  const plain =
    name
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'run';
  const stamp = context.now().toISOString().slice(0, 19).replace('T', '-').replace(/:/g, '');
  const base = resolve(context.folder, 'runs', `${plain}-${stamp}`);
  for (let n = first; ; n++) {
    const path = n === 1 ? base : `${base}-${n}`;
    if (!existsSync(path) && !existsSync(`${path}.partial`)) return path;
  }
}
