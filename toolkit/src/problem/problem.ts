/**
 * A problem with something a user gave, as data. Wording is made from it in one place ({@link describe});
 * all problems of a file are reported together.
 */
export interface Problem {
  /** Stable and short, `kebab-case`: 'joint-limit-missing'. */
  readonly code: string;
  /** An error refuses the file; a warning says what was assumed or left out. */
  readonly severity: 'error' | 'warning';
  readonly where: Where;
  /** What is wrong, one sentence without a full stop. */
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
  /** The names or keys that would have been understood. */
  readonly known?: readonly string[];
  /** What the user can do. */
  readonly hint?: string;
  /** The numbers that speak for it, a line each. */
  readonly evidence?: readonly string[];
  /** How the file would be mended. */
  readonly fix?: Fix;
}

/** A correction of a file: attributes that are set, added or taken out. */
export interface Fix {
  /** What is done, and why that is right. */
  readonly why: string;
  /** Whether it rests on what was probably meant. Such a fix is made only where it is asked for. */
  readonly guess: boolean;
  readonly edits: readonly Edit[];
}

/** One attribute of an element. */
export interface Edit {
  /** Where the value stands, from its quotation mark; of an attribute that is added, where its element begins. */
  readonly where: { readonly file?: string; readonly line: number; readonly column: number };
  /** `link "arm": inertial.inertia.ixx`. */
  readonly what: string;
  readonly attribute: string;
  /** Its value now; absent where it is added. */
  readonly before?: string;
  /** Its value then; absent where it is taken out. */
  readonly after?: string;
}

export interface Where {
  readonly file?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** A path inside the file: `control.elements.reach.stiffness`. */
  readonly path?: string;
  /** A link, joint or element by its name, with its kind: `joint "elbow"`. */
  readonly name?: string;
  /** How it came to stand there, innermost first: "in macro `arm` called at robot.xacro:12". */
  readonly trail?: readonly string[];
}

/** What a reader gives: a value, or none where there was an error; never half a value. */
export type Outcome<T> =
  | { readonly value: T; readonly problems: readonly Problem[] }
  | { readonly value?: undefined; readonly problems: readonly Problem[] };

/**
 * Text that is safe to print on one line: control characters and those that turn the writing direction as escapes,
 * long text cut in the middle.
 */
export function printable(text: string, most = 80): string {
  const safe = text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (safe.length <= most) return safe;
  const half = (most - 1) >> 1;
  return `${safe.slice(0, half)}…${safe.slice(safe.length - half)}`;
}

/** Steps of a trail that are worded; those between are counted. */
const mostSteps = 8;

/** Lines of evidence that are worded, and edits of a fix; the others are counted. */
const mostEvidence = 6;
const mostEdits = 3;

/**
 * `file:line:column: error: message (expected …, got …)`; its trail, the evidence, the names that are known, the hint
 * and the fix on lines of their own.
 */
export function describe(problem: Problem): string {
  const { where } = problem;
  let place = where.file === undefined ? '' : printable(where.file, 200);
  if (where.line !== undefined)
    place += `:${where.line}${where.column === undefined ? '' : `:${where.column}`}`;
  const subject = [where.path, where.name].filter((x) => x !== undefined).map((x) => printable(x, 120));
  let text = `${place === '' ? '' : `${place}: `}${problem.severity}: `;
  if (subject.length > 0) text += `${subject.join(', ')}: `;
  text += printable(problem.message, 400);
  const detail: string[] = [];
  if (problem.expected !== undefined) detail.push(`expected ${printable(problem.expected, 200)}`);
  if (problem.got !== undefined) detail.push(`got ${printable(problem.got)}`);
  if (detail.length > 0) text += ` (${detail.join(', ')})`;
  text += ` [${problem.code}]`;
  for (const step of shortened(where.trail ?? [])) text += `\n    ${printable(step, 200)}`;
  const evidence = problem.evidence ?? [];
  for (const line of evidence.slice(0, mostEvidence)) text += `\n    ${printable(line, 300)}`;
  if (evidence.length > mostEvidence) text += `\n    and ${evidence.length - mostEvidence} more`;
  if (problem.known !== undefined && problem.known.length > 0) {
    const shown = problem.known.slice(0, 12).map((x) => printable(x, 60));
    text += `\n    known: ${shown.join(', ')}${problem.known.length > 12 ? `, and ${problem.known.length - 12} more` : ''}`;
  }
  if (problem.hint !== undefined) text += `\n    ${printable(problem.hint, 400)}`;
  if (problem.fix !== undefined) text += described(problem.fix);
  return text;
}

function described({ why, guess, edits }: Fix): string {
  const shown = edits.slice(0, mostEdits).map(describeEdit);
  if (edits.length > mostEdits) shown.push(`and ${edits.length - mostEdits} more`);
  return `\n    ${guess ? 'perhaps: ' : 'fix: '}${printable(why, 300)}\n      ${shown.join('\n      ')}`;
}

/** `link "arm": inertial.inertia.ixx: 2500 → 0.0025`. */
export function describeEdit({ what, attribute, before, after }: Edit): string {
  const change =
    after === undefined
      ? `${attribute}="${printable(before ?? '', 60)}" taken out`
      : before === undefined
        ? `${attribute}="${printable(after, 60)}" added`
        : `${printable(before, 60)} → ${printable(after, 60)}`;
  return `${printable(what, 120)}: ${change}`;
}

/** The inner steps and the outermost one. */
function shortened(trail: readonly string[]): readonly string[] {
  if (trail.length <= mostSteps) return trail;
  const left = trail.length - mostSteps + 1;
  return [...trail.slice(0, mostSteps - 2), `… ${left} more …`, trail[trail.length - 1]];
}

export function hasErrors(problems: readonly Problem[]): boolean {
  return problems.some((p) => p.severity === 'error');
}

/**
 * The known name nearest to `name` (edit distance at most a third of its length, and at least 1), if any; one letter is
 * near no other.
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = name.length < 3 ? 2 : name.length / 3 + 1;
  for (const candidate of known) {
    if (candidate.length - name.length >= least || name.length - candidate.length >= least) continue;
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance < least && (distance === 0 || name.length > 1 || candidate.length > 1)) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

/** Letters put in, left out, replaced, or swapped with their neighbour (optimal string alignment). */
function editDistance(a: string, b: string): number {
  let above: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const shift = (row[j] < next[j - 1] ? row[j] : next[j - 1]) + 1;
      const crossed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = crossed ? above[j - 2] + 1 : shift;
      const least = swapped < shift ? swapped : shift;
      next.push(replaced < least ? replaced : least);
    }
    above = row;
    row = next;
  }
  return row[b.length];
}
