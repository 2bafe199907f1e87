/** Faults → problems: each once, and none that only follows from another. */
import type { Findings, Place } from '../findings.js';
import type { Budget } from './bounds.js';
import { Fault, ringOf } from './fault.js';

/** Faults that say nothing new where something before them failed that may have defined the name. */
const consequences = new Set([
  'xacro-name-unknown',
  'xacro-macro-unknown',
  'xacro-block-unknown',
  'xacro-arg-missing',
]);

export class Reports {
  readonly findings: Findings;
  readonly #budget: Budget;
  /** What is to be reported, with how often it came up: at the same place, or of the same name at all. */
  readonly #faults = new Map<string, { readonly fault: Fault; readonly place: Place; places: number }>();
  readonly #seen = new Set<string>();
  /** Whether there was an error. */
  failed = false;
  /** Whether something failed that may have defined names. */
  incomplete = false;

  constructor(findings: Findings, budget: Budget) {
    this.findings = findings;
    this.#budget = budget;
  }

  report(fault: Fault, place: Place): void {
    this.failed = true;
    if (fault.reported) return;
    fault.reported = true;
    // What comes first follows from nothing: a refusal has a reason always.
    if (this.incomplete && consequences.has(fault.code) && this.#faults.size > 0) return;
    const at = fault.place ?? place;
    const same = JSON.stringify([fault.code, at.file, at.line, at.column, fault.message]);
    if (this.#seen.has(same)) return;
    this.#seen.add(same);
    const key = consequences.has(fault.code) ? JSON.stringify([fault.code, fault.message]) : same;
    const known = this.#faults.get(key);
    if (known === undefined) this.#faults.set(key, { fault, place: at, places: 1 });
    else known.places++;
  }

  /** Hands all faults over; a name that is missing in many places stands at its first one. */
  finish(): void {
    for (const { fault, place, places } of this.#faults.values()) {
      const { code, detail, expression, message } = fault;
      const ring = ringOf(fault);
      const named =
        ring === undefined ? message : `${message}: macro \`${fault.macros[0]}\` calls itself (${ring})`;
      const got = detail.got ?? (expression === undefined ? undefined : `\${${expression}}`);
      this.findings.error(
        code,
        place,
        places === 1 ? named : `${message} (in ${places} places, first here)`,
        {
          ...detail,
          ...(got === undefined ? {} : { got }),
        },
      );
    }
    this.#faults.clear();
  }

  /**
   * Does something; a fault is reported, and what would have come of it is left out. False where there was one.
   * A fault that ends the expansion goes on, with the innermost place.
   */
  attempt(place: Place, body: () => void, onFault: (fault: Fault) => void = () => {}): boolean {
    const { depth } = this.#budget;
    try {
      body();
      return true;
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      if (error.fatal) throw error.at(place);
      this.#budget.depth = depth;
      this.report(error, place);
      onFault(error);
      return false;
    }
  }
}
