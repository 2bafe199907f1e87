/** A robot that is named on the command line: its file, where its packages are, its arguments. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Outcome, Problem } from 'pliant/problem';
import {
  Archives,
  type Files,
  otherPacking,
  type ReadOptions,
  type Robot,
  readRobot,
  robotIsThere,
} from 'pliant/robot';
import type { Scenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { type FolderFiles, folderFiles, folderNamed, scenarioRoots } from './files.js';
import { loadMeshes } from './meshes.js';
import { robotFilesOf } from './overrides.js';

export interface RobotOptions {
  readonly root?: readonly string[];
  readonly package?: readonly string[];
  readonly arg?: readonly string[];
}

export interface NamedRobot {
  readonly file: string;
  readonly files: FolderFiles;
  readonly outcome: Outcome<Robot>;
}

/** Reads the robot; one that is not there at all is a refusal. MuJoCo is loaded only where the file is MJCF. */
export async function readNamedRobot(
  context: Context,
  file: string,
  options: RobotOptions,
): Promise<NamedRobot> {
  const { files, read } = robotFiles(context.folder, file, options);
  const unread = (): Refusal => Refusal.unread(file, files.why(file));
  if (!robotIsThere(file, files)) throw unread();
  const outcome = await withMujoco((engine) => readRobot(file, files, { ...read, ...engine }));
  // It is there and cannot be read: only the files can say why.
  if (outcome.problems.length === 1 && outcome.problems[0].code === 'file-missing') throw unread();
  return { file, files, outcome };
}

/**
 * What is read without MuJoCo; or again with it where it is asked for; or once more with a reader of the meshes that
 * MuJoCo does not take, where masses depend on some. Where MuJoCo breaks off, a fresh one tries again, once, and is left
 * to those that read after.
 */
export async function withMujoco<T extends { readonly problems: readonly Problem[] }>(
  read: (options: Pick<ReadOptions, 'mujoco' | 'convertMesh'>) => T,
): Promise<T> {
  const asksFor = (code: string, { problems }: T): boolean => problems.some((p) => p.code === code);
  const first = read({});
  if (!asksFor('mjcf-needs-mujoco', first)) return first;
  const refuse = (error: unknown) => {
    throw Refusal.of({
      code: 'mujoco-missing',
      where: {},
      message: 'this is MJCF, which MuJoCo compiles, and MuJoCo cannot be loaded',
      got: error instanceof Error ? error.message : String(error),
      hint: 'install it: npm install @mujoco/mujoco',
    });
  };
  const { loadMujoco, freshMujoco } = await import('pliant/mujoco').catch(refuse);
  const compiled = async (options: Pick<ReadOptions, 'convertMesh'>): Promise<T> => {
    const got = read({ ...options, mujoco: await loadMujoco().catch(refuse) });
    // Faults of earlier files may have used up its memory: what breaks off a fresh one is too large.
    return asksFor('mjcf-engine-lost', got)
      ? read({ ...options, mujoco: await freshMujoco().catch(refuse) })
      : got;
  };
  const second = await compiled({});
  if (!asksFor('mesh-unreadable', second)) return second;
  const { convertMesh } = await loadMeshes();
  return compiled({ convertMesh });
}

/** The files that may be read for a robot, and how to read it. */
export function robotFiles(
  folder: string,
  file: string,
  options: RobotOptions,
): { files: FolderFiles; read: Pick<ReadOptions, 'roots' | 'packages' | 'args' | 'start'> } {
  const own = folderNamed(folder, file);
  const { manifest, called } = packageAround(folder, file);
  const packages = new Map([...called, ...packagesOf(options.package ?? [])]);
  const roots = [folder, own, manifest ?? own, ...(options.root ?? []), ...packages.values()];
  const absolute = [...new Set(roots.map((root) => resolve(folder, root)))];
  // Paths are told apart as texts: roots are spelt from where the robot's own path is.
  const spelt = (path: string): string =>
    isAbsolute(file) ? resolve(folder, path) : relative(folder, resolve(folder, path)) || '.';
  return {
    files: folderFiles(folder, absolute),
    read: {
      roots: absolute.map(spelt),
      start: folder,
      packages: new Map([...packages].map(([name, path]) => [name, spelt(path)])),
      args: argumentsOf(options.arg ?? []),
    },
  };
}

/** The files that may be read for a scenario, and what the options of a robot say in the words of its one robot. */
export function scenarioFiles(
  folder: string,
  file: string,
  overrides: readonly string[],
  options: RobotOptions,
): { files: FolderFiles; worded: (scenario: Scenario) => string[] } {
  const named = robotFilesOf(overrides).flatMap((robot) => {
    const { manifest, called } = packageAround(folder, robot);
    return [...(manifest === undefined ? [] : [manifest]), ...called.values()];
  });
  const packages = packagesOf(options.package ?? []);
  const more = [...named, ...(options.root ?? []), ...packages.values()];
  return {
    files: folderFiles(folder, scenarioRoots(folder, file, overrides, more)),
    worded: ({ robots }) => {
      const [[name, section]] = Object.entries(robots);
      // A bench has no files.
      if (section.file === undefined) return [];
      const { read } = robotFiles(folder, section.file, options);
      const set = (key: string, value: object) => `robots.${name}.${key}=${JSON.stringify(value)}`;
      const { args = new Map(), packages: given = new Map(), roots = [] } = read;
      const reach =
        more.length === 0 ? [] : [set('roots', [...new Set([...(section.roots ?? []), ...roots])])];
      return [
        ...(args.size === 0 ? [] : [set('args', { ...section.args, ...Object.fromEntries(args) })]),
        ...(given.size === 0 ? [] : [set('packages', { ...section.packages, ...Object.fromEntries(given) })]),
        ...reach,
      ];
    },
  };
}

interface PackageAround {
  /** The nearest folder around the robot file that holds a package.xml; never a home folder. */
  readonly manifest: string | undefined;
  /** Where there is none: the folders around it that are called like a package that it names, by that name. */
  readonly called: ReadonlyMap<string, string>;
}

function packageAround(folder: string, file: string): PackageAround {
  const own = folderNamed(folder, file);
  const around: string[] = [];
  for (let at = own; dirname(at) !== at && at !== homedir(); at = dirname(at)) around.push(at);
  const manifest = around.find((at) => existsSync(join(at, 'package.xml')));
  if (manifest !== undefined) return { manifest, called: new Map() };
  const text = new TextDecoder().decode(folderFiles(folder, [own]).read(file));
  const named = text.matchAll(/\$\(find\s+([^\s)]+)\s*\)|\b(?:package|model):\/\/([^/"'\s]+)/g);
  const names = new Set([...named].map(([, found, used]) => found ?? used));
  // The nearest one of a name is set last.
  const called = around.reverse().filter((at) => names.has(basename(at)));
  return { manifest, called: new Map(called.map((at) => [basename(at), at])) };
}

/** `name=folder` by name. */
function packagesOf(given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((text) => {
      const [, name, path] = /^([^=]+)=(.+)$/s.exec(text) ?? wrong('--package', text, 'name=folder');
      return [name, path] as const;
    }),
  );
}

/** `name:=value` by name. */
function argumentsOf(given: readonly string[]): Map<string, string> {
  return new Map(
    given.map((text) => {
      const [, name, value] = /^([^:=]+):=(.*)$/s.exec(text) ?? wrong('--arg', text, 'name:=value');
      return [name, value] as const;
    }),
  );
}

function wrong(option: string, got: string, expected: string): never {
  throw Refusal.of({
    code: 'option-malformed',
    where: { file: option },
    message: `${option} wants ${expected}`,
    expected,
    got,
  });
}

/** Whether a file is a robot by its first characters, or by being a folder or a zip; undefined where it is not there. */
export function isRobot(files: Files, file: string): boolean | undefined {
  const archives = new Archives(files);
  if (archives.list(file) !== undefined) return true;
  const bytes = archives.read(file);
  if (bytes === undefined) return robotIsThere(file, files) ? true : undefined;
  // A zip or what is taken for one; or past byte order marks, zeros of UTF-16 and white space.
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || otherPacking(bytes) !== undefined) return true;
  return bytes.subarray(0, 400).find((byte) => byte > 0x20 && byte < 0x80) === 0x3c;
}
