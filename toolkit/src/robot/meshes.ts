/**
 * Where a mesh reference of a robot file points to. Meshes are not read here, only looked for; nothing outside
 * the roots is even asked for.
 *
 * Understood: `package://p/…` and `model://p/…` (any number of slashes), `file://…`, `$(find p)/…` with or
 * without `file://`, absolute paths, and paths relative to the robot file.
 */

import { type Files, hasFile } from './files.js';
import { type Findings, listed, type Place } from './findings.js';
import { ancestors, baseOf, folderOf, isInside, join, normalise } from './paths.js';

export interface MeshOptions {
  readonly file: string;
  readonly files?: Files;
  /** Folder of a package by its name. Packages are also looked for around the robot file. */
  readonly packages?: ReadonlyMap<string, string>;
  /** Folders that references may reach. By default the package of the robot file (or its folder) and `packages`. */
  readonly roots?: readonly string[];
}

export class MeshFinder {
  readonly #files: Files | undefined;
  readonly #folder: string;
  readonly #packages: ReadonlyMap<string, string>;
  readonly #roots: readonly string[];
  readonly #found = new Map<string, string | undefined>();
  readonly #missing = new Map<string, Place>();
  readonly #unknown = new Map<string, Place>();
  readonly #refused = new Map<string, Place>();

  constructor(options: MeshOptions) {
    this.#files = options.files;
    this.#packages = options.packages ?? new Map();
    this.#folder = folderOf(normalise(options.file) ?? '');
    const own = ancestors(this.#folder).find(
      (folder) => this.#files !== undefined && hasFile(this.#files, join(folder, 'package.xml')),
    );
    const roots = options.roots ?? [own ?? this.#folder, ...this.#packages.values()];
    this.#roots = roots.map((root) => normalise(root)).filter((root) => root !== undefined);
  }

  /** The path where the mesh was found. Without files to look in nothing is found and nothing is missing. */
  find(reference: string, place: Place): string | undefined {
    if (this.#files === undefined) return undefined;
    if (!this.#found.has(reference)) this.#found.set(reference, this.#look(reference, place, this.#files));
    return this.#found.get(reference);
  }

  /** One warning for all that was not found, one for each package that is not known, one for what was refused. */
  report(findings: Findings): void {
    for (const [name, place] of this.#unknown) {
      const hint = `say where "${name}" is, or put the robot file inside it`;
      const known = [...this.#packages.keys()];
      findings.warn('mesh-package-unknown', place, `the package "${name}" was not found: no meshes from it`, {
        hint,
        known,
      });
    }
    list(
      findings,
      'mesh-missing',
      this.#missing,
      'not found',
      'the robot is whole: its meshes are kept by name',
    );
    list(
      findings,
      'mesh-outside',
      this.#refused,
      'not looked for',
      'only files in the given folders are read',
    );
  }

  #look(reference: string, place: Place, files: Files): string | undefined {
    const target = parseReference(reference);
    if (target === undefined) {
      this.#refused.set(reference, place);
      return undefined;
    }
    const candidates = this.#candidates(target, files);
    if (candidates === undefined) {
      if (!this.#unknown.has(target.package ?? '')) this.#unknown.set(target.package ?? '', place);
      return undefined;
    }
    const inside = candidates.filter((path) => path !== undefined && this.#allows(path));
    const found = inside.find((path) => path !== undefined && hasFile(files, path));
    if (found !== undefined) return found;
    (inside.length === 0 ? this.#refused : this.#missing).set(reference, place);
    return undefined;
  }

  /** Paths to try, or undefined where the package is not known. */
  #candidates(target: Target, files: Files): readonly (string | undefined)[] | undefined {
    if (target.package === undefined) {
      const { path } = target;
      return [normalise(path.startsWith('/') ? path : join(this.#folder, path))];
    }
    const given = this.#packages.get(target.package);
    if (given !== undefined) return [normalise(join(given, target.path))];
    // The package that the robot file lies in, or one beside it or beside a folder above it.
    const name = target.package;
    const around = ancestors(this.#folder);
    const folders = around.map((folder) => (baseOf(folder) === name ? folder : join(folder, name)));
    const known = folders.filter(
      (folder) =>
        this.#allows(folder) &&
        (around.includes(folder) ||
          hasFile(files, join(folder, 'package.xml')) ||
          this.#has(files, join(folder, target.path))),
    );
    return known.length === 0 ? undefined : known.map((folder) => normalise(join(folder, target.path)));
  }

  #has(files: Files, path: string): boolean {
    const plain = normalise(path);
    return plain !== undefined && this.#allows(plain) && hasFile(files, plain);
  }

  #allows(path: string): boolean {
    return this.#roots.some((root) => isInside(root, path));
  }
}

interface Target {
  readonly package?: string;
  readonly path: string;
}

/** Undefined for addresses of the web and for what is no path. */
function parseReference(reference: string): Target | undefined {
  let text = reference;
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]+):\/\//.exec(text);
  if (scheme !== null) {
    const kind = scheme[1].toLowerCase();
    text = text.slice(scheme[0].length);
    if (kind === 'package' || kind === 'model') return inPackage(text.replace(/^\/+/, ''));
    if (kind !== 'file') return undefined;
    try {
      text = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  const find = /^\/?\$\(find\s+([^\s()/\\]+)\s*\)\/*(.*)$/.exec(text);
  if (find !== null) return inPackage(`${find[1]}/${find[2]}`);
  return text.includes('\0') ? undefined : { path: text.replaceAll('\\', '/') };
}

function inPackage(text: string): Target | undefined {
  const slash = text.indexOf('/');
  if (slash <= 0 || text.includes('\0')) return undefined;
  const name = text.slice(0, slash);
  return name === '.' || name === '..' ? undefined : { package: name, path: text.slice(slash + 1) };
}

/** Lower-case ending of a mesh file: `stl` for `A.STL`. */
export function meshFormat(file: string): string | undefined {
  return /\.([A-Za-z0-9]+)$/.exec(file)?.[1].toLowerCase();
}

function list(
  findings: Findings,
  code: string,
  references: ReadonlyMap<string, Place>,
  what: string,
  hint: string,
): void {
  const [first] = references.values();
  if (first === undefined) return;
  const count = references.size === 1 ? '1 mesh was' : `${references.size} meshes were`;
  findings.warn(code, first, `${count} ${what}: ${listed([...references.keys()])}`, { hint });
}
