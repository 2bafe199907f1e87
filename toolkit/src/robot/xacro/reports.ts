/** Faults → problems: each once, and none that only follows from another. */
import type { Findings, Place } from '../findings.js';
import type { Budget } from './bounds.js';
import { Fault } from './fault.js';

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
    if (this.incomplete && consequences.has(fault.code)) return;
    const at = fault.place ?? place;
    const key = JSON.stringify([fault.code, at.file, at.line, at.column, fault.message]);
    if (this.#seen.has(key)) return;
    this.#seen.add(key);
    const got = fault.detail.got ?? (fault.expression === undefined ? undefined : `\${${fault.expression}}`);
    this.findings.error(fault.code, at, fault.message, {
      ...fault.detail,
      ...(got === undefined ? {} : { got }),
    });
  }

  /**
   * Does something; a fault is reported, and what would have come of it is left out. False where there was one.
   * A fault that ends the expansion goes on.
   */
  attempt(place: Place, body: () => void, onFault: (fault: Fault) => void = () => {}): boolean {
    const { depth } = this.#budget;
    try {
      body();
      return true;
    } catch (error) {
      if (!(error instanceof Fault) || error.fatal) throw error;
      this.#budget.depth = depth;
      this.report(error, place);
      onFault(error);
      return false;
    }
  }
}
