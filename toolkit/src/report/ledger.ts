/**
 * The energy ledger: its balance at the end of the run as a table, line by line in groups, and a plot of each
 * group over time. Lines that are nothing throughout are named, not drawn; where the integration error was not
 * measured, it is said that the residual holds it.
 */
import { formatQuantity } from '../math/index.js';
import { type Series, unitOfEntry } from '../record/index.js';
import { coordinate, safe } from './html.js';
import { type Chart, type Line, rangeOf } from './plots.js';

type Sign = 1 | -1;

interface Part {
  readonly title: string;
  /** Heading and sign in the table: what adds to the stored energy is positive. */
  readonly heading: string;
  readonly sign: Sign;
  /** Last parts of the channels' names. */
  readonly kinds: readonly string[];
}

const stored: Part = {
  title: 'Stored energy, change since the start',
  heading: 'Change of what is stored',
  sign: 1,
  kinds: ['stored'],
};

const flows: readonly Part[] = [
  { title: 'Put in', heading: 'Put in', sign: 1, kinds: ['source', 'contact', 'reaction'] },
  { title: 'Taken out', heading: 'Taken out', sign: -1, kinds: ['dissipated'] },
  {
    title: 'Put in by sampling, limits and the simulation itself',
    heading: 'By computing',
    sign: 1,
    kinds: ['sampling', 'limits', 'integration', 'residual'],
  },
];

/** What a line of the simulation stands for, by its kind and label; elements have names of their own. */
const meanings: ReadonlyMap<string, string> = new Map([
  ['stored.kinetic', 'motion'],
  ['stored.joint springs', 'springs in the joints themselves'],
  ['stored.tank', 'level of the tank'],
  ['dissipated.tank', 'kept by the tank'],
  ['source.tank', 'paid by the tank'],
  ['source.changes', 'parameters that changed'],
  ['dissipated.viscous', 'damping of the joints'],
  ['dissipated.friction', 'dry friction of the joints'],
  ['dissipated.stops', 'joint stops'],
  ['dissipated.contact friction', 'friction at contacts'],
  ['reaction.hold', 'the pose that a guard held'],
  ['reaction.damped stop', 'the stop of a guard'],
  ['reaction.float', 'a guard that left gravity alone'],
  ['reaction.off', 'a guard that turned the torques off'],
  ['sampling.sampling', 'torques are held for a tick'],
  ['limits.limits', 'torques applied, not asked for'],
  ['integration.integration', 'error of the integrator'],
  ['residual.residual', 'what no line explains'],
]);

/** Of a residual beside which there is no line of the integration. */
const UNDOUBLED = 'what no line explains, with the error of the integrator';
const UNMEASURED = 'The residual holds the integration error, which was not measured';

/** What is smaller than this part of the largest line is nothing. */
const NOTHING = 1e-9;

interface LedgerLine extends Line {
  readonly meaning?: string;
}

export interface LedgerView {
  readonly table: string;
  readonly charts: readonly Chart[];
  readonly note: string;
}

/** `separates`: what a scenario says to have the integration error on a line of its own. */
export function ledgerView(ledger: readonly Series[], separates?: string): LedgerView {
  const undoubled =
    seriesOf(ledger, 'residual') !== undefined && seriesOf(ledger, 'integration') === undefined;
  const parts = [stored, ...flows].map((part) => ({
    part,
    lines: part.kinds.flatMap((kind) => {
      const lines = linesOf(ledger, kind);
      return undoubled && kind === 'residual' ? lines.map((l) => ({ ...l, meaning: UNDOUBLED })) : lines;
    }),
  }));
  const sizes = parts.flatMap(({ lines }) => lines.map(({ values }) => rangeOf(values).size));
  const least = NOTHING * sizes.filter(Number.isFinite).reduce((most, size) => Math.max(most, size), 0);
  const matters = ({ values }: Line): boolean => !(rangeOf(values).size <= least);
  const drawn = parts.map(({ part, lines }) => ({ part, lines: lines.filter(matters) }));
  const nothing = parts.flatMap(({ lines }) => lines.filter((line) => !matters(line)));
  const unit = ledger[0] === undefined ? 'J' : unitOfEntry(ledger[0].channel, 0);
  return {
    table: table(drawn, unit),
    charts: drawn.flatMap(({ part, lines }) =>
      lines.length === 0 ? [] : [{ title: part.title, unit, lines, limits: [] }],
    ),
    note: [
      ...(nothing.length === 0
        ? []
        : [`Nothing throughout: ${[...new Set(nothing.map(({ label }) => label))].join(', ')}.`]),
      ...(undoubled ? [`${UNMEASURED}${separates === undefined ? '' : `; ${separates} separates it`}.`] : []),
    ].join(' '),
  };
}

function seriesOf(ledger: readonly Series[], kind: string): Series | undefined {
  return ledger.find(({ channel }) => channel.name.slice(channel.name.lastIndexOf('.') + 1) === kind);
}

/** Lines of one kind. Weight and what compensation holds of it are one: apart they only hide all others. */
function linesOf(ledger: readonly Series[], kind: string): LedgerLine[] {
  const series = seriesOf(ledger, kind);
  if (series === undefined) return [];
  const { channel, time, columns } = series;
  const lines = columns.map((values, i): LedgerLine => {
    const label = channel.labels[i];
    // The simulation's lines come first; an element may have the name of one of them.
    const meaning = channel.labels.indexOf(label) === i ? meanings.get(`${kind}.${label}`) : undefined;
    return { label, time, values, ...(meaning !== undefined && { meaning }) };
  });
  const [height, held] = ['potential', 'gravity'].map((name) => lines.find(({ label }) => label === name));
  if (kind !== 'stored' || height === undefined || held === undefined) return lines;
  const values = height.values.map((x, i) => x + held.values[i]);
  return lines.flatMap((line) => {
    if (line === held) return [];
    const meaning = 'height, less what is compensated';
    return line === height ? [{ label: 'weight', meaning, time, values }] : [line];
  });
}

interface Drawn {
  readonly part: Part;
  readonly lines: readonly LedgerLine[];
}

/** What each line is at the end, signed as it adds to the stored energy; the sums agree. */
function table([held, ...moved]: readonly Drawn[], unit: string): string {
  const most = [held, ...moved]
    .flatMap(({ lines }) => lines.map(({ values }) => Math.abs(endOf(values))))
    .reduce((a, b) => (b > a ? b : a), 0);
  const rows = (sign: Sign, lines: readonly LedgerLine[]): string =>
    lines.map((line) => row(line, sign * endOf(line.values), most, unit)).join('');
  const sum = (parts: readonly Drawn[]): number =>
    parts.reduce(
      (all, { part, lines }) => all + lines.reduce((s, l) => s + part.sign * endOf(l.values), 0),
      0,
    );
  const groups = moved.map(({ part, lines }) =>
    lines.length === 0 ? '' : `${heading(part.heading)}${rows(part.sign, lines)}`,
  );
  const total = (label: string, value: number): string =>
    `<tr class="total"><th scope="row">${label}</th><td class="value">${safe(signed(value, unit))}</td><td></td></tr>`;
  return `<div class="balance"><table>
<caption>Balance at the end of the run</caption>
<thead class="hidden"><tr><th scope="col">line</th><th scope="col">energy</th><th scope="col">size</th></tr></thead>
<tbody>${groups.join('')}${total('together', sum(moved))}${heading(held.part.heading)}${rows(1, held.lines)}${total('together', sum([held]))}</tbody></table></div>`;
}

function heading(text: string): string {
  return `<tr class="group"><th scope="rowgroup" colspan="3">${safe(text)}</th></tr>`;
}

/** The line's name, its energy, and a bar to the right where it adds, to the left where it takes away. */
function row({ label, meaning }: LedgerLine, value: number, most: number, unit: string): string {
  const aside = meaning === undefined ? '' : ` <span class="aside">${safe(meaning)}</span>`;
  const length = most > 0 && Number.isFinite(value) ? (60 * Math.abs(value)) / most : 0;
  const from = value < 0 ? 62 - length : 62;
  const bar = `<svg class="flow" viewBox="0 0 124 10" aria-hidden="true"><rect class="${value < 0 ? 'out' : 'in'}" x="${coordinate(from)}" width="${coordinate(length)}" height="10"/><line class="edge" x1="62" x2="62" y1="0" y2="10"/></svg>`;
  return `<tr><th scope="row">${safe(label)}${aside}</th><td class="value">${safe(signed(value, unit))}</td><td>${bar}</td></tr>`;
}

function endOf(values: Float64Array): number {
  return values.length === 0 ? 0 : values[values.length - 1];
}

function signed(value: number, unit: string): string {
  if (Number.isNaN(value)) return 'not a number';
  const text = formatQuantity(Math.abs(value), unit, 3);
  return value === 0 ? text : `${value < 0 ? '−' : '+'}${text}`;
}
