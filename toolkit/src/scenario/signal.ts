/** Recorded rows out of a scenario: they stand in it, or in a file of comma-separated numbers. */
import { printable } from '../problem/index.js';
import type { Complaints } from './complaints.js';
import type { ScenarioFiles } from './scenario-files.js';
import { under } from './tree.js';

/** Most characters of a file. */
const SIZE = 20_000_000;

export interface Recording {
  /** Where it is written. */
  readonly path: string;
  /** What codes of problems begin with. */
  readonly code: string;
  /** What it is, and what a row is: `a recorded force`, `a time with a force along each axis`. */
  readonly what: string;
  readonly row: string;
  /** How many numbers a row may have, its time among them; all rows have as many. */
  readonly widths: readonly number[];
  /** How many rows there are at least. */
  readonly least: number;
}

/** A recorded force on a bench: rows of a time and a force along each axis. */
export function signalOf(
  signal: string | readonly (readonly number[])[],
  axes: number,
  files: ScenarioFiles,
  complaints: Complaints,
): readonly (readonly number[])[] | undefined {
  const recording: Recording = {
    path: 'plant.bench.signal',
    code: 'signal',
    what: 'a recorded force',
    row: 'a time with a force along each axis',
    widths: [1 + axes],
    least: 2,
  };
  return recordedRows(signal, recording, files, complaints);
}

/** Rows whose first number is a time, each later than the one before; complaints of the first that is none. */
export function recordedRows(
  given: string | readonly (readonly number[])[],
  { path, code, what, row: kind, widths, least }: Recording,
  files: ScenarioFiles,
  complaints: Complaints,
): readonly (readonly number[])[] | undefined {
  const rows = typeof given === 'string' ? rowsOf(given, path, code, files, complaints) : given;
  if (rows === undefined) return undefined;
  if (rows.length < least)
    return complaints.error(
      `${code}-short`,
      path,
      `${what} has at least ${least === 1 ? 'one row' : 'two rows'}`,
    );
  const place = (i: number): string => (typeof given === 'string' ? path : under(path, i));
  const said = (i: number): string => (typeof given === 'string' ? `row ${i + 1} of ${given}` : 'this row');
  for (const [i, row] of rows.entries()) {
    if (!widths.includes(row.length) || row.length !== rows[0].length) {
      return complaints.error(`${code}-row`, place(i), `${said(i)} is no ${kind.replace(/^an? /, '')}`, {
        expected: `${widths.join(' or ')} numbers${widths.length > 1 ? ', as many in each row' : ''}`,
        got: `${row.length}`,
      });
    }
    const bad = row.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) {
      return complaints.error(`${code}-number`, place(i), `number ${bad + 1} of ${said(i)} is none`);
    }
    if (i > 0 && !(row[0] > rows[i - 1][0])) {
      return complaints.error(`${code}-order`, place(i), `${said(i)} is not later than the one before`, {
        expected: `more than ${rows[i - 1][0]} s`,
        got: `${row[0]} s`,
      });
    }
  }
  return rows;
}

/** The rows of a file; a first line that is no numbers is its heading. */
function rowsOf(
  file: string,
  path: string,
  code: string,
  files: ScenarioFiles,
  complaints: Complaints,
): number[][] | undefined {
  const bytes = files.read(file);
  if (bytes === undefined) {
    const why = files.why?.(file);
    return complaints.error(
      'file-missing',
      path,
      `cannot read ${file}`,
      why === undefined ? {} : { hint: why },
    );
  }
  if (bytes.length > SIZE)
    return complaints.error('file-too-large', path, `the file is larger than ${SIZE} bytes`);
  const lines = new TextDecoder()
    .decode(bytes)
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const numbersOf = (line: string): number[] =>
    line.split(/[,;\t]/).map((cell) => (cell.trim() === '' ? Number.NaN : Number(cell)));
  const heading = lines.length > 0 && numbersOf(lines[0]).some(Number.isNaN) ? 1 : 0;
  for (const line of lines.slice(heading)) {
    if (!numbersOf(line).some(Number.isNaN)) continue;
    return complaints.error(
      `${code}-number`,
      path,
      `a line of ${file} is not numbers with commas between them`,
      {
        got: printable(line, 60),
      },
    );
  }
  return lines.slice(heading).map(numbersOf);
}
