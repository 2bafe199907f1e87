/** The tables and rows of a bench, printed as they come or kept for JSON. */
import { difference } from './algorithms.js';
import type { Timing } from './rounds.js';

export interface BenchRow {
  readonly what: string;
  readonly value: number;
  readonly limit?: number;
  /** The value must be at most (−1) or at least (+1) the limit. */
  readonly side?: -1 | 1;
}

export class Results {
  readonly rows: BenchRow[] = [];
  /** Rows beyond their limits, and contestants that do not agree. */
  missed = 0;

  constructor(
    /** Nothing is printed. */
    readonly silent: boolean,
  ) {}

  say(text: string): void {
    if (!this.silent) console.log(text);
  }

  row(what: string, value: number, limit?: number, side: -1 | 1 = -1): void {
    this.rows.push(limit === undefined ? { what, value } : { what, value, limit, side });
    const pass = limit === undefined || (value - limit) * side >= 0;
    if (!pass) this.missed++;
    const bound = limit === undefined ? '' : `${side < 0 ? '≤' : '≥'} ${limit}`;
    this.say(
      `  ${limit === undefined ? '    ' : pass ? 'ok  ' : 'MISS'} ${what.padEnd(52)} ${value.toPrecision(4).padStart(9)}  ${bound}`,
    );
  }

  /** Whether all contestants gave what `base` gave; a table of others means nothing. */
  agree(
    title: string,
    got: ReadonlyMap<string, ArrayLike<number>>,
    base: string,
    tolerance: number,
  ): boolean {
    const reference = got.get(base) as ArrayLike<number>;
    let all = true;
    for (const [name, values] of got) {
      const error = difference(values, reference);
      if (error > tolerance) {
        all = false;
        this.missed++;
        this.say(
          `\n${title}: no table, ${name} differs from ${base} by ${error.toExponential(2)} (at most ${tolerance})`,
        );
      }
    }
    return all;
  }

  table(title: string, timings: readonly Timing[], base: string): Map<string, Timing> {
    this.say(`\n${title}  (ratio to ${base}: median, middle half; ns: least, median)`);
    for (const t of timings) {
      const spread = `${t.spread[0].toFixed(3)}–${t.spread[1].toFixed(3)}`;
      this.say(
        `  ${t.name.padEnd(34)} ${t.ratio.toFixed(3).padStart(9)}  ${spread.padStart(17)}  ${t.least.toFixed(1).padStart(10)} ${t.median.toFixed(1).padStart(10)}`,
      );
    }
    return new Map(timings.map((t) => [t.name, t]));
  }
}
