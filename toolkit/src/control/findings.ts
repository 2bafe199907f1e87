/** What is found wrong with a design. */
import { nearest, type Problem } from '../problem/index.js';

export class Findings {
  readonly problems: Problem[] = [];

  error(code: string, path: string, message: string, detail: Partial<Problem> = {}): void {
    this.problems.push({ code, severity: 'error', where: { path }, message, ...detail });
  }

  warn(code: string, path: string, message: string, detail: Partial<Problem> = {}): void {
    this.problems.push({ code, severity: 'warning', where: { path }, message, ...detail });
  }
}

/** A problem where `name` is not among the known ones. */
export function unknown(
  found: Findings,
  path: string,
  what: string,
  name: string,
  known: readonly string[],
): void {
  if (known.includes(name)) return;
  const near = nearest(name, known);
  found.error(`unknown-${what.split(' ')[0]}`, path, `there is no ${what} ${name}`, {
    known,
    ...(near === undefined ? {} : { hint: `did you mean ${near}?` }),
  });
}
