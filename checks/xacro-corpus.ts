/** Xacro files that others wrote: what they expand to, and what is wrong with ours, in words. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as xmldom from '@xmldom/xmldom';
import { describe } from 'pliant/problem';
import { expandedXacro, hasFile, Packages, type Robot, readRobot, xacroText } from 'pliant/robot';
import { corpus, corpusBytes, corpusFiles } from './corpus.js';

/** A xacro file, its arguments, and the file that it was expanded to by ros/xacro. */
export interface XacroRobot {
  readonly file: string;
  readonly args: ReadonlyMap<string, string>;
  readonly expansion: string;
}

/** One case of ros/xacro's own tests, as the corpus keeps it. */
export interface SuiteCase {
  readonly test: string;
  readonly source: string;
  readonly args: readonly string[];
  /** The root element, or why there is none. */
  readonly result?: string;
  readonly error?: string;
}

const suite = 'xacro-suite';

function lines(): readonly string[] {
  return corpus === undefined ? [] : readFileSync(join(corpus, 'SOURCES.md'), 'utf8').split('\n');
}

/** Where `name` is said to be a package of its own, the folder that it is. */
export function namedPackages(): ReadonlyMap<string, string> {
  const packages = new Map<string, string>();
  let folder = '';
  for (const line of lines()) {
    folder = /^## ([\w-]+)\/$/.exec(line)?.[1] ?? folder;
    const name = /Package name `(\w+)`/.exec(line)?.[1];
    if (name !== undefined) packages.set(name, folder);
  }
  return packages;
}

/** All xacro robots of the corpus, out of its tables. */
export function xacroRobots(): readonly XacroRobot[] {
  const robots: XacroRobot[] = [];
  let folder = '';
  for (const line of lines()) {
    folder = /^## ([\w-]+)\/$/.exec(line)?.[1] ?? folder;
    const stated = /`([^`]+)` must expand to `([^`]+)`/.exec(line);
    if (stated !== null) {
      robots.push({ file: `${folder}/${stated[1]}`, args: new Map(), expansion: `${folder}/${stated[2]}` });
    }
    const cells = line.startsWith('|') ? line.split('|').map((cell) => cell.trim()) : [];
    const expansion = /^`(.*\/expected\/[^`]+)`/.exec(cells[1] ?? '')?.[1];
    const told = cells.slice(1).find((cell) => /^`[^`]+\.xacro`$/.test(cell));
    if (expansion === undefined || told === undefined) continue;
    const assigned = [cells[1], cells[3] ?? ''].join(' ').matchAll(/(\w+):=([^\s,;|]+)/g);
    const base = expansion.slice(0, expansion.indexOf('/expected/'));
    const parts = told.slice(1, -1).split('/');
    const file = parts
      .map((_, i) => `${base}/${parts.slice(i).join('/')}`)
      .find((path) => hasFile(corpusFiles, path));
    if (file === undefined) throw new Error(`the corpus has no ${told} for ${expansion}`);
    robots.push({ file, args: new Map([...assigned].map(([, name, value]) => [name, value])), expansion });
  }
  return robots;
}

export function suiteCases(): readonly SuiteCase[] {
  if (corpus === undefined) return [];
  return JSON.parse(readFileSync(join(corpus, suite, 'expected/cases.json'), 'utf8')) as SuiteCase[];
}

function expand(file: string, source: string | Uint8Array, args: ReadonlyMap<string, string>, cwd?: string) {
  const packages = new Packages({ file, files: corpusFiles, packages: namedPackages(), roots: ['.'] });
  return expandedXacro(source, {
    file,
    files: corpusFiles,
    args,
    findPackage: (name) => packages.find(name),
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** The text of an expansion, with the folders that `/PKG/name` stands for; unknown packages stay as they are written. */
function expected(robot: XacroRobot): string {
  const packages = new Packages({ ...robot, files: corpusFiles, packages: namedPackages(), roots: ['.'] });
  const text = new TextDecoder().decode(corpusBytes(robot.expansion));
  return text.replace(/\/PKG\/(\w+)/g, (_, name: string) => packages.find(name) ?? `$(find ${name})`);
}

/** What is wrong with the expansion of a robot: as a tree, and as the robot that is read from it. */
export function robotFaults(robot: XacroRobot): readonly string[] {
  const { value: root, problems } = expand(robot.file, corpusBytes(robot.file), robot.args);
  if (root === undefined) return problems.map(describe);
  const wanted = expected(robot);
  const limit = exactness(wanted);
  const trees = difference(parsed(xacroText(root)), parsed(wanted), { limit, comments: false });
  if (trees !== undefined) return [trees];
  const options = { packages: namedPackages(), roots: ['.'] };
  const ours = readRobot(robot.file, corpusFiles, { ...options, args: robot.args });
  const theirs = readRobot(robot.expansion, expansionInPlace(robot, wanted), options);
  if (ours.value === undefined || theirs.value === undefined) {
    // Some are no robot, expanded or not: they must be refused for the same reasons.
    const codes = (outcome: typeof ours) =>
      outcome.problems.flatMap((p) => (p.severity === 'error' ? [p.code] : []));
    return String(codes(ours)) === String(codes(theirs)) ? [] : ours.problems.map(describe);
  }
  const robots = apart(plain(ours.value), plain(theirs.value), robot.file, limit);
  return robots === undefined ? [] : [robots];
}

/** The expansion with its packages filled in, beside the file that it comes from: paths mean the same. */
function expansionInPlace(robot: XacroRobot, text: string) {
  return {
    read: (path: string) =>
      path === robot.expansion ? new TextEncoder().encode(text) : corpusFiles.read(path),
    list: (folder: string) => corpusFiles.list(folder),
  };
}

/** Without what tells where it was read from, and in which files meshes were looked for. */
function plain(robot: Robot): unknown {
  const { source, ...rest } = robot;
  return JSON.parse(JSON.stringify(rest, (key, value) => (key === 'resolved' ? undefined : value)));
}

/** Why a case of the suite does not come out, or undefined where it does. */
export function suiteFault(entry: SuiteCase): string | undefined {
  const args = new Map(
    entry.args.map((text) => {
      const [name, ...value] = text.split(':=');
      return [name, value.join(':=')];
    }),
  );
  const file = `${suite}/test/case.xacro`;
  const { value, problems } = expand(file, entry.source.trimStart(), args, `${suite}/test`);
  const said = problems.map(describe).join('\n');
  if (entry.error !== undefined)
    return value === undefined ? undefined : `taken, not refused: ${entry.error}`;
  // What the file's author reports as an error is one here, and leaves no tree: its text is what must come out.
  if (value === undefined && problems.every((p) => p.severity === 'warning' || p.code === 'xacro-error')) {
    return entry.source.includes('xacro.error') ? undefined : said;
  }
  if (value === undefined) return said;
  const packages = namedPackages();
  const wanted = (entry.result ?? '').replace(
    /\/PKG\/(\w+)/g,
    (_, name: string) => packages.get(name) ?? name,
  );
  return difference(parsed(xacroText(value)), parsed(wanted), { limit: 0, comments: true });
}

// --------------------------------------------------------------------------------------------------- comparing

function parsed(text: string): xmldom.Element {
  const root = new xmldom.DOMParser().parseFromString(text, 'text/xml').documentElement;
  if (root === null) throw new Error('there is no root element');
  return root;
}

/** How far numbers may be apart: old expansions print 12 digits of a computed float, younger ones up to 17. */
function exactness(text: string): number {
  const digits = [...text.matchAll(/\d+\.\d+/g)].map(([number]) => number.replace(/^0\.0*|\./g, '').length);
  const long = digits.filter((count) => count >= 12);
  return 2 * long.filter((count) => count === 12).length > long.length ? 1e-11 : 1e-12;
}

interface Rules {
  /** How far numbers may be apart, absolute or relative. */
  readonly limit: number;
  /** Whether comments count. */
  readonly comments: boolean;
}

/** Whether two texts differ as lists of words, numbers by value. */
function textsDiffer(a: string, b: string, limit: number): boolean {
  const [ours, theirs] = [a.trim().split(/\s+/), b.trim().split(/\s+/)];
  const near = (x: string, y: string) => x !== '' && y !== '' && isNear(Number(x), Number(y), limit);
  return (
    ours.length !== theirs.length || ours.some((word, i) => word !== theirs[i] && !near(word, theirs[i]))
  );
}

function isNear(a: number, b: number, limit: number): boolean {
  return a === b || Math.abs(a - b) <= limit * Math.max(1, Math.abs(b));
}

/** The first difference between two trees, with the path to it. White space around texts does not count. */
function difference(ours: xmldom.Element, theirs: xmldom.Element, rules: Rules): string | undefined {
  const at = ours.tagName;
  if (at !== theirs.tagName) return `<${at}>, not <${theirs.tagName}>`;
  const [a, b] = [attributesOf(ours), attributesOf(theirs)];
  for (const name of new Set([...a.keys(), ...b.keys()])) {
    if (textsDiffer(a.get(name) ?? '', b.get(name) ?? '', rules.limit) || a.has(name) !== b.has(name)) {
      return `<${at} ${name}>: ${a.get(name)}, not ${b.get(name)}`;
    }
  }
  const [inA, inB] = [contentOf(ours, rules.comments), contentOf(theirs, rules.comments)];
  for (let i = 0; i < inA.length || i < inB.length; i++) {
    const [x, y] = [inA[i], inB[i]];
    if (x === undefined || y === undefined) return `<${at}>: ${worded(x)}, not ${worded(y)}`;
    if (typeof x === 'string' || typeof y === 'string') {
      if (typeof x !== 'string' || typeof y !== 'string' || textsDiffer(x, y, rules.limit))
        return `<${at}>: ${worded(x)}, not ${worded(y)}`;
      continue;
    }
    const inner = difference(x, y, rules);
    if (inner !== undefined) return `<${at}> ${inner}`;
  }
  return undefined;
}

function worded(part: string | xmldom.Element | undefined): string {
  if (part === undefined) return 'nothing';
  return typeof part === 'string' ? JSON.stringify(part) : `<${part.tagName}>`;
}

/** Attributes and namespaces, but for the macro processor's own, which expansions keep or drop. */
function attributesOf(element: xmldom.Element): Map<string, string> {
  const all = Array.from(element.attributes).map((attribute) => [attribute.name, attribute.value] as const);
  return new Map(all.filter(([name]) => !/^xmlns:xacro$/.test(name)));
}

/** Elements, texts that are not blank, and comments where they count. */
function contentOf(element: xmldom.Element, comments: boolean): (string | xmldom.Element)[] {
  const parts: (string | xmldom.Element)[] = [];
  let text = '';
  for (const node of Array.from(element.childNodes)) {
    if (node.nodeType === 3 || node.nodeType === 4) text += node.nodeValue ?? '';
    else if (node.nodeType === 1 || (node.nodeType === 8 && comments)) {
      if (text.trim() !== '') parts.push(text.trim());
      text = '';
      parts.push(node.nodeType === 1 ? (node as xmldom.Element) : `<!--${node.nodeValue ?? ''}-->`);
    }
  }
  if (text.trim() !== '') parts.push(text.trim());
  return parts;
}

/** The first place where two values differ: numbers by more than the limit, everything else at all. */
function apart(a: unknown, b: unknown, path: string, limit: number): string | undefined {
  if (typeof a === 'number' && typeof b === 'number') {
    return isNear(a, b, limit) ? undefined : `${path}: ${a}, not ${b}`;
  }
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return a === b ? undefined : `${path}: ${JSON.stringify(a)}, not ${JSON.stringify(b)}`;
  }
  const [x, y] = [Object.entries(a), new Map(Object.entries(b))];
  if (x.length !== y.size) return `${path}: ${x.length} entries, not ${y.size}`;
  for (const [key, value] of x) {
    const inner = apart(value, y.get(key), `${path}.${key}`, limit);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
