/** Measures as a table for a terminal. */
import { formatNumber, formatQuantity } from '../math/index.js';
import { printable } from '../problem/index.js';
import type { MeasureResult } from './measures.js';

/** `≤ 20 N`, `≥ 5 mm`, `5 N … 20 N`; empty without a limit. */
export function formatLimit({ limit, unit }: Pick<MeasureResult, 'limit' | 'unit'>): string {
  if (limit === undefined) return '';
  const { below, above } = limit;
  if (below !== undefined && above !== undefined) {
    return `${formatQuantity(above, unit)} … ${formatQuantity(below, unit)}`;
  }
  return below !== undefined ? `≤ ${formatQuantity(below, unit)}` : `≥ ${formatQuantity(above!, unit)}`;
}

/** The value in the unit that suits it; a value that is none as a word. */
export function formatValue({ value, unit }: Pick<MeasureResult, 'value' | 'unit'>): string {
  if (Number.isNaN(value)) return 'not a number';
  if (!Number.isFinite(value)) return unit === 's' ? 'never' : formatNumber(value);
  return formatQuantity(value, unit);
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
