/** A published figure, what the toolkit gets for it, and how the two stand to each other. */
import type { ArmRun } from './arm.js';
import type { Models } from './models.js';

export const verdicts = {
  reproduces: 'reproduces',
  assumption: 'reproduces with an assumption',
  contradicts: 'the text contradicts its model',
  impossible: 'cannot be reproduced',
  given: 'given, nothing to reproduce',
  closed: 'holds, not printed in the text',
} as const;
export type Verdict = keyof typeof verdicts;

/** One number that was got, and between which it must lie. */
export interface Part {
  readonly what: string;
  readonly unit: string;
  readonly got: number;
  /** What it should be, where it is one number. */
  readonly wanted?: number;
  /** Both included. Infinite where there is no bound. */
  readonly low: number;
  readonly high: number;
}

/** What rows are measured with. */
export interface Bench {
  readonly models: Models;
  /** Runs of the project's arm; absent where its files are not at hand. */
  readonly arm?: ArmRun;
  /** All frictions and hands that the arm's rows speak of, not one of each. */
  readonly full?: boolean;
}

export interface Figure {
  /** F1, F2, …: printed figures; C…: closed forms; M…: what a model gives besides. */
  readonly id: string;
  /** Document and passage. */
  readonly where: string;
  /** What is printed there, in few words. */
  readonly quoted: string;
  readonly verdict: Verdict;
  /** Why the verdict, or with what reservation. */
  readonly why: string;
  /** Where the numbers come from a run of a bench. */
  readonly dynamic?: true;
  /** Where it needs the arm. */
  readonly arm?: true;
  /** Absent where there is no number to get. */
  readonly measure?: (bench: Bench) => readonly Part[];
}

/** Room for the last bits of a bound that is itself met. */
const slack = 1e-9;

export function near(what: string, got: number, wanted: number, within: number, unit = ''): Part {
  const room = within * (1 + slack);
  return { what, unit, got, wanted, low: wanted - room, high: wanted + room };
}

export function between(what: string, got: number, low: number, high: number, unit = ''): Part {
  return { what, unit, got, low, high };
}

export function atMost(what: string, got: number, high: number, unit = ''): Part {
  return { what, unit, got, low: Number.NEGATIVE_INFINITY, high };
}

export function atLeast(what: string, got: number, low: number, unit = ''): Part {
  return { what, unit, got, low, high: Number.POSITIVE_INFINITY };
}

export function exactly(what: string, got: number, wanted: number, unit = ''): Part {
  return { what, unit, got, wanted, low: wanted, high: wanted };
}

/** A number without a bound. */
export function said(what: string, got: number, unit = ''): Part {
  return { what, unit, got, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
}

export function holds({ got, low, high }: Part): boolean {
  return got >= low && got <= high;
}

/** A figure with what was got for it. */
export interface Judged extends Omit<Figure, 'measure'> {
  readonly parts: readonly Part[];
  /** misses: a number is not what it should be. left out: it needs the arm's files. */
  readonly outcome: Verdict | 'misses' | 'left out';
}

export function judge(figure: Figure, bench: Bench): Judged {
  const { measure, ...rest } = figure;
  if (measure === undefined) return { ...rest, parts: [], outcome: figure.verdict };
  if (figure.arm && bench.arm === undefined) return { ...rest, parts: [], outcome: 'left out' };
  const parts = measure(bench);
  return { ...rest, parts, outcome: parts.every(holds) ? figure.verdict : 'misses' };
}
