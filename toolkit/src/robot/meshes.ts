/** Which files the meshes of a robot are. They are not read here, only looked for. */
import type { Files } from './files.js';
import { type Findings, listed, type Place } from './findings.js';
import { type PackageOptions, Packages } from './packages.js';
import { baseOf, folderOf } from './paths.js';
import { resolveReference } from './references.js';

/** Finds meshes, and collects what is to be said of those that it does not find. */
export class MeshFinder {
  readonly #packages: Packages;
  readonly #files: Files | undefined;
  readonly #found = new Map<string, string | undefined>();
  readonly #missing = new Map<string, Place>();
  readonly #otherCase = new Map<string, Place>();
  readonly #unknown = new Map<string, Place>();
  readonly #refused = new Map<string, Place>();

  constructor(options: PackageOptions, packages = new Packages(options)) {
    this.#packages = packages;
    this.#files = options.files;
  }

  /** The path where the mesh was found. Without files to look in nothing is found and nothing is missing. */
  find(reference: string, place: Place): string | undefined {
    if (this.#files === undefined) return undefined;
    if (!this.#found.has(reference)) this.#found.set(reference, this.#look(reference, place, this.#files));
    return this.#found.get(reference);
  }

  /** One warning for each kind of trouble, and one for each package that is not known. */
  report(findings: Findings): void {
    const { known } = this.#packages;
    for (const [name, place] of this.#unknown) {
      const hint = `say where "${name}" is, or put the robot file inside it`;
      const message = `the package "${name}" was not found: no meshes from it`;
      findings.warn('mesh-package-unknown', place, message, { hint, known });
    }
    const whole = 'the robot is whole: its meshes are kept by name';
    list(findings, 'mesh-missing', this.#missing, 'not found', whole);
    list(findings, 'mesh-case', this.#otherCase, 'found with the name in another case', 'write it as it is');
    this.#packages.report(findings);
    const only = 'only files in the given folders are read';
    list(findings, 'mesh-outside', this.#refused, 'not looked for', only);
  }

  #look(reference: string, place: Place, files: Files): string | undefined {
    const resolved = resolveReference(reference, this.#packages, files);
    switch (resolved.kind) {
      case 'found':
        if (!resolved.asSpelt) this.#otherCase.set(reference, place);
        return resolved.path;
      case 'package-unknown':
        if (!this.#unknown.has(resolved.name)) this.#unknown.set(resolved.name, place);
        return undefined;
      case 'missing':
        this.#missing.set(reference, place);
        return undefined;
      case 'outside':
        this.#refused.set(reference, place);
        return undefined;
    }
  }
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
  findings.warn(code, first, `${count} ${what}: ${shown([...references.keys()])}`, { hint });
}

/** More references than this are shown by the folder that they share and the first few of their names. */
const mostWhole = 4;

function shown(references: readonly string[]): string {
  if (references.length <= mostWhole) return listed(references);
  const folders = new Set(references.map(folderOf));
  const [folder] = folders;
  if (folders.size > 1 || folder === '') return listed(references, mostWhole);
  return `${listed(references.map(baseOf), mostWhole)}, in "${folder}"`;
}
