/**
 * Time plots: which lines there are, in which unit, and their numbers for the page. Numbers are scaled to the
 * unit that is shown, thinned to their extremes and embedded as base64 of 32-bit floats.
 */
import { formatNumber, formatQuantity, show } from '../math/index.js';
import { Envelope, replay, type Series, unitOfEntry } from '../record/index.js';
import { base64 } from './base64.js';
import type { Limit, TimePlot } from './data.js';
import { safe } from './html.js';

/** One line of a plot, in SI units. */
export interface Line {
  readonly label: string;
  readonly time: Float64Array;
  readonly values: Float64Array;
  /** x, y, z, norm: entries that have a colour of their own. */
  readonly axis?: 'x' | 'y' | 'z' | 'norm';
  /** Place among the lines of its plot, for its colour. */
  readonly place?: number;
}

/** Lines of one unit. */
export interface Chart {
  readonly title: string;
  /** SI unit of the lines' values. */
  readonly unit: string;
  readonly lines: readonly Line[];
  readonly limits: readonly Limit[];
  /** A small plot: no legend, its title says what it shows. */
  readonly small?: boolean;
  readonly caption?: string;
}

/** What the page's script draws a plot from. */
export interface EmbeddedChart {
  readonly unit: string;
  readonly small: boolean;
  /** Place of each line's times among the page's arrays; all lines of a chart share it. */
  readonly time: number;
  readonly lines: readonly {
    readonly label: string;
    readonly values: number;
    /** Name of its colour among the page's. */
    readonly colour: string;
    readonly dashed?: true;
  }[];
  readonly limits: readonly { readonly label: string; readonly value: number }[];
}

/** Colours c0, c1 … of the page; from the next line on they come again, dashed. */
const COLOURS = 8;

const AXES: readonly string[] = ['x', 'y', 'z', 'norm'];

/** Series whose times are equal, given the same array of them: a plot then draws them together. */
export class SharedTimes {
  readonly #seen: Float64Array[] = [];

  series(series: Series): Series {
    const known = this.#seen.find((time) => equal(time, series.time));
    if (known === undefined) this.#seen.push(series.time);
    return known === undefined || known === series.time ? series : { ...series, time: known };
  }
}

function equal(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((x, i) => x === b[i]));
}

/** A plot without the lines that are zero throughout, and the names of those; a plot of nothing else has none. */
export function withoutZeros(charts: readonly Chart[]): { charts: Chart[]; zero: string[] } {
  const zero: string[] = [];
  const kept = charts.flatMap((chart): Chart[] => {
    const lines = chart.lines.filter(({ values }) => values.some((x) => x !== 0));
    const names = chart.lines.filter((line) => !lines.includes(line)).map(({ label }) => label);
    // Entries x, y, z stay together: that one of them is zero is worth seeing.
    if (names.length === 0 || (lines.length > 0 && lines.every(({ axis }) => axis !== undefined)))
      return [chart];
    zero.push(lines.length === 0 ? chart.title : `${chart.title}: ${names.join(', ')}`);
    // A line keeps the colour that its joint has in the other plots.
    return lines.length === 0 ? [] : [{ ...chart, lines }];
  });
  return { charts: kept, zero };
}

/** Charts of a plot: one for each unit and time base among its entries, in the order of their first entry. */
export function chartsOf(plot: TimePlot): Chart[] {
  const byUnit = new Map<string, { unit: string; time: Float64Array; lines: Line[] }>();
  const bases: Float64Array[] = [];
  for (const series of plot.series) {
    if (!bases.includes(series.time)) bases.push(series.time);
    series.columns.forEach((values, i) => {
      const unit = unitOfEntry(series.channel, i);
      const key = `${bases.indexOf(series.time)} ${unit}`;
      const chart = byUnit.get(key) ?? { unit, time: series.time, lines: [] };
      byUnit.set(key, chart);
      const place = chart.lines.length;
      chart.lines.push({
        label: labelOf(series, i, plot),
        time: series.time,
        values,
        place,
        ...axisOf(series, i),
      });
    });
  }
  return [...byUnit.values()].map(({ unit, lines }) => ({
    title: plot.title,
    unit,
    lines,
    limits: plot.limits ?? [],
  }));
}

/** The entry's own label where that says enough. */
function labelOf(series: Series, entry: number, plot: TimePlot): string {
  const { name, labels } = series.channel;
  if (labels.length === 1 && labels[0] === 'norm') return plot.series.length <= 2 ? 'norm' : name;
  if (labels.length === 1) return name;
  const others = plot.series.filter((s) => s.channel.labels.length > 1);
  return others.length === 1 ? labels[entry] : `${name} ${labels[entry]}`;
}

function axisOf(series: Series, entry: number): { axis?: 'x' | 'y' | 'z' | 'norm' } {
  const label = series.channel.labels[entry];
  return AXES.includes(label) ? { axis: label as 'x' | 'y' | 'z' | 'norm' } : {};
}

export interface Range {
  readonly least: number;
  readonly greatest: number;
  readonly last: number;
  /** Largest magnitude; 0 where there is no number. */
  readonly size: number;
}

/** Least, greatest and last value that are numbers; NaN where there are none. */
export function rangeOf(values: Float64Array): Range {
  let least = Number.NaN;
  let greatest = Number.NaN;
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    if (!(value >= least)) least = value;
    if (!(value <= greatest)) greatest = value;
  }
  const size = Number.isNaN(least) ? 0 : Math.max(Math.abs(least), Math.abs(greatest));
  return { least, greatest, last: values.length === 0 ? Number.NaN : values[values.length - 1], size };
}

/** Arrays of the page, each once. */
export class Arrays {
  readonly encoded: string[] = [];
  readonly #points: number;
  readonly #thinned = new Map<
    Float64Array,
    { readonly lines: ReadonlyMap<Float64Array, Float64Array>; readonly time: Float64Array }
  >();
  readonly #places = new Map<Float64Array, Map<number, number>>();

  /** Keeps at most `points` points a line. */
  constructor(charts: readonly Chart[], points: number) {
    this.#points = points;
    const byTime = new Map<Float64Array, Set<Float64Array>>();
    for (const { lines } of charts) {
      for (const { time, values } of lines) {
        const set = byTime.get(time) ?? new Set();
        byTime.set(time, set.add(values));
      }
    }
    for (const [time, set] of byTime) this.#thin(time, [...set]);
  }

  chart(chart: Chart): EmbeddedChart {
    const size = chart.lines.reduce((most, line) => Math.max(most, finiteSize(line.values)), 0);
    const shown = show(size, chart.unit);
    const first = chart.lines[0];
    return {
      unit: shown.unit,
      small: chart.small ?? false,
      time: first === undefined ? -1 : this.#place(this.#thinned.get(first.time)!.time, 1),
      lines: chart.lines.map(({ label, axis, place, time, values }, i) => ({
        label,
        values: this.#place(this.#thinned.get(time)!.lines.get(values)!, shown.scale),
        colour: axis ?? `c${(place ?? i) % COLOURS}`,
        ...(axis === undefined && (place ?? i) >= COLOURS && { dashed: true as const }),
      })),
      limits: chart.limits.flatMap(({ label, value, bothWays }) => {
        if (!Number.isFinite(value)) return [];
        const text = `${label} ${formatQuantity(value, chart.unit)}`;
        const limit = { label: text, value: value / shown.scale };
        return bothWays ? [limit, { label: '', value: -value / shown.scale }] : [limit];
      }),
    };
  }

  #thin(time: Float64Array, columns: readonly Float64Array[]): void {
    if (time.length <= this.#points) {
      this.#thinned.set(time, { time, lines: new Map(columns.map((column) => [column, column])) });
      return;
    }
    const envelope = new Envelope(2 * Math.max(1, Math.floor(this.#points / 4)));
    const labels = columns.map((_, i) => String(i));
    replay([{ channel: { name: 'all', unit: '', labels, group: 'all' }, time, columns }], envelope);
    const [thin] = envelope.extremes();
    this.#thinned.set(time, {
      time: thin.time,
      lines: new Map(columns.map((column, i) => [column, thin.columns[i]])),
    });
  }

  #place(values: Float64Array, scale: number): number {
    const places = this.#places.get(values) ?? new Map<number, number>();
    this.#places.set(values, places);
    let place = places.get(scale);
    if (place === undefined) {
      const floats = Float32Array.from(values, (x) => x / scale);
      place = this.encoded.push(base64(new Uint8Array(floats.buffer))) - 1;
      places.set(scale, place);
    }
    return place;
  }
}

function finiteSize(values: Float64Array): number {
  let size = 0;
  for (const value of values) if (Math.abs(value) > size && Number.isFinite(value)) size = Math.abs(value);
  return size;
}

/** The figure that the script fills; `index` is the chart's place among the embedded ones. */
export function figure(chart: Chart, embedded: EmbeddedChart, index: number): string {
  const title = embedded.unit === '' ? safe(chart.title) : `${safe(chart.title)}, ${safe(embedded.unit)}`;
  const caption = chart.caption === undefined ? '' : `<span class="aside">${safe(chart.caption)}</span>`;
  const summary = chart.lines.map((line) => describe(line, chart.unit)).join('; ');
  return `<figure class="chart${chart.small ? ' small' : ''}">
<figcaption><b>${title}</b>${caption}${chart.small ? '<span class="live"></span>' : ''}</figcaption>
<div class="plot" data-chart="${index}" tabindex="0" role="group" aria-label="${safe(`Plot of ${chart.title}: ${summary}`)}"></div>
${chart.small ? '' : numbers(chart)}</figure>`;
}

function describe({ label, values }: Line, unit: string): string {
  const { least, greatest } = rangeOf(values);
  return Number.isNaN(least)
    ? `${label}: no numbers`
    : `${label} from ${formatQuantity(least, unit)} to ${formatQuantity(greatest, unit)}`;
}

/** A table for those who do not see the plot, or want digits. */
function numbers(chart: Chart): string {
  const rows = chart.lines.map(({ label, values }) => {
    const { least, greatest, last } = rangeOf(values);
    const cells = [least, greatest, last]
      .map((x) => `<td>${safe(formatOrNone(x, chart.unit))}</td>`)
      .join('');
    return `<tr><th scope="row">${safe(label)}</th>${cells}</tr>`;
  });
  return `<details class="numbers"><summary>Numbers</summary><div class="scroll"><table>
<thead><tr><th scope="col">line</th><th scope="col">least</th><th scope="col">greatest</th><th scope="col">at the end</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></details>`;
}

function formatOrNone(value: number, unit: string): string {
  return Number.isFinite(value) ? formatQuantity(value, unit) : formatNumber(value);
}
