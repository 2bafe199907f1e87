/** A robot that is named on the command line: its file, where its packages are, its arguments. */
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Outcome, Problem } from 'pliant/problem';
import { Archives, type Files, type ReadOptions, type Robot, readRobot, robotIsThere } from 'pliant/robot';
import { type Context, Refusal } from './context.js';
import { type FolderFiles, folderFiles, folderNamed } from './files.js';
import { loadMeshes } from './meshes.js';

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
 * MuJoCo does not take, where masses depend on some.
 */
export async function withMujoco<T extends { readonly problems: readonly Problem[] }>(
  read: (options: Pick<ReadOptions, 'mujoco' | 'convertMesh'>) => T,
): Promise<T> {
  const asksFor = (code: string, { problems }: T): boolean => problems.some((p) => p.code === code);
  const first = read({});
  if (!asksFor('mjcf-needs-mujoco', first)) return first;
  const { loadMujoco } = await import('pliant/mujoco').catch((error: unknown) => {
    throw Refusal.of({
      code: 'mujoco-missing',
      where: {},
      message: 'this is MJCF, which MuJoCo compiles, and MuJoCo cannot be loaded',
      got: error instanceof Error ? error.message : String(error),
      hint: 'install it: npm install @mujoco/mujoco',
    });
  });
  const mujoco = await loadMujoco();
  const second = read({ mujoco });
  if (!asksFor('mesh-unreadable', second)) return second;
  const { convertMesh } = await loadMeshes();
  return read({ mujoco, convertMesh });
}

/** The files that may be read for a robot, and how to read it. */
export function robotFiles(
  folder: string,
  file: string,
  options: RobotOptions,
): { files: FolderFiles; read: Pick<ReadOptions, 'roots' | 'packages' | 'args'> } {
  const packages = packagesOf(options.package ?? []);
  const own = folderNamed(folder, file);
  const roots = [folder, own, packageAround(own) ?? own, ...(options.root ?? []), ...packages.values()];
  const absolute = [...new Set(roots.map((root) => resolve(folder, root)))];
  // Paths are told apart as texts: roots are spelt from where the robot's own path is.
  const spelt = (path: string): string =>
    isAbsolute(file) ? resolve(folder, path) : relative(folder, resolve(folder, path)) || '.';
  return {
    files: folderFiles(folder, absolute),
    read: {
      roots: absolute.map(spelt),
      packages: new Map([...packages].map(([name, path]) => [name, spelt(path)])),
      args: argumentsOf(options.arg ?? []),
    },
  };
}

/** The nearest of a folder and those around it that holds a package.xml; never a home folder. */
function packageAround(folder: string): string | undefined {
  for (let at = folder; dirname(at) !== at && at !== homedir(); at = dirname(at)) {
    if (existsSync(join(at, 'package.xml'))) return at;
  }
  return undefined;
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
  // A zip; or past byte order marks, zeros of UTF-16 and white space.
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return true;
  return bytes.subarray(0, 400).find((byte) => byte > 0x20 && byte < 0x80) === 0x3c;
}
