/** The files of one expansion: found, read once, and stacked while one includes another. */
import type * as xmldom from '@xmldom/xmldom';
import { type Files, hasFile, liesOutside } from '../files.js';
import type { Findings, Place } from '../findings.js';
import { markupBounds } from '../markup.js';
import { baseOf, folderOf, join, normalise } from '../paths.js';
import { parseXml } from '../xml.js';
import type { Budget } from './bounds.js';
import { Fault } from './fault.js';
import { glob, hasWildcard } from './glob.js';
import { nearestOf } from './known.js';
import { isXacro, nodesOf, XacroElement } from './nodes.js';

/** What a look for a file costs, next to an operation of an expression. */
const lookSteps = 200;

/** `$(find name)` of a package that was not found stays as it is written. */
const unfound = /\$\(find ([^)]*)\)/;

export class Sources {
  readonly #files: Files;
  /** Packages that could be found, for hints. */
  readonly knownPackages: readonly string[];
  readonly #findings: Findings;
  readonly #budget: Budget;
  readonly #bytes = new Map<string, Uint8Array | undefined>();
  readonly #trees = new Map<string, XacroElement | undefined>();
  readonly #stack: string[];
  #size = 0;
  /** Arguments that some file declares, whether or not it came to that, with the text of the default that each has. */
  readonly declared = new Map<string, string | undefined>();
  /** Packages that were not found and that a file was to be read of. */
  readonly missed = new Set<string>();

  constructor(
    file: string,
    files: Files,
    knownPackages: readonly string[],
    findings: Findings,
    budget: Budget,
  ) {
    this.knownPackages = knownPackages;
    this.#files = files;
    this.#findings = findings;
    this.#budget = budget;
    this.#stack = [normalise(file) ?? file];
  }

  /** The file that is being read: the robot file, or the innermost one that is included. */
  get file(): string {
    return this.#stack[this.#stack.length - 1];
  }

  get folder(): string {
    return folderOf(this.file);
  }

  /** A path as it is written in the file that is being read. */
  absolute(path: string): string {
    return path.startsWith('/') ? path : join(this.folder, path);
  }

  /**
   * The path of a file that is there, or undefined. Relative paths start in the folder of the file that is being
   * read; a package's folder may be relative too, and starts where the robot file's path starts.
   */
  find(path: string): string | undefined {
    return this.#candidates(path).find((candidate) => this.#read(candidate) !== undefined);
  }

  #candidates(path: string): readonly string[] {
    // What was written on Windows may have back slashes, also behind `$(find …)`.
    const plain = path.replaceAll('\\', '/');
    const all = plain.startsWith('/') ? [plain] : [join(this.folder, plain), plain];
    return [...new Set(all.map(normalise).filter((candidate) => candidate !== undefined))];
  }

  /** The files that a path or pattern names, in the order of their paths; a faulty path is a fault. */
  named(path: string): readonly string[] {
    const missing = unfound.exec(path)?.[1];
    if (missing !== undefined) {
      this.missed.add(missing);
      throw packageFault(missing, this.knownPackages);
    }
    if (!hasWildcard(path)) {
      const found = this.find(path);
      return found === undefined ? [] : [found];
    }
    for (const candidate of this.#candidates(path)) {
      const found = glob(candidate, this.#files, this.#budget);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** A file that is not there or may not be read, with the name beside it that may have been meant. */
  missing(path: string): Fault {
    this.#budget.step(lookSteps);
    const [, scheme, rest = ''] = /^(package|model|file):\/+(.*)$/s.exec(path) ?? [];
    if (scheme !== undefined) {
      const [name, ...below] = rest.split('/');
      const spelt = scheme === 'file' ? `/${rest}` : `$(find ${name})/${below.join('/')}`;
      return new Fault('xacro-file-missing', `${scheme}:// is for meshes: it names no file to be read here`, {
        got: path,
        hint: `write ${spelt}`,
      });
    }
    const [first = path] = this.#candidates(path);
    const hint = this.#files.outside?.(first);
    if (hint !== undefined)
      return new Fault('xacro-file-outside', `the file ${first} ${liesOutside}`, { hint });
    const absent = this.#absentFolder(first);
    if (absent !== undefined) {
      return new Fault(
        'xacro-file-missing',
        `the file ${first} was not found: ${folderOf(absent.path) || '.'} has no folder ${baseOf(absent.path)}`,
        { known: absent.beside, ...nearestOf(baseOf(absent.path), absent.beside) },
      );
    }
    const beside = this.#files.list(folderOf(first) || '.') ?? [];
    return new Fault(
      'xacro-file-missing',
      `the file ${first} was not found`,
      nearestOf(
        baseOf(first),
        beside.filter((name) => !name.endsWith('/')),
      ),
    );
  }

  /** Of the folders that a path leads through the first that is not there, and the folders that are there in its place. */
  #absentFolder(path: string): { readonly path: string; readonly beside: readonly string[] } | undefined {
    let absent = folderOf(path);
    if (absent === '' || this.#files.list(absent) !== undefined) return undefined;
    for (;;) {
      const above = folderOf(absent);
      const beside = this.#files.list(above || '.');
      if (beside !== undefined) {
        const folders = beside.filter((name) => name.endsWith('/')).map((name) => name.slice(0, -1));
        return folders.length > 0 ? { path: absent, beside: folders } : undefined;
      }
      if (above === '' || above === absent) return undefined;
      absent = above;
    }
  }

  bytes(path: string): Uint8Array | undefined {
    return this.#read(path);
  }

  #read(path: string): Uint8Array | undefined {
    if (this.#bytes.has(path)) return this.#bytes.get(path);
    this.#budget.step(lookSteps);
    const bytes = hasFile(this.#files, path) ? this.#files.read(path) : undefined;
    this.#bytes.set(path, bytes);
    if (bytes === undefined) return undefined;
    this.#size += bytes.length;
    const { files, bytes: most } = this.#budget.bounds;
    const count = [...this.#bytes.values()].filter((content) => content !== undefined).length;
    if (count > files || this.#size > most) {
      throw new Fault(
        'xacro-too-large',
        'too many or too large files are included',
        {
          expected: `at most ${files} files and ${most} bytes`,
        },
        true,
      );
    }
    return bytes;
  }

  /** The tree of a file, or undefined after an error in the findings. */
  tree(
    path: string,
    source: string | Uint8Array | xmldom.Element,
    trail: readonly string[],
  ): XacroElement | undefined {
    if (this.#trees.has(path)) return this.#trees.get(path);
    const unparsed = typeof source === 'string' || source instanceof Uint8Array;
    const findings = this.#findings.within(path, trail);
    const root = unparsed ? parseXml(source, findings, markupBounds, ['xacro']) : source;
    const tree = root && nodesOf(root, path);
    this.#trees.set(path, tree);
    if (tree !== undefined) this.#declare(tree);
    return tree;
  }

  #declare(tree: XacroElement): void {
    const work: XacroElement[] = [tree];
    for (let next = work.pop(); next !== undefined; next = work.pop()) {
      if (isXacro(next) && next.name === 'arg') {
        this.declared.set(next.attributes.get('name')?.value ?? '', next.attributes.get('default')?.value);
      }
      for (const node of next.content) if (node instanceof XacroElement) work.push(node);
    }
  }

  /** Does something while a file is the one that is being read; a file that includes itself on and on is a fault. */
  within(path: string, place: Place, body: () => void): void {
    const before = this.#stack.filter((file) => file === path).length;
    if (before >= this.#budget.bounds.selfIncludes) {
      const ring = [...this.#stack.slice(this.#stack.lastIndexOf(path)), path];
      throw new Fault(
        'xacro-include-loop',
        `files include each other without end: ${ring.map(baseOf).join(' → ')}`,
      ).at(place);
    }
    this.#stack.push(path);
    try {
      body();
    } finally {
      this.#stack.pop();
    }
  }
}

export function packageFault(name: string, known: readonly string[]): Fault {
  const near = nearestOf(name, known).hint;
  const elsewhere = `--root adds the workspace that it is in, --package ${name}=FOLDER its folder`;
  return new Fault('xacro-package-unknown', `the package \`${name}\` was not found`, {
    known,
    hint: near === undefined ? elsewhere : `${near} If not: ${elsewhere}`,
  });
}
