/**
 * A run's folder. It is written as `<folder>.partial` and gets its name when everything is in it, so that no
 * half-written folder passes for a whole one; a run that is killed leaves the partial folder with its log.
 */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { ByteSink } from 'pliant/record';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';

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
    const path = out === undefined ? freePath(context, name) : resolve(context.folder, out);
    const folder = new RunFolder(path);
    if (existsSync(path) && !(out !== undefined && isEmpty(path))) {
      throw new Refusal(exit.badInput, `the folder ${path} is there already; name another with --out`);
    }
    try {
      mkdirSync(dirname(path), { recursive: true });
      // What a killed run left under this very name gives way; anything else there is somebody's.
      if (existsSync(folder.partial) && !isOurs(folder.partial)) {
        throw new Error('something that is no run is there');
      }
      rmSync(folder.partial, { recursive: true, force: true });
      mkdirSync(folder.partial);
    } catch (error) {
      throw new Refusal(exit.badInput, `cannot write ${folder.partial}: ${(error as Error).message}`);
    }
    return folder;
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.partial, name), content);
  }

  /** A file that grows as bytes come; what was written is there even if the process is killed. */
  sink(name: string): ByteSink {
    const file = openSync(join(this.partial, name), 'w');
    this.#open.push(file);
    return {
      write(bytes) {
        for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
      },
    };
  }

  /** Gives the folder its name. */
  finish(): void {
    this.closeFiles();
    if (existsSync(this.path)) rmSync(this.path, { recursive: true });
    renameSync(this.partial, this.path);
  }

  closeFiles(): void {
    for (const file of this.#open.splice(0)) closeSync(file);
  }
}

/** The files of a run's folder. */
const FILES = /^(about\.json|log\.mcap|measures\.json|report\.html|resolved\.yaml|scenario\.(yaml|json))$/;

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

function freePath(context: Context, name: string): string {
  const plain =
    name
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'run';
  const stamp = context.now().toISOString().slice(0, 19).replace('T', '-').replace(/:/g, '');
  const base = resolve(context.folder, 'runs', `${plain}-${stamp}`);
  let path = base;
  for (let n = 2; existsSync(path) || existsSync(`${path}.partial`); n++) path = `${base}-${n}`;
  return path;
}
