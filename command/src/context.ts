/** What a verb has of the outside world. Tests give their own. */
import type { Problem } from 'pliant/problem';
import { exit } from './exit.js';

export interface Context {
  /** The folder of the command. */
  readonly folder: string;
  /** The result goes to `out`, the talk to `talk`. */
  out(text: string): void;
  talk(text: string): void;
  /** Whether somebody is watching `talk` on a terminal. */
  readonly watched: boolean;
  /** s since some beginning. */
  clock(): number;
  /** Time of day. */
  now(): Date;
}

export function processContext(): Context {
  process.stdout.on('error', (error) => lost(error, true));
  process.stderr.on('error', (error) => lost(error, false));
  return {
    folder: process.cwd(),
    out: (text) => void process.stdout.write(text),
    talk: (text) => void process.stderr.write(text),
    watched: process.stderr.isTTY === true,
    clock: () => performance.now() / 1000,
    now: () => new Date(),
  };
}

/** A reader that went away (`| head`) is no fault, and what is being done goes on; a full disk is one. */
function lost(error: NodeJS.ErrnoException, result: boolean): void {
  if (error.code === 'EPIPE') return;
  process.exitCode = exit.badInput;
  if (result) process.stderr.write(`pliant: cannot write the result: ${error.message}\n`);
}

/** A reason to end with an exit status, already worded; never printed with a stack. */
export class Refusal extends Error {
  readonly code: number;
  readonly problems: readonly Problem[];
  /** What else its JSON says. */
  readonly more: object;

  constructor(code: number, message: string, problems: readonly Problem[] = [], more: object = {}) {
    super(message);
    this.code = code;
    this.problems = problems;
    this.more = more;
  }

  /** Bad input that is one problem. */
  static of(problem: Omit<Problem, 'severity'>): Refusal {
    return new Refusal(exit.badInput, '1 error', [{ ...problem, severity: 'error' }]);
  }

  /** A file of the command line that cannot be read, and why. */
  static unread(file: string, why: string): Refusal {
    return Refusal.of({ code: 'file-missing', where: { file }, message: `cannot read ${file}`, hint: why });
  }
}
