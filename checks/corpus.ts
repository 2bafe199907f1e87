/**
 * The corpus: robot files that others wrote, with the facts that a right import reports. It is no part of this
 * repository. `PLIANT_CORPUS` names its folder (or the folder around it); by default it is looked for in
 * `../shared` beside the checkout. Robots are chosen by what they are, never by what they are called.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Files, hasFile } from 'pliant/robot';
import { checkout, folderOnDisk } from './folders.js';

/** One entry of the corpus's `expected/facts.json`, as far as it says something about URDF. */
export interface Facts {
  /** Path below the corpus. */
  readonly file: string;
  readonly format: 'urdf' | 'mjcf';
  readonly robot: string;
  readonly links: number;
  readonly joints: number;
  /** Moving joints by URDF's type names. */
  readonly moving: Readonly<Record<string, number>>;
  readonly fixed: number;
  /** Joints with a mimic, fixed ones included. */
  readonly mimic: readonly string[];
  /** Moving joints (revolute, continuous, prismatic) that follow no other. */
  readonly free: number;
  readonly total_mass: number;
  readonly roots: readonly string[];
  readonly links_without_inertial: number;
  readonly zero_mass_links: readonly string[];
  readonly zero_outside_limits: readonly string[];
  readonly no_limit: readonly string[];
  /** `link: rule that it breaks`. */
  readonly invalid_inertia: readonly string[];
  readonly rotated_inertials: number;
  /** Positions of the free joints, where end effectors are given. */
  readonly q?: Readonly<Record<string, number>>;
  readonly end_effector?: Readonly<Record<string, { position: number[]; quaternion_wxyz: number[] }>>;
  readonly com_at_q?: readonly number[];
  readonly inertia_in_link_frame?: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** A row of the corpus's own tables on what a right import of a difficult file does. */
export interface Verdict {
  readonly file: string;
  /** `refused`, `takes it: 5 links, 1 free joint …`, in the corpus's words. */
  readonly verdict: string;
}

function find(): string | undefined {
  const given = resolve(checkout, process.env.PLIANT_CORPUS ?? '../shared');
  return [given, join(given, 'robots')].find((folder) => existsSync(join(folder, 'expected/facts.json')));
}

/** The folder of the corpus, or undefined where it is absent. */
export const corpus: string | undefined = find();

/** Why tests on the corpus are skipped, or undefined where they run. */
export const absent: string | undefined =
  corpus === undefined ? 'the corpus is absent: set PLIANT_CORPUS to its folder' : undefined;

/** The facts of all files that the predicate chooses, in the order of the corpus; none where it is absent. */
export function facts(choose: (entry: Facts) => boolean = () => true): readonly Facts[] {
  if (corpus === undefined) return [];
  const all = JSON.parse(readFileSync(join(corpus, 'expected/facts.json'), 'utf8')) as Facts[];
  return all.filter(choose);
}

/** Facts of the URDF files that a right import takes: sound, with one root. */
export function soundRobots(choose: (entry: Facts) => boolean = () => true): readonly Facts[] {
  const sound = (entry: Facts): boolean =>
    entry.format === 'urdf' &&
    entry.roots.length === 1 &&
    (entry.file.startsWith('good/') || entry.file.includes('/expected/'));
  return facts((entry) => sound(entry) && choose(entry));
}

export function corpusBytes(file: string): Uint8Array {
  if (corpus === undefined) throw new Error(absent);
  return readFileSync(join(corpus, file));
}

/** The corpus as files, with paths below its folder. */
export const corpusFiles: Files =
  corpus === undefined ? { read: () => undefined, list: () => undefined } : folderOnDisk(corpus);

/** All verdicts that the corpus states in its tables. */
export function verdicts(): readonly Verdict[] {
  if (corpus === undefined) return [];
  const list: Verdict[] = [];
  let folder = '';
  let judged = false;
  for (const line of readFileSync(join(corpus, 'SOURCES.md'), 'utf8').split('\n')) {
    const heading = /^## ([\w/-]+)/.exec(line);
    if (heading !== null) folder = heading[1];
    if (!line.startsWith('|')) {
      judged = false;
      continue;
    }
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    const last = cells[cells.length - 1];
    if (last === 'verdict' || last === 'a correct import') judged = true;
    else if (judged) {
      for (const [, name] of cells[0].matchAll(/`([^`]+)`/g)) {
        const base = folder.replace(/\/$/, '');
        const file = [name, `${base}/${name}`, `${base}/assets/${name}`].find((path) =>
          hasFile(corpusFiles, path),
        );
        if (file !== undefined) list.push({ file, verdict: last });
      }
    }
  }
  return list;
}
