/** A xacro file → the tree of the file that it stands for. */
import type * as xmldom from '@xmldom/xmldom';
import { hasErrors, type Outcome } from '../../problem/index.js';
import type { Files } from '../files.js';
import { Findings } from '../findings.js';
import { Budget, type XacroBounds, xacroBounds } from './bounds.js';
import type { XacroElement } from './nodes.js';
import { Process } from './process.js';
import { Reports } from './reports.js';
import { Sources } from './sources.js';
import { Texts } from './texts.js';

export interface XacroOptions {
  /** Path of the file: named in problems, and where relative paths start. */
  readonly file: string;
  /** Where included files and YAML files are read. */
  readonly files: Files;
  /** Values of the file's arguments by name; the others have their defaults. */
  readonly args?: ReadonlyMap<string, string>;
  /** The folder of a package, for `$(find name)`. */
  readonly findPackage?: (name: string) => string | undefined;
  /** Names of packages that could be found, for hints. */
  readonly knownPackages?: readonly string[];
  /** What `$(cwd)` is; the folder of the file by default. */
  readonly cwd?: string;
  /** What `$(env NAME)` and `$(optenv NAME)` see; nothing by default. */
  readonly env?: ReadonlyMap<string, string>;
  readonly bounds?: Partial<XacroBounds>;
}

/**
 * Expands xacro as ros/xacro 1.14 does. Elements and attributes of the result carry the file, line and column that
 * they come from, and through which macros. Expressions are Python's, with its numbers; nothing in them reaches an
 * object of the language underneath, and what they may ask for is bounded.
 *
 * All problems are reported at once, as far as one does not follow from another. What the file itself reports by
 * `xacro.error` is an error in `findings`, too.
 *
 * @param source text, bytes, or the document element where it is parsed already (`parseXml`)
 * @returns the root element, or undefined after an error
 */
export function expandXacro(
  source: string | Uint8Array | xmldom.Element,
  options: XacroOptions,
  findings: Findings,
): XacroElement | undefined {
  const {
    file,
    files,
    args = new Map(),
    findPackage = () => undefined,
    knownPackages = [],
    env = new Map(),
  } = options;
  const budget = new Budget({ ...xacroBounds, ...options.bounds });
  const sources = new Sources(file, files, knownPackages, findings, budget);
  const root = sources.tree(sources.file, source, []);
  if (root === undefined) return undefined;
  const cwd = options.cwd ?? sources.folder;
  const texts = new Texts({ args, findPackage, cwd, env }, sources, findings, budget);
  return new Process(sources, texts, new Reports(findings, budget), budget).run(root, args);
}

/** The same with the problems as data: a tree, or none after an error, one that the file itself reports included. */
export function expandedXacro(source: string | Uint8Array, options: XacroOptions): Outcome<XacroElement> {
  const findings = new Findings(options.file);
  const value = expandXacro(source, options, findings);
  const problems = findings.problems();
  return value === undefined || hasErrors(problems) ? { problems } : { value, problems };
}
