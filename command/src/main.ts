/** The `pliant` command: parses the line, runs one verb, turns everything that goes wrong into an exit status. */
import { type Context, processContext, Refusal } from './context.js';
import { exit } from './exit.js';
import { makeProgram } from './program.js';
import { tell } from './talk.js';

/** Exit status of a fault of the program itself (EX_SOFTWARE). */
const INTERNAL = 70;

export async function main(line: readonly string[], context: Context = processContext()): Promise<number> {
  const { program, status } = makeProgram(context);
  try {
    await program.parseAsync([...line], { from: 'user' });
    return status();
  } catch (error) {
    return await statusOf(error, line, context);
  }
}

async function statusOf(error: unknown, line: readonly string[], context: Context): Promise<number> {
  const { CommanderError } = await import('commander');
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.done : exit.badInput;
  if (error instanceof Refusal) {
    tell(context, error.problems);
    if (line.includes('--json')) {
      context.out(`${JSON.stringify({ error: error.message, problems: error.problems }, undefined, 2)}\n`);
    } else context.talk(`pliant: ${error.message}\n`);
    return error.code;
  }
  const fault = error instanceof Error ? error : new Error(String(error));
  context.talk(`pliant: a fault of the program itself: ${fault.message}\n`);
  if (process.env.PLIANT_DEBUG) context.talk(`${fault.stack ?? ''}\n`);
  else context.talk('PLIANT_DEBUG=1 shows where; please report it with the files that lead to it\n');
  return INTERNAL;
}
