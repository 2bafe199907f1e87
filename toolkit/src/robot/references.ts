/**
 * Where a reference of a robot file leads: the one place that understands `package://p/…` and `model://p/…` (any
 * number of slashes), `file://…`, `$(find p)/…` with or without `file://`, absolute paths and relative ones, back
 * slashes, percent escapes, and a name in the wrong case.
 */
import { type Files, hasFile } from './files.js';
import type { Packages } from './packages.js';
import { baseOf, folderOf, join, normalise } from './paths.js';

export type Resolved =
  /** `asSpelt` is false where capitals of the file's name are small letters there, or the other way round. */
  | { readonly kind: 'found'; readonly path: string; readonly asSpelt: boolean }
  | { readonly kind: 'missing' }
  /** It leads out of the roots, or to the web, or is no path. */
  | { readonly kind: 'outside' }
  | { readonly kind: 'package-unknown'; readonly name: string };

/** Nothing outside the roots is asked for. */
export function resolveReference(reference: string, packages: Packages, files: Files): Resolved {
  const target = parseReference(reference);
  if (target === undefined) return { kind: 'outside' };
  let inside = 0;
  let folders = 0;
  for (const group of foldersFor(target, packages)) {
    folders += group.length;
    const paths = group
      .flatMap((folder) =>
        target.paths.map((path) => {
          if (!path.startsWith('/')) return normalise(join(folder, path));
          const absolute = normalise(path);
          return absolute && packages.spelt(absolute);
        }),
      )
      .filter((path) => path !== undefined && packages.allows(path));
    inside += paths.length;
    for (const path of paths) {
      if (path !== undefined && hasFile(files, path)) return { kind: 'found', path, asSpelt: true };
    }
    for (const path of paths) {
      const near = path === undefined ? undefined : inOtherCase(files, path);
      if (near !== undefined) return { kind: 'found', path: near, asSpelt: false };
    }
  }
  if (target.package !== undefined && folders === 0) return { kind: 'package-unknown', name: target.package };
  return { kind: inside === 0 ? 'outside' : 'missing' };
}

/** Folders that the target's paths start in, group by group. */
function foldersFor(target: Target, packages: Packages): Iterable<readonly string[]> {
  if (target.package !== undefined) return packages.candidates(target.package);
  // Where a package was found by a path of the command's folder, what begins with it starts there too.
  return [[packages.folder], ['']];
}

interface Target {
  readonly package?: string;
  /** As written, and with its percent escapes read. */
  readonly paths: readonly string[];
}

/** Undefined for addresses of the web and for what is no path. */
function parseReference(reference: string): Target | undefined {
  if (reference.includes('\0')) return undefined;
  let text = reference.replaceAll('\\', '/');
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):\/\//.exec(text);
  if (scheme !== null) {
    const kind = scheme[1].toLowerCase();
    text = text.slice(scheme[0].length);
    if (kind === 'package' || kind === 'model') return inPackage(text.replace(/^\/+/, ''));
    if (kind !== 'file') return undefined;
  }
  const find = /^\/?\$\(find\s+([^\s()/]+)\s*\)\/*(.*)$/.exec(text);
  if (find !== null) return inPackage(`${find[1]}/${find[2]}`);
  const paths = spellings(text);
  return paths && { paths };
}

function inPackage(text: string): Target | undefined {
  const slash = text.indexOf('/');
  if (slash <= 0) return undefined;
  const name = text.slice(0, slash);
  // A path below the package, however many slashes stand before it.
  const paths = spellings(text.slice(slash + 1).replace(/^\/+/, ''));
  return paths && name !== '.' && name !== '..' ? { package: name, paths } : undefined;
}

/** The text and what its percent escapes mean; undefined where those hold what no path holds. */
function spellings(text: string): readonly string[] | undefined {
  if (!text.includes('%')) return [text];
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\0')
      ? undefined
      : decoded === text
        ? [text]
        : [text, decoded.replaceAll('\\', '/')];
  } catch {
    return [text];
  }
}

/** The only file of the folder whose name differs in its case alone, `A.STL` for `a.stl`. */
function inOtherCase(files: Files, path: string): string | undefined {
  const wanted = baseOf(path).toLowerCase();
  const folder = folderOf(path);
  const near = files.list(folder || '.')?.filter((name) => name.toLowerCase() === wanted) ?? [];
  return near.length === 1 && wanted.includes('.') ? join(folder, near[0]) : undefined;
}
