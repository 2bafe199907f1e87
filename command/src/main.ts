/** The `pliant` command: parses the line, runs one verb, turns everything that goes wrong into an exit status. */
import type { Command, CommanderError } from 'commander';
import { nearest, type Problem } from 'pliant/problem';
import { type Context, processContext, Refusal } from './context.js';
import { exit } from './exit.js';
import { json } from './json.js';
import { makeProgram } from './program.js';
import { tell } from './talk.js';

export async function main(line: readonly string[], context: Context = processContext()): Promise<number> {
  const { program, status } = makeProgram(context);
  try {
    await program.parseAsync([...line], { from: 'user' });
    return status();
  } catch (error) {
    return await statusOf(error, line, context, program);
  }
}

async function statusOf(
  error: unknown,
  line: readonly string[],
  context: Context,
  program: Command,
): Promise<number> {
  const { CommanderError: LineError } = await import('commander');
  const inJson = line.includes('--json');
  if (error instanceof LineError) {
    if (error.exitCode === 0) return exit.done;
    if (inJson) {
      const problem = usageProblem(error, program);
      context.out(json({ error: problem.message, problems: [problem] }));
    }
    return exit.badInput;
  }
  if (error instanceof Refusal) {
    tell(context, error.problems);
    if (inJson) context.out(json({ error: error.message, problems: error.problems, ...error.more }));
    else context.talk(`pliant: ${error.message}\n`);
    return error.code;
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  if (inJson) context.out(json({ error: fault.message, problems: [] }));
  context.talk(`pliant: a fault of the program itself: ${fault.message}\n`);
  if (process.env.PLIANT_DEBUG) context.talk(`${fault.stack ?? ''}\n`);
  else context.talk('PLIANT_DEBUG=1 shows where; please report it with the files that lead to it\n');
  return exit.internal;
}

/** What is wrong with the line itself; of a verb that is none, those that there are. */
function usageProblem(error: CommanderError, program: Command): Problem {
  const usage = { code: 'usage', severity: 'error', where: {} } as const;
  const verbs = program.commands.map((verb) => verb.name());
  if (error.code === 'commander.help') return { ...usage, message: 'no verb was given', known: verbs };
  const message = error.message.split('\n')[0].replace(/^error: /, '');
  if (error.code !== 'commander.unknownCommand') {
    return { ...usage, message, hint: 'pliant --help, or --help after a verb, shows what there is' };
  }
  const near = nearest(/'(.*)'/.exec(message)?.[1] ?? '', verbs);
  return {
    ...usage,
    message,
    known: verbs,
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  };
}
