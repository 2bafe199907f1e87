import { utf8 } from './text.js';

/**
 * The two-method port through which readers reach files; a folder, a zip or a map in memory stands behind it.
 * Paths are `/`-separated. The reader never leaves the roots that it was given.
 */
export interface Files {
  /** The bytes of a file, or undefined where there is none (or where it lies outside the roots). */
  read(path: string): Uint8Array | undefined;
  /** Whether the file is there, without reading it. */
  has(path: string): boolean;
}

/** Files in a map from path to content. */
export function memoryFiles(entries: Readonly<Record<string, string | Uint8Array>>): Files {
  const map = new Map<string, string | Uint8Array>(Object.entries(entries));
  return {
    read(path) {
      const content = map.get(path);
      return typeof content === 'string' ? utf8(content) : content;
    },
    has: (path) => map.has(path),
  };
}
