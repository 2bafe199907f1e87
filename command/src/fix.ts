/** `pliant check --fix`: a corrected copy of a robot file, with every change listed. */
import { dirname, resolve } from 'node:path';
import { describeEdit, hasErrors, type Problem } from 'pliant/problem';
import { type CorrectedRobot, type Correction, correctRobot, robotIsThere } from 'pliant/robot';
import { type Context, Refusal } from './context.js';
import { save } from './convert.js';
import { exit } from './exit.js';
import { quoted } from './files.js';
import { optionWords } from './groups.js';
import { json } from './json.js';
import { type RobotOptions, robotFiles, withMujoco } from './robot.js';
import { take, tell } from './talk.js';

export interface FixOptions extends RobotOptions {
  readonly fix: string;
  readonly assume?: readonly string[] | undefined;
  readonly force?: true | undefined;
  readonly json?: true | undefined;
}

export async function fix(context: Context, file: string, options: FixOptions): Promise<number> {
  const { files, read } = robotFiles(context.folder, file, options);
  if (!robotIsThere(file, files)) throw Refusal.unread(file, files.why(file));
  const assumed = new Set(options.assume ?? []);
  const outcome = await withMujoco((engine) => correctRobot(file, files, { ...read, ...engine }, assumed));
  const value = take(context, outcome);
  const { made, left, text } = value;
  const written = made.length > 0;
  if (written) save(context, options.fix, text, { force: options.force, option: '--fix' });
  const moved = written ? movedMeshes(context, value, options.fix) : [];
  const rest = [...outcome.problems, ...moved, ...value.outcome.problems.filter((p) => p.fix === undefined)];
  const ok = !hasErrors(value.outcome.problems);
  if (options.json) {
    const out = written ? { out: options.fix } : {};
    context.out(json({ file, format: value.format, ...out, ok, made, left, problems: rest }));
  } else {
    tell(context, [...moved, ...value.outcome.problems.filter((p) => p.severity === 'error')]);
    context.out(listing(value));
    context.out(written ? summary(value, options.fix) : `${file}: nothing to fix; nothing is written\n`);
    if (left.length > 0) context.out(askedFor(left, file, options));
  }
  return ok ? exit.done : exit.badInput;
}

function listing({ made }: CorrectedRobot): string {
  return made
    .map(({ code, fix }) => {
      const lines = fix.edits.map((edit) => `  ${edit.where.line}: ${describeEdit(edit)}\n`);
      return `${fix.why}${fix.guess ? ' (likely)' : ''} [${code}]\n${lines.join('')}`;
    })
    .join('');
}

function summary({ format, made, outcome, text }: CorrectedRobot, out: string): string {
  const count = made.reduce((sum, { fix }) => sum + fix.edits.length, 0);
  const copy =
    format === 'urdf'
      ? 'the same file but for'
      : format === 'xacro'
        ? 'what the xacro file expands to, as plain URDF, but for'
        : 'the robot as plain URDF, but for';
  const verdict =
    outcome.value === undefined
      ? `still refused: ${outcome.problems.filter((p) => p.severity === 'error').length} errors are left`
      : `a good robot, ${outcome.problems.length} warning${outcome.problems.length === 1 ? '' : 's'}`;
  return `${out}: ${copy} ${count} change${count === 1 ? '' : 's'} (${text.split('\n').length - 1} lines): ${verdict}\n`;
}

function askedFor(left: readonly Correction[], file: string, options: FixOptions): string {
  const codes = [...new Set([...(options.assume ?? []), ...left.map(({ code }) => code)])];
  const words = [quoted(file), ...optionWords(options), `--fix ${quoted(options.fix)}`];
  const command = [...words, ...codes.map((code) => `--assume ${code}`)].join(' ');
  const list = left.map(
    ({ code, fix }) =>
      `  ${fix.why} (${fix.edits.length} change${fix.edits.length === 1 ? '' : 's'}) [${code}]\n`,
  );
  return `only likely, and so not done:\n${list.join('')}  → pliant check ${command}\n`;
}

/** Relative mesh paths mean others in another folder. */
function movedMeshes(context: Context, { file, text }: CorrectedRobot, out: string): Problem[] {
  const folder = (path: string): string => dirname(resolve(context.folder, path));
  const relative = [...text.matchAll(/<mesh\b[^>]*\bfilename\s*=\s*["']([^"']*)["']/g)].find(
    ([, path]) => !/^([a-z][a-z0-9+.-]*:|[/$\\])/i.test(path),
  );
  if (relative === undefined || folder(file) === folder(out)) return [];
  return [
    {
      code: 'mesh-moved',
      severity: 'warning',
      where: { file: out },
      message: 'its meshes are named from the folder of the first file',
      got: relative[1],
      hint: `write it there: --fix ${quoted(`${dirname(file)}/…`)}`,
    },
  ];
}
