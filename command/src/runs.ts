/** `pliant run` with several scenarios: one after the other, and at the end what came of each. */
import { basename, extname, join } from 'node:path';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { json } from './json.js';
import { type RunOptions, run } from './run.js';
import { tell } from './talk.js';

/**
 * Runs every scenario, whatever came of those before it, unless it is interrupted. The exit status is the greatest of
 * theirs: 0 only where all are done and hold. The JSON is a list, one entry a scenario, in the order given. With
 * `out` each run gets a folder in it, called like its file.
 */
export async function runAll(
  context: Context,
  files: readonly string[],
  options: RunOptions,
): Promise<number> {
  if (files.length === 1) return run(context, files[0], options);
  const folders = foldersOf(files, options.out);
  const results: unknown[] = [];
  const statuses: number[] = [];
  const one: Context = options.json
    ? { ...context, out: (text) => void results.push(JSON.parse(text)) }
    : context;
  for (const [i, file] of files.entries()) {
    one.talk(`${i === 0 ? '' : '\n'}${file}\n`);
    if (!options.json) one.out(`${i === 0 ? '' : '\n'}# ${file}\n`);
    const own = folders === undefined ? options : { ...options, out: folders[i] };
    statuses.push(await statusOf(one, file, own, results));
  }
  if (options.json) context.out(json(results));
  else context.out(`\n${summary(files, statuses)}\n`);
  return Math.max(...statuses);
}

/** The status of one run; what refuses it is told and does not end the others. */
async function statusOf(
  context: Context,
  file: string,
  options: RunOptions,
  results: unknown[],
): Promise<number> {
  try {
    return await run(context, file, options);
  } catch (error) {
    if (!(error instanceof Refusal) || error.code >= exit.internal) throw error;
    tell(context, error.problems);
    if (options.json) results.push({ file, error: error.message, problems: error.problems, ...error.more });
    else context.talk(`pliant: ${error.message}\n`);
    return error.code;
  }
}

/** A folder for each file in `out`; two files of one name would write over each other. */
function foldersOf(files: readonly string[], out: string | undefined): string[] | undefined {
  if (out === undefined) return undefined;
  const names = files.map((file) => basename(file, extname(file)));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) {
    throw Refusal.of({
      code: 'folder-exists',
      where: { file: join(out, twice) },
      message: 'two scenarios would write the same folder',
      hint: 'rename one of the files, or run them with another --out each',
    });
  }
  return names.map((name) => join(out, name));
}

const words: readonly (readonly [code: number, word: string])[] = [
  [exit.done, 'done'],
  [exit.measureFailed, 'a measure failed'],
  [exit.badInput, 'refused'],
  [exit.guardStop, 'a guard acted'],
  [exit.diverged, 'diverged'],
];

function summary(files: readonly string[], statuses: readonly number[]): string {
  const lines = words.flatMap(([code, word]) => {
    const those = files.filter((_, i) => statuses[i] === code);
    if (those.length === 0) return [];
    return [`${word}: ${those.length}${code === exit.done ? '' : ` (${those.join(', ')})`}`];
  });
  return `${files.length} scenarios: ${lines.join('; ')}`;
}
