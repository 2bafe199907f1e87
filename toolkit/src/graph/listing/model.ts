/** What a language's file is made from. */
import type { Program } from '../program.js';
import type { ListedField } from './names.js';
import type { ElementaryName, HelperName, Syntax } from './syntax.js';

/** A run to show: an input that steps, and rows of numbers. */
export interface ListingTrial {
  /** Procedures to run once, before all. */
  readonly before?: readonly string[];
  /** Procedures of each pass, in this order. */
  readonly each: readonly string[];
  /** A field of one entry, and what it is from pass `from` (0 by default) on; 0 before. */
  readonly input: { readonly field: string; readonly value: number; readonly from?: number };
  /** Passes in all. */
  readonly passes: number;
  /** A row after pass 0 and every so many. */
  readonly every: number;
  /** What a row shows behind the number of its pass. */
  readonly columns: readonly { readonly label: string; readonly field: string }[];
  /** Significant digits, 1 to 17; by default as the language prints numbers by itself. */
  readonly digits?: number;
}

export interface Trial extends Omit<ListingTrial, 'input' | 'columns' | 'before'> {
  readonly before: readonly string[];
  readonly input: { readonly name: string; readonly value: number; readonly from: number };
  readonly columns: readonly { readonly label: string; readonly name: string }[];
}

export interface ListedProcedure {
  readonly name: string;
  readonly lines: readonly string[];
  readonly usesMemory: boolean;
  readonly isPart: boolean;
}

export interface ListedFunction {
  readonly name: ElementaryName;
  readonly parameters: readonly string[];
  readonly lines: readonly string[];
}

export interface Model {
  readonly name: string;
  readonly title: string;
  readonly fields: readonly ListedField[];
  readonly procedures: readonly ListedProcedure[];
  readonly functions: readonly ListedFunction[];
  readonly helpers: ReadonlySet<HelperName>;
  /** Spill places in all. */
  readonly places: number;
  readonly trial: Trial | undefined;
}

export interface LanguageDefinition {
  readonly syntax: Syntax;
  /** Names that fields and procedures must not have. */
  readonly reserved: readonly string[];
  /** How a procedure is called where that is not its name alone. */
  called?(name: string, procedure: string): string;
  /** Before the lines of a procedure and of an elementary function. */
  readonly bodyIndent: string;
  readonly functionIndent: string;
  /** Bytes of code that a function may have. */
  readonly longest?: number;
  write(model: Model): {
    readonly files: readonly { readonly name: string; readonly text: string }[];
    readonly main: string;
  };
}

/** The trial with the names of the listing. @throws where it asks for what is not there or cannot be. */
export function trialOf(
  { before = [], each, input, passes, every, columns, digits }: ListingTrial,
  program: Program,
  fields: readonly ListedField[],
  procedures: readonly string[],
): Trial {
  const fail = (what: string): never => {
    throw new Error(`listing: ${what}`);
  };
  const field = (wanted: string): string => {
    const found = fields.find((listed) => listed.field.name === wanted);
    if (found === undefined) return fail(`the trial's field ${JSON.stringify(wanted)} is not in the layout`);
    if (found.field.size !== 1)
      return fail(`the trial's field ${JSON.stringify(wanted)} has ${found.field.size} entries, not one`);
    return found.name;
  };
  const procedure = (wanted: string): string =>
    procedures[program.procedures.findIndex((p) => p.name === wanted)] ??
    fail(`the trial's procedure ${JSON.stringify(wanted)} is not in the program`);
  const { value, from = 0 } = input;
  for (const [what, x, least] of [
    ['passes', passes, 1],
    ['every', every, 1],
    ['input.from', from, 0],
    ['digits', digits ?? 1, 1],
  ] as const) {
    if (!Number.isSafeInteger(x) || x < least)
      fail(`the trial's ${what} is ${x}, not a whole number from ${least} on`);
  }
  if (digits !== undefined && digits > 17) fail(`the trial's digits are ${digits}, more than 17`);
  return {
    before: before.map(procedure),
    each: each.map(procedure),
    input: { name: field(input.field), value, from },
    passes,
    every,
    columns: columns.map((column) => ({
      label: column.label.replace(/[^A-Za-z0-9_]/g, '_').slice(0, 40),
      name: field(column.field),
    })),
    ...(digits === undefined ? {} : { digits }),
  };
}
