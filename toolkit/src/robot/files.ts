import { baseOf, folderOf, normalise } from './paths.js';
import { utf8 } from './text.js';

/**
 * The two-method port through which readers reach files; a folder, a zip or a map in memory stands behind it.
 * Paths are `/`-separated; relative ones start in the folder `.`. Where there is none of what is asked for, a method may
 * throw as well, so that `{ read: readFileSync, list: readdirSync }` are files enough for a robot by itself. The reader never leaves the roots that it was given.
 */
export interface Files {
  /** The bytes of a file, or undefined where there is none (or where it lies outside the roots). */
  read(path: string): Uint8Array | undefined;
  /**
   * The names of what lies in a folder, in no order; those of folders end with `/`. Undefined where there is no such
   * folder (or where it lies outside the roots).
   */
  list(folder: string): readonly string[] | undefined;
  /** What the user can do where a path, or the link that it is, leads out of the folders that may be read; else undefined. */
  outside?(path: string): string | undefined;
}

/** What is said of a file that {@link Files.outside} has something to say of. */
export const liesOutside = 'lies outside the folders that may be read';

/** Whether the file is there, without reading it. */
export function hasFile(files: Files, path: string): boolean {
  const name = baseOf(path);
  return name !== '' && files.list(folderOf(path) || '.')?.includes(name) === true;
}

/** Files in a map from path to content. */
export function memoryFiles(entries: Readonly<Record<string, string | Uint8Array>>): Files {
  const contents = new Map<string, string | Uint8Array>();
  for (const [path, content] of Object.entries(entries)) contents.set(normalise(path) ?? path, content);
  const folders = foldersOf(contents.keys());
  return {
    read(path) {
      const content = contents.get(normalise(path) ?? path);
      return typeof content === 'string' ? utf8(content) : content;
    },
    list(folder) {
      const names = folders.get(normalise(folder) ?? folder);
      return names && [...names];
    },
  };
}

/** What lies in each folder above some normalised files. */
export function foldersOf(paths: Iterable<string>): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for (const path of paths) {
    let name = baseOf(path);
    for (let folder = folderOf(path); ; folder = folderOf(folder)) {
      const names = folders.get(folder);
      // A folder that is known already is known to those above it.
      names?.add(name);
      if (names !== undefined) break;
      folders.set(folder, new Set([name]));
      if (folder === '' || folder === '/' || baseOf(folder) === '..') break;
      name = `${baseOf(folder)}/`;
    }
  }
  return folders;
}
