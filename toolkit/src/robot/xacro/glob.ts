/** Wildcards in paths: `*`, `?` and `[…]` within a name, never across a slash. */
import type { Files } from '../files.js';
import { join } from '../paths.js';
import type { Budget } from './bounds.js';

/** What a look into a folder costs, next to an operation of an expression; each name in it costs one. */
const lookSteps = 200;
/** No file has a longer name. */
const longestName = 255;

export function hasWildcard(path: string): boolean {
  return /[*?[]/.test(path);
}

/** The files that a pattern names, in the order of their paths. */
export function glob(pattern: string, files: Files, budget: Budget): readonly string[] {
  const names = pattern.split('/');
  const last = names.pop() ?? '';
  let folders = [pattern.startsWith('/') ? '/' : ''];
  const matching = (folder: string, name: string, ending: '/' | ''): string[] => {
    const found: string[] = [];
    budget.step(lookSteps);
    const entries = files.list(folder === '' ? '.' : folder) ?? [];
    budget.step(entries.length);
    for (const entry of name.length > longestName ? [] : entries) {
      const isFolder = entry.endsWith('/');
      if (isFolder !== (ending === '/')) continue;
      const plain = isFolder ? entry.slice(0, -1) : entry;
      // As in a shell, names with a leading point must be asked for.
      if (plain.startsWith('.') && !name.startsWith('.')) continue;
      if (matches(name, plain)) found.push(join(folder, plain));
    }
    return found;
  };
  for (const name of names) {
    if (name === '') continue;
    folders = folders.flatMap((folder) =>
      hasWildcard(name) ? matching(folder, name, '/') : [join(folder, name)],
    );
  }
  return folders.flatMap((folder) => matching(folder, last, '')).sort();
}

/** Whether a name fits a pattern; time grows with the product of their lengths. */
export function matches(pattern: string, name: string): boolean {
  let [p, n] = [0, 0];
  let star = -1;
  let retry = 0;
  while (n < name.length) {
    const width = one(pattern, p, name[n]);
    if (pattern[p] === '*') {
      star = p++;
      retry = n;
    } else if (width > 0) {
      p += width;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++retry;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p >= pattern.length;
}

/** How long the part of the pattern is that takes one character, or 0 where it does not take it. */
function one(pattern: string, at: number, character: string): number {
  if (at >= pattern.length || pattern[at] === '*') return 0;
  if (pattern[at] === '?') return 1;
  const close =
    pattern[at] === '['
      ? pattern.indexOf(']', at + (/^\[[!^]?\]/.test(pattern.slice(at, at + 3)) ? 3 : 1))
      : -1;
  if (close < 0) return pattern[at] === character ? 1 : 0;
  const inverted = pattern[at + 1] === '!';
  const set = pattern.slice(at + (inverted ? 2 : 1), close);
  let inside = false;
  for (let i = 0; i < set.length; i++) {
    if (set[i + 1] === '-' && i + 2 < set.length) {
      inside ||= set[i] <= character && character <= set[i + 2];
      i += 2;
    } else inside ||= set[i] === character;
  }
  return inside === inverted ? 0 : close - at + 1;
}
