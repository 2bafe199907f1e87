/** A scenario file, what it extends and what is set from outside → a {@link Scenario}. */
import type { Outcome, Problem } from '../problem/index.js';
import { Complaints } from './complaints.js';
import { layOver, override } from './merge.js';
import { names } from './names.js';
import { inOrder } from './order.js';
import { parseLimits, parseParts } from './parse.js';
import { folderOf, joinPath } from './paths.js';
import { readParts } from './read.js';
import { missingFiles, references } from './references.js';
import { filledIn, type Scenario, scenarioSchema } from './scenario.js';
import type { ScenarioFiles } from './scenario-files.js';
import { type Place, type Tree, whereOf } from './tree.js';

export interface LoadedScenario {
  readonly scenario: Scenario;
  readonly file: string;
  /** The file as it was given. */
  readonly text: string;
  /** Where what stands at a path was written. */
  placeOf(path: string): Place;
}

/** Most scenarios that extend each other in a row. */
const CHAIN = 8;

/**
 * Reads a scenario. `overrides` are `path=value`, applied in their order on top of everything else; their
 * relative paths start at the folder of the command.
 */
export function loadScenario(
  files: ScenarioFiles,
  file: string,
  overrides: readonly string[] = [],
): Outcome<LoadedScenario> {
  const text = readText(files, file, { file, folder: '' }, '');
  if (text.value === undefined) return text;
  return loadScenarioText(files, file, text.value, overrides);
}

/** The same with the file's text at hand. */
export function loadScenarioText(
  files: ScenarioFiles,
  file: string,
  text: string,
  overrides: readonly string[] = [],
): Outcome<LoadedScenario> {
  const whole = extended(files, file, text, []);
  if (whole.tree === undefined) return { problems: whole.problems };
  let { tree } = whole;
  const problems: Problem[] = [];
  for (const assignment of overrides) {
    if (/^\s*extends\s*=/.test(assignment)) {
      problems.push({
        code: 'extends-set',
        severity: 'error',
        where: { file: '--set extends', path: 'extends' },
        message: 'only a file says what it extends',
      });
      continue;
    }
    const set = override(tree, assignment);
    if (set.value === undefined) problems.push(...set.problems);
    else tree = set.value;
  }
  if (problems.length > 0) return { problems: [...whole.problems, ...problems] };
  const { value, placeOf, problems: found } = readParts(tree, scenarioSchema);
  if (whole.problems.length === 0 && found.length === 0) {
    return { value: { scenario: filledIn(value as Scenario), file, text, placeOf }, problems: [] };
  }
  const complaints = new Complaints(placeOf);
  if (value !== undefined) {
    missingFiles(value, files, complaints);
    references(value, complaints);
    names(value, complaints);
  }
  return { problems: inOrder([...whole.problems, ...found, ...complaints.problems]) };
}

/** A tree, also where there are problems with its parts; none where it is not clear what it is. */
interface Whole {
  readonly tree?: Tree;
  readonly problems: readonly Problem[];
}

/** The tree of a file laid over that of the file which it extends. */
function extended(files: ScenarioFiles, file: string, text: string, within: readonly string[]): Whole {
  const parsed = parseParts(text, { file, folder: folderOf(file) });
  if (parsed.tree?.kind !== 'map') return parsed;
  const entry = parsed.tree.entries.get('extends');
  if (entry?.value.kind !== 'scalar') return parsed;
  // Without what it extends, too much is missing.
  if (entry.value.broken) return { problems: parsed.problems };
  if (entry.value.value === null) return parsed;
  const problem = (code: string, message: string, hint?: string): Whole => ({
    problems: [
      ...parsed.problems,
      {
        code,
        severity: 'error',
        where: whereOf(entry.value.place, 'extends'),
        message,
        ...(hint === undefined ? {} : { hint }),
      },
    ],
  });
  const name = String(entry.value.value);
  if (name.startsWith('/') || name.startsWith('\\') || /^[A-Za-z]:/.test(name)) {
    return problem('extends-absolute', 'the path of the scenario that this one extends is not relative');
  }
  const base = joinPath(folderOf(file), name);
  if (base === file || within.includes(base))
    return problem('extends-loop', 'the scenarios extend each other in a ring');
  if (within.length + 1 >= CHAIN)
    return problem('extends-chain', `more than ${CHAIN} scenarios extend each other`);
  const below = readText(files, base, entry.value.place, 'extends');
  if (below.value === undefined) return { problems: [...parsed.problems, ...below.problems] };
  const inner = extended(files, base, below.value, [...within, file]);
  const problems = [...parsed.problems, ...inner.problems];
  if (inner.tree === undefined) return { problems };
  const merged = layOver(inner.tree, parsed.tree);
  if (merged.kind !== 'map') return { tree: merged, problems };
  const entries = new Map(merged.entries);
  entries.delete('extends');
  return { tree: { ...merged, entries }, problems };
}

function readText(files: ScenarioFiles, file: string, place: Place, path: string): Outcome<string> {
  const refuse = (code: string, at: Place, message: string, hint?: string): Outcome<string> => ({
    problems: [
      {
        code,
        severity: 'error',
        where: whereOf(at, path),
        message,
        ...(hint === undefined ? {} : { hint }),
      },
    ],
  });
  const bytes = files.read(file);
  if (bytes === undefined) return refuse('file-missing', place, `cannot read ${file}`, files.why?.(file));
  if (bytes.length > 4 * parseLimits.size) {
    return refuse(
      'file-too-large',
      { file, folder: '', line: 1, column: 1 },
      `the file is larger than ${parseLimits.size} characters`,
    );
  }
  const bad = firstBad(bytes);
  if (bad === undefined) return { value: new TextDecoder().decode(bytes), problems: [] };
  const at = { file, folder: '', ...placeIn(bytes, bad) };
  return refuse(
    'not-text',
    at,
    bytes[bad] === 0 ? 'the file is not text: a zero stands in it' : 'the file is not UTF-8 text',
  );
}

/** Index of the first byte that is no UTF-8 text, or is zero. */
function firstBad(bytes: Uint8Array): number | undefined {
  const zero = bytes.indexOf(0);
  const most = zero < 0 ? bytes.length : zero;
  const decodes = (count: number): boolean => {
    try {
      // A character that is cut at the end counts as good while there is more to come.
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, count), {
        stream: count < bytes.length,
      });
      return true;
    } catch {
      return false;
    }
  };
  if (decodes(most)) return zero < 0 ? undefined : zero;
  // Good up to `good`, bad from `good + 1` bytes on.
  let [good, bad] = [0, most];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (decodes(middle)) good = middle;
    else bad = middle;
  }
  return bad - 1;
}

/** Line and column of a byte, both from 1; a column counts characters. */
function placeIn(bytes: Uint8Array, index: number): { readonly line: number; readonly column: number } {
  const lines = new TextDecoder().decode(bytes.subarray(0, index), { stream: true }).split(/\r\n|\n|\r/);
  return { line: lines.length, column: lines[lines.length - 1].length + 1 };
}
