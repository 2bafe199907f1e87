/** The words behind a command of these checks; one that it does not know ends it before it begins. */
import process from 'node:process';
import { type ParseArgsConfig, parseArgs } from 'node:util';

export function wordsOf<T extends ParseArgsConfig>(
  usage: string,
  config: T,
): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [said] = (error as Error).message.split('\n');
    process.stderr.write(`${said}\nusage: ${usage}\n`);
    process.exit(2);
  }
}
