/** `pliant check`: what is wrong with a robot or a scenario, without running it. */

import { modelOf } from 'pliant/model';
import { describe, hasErrors, type Problem } from 'pliant/problem';
import { groupOf, type Robot, readUrdf, writeUrdf } from 'pliant/robot';
import { type Judgement, judgeScenario, loadScenario } from 'pliant/scenario';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';
import { fix } from './fix.js';
import { groupedText } from './groups.js';
import { json } from './json.js';
import {
  isRobot,
  type RobotOptions,
  readNamedRobot,
  robotFiles,
  scenarioFiles,
  withMujoco,
} from './robot.js';

export interface CheckOptions extends RobotOptions {
  readonly set?: readonly string[];
  readonly fix?: string;
  readonly assume?: readonly string[];
  readonly force?: true;
  readonly json?: true;
}

export async function check(context: Context, file: string, options: CheckOptions): Promise<number> {
  const { files } = robotFiles(context.folder, file, options);
  const robot = isRobot(files, file);
  if (robot === undefined) throw Refusal.unread(file, files.why(file));
  if (options.fix !== undefined) {
    if (!robot) throw notFixed(file);
    return fix(context, file, { ...options, fix: options.fix });
  }
  const kind = robot ? 'robot' : 'scenario';
  const { problems, passivity, tool, range, start, buffers, bounds }: Judgement = robot
    ? { problems: await checkRobot(context, file, options) }
    : await checkScenarioFile(context, file, options);
  const failed = hasErrors(problems);
  if (options.json) {
    const told = robot ? problems.map((problem) => ({ group: groupOf(problem), ...problem })) : problems;
    context.out(
      json({
        file,
        kind,
        ok: !failed,
        problems: told,
        ...(passivity && { passivity }),
        ...(tool && { tool }),
        ...(range && { range }),
        ...(start && { start }),
        ...(buffers && { buffers }),
        ...(bounds && { bounds }),
      }),
    );
  } else {
    if (robot) context.out(groupedText(problems, file, options));
    else
      for (const severity of ['warning', 'error']) {
        for (const problem of problems)
          if (problem.severity === severity) context.out(`${describe(problem)}\n`);
      }
    const count = (severity: string) => problems.filter((p) => p.severity === severity).length;
    const [errors, warnings] = [count('error'), count('warning')];
    context.out(
      `${file}: ${failed ? `${errors} error${errors === 1 ? '' : 's'}` : `a good ${kind}`}, ${warnings} warning${warnings === 1 ? '' : 's'}\n`,
    );
    if (passivity !== undefined) context.out(`by design ${passivity.text}\n`);
    if (tool !== undefined) context.out(`${tool.text}\n`);
    if (start !== undefined) context.out(`${start.text}\n`);
    if (range !== undefined) context.out(`${range.text}\n`);
    if (buffers !== undefined) context.out(`${buffers.text}\n`);
    for (const { text } of bounds ?? []) context.out(`${text}\n`);
  }
  return failed ? exit.badInput : exit.done;
}

function notFixed(file: string): Refusal {
  return Refusal.of({
    code: 'option-malformed',
    where: { file: '--fix' },
    message: '--fix corrects robots, and this is a scenario',
    got: file,
  });
}

async function checkRobot(
  context: Context,
  file: string,
  options: RobotOptions,
): Promise<readonly Problem[]> {
  const { outcome } = await readNamedRobot(context, file, options);
  return outcome.value === undefined
    ? outcome.problems
    : [...outcome.problems, ...adviceOn(outcome.value, file), ...modelOf(outcome.value).problems];
}

/** MJCF is read from what MuJoCo made of it: its numbers are looked at as the URDF that --fix would correct. */
function adviceOn(robot: Robot, file: string): readonly Problem[] {
  const text = robot.source.format === 'mjcf' ? writeUrdf(robot).value : undefined;
  if (text === undefined) return [];
  return readUrdf(text, { file }).problems.flatMap((problem) => {
    const { line: _line, column: _column, ...where } = problem.where;
    return problem.evidence === undefined ? [] : [{ ...problem, where }];
  });
}

async function checkScenarioFile(context: Context, file: string, options: CheckOptions): Promise<Judgement> {
  const { set = [] } = options;
  const { files, worded } = scenarioFiles(context.folder, file, set, options);
  const { value } = loadScenario(files, file, set);
  const overrides = value === undefined ? set : [...set, ...worded(value.scenario)];
  return withMujoco((engine) => judgeScenario(files, file, overrides, { start: context.folder, ...engine }));
}
