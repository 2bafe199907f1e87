/**
 * YAML 1.2 (and so JSON) text → {@link Tree}, with line and column of everything. Files are not trusted: size,
 * depth, number of entries and aliases are bounded; a key that stands twice is refused.
 */
import {
  Composer,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  Parser,
} from 'yaml';
import { type Outcome, type Problem, printable } from '../problem/index.js';
import { type Entry, type Place, type Tree, whereOf } from './tree.js';

/** Bounds on what a file may hold. */
export const parseLimits = {
  /** Characters of text. */
  size: 500_000,
  /** Maps and lists inside each other. */
  depth: 24,
  /** Scalars, lists and maps in all, each alias counted as what it stands for. */
  entries: 50_000,
} as const;

/** Where a text comes from. `folder` is where its relative paths start; `inline`: it has no lines. */
export interface Origin {
  readonly file: string;
  readonly folder: string;
  readonly inline?: boolean;
}

/** Reads one YAML or JSON document. */
export function parseTree(text: string, origin: Origin): Outcome<Tree> {
  const { tree, problems } = parseParts(text, origin);
  return tree === undefined || problems.length > 0 ? { problems } : { value: tree, problems };
}

/**
 * The same for who goes on to look for more problems: a value that is none by itself (an unknown alias or tag, a
 * number that is not finite) stands in the tree as `broken`, and of a key that stands twice the last one counts.
 * No tree where it is not clear what belongs to what, or where the text is out of bounds.
 */
export function parseParts(
  text: string,
  origin: Origin,
): { readonly tree?: Tree; readonly problems: readonly Problem[] } {
  const { file, folder, inline = false } = origin;
  const start: Place = inline ? { file, folder } : { file, folder, line: 1, column: 1 };
  const refuse = (code: string, message: string, place: Place = start, hint?: string) => ({
    problems: [
      {
        code,
        severity: 'error' as const,
        where: placeOnly(place),
        message,
        ...(hint === undefined ? {} : { hint }),
      },
    ],
  });
  if (text.length > parseLimits.size) {
    return refuse('file-too-large', `the file is larger than ${parseLimits.size} characters`);
  }
  const counter = new LineCounter();
  const placeAt = (offset: number): Place => {
    if (inline) return start;
    const { line, col } = counter.linePos(offset);
    return { file, folder, line: line === 0 ? 1 : line, column: col === 0 ? 1 : col };
  };

  const tooDeep = () =>
    refuse('too-deep', `maps and lists stand more than ${parseLimits.depth} deep inside each other`);
  if (deepOnALine(text)) return tooDeep();
  const tokens = [...new Parser(counter.addNewLine).parse(text)];
  if (depthOf(tokens) > parseLimits.depth) return tooDeep();
  const documents = [
    ...new Composer({ version: '1.2', schema: 'core', uniqueKeys: false, merge: false }).compose(tokens),
  ];
  if (documents.length > 1) {
    return refuse(
      'several-documents',
      'the file holds more than one document',
      placeAt(documents[1].range[0]),
    );
  }
  const document: Document.Parsed | undefined = documents[0];
  if (document === undefined || document.contents === null) return refuse('empty-file', 'the file is empty');
  if (document.errors.length > 0) {
    const problems = document.errors.slice(0, 20).map(
      (error): Problem => ({
        code: 'not-yaml',
        severity: 'error',
        where: placeOnly(placeAt(error.pos[0])),
        message: firstLine(error.message),
      }),
    );
    return { problems };
  }

  const problems: Problem[] = document.warnings.slice(0, 20).map((warning) => ({
    code: warning.code === 'TAG_RESOLVE_FAILED' ? 'tag' : 'not-yaml',
    severity: 'error',
    where: placeOnly(placeAt(warning.pos[0])),
    message: firstLine(warning.message),
  }));
  let entries = 0;
  const anchors = new Map<string, unknown>();
  let overflow: Place | undefined;
  const complain = (code: string, place: Place, message: string, hint?: string) => {
    problems.push({
      code,
      severity: 'error',
      where: placeOnly(place),
      message,
      ...(hint === undefined ? {} : { hint }),
    });
  };
  const convert = (node: unknown, fallback: Place, depth: number): Tree => {
    const nothing: Tree = { kind: 'scalar', value: null, text: '', place: fallback };
    if (++entries > parseLimits.entries || depth > parseLimits.depth) {
      overflow ??= fallback;
      return nothing;
    }
    if (isAlias(node)) {
      const place = placeAt(node.range?.[0] ?? 0);
      const target = anchors.get(node.source);
      if (target !== undefined) return convert(target, place, depth + 1);
      complain('alias-unknown', place, `the alias *${printable(node.source, 40)} stands for nothing`);
      return { ...nothing, place, broken: true };
    }
    if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, node);
    if (isScalar(node)) {
      const place = node.range ? placeAt(node.range[0]) : fallback;
      const value = node.value;
      if (typeof value === 'number' && !Number.isFinite(value)) {
        complain(
          'not-finite',
          place,
          `${printable(node.source ?? String(value), 40)} is not a finite number`,
        );
        return { ...nothing, place, broken: true };
      }
      if (
        value === null ||
        typeof value === 'string' ||
        typeof value === 'number' ||
        typeof value === 'boolean'
      ) {
        const scalar: Tree = { kind: 'scalar', value, text: node.source ?? String(value ?? ''), place };
        return node.tag === undefined || knownTags.has(node.tag) ? scalar : { ...scalar, broken: true };
      }
      complain('scalar', place, 'only text, numbers, true, false and null are understood');
      return { ...nothing, place, broken: true };
    }
    if (isSeq(node)) {
      const place = node.range ? placeAt(node.range[0]) : fallback;
      return { kind: 'list', items: node.items.map((item) => convert(item, place, depth + 1)), place };
    }
    if (isMap(node)) {
      const place = node.range ? placeAt(node.range[0]) : fallback;
      const map = new Map<string, Entry>();
      for (const pair of node.items) {
        const key = convert(pair.key, place, depth + 1);
        if (key.kind !== 'scalar' || key.value === null) {
          complain('key', key.place, 'a key is a plain text');
          continue;
        }
        // As written: the key `0x10` or `1e3` names itself, not a number.
        const name = typeof key.value === 'string' ? key.value : key.text;
        if (map.has(name))
          complain('key-twice', key.place, `the key ${JSON.stringify(printable(name, 40))} stands twice`);
        map.set(name, { key: key.place, value: convert(pair.value, key.place, depth + 1) });
      }
      return { kind: 'map', entries: map, place };
    }
    return nothing;
  };
  const tree = convert(document.contents, start, 1);
  if (overflow !== undefined) {
    const most = `more than ${parseLimits.entries} entries, or aliases more than ${parseLimits.depth} deep`;
    return refuse('too-many-entries', `the file holds ${most}`, overflow);
  }
  return { tree, problems };
}

/** Tags of scalars that the core schema of YAML gives a meaning. */
const knownTags: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null'].map((name) => `tag:yaml.org,2002:${name}`),
);

function placeOnly(place: Place): Problem['where'] {
  return whereOf(place, '');
}

/** The parser's own sentence, without its full stop. */
function firstLine(message: string): string {
  const line = message.split('\n')[0].replace(/ at line \d+, column \d+:?$/, '');
  return line.replace(/[.:]$/, '');
}

/**
 * Whether brackets, or `-` and `?` on one line, stand too deep inside each other. The parser would take time with
 * the square of that depth; nesting by lines takes an indent for each level, so that the size bounds it.
 */
function deepOnALine(text: string): boolean {
  let brackets = 0;
  let onLine = 0;
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') brackets++;
    else if (token === ']' || token === '}') brackets--;
    else if (token === '-' || token === '?') onLine++;
    else if (token.startsWith('\n') || token.startsWith('\r')) onLine = 0;
    if (brackets > parseLimits.depth || onLine > parseLimits.depth) return true;
  }
  return false;
}

/** Deepest nesting among concrete-syntax tokens, walked with a list of its own so that no input exhausts the stack. */
function depthOf(tokens: readonly unknown[]): number {
  let deepest = 0;
  const open: { readonly token: unknown; readonly depth: number }[] = tokens.map((token) => ({
    token,
    depth: 0,
  }));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next;
    if (depth > deepest) deepest = depth;
    if (typeof token !== 'object' || token === null) continue;
    const parts = token as {
      readonly value?: unknown;
      readonly items?: readonly { key?: unknown; value?: unknown }[];
    };
    if (Array.isArray(parts.items)) {
      for (const item of parts.items) {
        if (item.key) open.push({ token: item.key, depth: depth + 1 });
        if (item.value) open.push({ token: item.value, depth: depth + 1 });
      }
    } else if (parts.value !== undefined) open.push({ token: parts.value, depth });
  }
  return deepest;
}
