/** The `pliant` command: parses the line, runs one verb, turns everything that goes wrong into an exit status. */
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
    return await statusOf(error, line, context);
  }
}

async function statusOf(error: unknown, line: readonly string[], context: Context): Promise<number> {
  const { CommanderError } = await import('commander');
  const inJson = line.includes('--json');
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exit.done;
    if (inJson) context.out(json({ error: error.message.replace(/^error: /, ''), problems: [] }));
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
