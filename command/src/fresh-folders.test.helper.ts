/** The command as a test calls it: in a folder of its own, with its result and its talk in hand. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, expect } from 'vitest';
import type { Context } from './context.js';
import { main } from './main.js';

export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly talk: string;
}

export interface Place {
  /** The folder of the command: a fresh one for every test, which may go to another. */
  folder: string;
  /** Runs the command there; whatever it is given, it prints no stack trace. */
  pliant(...line: string[]): Promise<Ended>;
  /** A path from there. */
  path(...parts: string[]): string;
  /** Writes files, and the folders that they stand in. */
  put(files: Readonly<Record<string, string | Uint8Array>>): void;
  /** The text of a file. */
  text(...parts: string[]): string;
}

/** When the command is called, by its own clock. */
const now = new Date(Date.UTC(2024, 1, 3, 4, 5, 6));

/** A fresh folder for every test of this file, with these files in it; `name` tells the file's folders from others. */
export function freshFolders(name: string, files: Readonly<Record<string, string>> = {}): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), `pliant-${name}-`)));
  let count = 0;
  const place: Place = {
    folder: base,
    async pliant(...line) {
      let out = '';
      let talk = '';
      const context: Context = {
        folder: place.folder,
        out: (text) => void (out += text),
        talk: (text) => void (talk += text),
        watched: false,
        clock: () => performance.now() / 1000,
        now: () => now,
      };
      const code = await main(line, context);
      expect(out + talk).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
      return { code, out, talk };
    },
    path: (...parts) => join(place.folder, ...parts),
    put(written) {
      for (const [path, content] of Object.entries(written)) {
        mkdirSync(dirname(place.path(path)), { recursive: true });
        writeFileSync(place.path(path), content);
      }
    },
    text: (...parts) => readFileSync(place.path(...parts), 'utf8'),
  };
  beforeEach(() => {
    place.folder = join(base, String(count++));
    mkdirSync(place.folder);
    place.put(files);
  });
  afterAll(() => rmSync(base, { recursive: true }));
  return place;
}
