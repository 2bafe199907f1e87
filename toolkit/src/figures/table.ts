/** The figures as text: what is printed where, what was got within what, the verdict and why. */
import { numbers } from '../math/index.js';
import { holds, type Judged, type Part, verdicts } from './figure.js';
import type { Noticed } from './figures.js';

const widest = 14;

/** Significant digits that show a number to a tenth of its tolerance. */
function digitsOf(value: number, within: number): number {
  if (!(within > 0) || !Number.isFinite(within) || value === 0) return 6;
  const decades = numbers.log(Math.abs(value) / within) / numbers.log(10);
  return Math.min(widest, Math.max(2, Math.ceil(decades) + 2));
}

function numberText(value: number, digits: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'none' : value > 0 ? '∞' : '−∞';
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-4 || size >= 1e7)
      ? (+value.toPrecision(digits)).toExponential()
      : String(+value.toPrecision(digits));
  return text.replace(/^-/, '−').replace(/e-/, 'e−').replace('e+', 'e');
}

/** `268.4 ± 1.5 N`, `≤ 5 N`, `2.1 … 6.1 cm`, `14`; empty without a bound. */
export function boundText({ wanted, low, high, unit }: Part): string {
  const u = unit === '' ? '' : ` ${unit}`;
  const [below, above] = [Number.isFinite(low), Number.isFinite(high)];
  if (wanted !== undefined && below && above) {
    const within = (high - low) / 2;
    const own = numberText(wanted, within === 0 ? widest : digitsOf(wanted, within));
    return within === 0 ? `${own}${u}` : `${own} ± ${numberText(within, 2)}${u}`;
  }
  if (below && above) return `${numberText(low, 4)} … ${numberText(high, 4)}${u}`;
  if (above) return `≤ ${numberText(high, 4)}${u}`;
  return below ? `≥ ${numberText(low, 4)}${u}` : '';
}

/** What was got, with its unit, to a tenth of its tolerance. */
export function gotText({ got, wanted, low, high, unit }: Part): string {
  const within = wanted === undefined ? Number.NaN : (high - low) / 2;
  // Beside a wanted 0 the tolerance tells how small is small.
  const digits = wanted === 0 ? 2 : wanted === undefined ? 4 : digitsOf(wanted, within);
  return `${numberText(got, digits)}${unit === '' ? '' : ` ${unit}`}`;
}

export function outcomeText({ outcome }: Pick<Judged, 'outcome'>): string {
  if (outcome === 'misses') return 'MISSES what it should be';
  if (outcome === 'left out') return 'left out: the files of the arm are not at hand';
  return verdicts[outcome];
}

const width = (text: string): number => [...text].length;
const padded = (text: string, to: number): string => text + ' '.repeat(Math.max(0, to - width(text)));

/** A paragraph a figure. */
export function figureTable(rows: readonly Judged[]): string {
  return rows.map(figureText).join('\n');
}

function figureText(row: Judged): string {
  const cells = row.parts.map((part) => [part.what, gotText(part), boundText(part), holds(part) ? '' : '✗']);
  const widths = [0, 1, 2].map((k) => cells.reduce((most, cell) => Math.max(most, width(cell[k])), 0));
  const lines = cells.map((cell) =>
    `     ${cell.map((text, k) => padded(text, widths[k] ?? 0)).join('   ')}`.trimEnd(),
  );
  const head = `${padded(row.id, 4)} ${row.where}`;
  return [head, `     “${row.quoted}”`, ...lines, `     → ${outcomeText(row)}: ${row.why}`, ''].join('\n');
}

/** A row a figure, for a page. */
export function markdownTable(rows: readonly Judged[]): string {
  const safe = (text: string): string => text.replaceAll('|', '\\|');
  const lines = rows.map((row) => {
    const parts = row.parts.map(
      (part) => `${part.what}: **${gotText(part)}**${boundText(part) === '' ? '' : ` (${boundText(part)})`}`,
    );
    const cells = [row.id, row.where, row.quoted, parts.join('<br>'), `*${outcomeText(row)}*: ${row.why}`];
    return `| ${cells.map(safe).join(' | ')} |`;
  });
  return ['| | where | printed | got (should be) | verdict |', '|---|---|---|---|---|', ...lines, ''].join(
    '\n',
  );
}

/** How many of the figures came out how. */
export function outcomeCounts(rows: readonly Judged[]): string {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(outcomeText(row), (counts.get(outcomeText(row)) ?? 0) + 1);
  return [...counts].map(([text, count]) => `${String(count).padStart(4)}  ${text}`).join('\n');
}

/** Which figures notice that every stiffness is another. */
export function noticedText({ factor, rows, share }: Noticed): string {
  const named = (holding: boolean): string =>
    rows
      .filter((row) => row.holds === holding)
      .map(({ id }) => id)
      .join(' ') || 'none';
  const percent = (100 * (factor - 1)).toFixed(0);
  const broken = rows.filter((row) => !row.holds).length;
  return [
    `every stiffness of the bench ${percent} % more: ${broken} of ${rows.length} figures that reproduce by a run break, ${(100 * share).toFixed(0)} %`,
    `  break: ${named(false)}`,
    `  hold:  ${named(true)}`,
    '',
  ].join('\n');
}
