/** What a language writes in its own way; everything else of a listing is written once, in `writer.ts` and `listing.ts`. */
import type { LibraryName } from '../code.js';
import type { ListedField } from './names.js';

/** Functions that a listing brings along where they are used. */
export type HelperName = 'exponent' | 'pow2' | 'sqrt' | 'floor' | 'divide' | 'choose';
export type ElementaryName = Exclude<LibraryName, 'sincos'> | 'sin' | 'cos';

export interface Syntax {
  literal(x: number): string;
  /** The index of the first entry. */
  readonly firstIndex: 0 | 1;
  /** An entry of a field; `index` is absent where the field is a single number. */
  entry(field: ListedField, index: string | undefined): string;
  /** Something whole as an index, and a counter as a number. */
  asIndex(x: string): string;
  counter(name: string): string;
  readonly and: string;
  readonly or: string;
  readonly not: string;
  readonly equal: string;
  readonly different: string;
  choice(test: string, a: string, b: string): string;
  /** 1 or 0. */
  truthNumber(test: string): string;
  /** Its own functions; those that are missing are brought along. */
  readonly functions: Readonly<Partial<Record<'sqrt' | 'abs' | 'floor', string>>>;
  /** True where a division by 0 is an error. */
  readonly divides?: true;
  /** True where a choice is a function of the listing's. */
  readonly chooses?: true;
  /** How a function that is brought along is called. */
  helper(name: HelperName | ElementaryName): string;
  declare(kind: 'number' | 'truth', name: string, value: string): string;
  /** True where `x += y` can be written. */
  readonly compound: boolean;
  /** Behind a statement. */
  readonly end: string;
  ifLine(test: string): string;
  readonly elseLine: string;
  /** Closes an `if` or a loop; none where indentation does. */
  readonly close: string | undefined;
  forLine(counter: string, count: number): string;
  /** A block that would hold nothing. */
  readonly nothing: string | undefined;
  call(procedure: string): string;
  readonly result: string;
  /** A spill place, of code that is longer than a function may be. */
  spill?(place: string): string;
  /** Where a line goes on behind its end, what stands there; and whether it may do so outside brackets. */
  readonly continued: string;
  readonly breaksAnywhere: boolean;
  readonly indent: string;
}
