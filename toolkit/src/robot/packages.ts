/**
 * Packages of ROS without ROS: folders that hold a `package.xml`, or that are called like the package. Given ones
 * come first, then those around the robot file, then what a bounded search of the roots finds. Nothing outside the
 * roots is ever given back.
 */
import { type Files, hasFile } from './files.js';
import { Findings, listed } from './findings.js';
import type { MarkupBounds } from './markup.js';
import { ancestors, baseOf, folderOf, isInside, join, normalise, relativeTo } from './paths.js';
import { walkBounds, walkFolders } from './walk.js';
import { readXml } from './xml.js';

export interface PackageOptions {
  /** Path of the robot file. */
  readonly file: string;
  readonly files?: Files;
  /** Folder of a package by its name; it counts as a root, and no other folder is taken for that package. */
  readonly packages?: ReadonlyMap<string, string>;
  /** Folders that references may reach. By default the package of the robot file, or its folder. */
  readonly roots?: readonly string[];
  /** Absolute path of the folder that relative paths start in: what is below relative roots is then found by absolute paths too. */
  readonly start?: string;
  /** One more root: the folder or zip that the robot file was looked for in. */
  readonly within?: string;
}

/** A package.xml is small. */
const manifestBounds: MarkupBounds = { size: 200_000, elements: 5000, depth: 20, attributes: 50 };

export class Packages {
  /** The folder of the robot file. */
  readonly folder: string;
  readonly #files: Files | undefined;
  readonly #start: string | undefined;
  readonly #given: ReadonlyMap<string, string>;
  /** Normalised; references reach what lies below them. */
  readonly roots: readonly string[];
  readonly #manifests = new Map<string, string | undefined>();
  readonly #near = new Map<string, readonly string[]>();
  #search: Search | undefined;
  readonly #several = new Map<string, readonly string[]>();

  constructor({ file, files, packages = new Map(), roots, start, within }: PackageOptions) {
    this.#files = files;
    this.#start = start === undefined ? undefined : normalise(start);
    this.folder = folderOf(normalise(file) ?? '');
    const given: [string, string][] = [];
    for (const [name, folder] of packages) {
      const plain = normalise(folder);
      if (plain !== undefined) given.push([name, plain]);
    }
    this.#given = new Map(given);
    const own = ancestors(this.folder).find((folder) => this.#hasManifest(folder));
    const more = within === undefined ? [] : [within];
    const all = [...(roots ?? [own ?? this.folder]), ...more, ...this.#given.values()];
    this.roots = [...new Set(all.map((root) => normalise(root)).filter((root) => root !== undefined))];
  }

  /** The folder of a package (`.` for the one that relative paths start in), or undefined where none is found. */
  find(name: string): string | undefined {
    for (const folders of this.candidates(name)) {
      const [first] = folders;
      if (first !== undefined) return first === '' ? '.' : first;
    }
    return undefined;
  }

  /** Folders that may be the package, best first: the near ones, then the ones that a search finds. */
  *candidates(name: string): Generator<readonly string[]> {
    if (this.#files === undefined || !isName(name)) return;
    const given = this.#given.get(name);
    if (given !== undefined) {
      yield [given];
      return;
    }
    let near = this.#near.get(name);
    if (near === undefined) this.#near.set(name, (near = this.#nearby(name)));
    yield near;
    this.#search ??= this.#searched(this.#files);
    const { manifests, folders } = this.#search;
    const named = manifests.get(name) ?? [];
    // The same package in the sources and where it was installed to: the first one counts, and is named.
    if (near.length === 0 && named.length > 1) this.#several.set(name, named);
    yield [...named, ...(folders.get(name) ?? [])];
  }

  /** Whether a normalised path lies inside the roots. */
  allows(path: string): boolean {
    return this.roots.some((root) => isInside(root, path));
  }

  /** A normalised absolute path as the roots are spelt, where it lies inside them in that spelling alone. */
  spelt(path: string): string {
    if (this.#start === undefined || this.allows(path)) return path;
    const relative = relativeTo(this.#start, path);
    return this.allows(relative) ? relative : path;
  }

  /** Names of the packages that are given or were found so far. */
  get known(): readonly string[] {
    const around = ancestors(this.folder).map((folder) => this.#manifest(folder));
    const found = [...(this.#search?.manifests.keys() ?? [])];
    return [...new Set([...this.#given.keys(), ...around.filter((name) => name !== undefined), ...found])];
  }

  /** Warns of a search that was cut short and of packages that stand in several folders. */
  report(findings: Findings): void {
    for (const [name, folders] of this.#several) {
      const message = `the package "${name}" stands in ${folders.length} folders; the first one is taken: ${listed(folders)}`;
      findings.warn('package-several', {}, message, { hint: 'say which one is meant' });
    }
    if (this.#search?.cut === true) {
      const message = `packages were looked for in ${walkBounds.folders} folders, ${walkBounds.depth} deep, and no further`;
      findings.warn('package-search-cut', {}, message, { hint: 'say where the package is' });
    }
  }

  /** Above the robot file or beside what is above it. */
  #nearby(name: string): readonly string[] {
    const around = ancestors(this.folder);
    const above = around.filter((folder) => this.#manifest(folder) === name);
    const called = around.filter((folder) => baseOf(folder) === name);
    const beside = around.map((folder) => join(folder, name)).filter((folder) => this.#isFolder(folder));
    const all = [
      ...above,
      ...called,
      ...beside.filter((folder) => this.#manifest(folder) === name),
      ...beside,
    ];
    return [...new Set(all)].filter((folder) => this.allows(folder));
  }

  #isFolder(folder: string): boolean {
    return this.allows(folder) && this.#files?.list(folder) !== undefined;
  }

  #hasManifest(folder: string): boolean {
    return this.#files !== undefined && hasFile(this.#files, join(folder, manifestFile));
  }

  /** The name that the package.xml of a folder gives. */
  #manifest(folder: string): string | undefined {
    if (!this.#manifests.has(folder)) {
      const bytes = this.#hasManifest(folder) ? this.#files?.read(join(folder, manifestFile)) : undefined;
      this.#manifests.set(folder, bytes && packageName(bytes));
    }
    return this.#manifests.get(folder);
  }

  /** All folders below the roots. */
  #searched(files: Files): Search {
    const manifests = new Map<string, string[]>();
    const folders = new Map<string, string[]>();
    const cut = walkFolders(files, this.roots, (folder, names) => {
      enter(folders, baseOf(folder), folder);
      const name = names.includes(manifestFile) ? this.#manifest(folder) : undefined;
      if (name !== undefined) enter(manifests, name, folder);
    });
    return { manifests, folders, cut };
  }
}

interface Search {
  readonly manifests: Map<string, string[]>;
  readonly folders: Map<string, string[]>;
  /** Whether a bound ended it. */
  readonly cut: boolean;
}

const manifestFile = 'package.xml';

function enter(map: Map<string, string[]>, name: string, folder: string): void {
  const list = map.get(name);
  if (list === undefined) map.set(name, [folder]);
  else list.push(folder);
}

/** Whether a text may be the name of a package, and so of a folder. */
function isName(name: string): boolean {
  return name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name);
}

function packageName(bytes: Uint8Array): string | undefined {
  const root = readXml(bytes, new Findings(manifestFile), manifestBounds);
  if (root?.name !== 'package') return undefined;
  return root.children.find((child) => child.name === 'name')?.text;
}
