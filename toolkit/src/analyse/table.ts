/** Measures as a table for a terminal. */
import { formatNumber, formatQuantity } from '../math/index.js';
import { printable } from '../problem/index.js';
import type { MeasureResult } from './measures.js';

type Readable = Pick<MeasureResult, 'unit' | 'shown'>;

/** A number of a measure in the unit that suits it. */
function formatIn(value: number, { unit, shown }: Readable): string {
  return shown === '%' ? formatQuantity(100 * value, '%') : formatQuantity(value, unit);
}

/** `≤ 20 N`, `≥ 5 mm`, `5 N … 20 N`, `≤ 90 %`; empty without a limit. */
export function formatLimit(measure: Pick<MeasureResult, 'limit'> & Readable): string {
  if (measure.limit === undefined) return '';
  const { below, above } = measure.limit;
  if (below !== undefined && above !== undefined) {
    return `${formatIn(above, measure)} … ${formatIn(below, measure)}`;
  }
  return below !== undefined ? `≤ ${formatIn(below, measure)}` : `≥ ${formatIn(above!, measure)}`;
}

/** The value in the unit that suits it; a value that is none as a word. */
export function formatValue(measure: Pick<MeasureResult, 'value'> & Readable): string {
  const { value, unit } = measure;
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return unit === 's' ? 'never' : formatNumber(value);
  return formatIn(value, measure);
}

/**
 * One line a measure: name, value, limit, verdict and time, in columns; the decimal points of the values below
 * each other. Empty without measures.
 */
export function formatMeasures(results: readonly MeasureResult[]): string {
  const rows = results.map((result) => [
    printable(result.name, 40),
    formatValue(result),
    formatLimit(result),
    result.verdict === 'none' ? '' : result.verdict,
    result.at === undefined ? '' : `at ${formatQuantity(result.at, 's', 4)}`,
  ]);
  // Places in front of the decimal point; a word stands at the left.
  const before = rows.map(([, value]) => /^[-−]?\d+|^/.exec(value)![0].length);
  const most = before.reduce((a, b) => Math.max(a, b), 0);
  for (const [i, row] of rows.entries()) if (before[i] > 0) row[1] = ' '.repeat(most - before[i]) + row[1];
  const widths = [0, 1, 2, 3].map((k) => rows.reduce((width, row) => Math.max(width, [...row[k]].length), 0));
  return rows
    .map((row) =>
      row
        .map((cell, k) => cell + ' '.repeat(Math.max(0, (widths[k] ?? 0) - [...cell].length)))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
