/** Words and columns that the texts of a margin share. */
import { printable } from '../problem/index.js';

/** Names of a list that are shown. */
const mostNames = 3;

/** Names, not all of them where there are many. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(plain);
  const left = names.length - shown.length;
  const parts = left > 0 ? [...shown, `${left} more`] : shown;
  return parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}

/** Rounding about 0 is 0. */
export function tidy(x: number): number {
  return Math.abs(x) < 1e-9 ? 0 : x;
}

export function plain(name: string): string {
  return printable(name, 40);
}

/** Rows of cells, each column as wide as its widest cell; empty columns are left out, of which the titles in the first row are no part. */
export function columns(rows: readonly (readonly string[])[], titled = true): string[] {
  if (rows.length === 0) return [];
  const kept = rows[0].map((_, k) =>
    rows.some((row, i) => row[k] !== '' && (i > 0 || !titled || rows.length === 1)),
  );
  const shown = rows.map((row) => row.filter((_, k) => kept[k]));
  const widths = shown[0].map((_, k) => shown.reduce((width, row) => Math.max(width, [...row[k]].length), 0));
  return shown.map((row) =>
    row
      .map((cell, k) => cell + ' '.repeat(Math.max(0, widths[k] - [...cell].length)))
      .join('  ')
      .trimEnd(),
  );
}
