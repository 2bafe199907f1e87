/** The toolkit's `Files` port over folders: only regular files and folders inside the roots, of bounded size. */
import {
  type Dirent,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { type Files, liesOutside } from 'pliant/robot';
import { robotFilesOf } from './overrides.js';

export interface FolderFiles extends Files {
  outside(path: string): string | undefined;
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
  const outside = (path: string): string | undefined => {
    if (path.includes('\0')) return undefined;
    const asked = resolve(folder, path);
    const target = realpath(asked);
    // Nothing is said of what exists outside the roots.
    if (target === undefined ? inside(real, asked) : inside(real, target)) return undefined;
    return inside(real, asked)
      ? 'it is a link that leads out of them: --root DIR adds one'
      : `add --root ${quoted(briefPath(folder, dirname(asked)))}`;
  };
  const locate = (path: string): { file: string; size: number } | { fault: string } => {
    const hint = outside(path);
    if (hint !== undefined) return { fault: `it ${liesOutside}; ${hint}` };
    const target = path.includes('\0') ? undefined : realpath(resolve(folder, path));
    if (target === undefined) return { fault: 'there is no such file' };
    const stats = stat(target);
    if (stats === undefined) return { fault: 'it cannot be read' };
    if (!stats.isFile())
      return { fault: stats.isDirectory() ? 'it is a folder' : 'it is not a regular file' };
    if (stats.size > fileLimit) return { fault: `it is larger than ${fileLimit / 1024 / 1024} MiB` };
    return { file: target, size: stats.size };
  };
  return {
    list: (path) => {
      const target = path.includes('\0') ? undefined : realpath(resolve(folder, path));
      if (target === undefined || !inside(real, target)) return undefined;
      return entriesOf(target)?.flatMap((entry) => {
        if (!entry.isSymbolicLink()) return nameOf(entry);
        const linked = realpath(join(target, entry.name));
        const stats = linked !== undefined && inside(real, linked) ? stat(linked) : undefined;
        return stats === undefined ? [] : nameOf(stats, entry.name);
      });
    },
    read: (path) => {
      const found = locate(path);
      if ('fault' in found) return undefined;
      try {
        return readFileSync(found.file);
      } catch {
        return undefined;
      }
    },
    outside,
    why: (path) => {
      const found = locate(path);
      return 'fault' in found ? found.fault : 'it cannot be read';
    },
  };
}

/** Roots for a command on `paths`: the folder of the command, and of each file that was named, or the named folder. */
export function rootsFor(folder: string, paths: readonly string[], more: readonly string[] = []): string[] {
  return [...new Set([folder, ...paths.map((path) => folderNamed(folder, path)), ...more])];
}

/** The folder that a path is, that its zip lies in, or that it lies in itself. */
export function folderNamed(folder: string, file: string): string {
  const path = resolve(folder, file);
  if (stat(path)?.isDirectory()) return path;
  const zip = /^(.*?\.zip)(?:[\\/]|$)/i.exec(path)?.[1];
  return dirname(zip ?? path);
}

/** Roots for a scenario: as {@link rootsFor}, and the project that the scenario is part of. */
export function scenarioRoots(
  folder: string,
  scenario: string,
  overrides: readonly string[],
  more: readonly string[] = [],
  home = homedir(),
): string[] {
  const project = projectOf(dirname(resolve(folder, scenario)), home);
  const added = project === undefined ? more : [project, ...more];
  return rootsFor(folder, [scenario, ...robotFilesOf(overrides)], added);
}

/** What tells the top folder of a project. */
export const projectMarks = ['package.json', '.git', 'pliant.yaml'] as const;

/** The nearest of a folder and those around it that holds a mark; never a home folder or the top of the disk. */
function projectOf(folder: string, home: string): string | undefined {
  for (let at = folder; dirname(at) !== at && at !== home; at = dirname(at)) {
    if (projectMarks.some((mark) => existsSync(join(at, mark)))) return at;
  }
  return undefined;
}

/** A path as it is best shown from a folder: relative where it lies below. */
export function shownPath(folder: string, path: string): string {
  const short = relative(folder, path);
  return short === '' ? '.' : short.startsWith('..') || isAbsolute(short) ? path : short;
}

function inside(roots: readonly string[], path: string): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep));
}

/** The shorter of the path as it is and as it is from a folder. */
function briefPath(folder: string, path: string): string {
  const short = relative(folder, path) || '.';
  return short.length < path.length ? short : path;
}

/** As one word of a shell. */
export function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

function entriesOf(folder: string): readonly Dirent[] | undefined {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** As it stands in a list: neither files nor folders (pipes, devices) do not. */
function nameOf(kind: Dirent | Stats, name = (kind as Dirent).name): readonly string[] {
  return kind.isDirectory() ? [`${name}/`] : kind.isFile() ? [name] : [];
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
