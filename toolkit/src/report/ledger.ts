/**
 * The energy ledger's plots: what is stored, what went in and out, what only sampling, limits and integration
 * did, and the residual on a scale of its own. Lines that are zero throughout are named, not drawn.
 */
import { type Series, unitOfEntry } from '../record/index.js';
import { type Chart, type Line, rangeOf } from './plots.js';

interface Part {
  readonly title: string;
  /** Last parts of the channels' names, and what is put in front of the label where a plot mixes them. */
  readonly channels: readonly (readonly [string, string])[];
}

const parts: readonly Part[] = [
  { title: 'Stored energy, change since the start', channels: [['stored', '']] },
  {
    title: 'Energy put in and taken out',
    channels: [
      ['source', 'in: '],
      ['dissipated', 'out: '],
      ['contact', 'in: '],
    ],
  },
  {
    title: 'Put in by sampling, limits and integration',
    channels: [
      ['sampling', ''],
      ['limits', ''],
      ['integration', ''],
    ],
  },
  { title: 'Residual: what no line explains', channels: [['residual', '']] },
];

export function ledgerCharts(ledger: readonly Series[]): { charts: Chart[]; note: string } {
  const zero: string[] = [];
  const charts = parts.flatMap(({ title, channels }): Chart[] => {
    const lines: Line[] = [];
    let unit = 'J';
    for (const [kind, prefix] of channels) {
      const series = ledger.find(
        ({ channel }) => channel.name.slice(channel.name.lastIndexOf('.') + 1) === kind,
      );
      series?.columns.forEach((values, i) => {
        const label = `${prefix}${series.channel.labels[i]}`;
        unit = unitOfEntry(series.channel, i);
        const { size, least } = rangeOf(values);
        if (size === 0 && !Number.isNaN(least)) zero.push(label);
        else lines.push({ label, time: series.time, values, dashed: kind === 'dissipated' });
      });
    }
    return lines.length === 0 ? [] : [{ title, unit, lines, limits: [] }];
  });
  return { charts, note: zero.length === 0 ? '' : `Zero throughout: ${zero.join(', ')}.` };
}
