/** Collects problems with a scenario that was read, each at the place where its path was written. */
import { nearest, type Problem, printable } from '../problem/index.js';
import { type Place, whereOf } from './tree.js';

export class Complaints {
  readonly problems: Problem[] = [];
  readonly #placeOf: (path: string) => Place;

  constructor(placeOf: (path: string) => Place) {
    this.#placeOf = placeOf;
  }

  error(code: string, path: string, message: string, more: Partial<Problem> = {}): undefined {
    this.#add('error', code, path, message, more);
    return undefined;
  }

  warn(code: string, path: string, message: string, more: Partial<Problem> = {}): undefined {
    this.#add('warning', code, path, message, more);
    return undefined;
  }

  /** A name that stands for nothing, with the names that would have been understood. */
  unknown(path: string, kind: string, name: string, known: readonly string[], hint?: string): undefined {
    const near = nearest(name, known);
    return this.error(
      `unknown-${kind.replace(/ /g, '-')}`,
      path,
      `there is no ${kind} ${JSON.stringify(printable(name, 60))}`,
      {
        known,
        ...(near !== undefined ? { hint: `did you mean ${near}?` } : hint !== undefined ? { hint } : {}),
      },
    );
  }

  /** Problems of another room whose paths are those of the scenario, placed in the file. */
  adopt(problems: readonly Problem[]): void {
    for (const problem of problems) {
      const { path, name } = problem.where;
      if (path === undefined) this.problems.push(problem);
      else {
        const where = whereOf(this.#placeOf(path), path);
        this.problems.push({ ...problem, where: name === undefined ? where : { ...where, name } });
      }
    }
  }

  get failed(): boolean {
    return this.problems.some((p) => p.severity === 'error');
  }

  #add(
    severity: Problem['severity'],
    code: string,
    path: string,
    message: string,
    more: Partial<Problem>,
  ): void {
    this.problems.push({ code, severity, where: whereOf(this.#placeOf(path), path), message, ...more });
  }
}
