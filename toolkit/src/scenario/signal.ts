/** A recorded force out of a scenario: rows that stand in it, or a file of comma-separated numbers. */
import { printable } from '../problem/index.js';
import type { Complaints } from './complaints.js';
import type { ScenarioFiles } from './scenario-files.js';
import { under } from './tree.js';

const PATH = 'plant.bench.signal';

/** Most characters of a file. */
const SIZE = 20_000_000;

/** Rows of a time and a force along each axis; complaints of the first row that is none. */
export function signalOf(
  signal: string | readonly (readonly number[])[],
  axes: number,
  files: ScenarioFiles,
  complaints: Complaints,
): readonly (readonly number[])[] | undefined {
  const rows = typeof signal === 'string' ? rowsOf(signal, files, complaints) : signal;
  if (rows === undefined) return undefined;
  if (rows.length < 2)
    return complaints.error('signal-short', PATH, 'a recorded force has at least two rows');
  const place = (i: number): string => (typeof signal === 'string' ? PATH : under(PATH, i));
  const said = (i: number): string => (typeof signal === 'string' ? `row ${i + 1} of ${signal}` : 'this row');
  for (const [i, row] of rows.entries()) {
    if (row.length !== 1 + axes) {
      return complaints.error('signal-row', place(i), `${said(i)} is no time with a force along each axis`, {
        expected: `${1 + axes} numbers`,
        got: `${row.length}`,
      });
    }
    const bad = row.findIndex((x) => !Number.isFinite(x));
    if (bad >= 0) {
      return complaints.error('signal-number', place(i), `number ${bad + 1} of ${said(i)} is none`);
    }
    if (i > 0 && !(row[0] > rows[i - 1][0])) {
      return complaints.error('signal-order', place(i), `${said(i)} is not later than the one before`, {
        expected: `more than ${rows[i - 1][0]} s`,
        got: `${row[0]} s`,
      });
    }
  }
  return rows;
}

/** The rows of a file; a first line that is no numbers is its heading. */
function rowsOf(file: string, files: ScenarioFiles, complaints: Complaints): number[][] | undefined {
  const bytes = files.read(file);
  if (bytes === undefined) {
    const why = files.why?.(file);
    return complaints.error(
      'file-missing',
      PATH,
      `cannot read ${file}`,
      why === undefined ? {} : { hint: why },
    );
  }
  if (bytes.length > SIZE)
    return complaints.error('file-too-large', PATH, `the file is larger than ${SIZE} bytes`);
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
      'signal-number',
      PATH,
      `a line of ${file} is not numbers with commas between them`,
      {
        got: printable(line, 60),
      },
    );
  }
  return lines.slice(heading).map(numbersOf);
}
