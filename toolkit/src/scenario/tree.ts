/**
 * What a scenario file says before anything is known about its meaning: scalars, lists and maps, each with the
 * place where it was written. YAML, JSON and `--set` all become this.
 */
import type { Where } from '../problem/index.js';

/** Where something was written. */
export interface Place {
  /** The file, or `--set path` for an override. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  /** The folder that relative paths written here are relative to; '' is the folder of the command. */
  readonly folder: string;
}

export type Tree =
  | {
      readonly kind: 'scalar';
      readonly value: string | number | boolean | null;
      readonly text: string;
      readonly place: Place;
      /** What is wrong with it has been reported; it stands for no value, and is not checked again. */
      readonly broken?: true;
    }
  | { readonly kind: 'list'; readonly items: readonly Tree[]; readonly place: Place }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, Entry>; readonly place: Place };

export interface Entry {
  readonly key: Place;
  readonly value: Tree;
}

/** The place as a problem gives it, with the path inside the scenario. */
export function whereOf(place: Place, path: string): Where {
  return {
    file: place.file,
    ...(place.line === undefined ? {} : { line: place.line }),
    ...(place.column === undefined ? {} : { column: place.column }),
    ...(path === '' ? {} : { path }),
  };
}

/** A path inside a scenario, one step further: `control.elements`. */
export function under(path: string, key: string | number): string {
  return path === '' ? String(key) : `${path}.${key}`;
}

/** What is there, in a word and its text, for messages. */
export function wordFor(tree: Tree): string {
  if (tree.kind === 'list') return `a list of ${tree.items.length}`;
  if (tree.kind === 'map') return 'a map';
  if (tree.value === null) return 'nothing';
  return tree.text;
}
