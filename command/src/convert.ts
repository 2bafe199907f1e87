/** `pliant convert`: any robot as plain URDF. */
import { writeFileSync } from 'node:fs';
import { dirname, isAbsolute, posix, relative, resolve, sep } from 'node:path';
import type { Outcome } from 'pliant/problem';
import { Archives, type Files, type MeshShape, type Robot, writeUrdf } from 'pliant/robot';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { json } from './json.js';
import { type RobotOptions, readNamedRobot } from './robot.js';
import { take } from './talk.js';

export interface ConvertOptions extends RobotOptions {
  readonly out?: string;
  readonly force?: true;
  readonly json?: true;
}

export async function convert(context: Context, file: string, options: ConvertOptions): Promise<number> {
  const { files, outcome } = await readNamedRobot(context, file, options);
  const robot = take(context, outcome);
  const target = options.out === undefined ? context.folder : dirname(resolve(context.folder, options.out));
  const written = urdfFor(robot, files, context.folder, target);
  const urdf = take(context, written);
  if (options.out !== undefined) save(context, options.out, urdf, { force: options.force });
  if (options.json) {
    const problems = [...outcome.problems, ...written.problems];
    const where = options.out === undefined ? { urdf } : { out: options.out };
    context.out(json({ file, robot: robot.name, format: robot.source.format, ...where, problems }));
  } else if (options.out === undefined) context.out(urdf);
  else
    context.out(
      `${options.out}: ${robot.name}, ${robot.links.length} links, ${robot.joints.length} joints\n`,
    );
  return exit.done;
}

/** The text, with meshes spelt so that they are found from a folder, and a word on those that stand in a zip. */
function urdfFor(robot: Robot, files: Files, folder: string, target: string): Outcome<string> {
  const archives = new Archives(files);
  const packed = new Set<string>();
  const mesh = (shape: MeshShape): string => {
    const zip = shape.resolved === undefined ? undefined : archives.zipOf(shape.resolved);
    const spelt = meshFrom(shape, dirname(resolve(folder, robot.source.file ?? '.')), folder, target);
    if (zip !== undefined && !inPackage.test(spelt)) packed.add(zip);
    return spelt;
  };
  const outcome = writeUrdf(robot, { mesh });
  if (packed.size === 0 || outcome.value === undefined) return outcome;
  const warning = {
    code: 'mesh-in-zip',
    severity: 'warning',
    where: { file: [...packed][0] },
    message: 'meshes are written as paths into the zip, which other programs do not follow',
    hint: 'unpack the zip, and convert what is in it',
  } as const;
  return { ...outcome, problems: [...outcome.problems, warning] };
}

const inPackage = /^(package|model):/i;

/**
 * A mesh as a file in the folder `target` says it: packages stay packages; what was found, and what is relative to
 * the folder `own` of the robot's file, is spelt from there; all else as it is.
 */
function meshFrom({ file, resolved }: MeshShape, own: string, folder: string, target: string): string {
  const found = /^(?:file:\/\/)?\/?\$\(find\s+([^\s()]+)\s*\)\/*(.*)$/.exec(file);
  if (found !== null) return `package://${found[1]}/${found[2]}`;
  if (inPackage.test(file)) return file;
  const path =
    resolved !== undefined ? resolve(folder, resolved) : isPlain(file) ? resolve(own, file) : undefined;
  if (path === undefined) return file;
  const short = relative(target, path);
  return isAbsolute(short) ? path : posix.join(...short.split(sep));
}

/** Whether it is a relative path of this system. */
function isPlain(file: string): boolean {
  return !/^[A-Za-z][A-Za-z0-9+.-]*:/.test(file) && !file.startsWith('/') && !/[\\\0$]/.test(file);
}

/** Writes a text; a file that is there already is left as it is unless it is forced. */
export function save(
  context: Context,
  out: string,
  text: string,
  {
    force = false,
    option = '--out',
  }: { readonly force?: boolean | undefined; readonly option?: string } = {},
): void {
  try {
    writeFileSync(resolve(context.folder, out), text, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') {
      throw Refusal.of({
        code: 'file-exists',
        where: { file: out },
        message: 'the file is there already',
        hint: `name another with ${option}, or overwrite it with --force`,
      });
    }
    throw Refusal.of({ code: 'not-written', where: { file: out }, message: `cannot write this: ${message}` });
  }
}
