/** Which file is the robot in a folder or a zip. */
import type { Outcome } from '../problem/index.js';
import { type Archives, archiveName } from './archives.js';
import { Findings, listed } from './findings.js';
import { baseOf, join, normalise } from './paths.js';
import { formatOf, isMacroCall } from './sniff.js';
import { decodeXml } from './text.js';
import { walkBounds, walkFolders } from './walk.js';
import { isXacro } from './xacro/nodes.js';
import { readXml, type XmlElement } from './xml.js';

export interface Located {
  readonly file: string;
  /** The folder or zip that was named, or the zip that the file stands in. */
  readonly within?: string;
}

/** Files that are looked into. */
const mostFiles = 500;
/** Robot files of which copies are told apart. */
const mostCompared = 20;
const endings = /\.(urdf|xacro|xml|mjcf)$/i;

/**
 * The robot file that a path means: itself, or the only one in the folder or zip that it names. Files that only hold
 * macros, and those that another one includes, are not candidates.
 */
export function locateRobot(path: string, files: Archives): Outcome<Located> {
  const names = files.list(path);
  if (names === undefined) {
    const zip = files.zipOf(path);
    return { value: zip === undefined ? { file: path } : { file: path, within: zip }, problems: [] };
  }
  const findings = new Findings(path);
  const { candidates, copies, archives, cut } = robotsIn(path, files);
  if (cut) {
    const bounds = `${walkBounds.folders} folders, ${walkBounds.depth} deep, and ${mostFiles} files`;
    findings.warn('robot-search-cut', {}, `robot files were looked for in ${bounds}, and no further`);
  }
  const [first] = candidates;
  if (first === undefined) {
    findings.error('robot-file-none', {}, 'there is no robot file in it', {
      expected: 'a .urdf, .xacro or .xml file with a root element <robot> or <mujoco>',
      ...archiveHint(archives, files.zipOf(path) !== undefined),
    });
    return { problems: findings.problems() };
  }
  if (candidates.length > 1) {
    findings.error('robot-file-several', {}, `${candidates.length} robot files are in it`, {
      known: candidates,
      hint: `name one of them: ${first}`,
    });
    return { problems: findings.problems() };
  }
  const again = copies === 0 ? '' : ` but for ${copies === 1 ? 'a copy' : `${copies} copies`} of the same`;
  findings.warn('robot-file-chosen', {}, `the robot is ${first}, the only robot file in it${again}`);
  return { value: { file: first, within: path }, problems: findings.problems() };
}

/** What to do about archives that lie in a folder or zip without a robot. */
function archiveHint([first, ...more]: readonly string[], inZip: boolean): { readonly hint?: string } {
  if (first === undefined) return {};
  if (!inZip && /\.zip$/i.test(first) && more.length === 0) {
    return { hint: `a zip lies in it, which may be named itself: ${first}` };
  }
  return { hint: `archives that lie in it are not looked into: unpack ${listed([first, ...more])}` };
}

interface Searched {
  readonly candidates: readonly string[];
  /** How many more places hold the same files again. */
  readonly copies: number;
  /** Archives that were seen, and not looked into. */
  readonly archives: readonly string[];
  readonly cut: boolean;
}

function robotsIn(folder: string, files: Archives): Searched {
  const found: Sniffed[] = [];
  const archives: string[] = [];
  let looked = 0;
  const cut = walkFolders(files, [normalise(folder) ?? folder], (inner, names) => {
    for (const name of names) {
      if (archiveName.test(name)) archives.push(join(inner, name));
      if (!endings.test(name) || name.startsWith('.') || looked >= mostFiles) continue;
      looked++;
      const file = join(inner, name);
      const bytes = files.read(file);
      const sniffed = bytes && sniff(file, bytes);
      if (sniffed !== undefined) found.push(sniffed);
    }
  });
  const whole = found.filter((sniffed) => sniffed.whole);
  const some = whole.length > 0 ? whole : found;
  const parts = some.flatMap(({ includes }) => includes);
  const own = some.filter(({ file }) => !parts.some((part) => `/${file}`.endsWith(`/${part}`)));
  // Files that include each other are all candidates.
  const all = (own.length > 0 ? own : some).map(({ file }) => file);
  const candidates = withoutCopies(all, files);
  const copies = all.length - candidates.length;
  return { candidates, copies, archives, cut: cut || looked >= mostFiles };
}

/** The first of several files of one name and content: sources and where they were installed or linked to. */
function withoutCopies(paths: readonly string[], files: Archives): readonly string[] {
  if (paths.length > mostCompared) return paths;
  const kept = new Map<string, string[]>();
  return paths.filter((path) => {
    const name = baseOf(path);
    const before = kept.get(name) ?? [];
    if (before.some((other) => sameBytes(files.read(other), files.read(path)))) return false;
    kept.set(name, [...before, path]);
    return true;
  });
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a !== undefined && b !== undefined && a.length === b.length && a.every((byte, i) => byte === b[i]);
}

interface Sniffed {
  readonly file: string;
  /** Whether there is a robot in it, and not only macros or a scene around an included one. */
  readonly whole: boolean;
  /** Ends of the paths of what it includes. */
  readonly includes: readonly string[];
}

/** Undefined for files of other kinds. A robot file with faults is one all the same: they are reported when it is read. */
function sniff(file: string, bytes: Uint8Array): Sniffed | undefined {
  const decoded = decodeXml(bytes);
  const text = 'text' in decoded ? decoded.text : (decoded.before ?? '');
  const name = rootName(text);
  if (name !== 'robot' && name !== 'mujoco') return undefined;
  if (name === 'robot' && !text.includes('xacro')) return { file, whole: true, includes: [] };
  const root = readXml(bytes, new Findings(file));
  if (root === undefined) return { file, whole: true, includes: [] };
  const includes: string[] = [];
  let whole = formatOf(root) === 'urdf';
  const work: XmlElement[] = [root];
  for (let element = work.pop(); element !== undefined; element = work.pop()) {
    const macro = isXacro(element);
    const included = element.attributes.get(macro ? 'filename' : 'file')?.value;
    if (element.name === 'include' && included !== undefined) {
      const end = endOf(included);
      if (end !== undefined) includes.push(end);
    }
    if (element.name === (name === 'mujoco' ? 'body' : 'link') && !macro) whole = true;
    if (isMacroCall(element)) whole = true;
    // What a macro holds is a part of whoever calls it.
    if (!(macro && element.name === 'macro')) work.push(...element.children);
  }
  return { file, whole, includes };
}

/** `urdf/arm.xacro` of `$(find arm)/urdf/arm.xacro` and of `../urdf/arm.xacro`; undefined where a part is computed. */
function endOf(reference: string): string | undefined {
  const end = reference
    .replace(/^.*\)/, '')
    .replaceAll('\\', '/')
    .replace(/^(\.{0,2}\/)+/, '');
  return end === '' || /[${}*]/.test(end) ? undefined : end;
}

/** Name of the first element, past the declaration, comments, processing instructions and a document type. */
function rootName(text: string): string | undefined {
  let at = 0;
  for (;;) {
    at = text.indexOf('<', at);
    if (at < 0) return undefined;
    if (text.startsWith('<!--', at)) at = text.indexOf('-->', at + 4);
    else if (text[at + 1] === '?' || text[at + 1] === '!') at = text.indexOf('>', at);
    else return /^[\w:.-]+/.exec(text.slice(at + 1, at + 100))?.[0];
    if (at < 0) return undefined;
  }
}
