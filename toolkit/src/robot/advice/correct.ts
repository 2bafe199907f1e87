/** A corrected copy of a URDF file: the fixes that its problems carry are made, and the copy is read again. */
import type { Edit, Fix, Outcome, Problem } from '../../problem/index.js';
import { Findings } from '../findings.js';
import type { Robot } from '../robot.js';
import { decodeXml } from '../text.js';
import { readUrdf, type UrdfOptions } from '../urdf.js';
import { readXml } from '../xml.js';
import { applyEdits } from './apply.js';

export interface Correction {
  readonly code: string;
  readonly fix: Fix;
}

export interface Corrected {
  readonly text: string;
  /** What was done, in the order in which it was done. */
  readonly made: readonly Correction[];
  /** Guesses that nobody asked for, by the code to ask with. */
  readonly left: readonly Correction[];
  /** What reading the copy says; its value is the robot, where it is one. */
  readonly outcome: Outcome<Robot>;
}

/** A fix may bring to light what could not be read before. */
const mostRounds = 8;

/**
 * Makes all fixes that are sure, and guesses whose code (or `all`) is in `assumed`. Nothing but the values of attributes
 * changes; a file in another encoding comes out as UTF-8, and says so.
 *
 * @returns the copy; problems only where there is none: the file is no XML, or a fix leaves what it should mend
 */
export function correctUrdf(
  source: string | Uint8Array,
  options: UrdfOptions,
  assumed: ReadonlySet<string> = new Set(),
): Outcome<Corrected> {
  let text = asText(source);
  const made: Correction[] = [];
  let outcome = readUrdf(text ?? source, options);
  if (text === undefined || readXml(text, new Findings(options.file)) === undefined)
    return { problems: outcome.problems };
  for (let round = 0; round < mostRounds; round++) {
    const due = correctionsOf(outcome.problems).filter(({ code, fix }) => isAsked(code, fix, assumed));
    if (due.length === 0) break;
    const chosen = compatible(due);
    text = applyEdits(
      text,
      chosen.flatMap(({ fix }) => fix.edits),
    );
    const before = outcome;
    outcome = readUrdf(text, options);
    made.push(...chosen);
    const worse = newErrors(before.problems, outcome.problems);
    if (worse.length > 0) return { problems: [notMended('it brings new errors'), ...worse] };
  }
  const stay = outcome.problems.filter(({ code, fix }) => fix !== undefined && isAsked(code, fix, assumed));
  if (stay.length > 0) return { problems: [notMended('the same problem is there again'), ...stay] };
  const left = correctionsOf(outcome.problems);
  return { value: { text, made, left, outcome }, problems: [] };
}

export function correctionsOf(problems: readonly Problem[]): readonly Correction[] {
  return problems.flatMap(({ code, fix }) => (fix === undefined ? [] : [{ code, fix }]));
}

function isAsked(code: string, fix: Fix, assumed: ReadonlySet<string>): boolean {
  return !fix.guess || assumed.has(code) || assumed.has('all');
}

/** Those that change no value twice; the others have their turn in the next round. */
function compatible(list: readonly Correction[]): readonly Correction[] {
  const taken = new Set<string>();
  const key = ({ where, attribute }: Edit): string => `${where.line}:${where.column} ${attribute}`;
  return list.filter(({ fix }) => {
    if (fix.edits.some((edit) => taken.has(key(edit)))) return false;
    for (const edit of fix.edits) taken.add(key(edit));
    return true;
  });
}

/** Errors that were not there before, by what they are about. */
function newErrors(before: readonly Problem[], after: readonly Problem[]): readonly Problem[] {
  const key = ({ code, where }: Problem): string => `${code} ${where.line}`;
  const known = new Set(before.map(key));
  // While numbers were malformed what they say could not be judged.
  const blind = before.some(({ code }) => code === 'number-malformed');
  return blind ? [] : after.filter((problem) => problem.severity === 'error' && !known.has(key(problem)));
}

function notMended(why: string): Problem {
  return {
    code: 'fix-failed',
    severity: 'error',
    where: {},
    message: `no corrected copy: after the fixes ${why}`,
  };
}

/** The text; its declaration says UTF-8 where it named another encoding. */
function asText(source: string | Uint8Array): string | undefined {
  if (typeof source === 'string') return source;
  const decoded = decodeXml(source);
  if (!('text' in decoded)) return undefined;
  return decoded.text.replace(
    /^(<\?xml[^>]*?\bencoding[ \t\r\n]*=[ \t\r\n]*)(["'])(?!utf-8["'])[^"']*\2/i,
    '$1$2UTF-8$2',
  );
}
