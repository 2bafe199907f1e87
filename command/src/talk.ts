/** Wording on the terminal: problems, and progress that stays silent in a pipe. */
import { describe, hasErrors, type Outcome, type Problem } from 'pliant/problem';
import { type Context, Refusal } from './context.js';
import { exit } from './exit.js';

/** Prints problems on the talk, errors last, so that they stand where the eye is. */
export function tell(context: Context, problems: readonly Problem[]): void {
  const errors = problems.filter((p) => p.severity === 'error');
  const warnings = problems.filter((p) => p.severity === 'warning');
  for (const problem of [...warnings, ...errors]) context.talk(`${describe(problem)}\n`);
}

/** The value of an outcome; its problems are told, and an error ends the command as bad input. */
export function take<T>(context: Context, outcome: Outcome<T>): T {
  if (outcome.value === undefined || hasErrors(outcome.problems)) {
    const count = outcome.problems.filter((p) => p.severity === 'error').length;
    throw new Refusal(exit.badInput, count === 1 ? '1 error' : `${count} errors`, outcome.problems);
  }
  tell(context, outcome.problems);
  return outcome.value;
}

/** A line on the terminal that is written over; nothing at all where nobody watches. */
export class Progress {
  readonly #context: Context;
  #next = 0;
  #shown = false;

  constructor(context: Context) {
    this.#context = context;
  }

  show(text: string): void {
    if (!this.#context.watched || this.#context.clock() < this.#next) return;
    this.#next = this.#context.clock() + 0.1;
    this.#shown = true;
    this.#context.talk(`\r\u001b[2K${text}`);
  }

  clear(): void {
    if (this.#shown) this.#context.talk('\r\u001b[2K');
    this.#shown = false;
  }
}
