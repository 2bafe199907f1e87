import type { Program } from '../program.js';

export interface ConformanceCase {
  readonly name: string;
  readonly program: Program;
  /** What each run writes to the field `x`. */
  readonly inputs: readonly (readonly number[])[];
}
