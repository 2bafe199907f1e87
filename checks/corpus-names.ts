/** Names of the corpus's robots, links, joints and files: none of them may stand in this repository. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { facts } from './corpus.js';
import { checkout } from './folders.js';

/** Letters from which on a name tells a robot from others. */
const TELLING = 6;

/** Words of the corpus's names that are everybody's: of English, of mechanics, of robots' parts, of the formats. */
const ordinary: ReadonlySet<string> = new Set(
  `abdomen antenna anterior articulated attachment awkward backward bottom branching camera caster center closed
  constructor coupler cylinder distal double driver effector electric extension finger follower footprint forearm
  forward frontal geometry gripper identical inertial knuckle labrum limits little manipulator master material middle
  moving muscle numbers outside parsing pelvis physics piston plantar planar platform posterior propeller property
  proximal reference reverse revolute rocker rollover rotate rotated rotation sensor shoulder slider spring stereo
  string swivel thorax virtual`.split(/\s+/),
);

const letters = (text: string): number => text.replace(/[^A-Za-z]/g, '').length;

/** What facts say of a robot by name: texts, lists and keys of maps, however deep. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [key, ...textsOf(inner)]);
}

/** Names of several parts as they are, and words that are not ordinary in lower case; of six letters or more. */
export function tellingNames(): { readonly names: ReadonlySet<string>; readonly words: ReadonlySet<string> } {
  const names = new Set<string>();
  const words = new Set<string>();
  for (const entry of facts()) {
    const { file, robot, roots, mimic, zero_mass_links, zero_outside_limits, no_limit, invalid_inertia } =
      entry;
    const links = [roots, zero_mass_links, Object.keys(entry.inertia_in_link_frame ?? {})];
    const joints = [mimic, zero_outside_limits, no_limit, Object.keys(entry.q ?? {})];
    const ends = Object.keys(entry.end_effector ?? {});
    const broken = textsOf(invalid_inertia).map((rule) => rule.split(':')[0]);
    const given = textsOf([robot, links, joints, ends, broken]);
    const stem = (file.split('/').at(-1) ?? '').replace(/\.[^.]*$/, '');
    for (const name of [...given, stem]) {
      if (letters(name) >= TELLING && !/^[A-Za-z]+$/.test(name)) names.add(name);
    }
    for (const word of given.flatMap((name) => name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/))) {
      if (word.length >= TELLING && !ordinary.has(word.toLowerCase())) words.add(word.toLowerCase());
    }
  }
  return { names, words };
}

const apart = new Set(['node_modules', 'dist', 'coverage', 'runs']);
const text = /\.(ts|js|mjs|json|md|ya?ml|urdf|xacro|xml|html|css)$/;

/** All texts of the repository: source, tests, documents, examples, robots; not what is built or installed. */
export function ownTexts(folder = ''): string[] {
  return readdirSync(join(checkout, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return apart.has(entry.name) || entry.name.startsWith('.') ? [] : ownTexts(path);
    return text.test(entry.name) && entry.name !== 'package-lock.json' ? [path] : [];
  });
}

/** `file: name` for each telling name that stands by itself in one of the files. */
export function strayNames(files: readonly string[]): string[] {
  const { names, words } = tellingNames();
  return files.flatMap((file) => {
    const content = readFileSync(join(checkout, file), 'utf8');
    const own = new Set(content.toLowerCase().match(/[a-z]+/g) ?? []);
    const camel = content.match(/[A-Z]?[a-z]+/g) ?? [];
    for (const word of camel) own.add(word.toLowerCase());
    const found = [...words].filter((word) => own.has(word));
    const whole = new Set(content.match(/[\w-]+/g) ?? []);
    return [...found, ...[...names].filter((name) => whole.has(name))].map((name) => `${file}: ${name}`);
  });
}
