/** The n-th mutant of a format: a good file, changed in a few ways that its number alone decides. */

import { type Files, zipFiles } from 'pliant/robot';
import { chance } from '../made-robots.js';
import { type Format, formats, type Good, packed } from './goods.js';
import { changeBytes } from './mutate-bytes.js';
import { changeElement } from './mutate-markup.js';
import { changeAttribute, changeExpression, changeName, changeNumber } from './mutate-values.js';
import { changeZip } from './mutate-zip.js';
import { type Chance, pick, pickWeighted } from './pick.js';

export interface Mutant {
  readonly seed: number;
  readonly good: Good;
  /** The good one's files, one of them changed. */
  readonly files: Files;
  /** Which one, what was done to it, and what it is now. */
  readonly part: string;
  readonly changes: readonly string[];
  readonly bytes: Uint8Array;
}

type Change = readonly [name: string, weight: number, change: (text: string, next: Chance) => string];

const changes: readonly Change[] = [
  ['number', 5, changeNumber],
  ['element', 4, changeElement],
  ['attribute', 3, changeAttribute],
  ['name', 2, changeName],
];
const expression: Change = ['expression', 5, changeExpression];

export function mutantOf(format: Format, seed: number, goods: readonly Good[]): Mutant {
  const next = chance(1_000_003 * seed + 7919 * formats.indexOf(format) + 1);
  // Small files are tried more often: they say as much in less time.
  const good = pickWeighted(next, goods, ({ size }) => (size + 2000) ** -1.2);
  const part = pick(next, good.parts);
  const original = good.files.read(part) ?? new Uint8Array();
  const done: string[] = [];
  const bytes = format === 'zip' ? mutatedZip(original, next, done) : mutated(original, format, next, done);
  const files: Files = {
    read: (path) => (path === part ? bytes : good.files.read(path)),
    list: (folder) => good.files.list(folder),
  };
  return { seed, good, files, part, changes: done, bytes };
}

function mutated(original: Uint8Array, format: Format, next: Chance, done: string[]): Uint8Array {
  const known = format === 'xacro' ? [...changes, expression] : changes;
  const inBytes = next() < 0.12;
  const before = new TextDecoder().decode(original);
  let text = before;
  if (!inBytes || next() < 0.3) {
    // Not every change finds something to change, or changes it to something else.
    for (let tries = 0; tries < 20 && (text === before || (next() < 0.35 && done.length < 6)); tries++) {
      const [name, , change] = pickWeighted(next, known, ([, weight]) => weight);
      const changed = change(text, next);
      if (changed === text) continue;
      text = changed;
      done.push(name);
    }
  }
  const bytes = text === before ? original : new TextEncoder().encode(text);
  if (!inBytes && text !== before) return bytes;
  done.push('bytes');
  return otherBytes(bytes, next, changeBytes);
}

/** Changed until they are others. */
function otherBytes(
  bytes: Uint8Array,
  next: Chance,
  change: (bytes: Uint8Array, next: Chance) => Uint8Array,
): Uint8Array {
  for (;;) {
    const changed = change(bytes, next);
    if (changed.length !== bytes.length || changed.some((byte, i) => byte !== bytes[i])) return changed;
  }
}

/** Either the archive, or a file in it. */
function mutatedZip(original: Uint8Array, next: Chance, done: string[]): Uint8Array {
  if (next() < 0.75) {
    let bytes = original;
    do {
      bytes = otherBytes(bytes, next, changeZip);
      done.push('archive');
    } while (next() < 0.3);
    return bytes;
  }
  const inside = entriesOf(original);
  const texts = Object.keys(inside).filter((path) => /\.(urdf|xacro|xml|yaml)$/.test(path));
  const path = pick(next, texts);
  done.push(path);
  return packed({
    ...inside,
    [path]: mutated(inside[path], path.endsWith('.xacro') ? 'xacro' : 'urdf', next, done),
  });
}

function entriesOf(archive: Uint8Array): Record<string, Uint8Array> {
  const { value: zip } = zipFiles(archive, 'good.zip');
  if (zip === undefined) throw new Error('a good zip is none');
  const entries: Record<string, Uint8Array> = {};
  const walk = (folder: string) => {
    for (const name of zip.list(folder === '' ? '.' : folder) ?? []) {
      const path = folder + name;
      if (name.endsWith('/')) walk(path);
      else entries[path] = zip.read(path) ?? new Uint8Array();
    }
  };
  walk('');
  return entries;
}
