/** The command as a page or an example calls it, in this process: what it prints and ends with is what its binary does. */
import { main } from '../command/src/main.js';

export interface Ended {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command with these words in a folder. */
export async function pliant(folder: string, words: readonly string[]): Promise<Ended> {
  let stdout = '';
  let stderr = '';
  const status = await main(words, {
    folder,
    out: (text) => void (stdout += text),
    talk: (text) => void (stderr += text),
    watched: false,
    clock: () => performance.now() / 1000,
    now: () => new Date(),
  });
  return { status, stdout, stderr };
}
