/** The toolkit's `Files` port over folders: only regular files inside the roots, of bounded size. */
import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Files } from 'pliant/robot';

export interface FolderFiles extends Files {
  /** Why a file could not be read, in words: `there is no such file`. */
  why(path: string): string;
}

/** Largest file that is read, bytes. */
export const fileLimit = 64 * 1024 * 1024;

/**
 * Files under `roots`. Relative paths start at `folder`. A path is resolved through all symbolic links first,
 * and what it then names must lie inside a root.
 */
export function folderFiles(folder: string, roots: readonly string[]): FolderFiles {
  const real = [
    ...new Set(roots.map((root) => realpath(resolve(folder, root))).filter((x) => x !== undefined)),
  ];
  const locate = (path: string): { file: string; size: number } | { fault: string } => {
    if (path.includes('\0')) return { fault: 'there is no such file' };
    const target = realpath(resolve(folder, path));
    if (target === undefined) {
      // Say nothing of what exists outside the roots.
      return { fault: inside(real, resolve(folder, path)) ? 'there is no such file' : outside(real) };
    }
    if (!inside(real, target)) return { fault: outside(real) };
    const stats = stat(target);
    if (stats === undefined) return { fault: 'it cannot be read' };
    if (!stats.isFile())
      return { fault: stats.isDirectory() ? 'it is a folder' : 'it is not a regular file' };
    if (stats.size > fileLimit) return { fault: `it is larger than ${fileLimit / 1024 / 1024} MiB` };
    return { file: target, size: stats.size };
  };
  return {
    has: (path) => 'file' in locate(path),
    read: (path) => {
      const found = locate(path);
      if ('fault' in found) return undefined;
      try {
        return readFileSync(found.file);
      } catch {
        return undefined;
      }
    },
    why: (path) => {
      const found = locate(path);
      return 'fault' in found ? found.fault : 'it cannot be read';
    },
  };
}

/** Roots for a command on `paths`: the folder of the command, and the folder of each file that was named. */
export function rootsFor(folder: string, paths: readonly string[], more: readonly string[] = []): string[] {
  return [...new Set([folder, ...paths.map((path) => dirname(resolve(folder, path))), ...more])];
}

/** A path as it is best shown from a folder: relative where it lies below. */
export function shownPath(folder: string, path: string): string {
  const short = relative(folder, path);
  return short === '' ? '.' : short.startsWith('..') || isAbsolute(short) ? path : short;
}

function inside(roots: readonly string[], path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

function outside(roots: readonly string[]): string {
  return `it lies outside the folders that may be read (${roots.join(', ')}); --root DIR adds one`;
}

function realpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function stat(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
