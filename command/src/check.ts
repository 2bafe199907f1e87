/** `pliant check`: what is wrong with a robot or a scenario, without running it. */

import { modelOf } from 'pliant/model';
import { describe, hasErrors, type Problem } from 'pliant/problem';
import { type Files, readRobot } from 'pliant/robot';
import { checkScenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { type FolderFiles, folderFiles, scenarioRoots } from './files.js';
import { json } from './json.js';

export interface CheckOptions {
  readonly set?: readonly string[];
  readonly root?: readonly string[];
  readonly json?: true;
}

export function check(context: Context, file: string, options: CheckOptions): number {
  const overrides = options.set ?? [];
  const roots = scenarioRoots(context.folder, file, overrides, options.root);
  const files = folderFiles(context.folder, roots);
  const kind = kindOf(files, file);
  const problems = kind === 'robot' ? checkRobot(files, file) : checkScenario(files, file, overrides);
  const failed = hasErrors(problems);
  if (options.json) context.out(json({ file, kind, ok: !failed, problems }));
  else {
    for (const severity of ['warning', 'error']) {
      for (const problem of problems)
        if (problem.severity === severity) context.out(`${describe(problem)}\n`);
    }
    const count = (severity: string) => problems.filter((p) => p.severity === severity).length;
    const [errors, warnings] = [count('error'), count('warning')];
    context.out(
      `${file}: ${failed ? `${errors} error${errors === 1 ? '' : 's'}` : `a good ${kind}`}, ${warnings} warning${warnings === 1 ? '' : 's'}\n`,
    );
  }
  return failed ? exit.badInput : exit.done;
}

function checkRobot(files: Files, file: string): readonly Problem[] {
  const read = readRobot(file, files);
  return read.value === undefined ? read.problems : [...read.problems, ...modelOf(read.value).problems];
}

/** XML is a robot, everything else a scenario. */
function kindOf(files: FolderFiles, file: string): 'robot' | 'scenario' {
  const bytes = files.read(file);
  if (bytes === undefined) throw Refusal.unread(file, files.why(file));
  // Past byte order marks, zeros of UTF-16 and white space.
  const first = bytes.subarray(0, 400).find((byte) => byte > 0x20 && byte < 0x80);
  return first === 0x3c ? 'robot' : 'scenario';
}
