/** Folders level by level, as far as two bounds allow. */
import type { Files } from './files.js';
import { join } from './paths.js';

export const walkBounds = { folders: 4000, depth: 8 };

/**
 * Visits the folders and all below them, the shallow first, those of one level by name, with the names of what lies in
 * them; hidden folders and those of tools are left out. Gives whether a bound ended it.
 */
export function walkFolders(
  files: Files,
  roots: readonly string[],
  visit: (folder: string, names: readonly string[]) => void,
): boolean {
  const seen = new Set<string>();
  let level = roots;
  for (let depth = 0; level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (seen.has(folder)) continue;
      if (seen.size >= walkBounds.folders || depth > walkBounds.depth) return true;
      seen.add(folder);
      const names = files.list(folder || '.');
      if (names === undefined) continue;
      const sorted = [...names].sort();
      visit(folder, sorted);
      for (const name of sorted) {
        if (name.endsWith('/') && isWorthwhile(name)) next.push(join(folder, name.slice(0, -1)));
      }
    }
    level = next;
  }
  return false;
}

/** Not the hidden folders of tools, nor what they download or leave behind. */
function isWorthwhile(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules/' && name !== '__pycache__/' && name !== '__MACOSX/';
}
