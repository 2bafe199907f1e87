/** Collects the problems of one file while it is read. */
import { type Fix, nearest, type Problem } from '../problem/index.js';

/** Where a thing stands in the text, counted from 1. */
export interface Place {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** The file, where it is another one than the one that is read: one that it includes. */
  readonly file?: string | undefined;
  /** Through which macros it came about, innermost first: "in macro `arm` called at robot.xacro:12". */
  readonly trail?: readonly string[] | undefined;
}

export interface Detail {
  /** Element path and attribute below the named thing: `limit.lower`. */
  readonly path?: string;
  /** The link, joint or material it is about: `joint "elbow"`. */
  readonly name?: string;
  readonly expected?: string;
  readonly got?: string;
  readonly known?: readonly string[];
  readonly hint?: string;
  readonly evidence?: readonly string[];
  readonly fix?: Fix;
}

/** A hostile file could hold a fault a byte; this many problems are kept, and how many there were is said. */
const most = 500;
/** Names that one unknown name is compared with. */
const mostCompared = 1000;
/** Names that stand in one message. */
const mostListed = 20;

/** `"a", "b" and 7 more`. */
export function listed(names: readonly string[], most = mostListed): string {
  const shown = names
    .slice(0, most)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}

interface Kept {
  readonly problems: Problem[];
  dropped: number;
  failed: boolean;
  /** Kinds of remark that are made once, with how often they were due. */
  readonly repeated: Map<string, { index: number; times: number }>;
}

export class Findings {
  /** The file that places without one of their own are in. */
  readonly file: string;
  readonly #trail: readonly string[];
  #kept: Kept = { problems: [], dropped: 0, failed: false, repeated: new Map() };

  constructor(file: string, trail: readonly string[] = []) {
    this.file = file;
    this.#trail = trail;
  }

  /** The same findings for the text of another file that this one includes, with how it came to be included. */
  within(file: string, trail: readonly string[] = this.#trail): Findings {
    const inner = new Findings(file, trail);
    inner.#kept = this.#kept;
    return inner;
  }

  /** Whether the file is refused. */
  get failed(): boolean {
    return this.#kept.failed;
  }

  error(code: string, place: Place, message: string, detail: Detail = {}): void {
    this.#kept.failed = true;
    this.#add('error', code, place, message, detail);
  }

  warn(code: string, place: Place, message: string, detail: Detail = {}): void {
    this.#add('warning', code, place, message, detail);
  }

  /** A warning that stands at its first place only, and says how many times it was due. */
  warnOnce(code: string, what: string, place: Place, message: string, detail: Detail = {}): void {
    const key = `${code} ${what}`;
    const { repeated, problems } = this.#kept;
    const seen = repeated.get(key);
    if (seen !== undefined) {
      seen.times++;
      return;
    }
    repeated.set(key, { index: problems.length, times: 1 });
    this.#add('warning', code, place, message, detail);
  }

  /** Whether there was such a warning by {@link warnOnce} already. */
  warned(code: string, what: string): boolean {
    return this.#kept.repeated.has(`${code} ${what}`);
  }

  /** A hint at the known name nearest to one that is not known; none where there are too many to compare. */
  didYouMean(name: string, known: ReadonlyMap<string, unknown>): { hint?: string } {
    if (this.#kept.problems.length >= most || known.size > mostCompared) return {};
    const near = nearest(name, [...known.keys()]);
    return near === undefined ? {} : { hint: `did you mean "${near}"?` };
  }

  /** In the order of the file; those of files that it includes after its own. */
  problems(): readonly Problem[] {
    const { problems, dropped, failed, repeated } = this.#kept;
    const list = [...problems];
    for (const { index, times } of repeated.values()) {
      const first = list[index];
      if (first !== undefined && times > 1) {
        list[index] = { ...first, message: `${first.message} (${times} times, first here)` };
      }
    }
    const files = [...new Set([this.file, ...list.map(({ where }) => where.file)])];
    list.sort(
      ({ where: a }, { where: b }) =>
        files.indexOf(a.file ?? this.file) - files.indexOf(b.file ?? this.file) ||
        (a.line ?? 0) - (b.line ?? 0) ||
        (a.column ?? 0) - (b.column ?? 0),
    );
    if (dropped > 0) {
      const severity = failed ? 'error' : 'warning';
      list.push({
        code: 'problems-left-out',
        severity,
        where: { file: this.file },
        message: `${dropped} more problems are not shown`,
      });
    }
    return list;
  }

  #add(severity: 'error' | 'warning', code: string, place: Place, message: string, detail: Detail): void {
    const kept = this.#kept;
    if (kept.problems.length >= most) {
      kept.dropped++;
      return;
    }
    const { path, name, ...rest } = detail;
    const where: { -readonly [K in keyof Problem['where']]: Problem['where'][K] } = {
      file: place.file ?? this.file,
    };
    if (place.line !== undefined) where.line = place.line;
    if (place.column !== undefined) where.column = place.column;
    if (path !== undefined) where.path = path;
    if (name !== undefined) where.name = name;
    const trail = place.trail ?? this.#trail;
    if (trail.length > 0) where.trail = trail;
    kept.problems.push({ code, severity, where, message, ...rest });
  }
}
