import { describe, expect, it } from 'vitest';
import { reportData } from '../../../checks/report-data.js';
import type { Channel } from '../port/index.js';
import type { Series } from '../record/index.js';
import { type ReportData, renderReport } from './index.js';

const library = { script: 'var uPlot;', style: '.uplot{}' };
const data = reportData(6, 100);

const bare: ReportData = {
  title: 't',
  robot: 'r',
  facts: [],
  measures: [],
  paths: [],
  forces: [],
  motion: [],
  ledger: [],
  events: [],
  problems: [],
  scenario: '',
  about: [],
};

function series(
  name: string,
  labels: readonly string[],
  count: number,
  f: (t: number, i: number) => number,
  unit: Channel['unit'] = 'N',
): Series {
  const time = Float64Array.from({ length: count }, (_, i) => i * 0.001);
  const columns = labels.map((_, k) => time.map((t) => f(t, k)));
  return { channel: { name, unit, labels, group: 'g' }, time, columns };
}

interface Embedded {
  readonly arrays: readonly string[];
  readonly charts: readonly {
    readonly unit: string;
    readonly time: number;
    readonly lines: readonly { readonly label: string; readonly values: number }[];
    readonly limits: readonly { readonly label: string; readonly value: number }[];
  }[];
}

function embedded(html: string): Embedded {
  return JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(html)![1]);
}

function floats(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'));
  return new Float32Array(bytes.buffer);
}

describe('renderReport', () => {
  it('says how the measures went, in words beside colours', () => {
    const html = renderReport(data, library);
    expect(html).toContain('✗ 1 of 5 measures failed');
    expect(html).toContain('<td class="mark fail">✗ fail</td>');
    const passing = data.measures.filter((m) => m.verdict !== 'fail');
    expect(renderReport({ ...data, measures: passing }, library)).toContain('✓ all 4 measures within limits');
    expect(renderReport({ ...data, measures: [] }, library)).toContain('no measure has a limit');
  });

  it('leaves out what there is nothing of', () => {
    const html = renderReport(bare, library);
    expect([...html.matchAll(/<section id="(\w+)"/g)].map((m) => m[1])).toEqual(['scenario', 'about']);
  });

  it('shows values in a unit that suits them, and embeds them in it', () => {
    const small = {
      title: 'small',
      series: [series('a', ['x', 'y'], 50, (t, i) => (i === 0 ? t : -0.02) / 10, 'm')],
    };
    const html = renderReport(
      { ...bare, motion: [{ ...small, limits: [{ label: 'edge', value: 0.004, bothWays: true }] }] },
      library,
    );
    const { arrays, charts } = embedded(html);
    expect(html).toContain('<b>small, mm</b>');
    expect(charts).toHaveLength(1);
    expect(charts[0].unit).toBe('mm');
    expect(charts[0].lines.map((line) => line.label)).toEqual(['x', 'y']);
    expect(floats(arrays[charts[0].lines[0].values])[49]).toBeCloseTo(4.9, 6);
    expect(floats(arrays[charts[0].lines[1].values])[0]).toBe(-2);
    expect(floats(arrays[charts[0].time])[10]).toBeCloseTo(0.01, 8);
    expect(charts[0].limits).toEqual([
      { label: 'edge 4 mm', value: 4 },
      { label: '', value: -4 },
    ]);
  });

  it('gives every unit and every time base a plot of its own', () => {
    const mixed = series('w', ['f', 'm'], 10, (t) => t, ['N', 'N m']);
    const slower = series('s', ['v'], 5, (t) => t);
    const html = renderReport({ ...bare, forces: [{ title: 'p', series: [mixed, slower] }] }, library);
    const { charts } = embedded(html);
    expect(charts.map((chart) => chart.lines.map((line) => line.label))).toEqual([['f'], ['m'], ['s']]);
  });

  it('keeps the extremes of a long run, however few points are left', () => {
    const spike = (t: number): number => (t === 123.456 ? 77 : t === 200.001 ? -99 : 1);
    const html = renderReport(
      { ...bare, forces: [{ title: 'p', series: [series('a', ['x'], 300_000, spike)] }] },
      library,
    );
    const { arrays, charts } = embedded(html);
    const values = floats(arrays[charts[0].lines[0].values]);
    expect(values.length).toBeLessThanOrEqual(3000);
    expect(values.length).toBe(floats(arrays[charts[0].time]).length);
    expect(Math.max(...values)).toBe(77);
    expect(Math.min(...values)).toBe(-99);
    expect(html).toContain('<td>-99 N</td><td>77 N</td><td>1 N</td>');
  });

  it('stays below 3 MB for long runs of many channels', () => {
    const wide = (name: string): Series =>
      series(
        name,
        Array.from({ length: 40 }, (_, i) => `j${i}`),
        20_000,
        (t, i) => Math.sin(t * i + i),
        'N m',
      );
    const motion = Array.from({ length: 8 }, (_, i) => ({ title: `plot ${i}`, series: [wide(`a${i}`)] }));
    const position = series('p', ['x', 'y', 'z'], 200_000, (t, i) => Math.sin(t * (i + 1)) * (1 + t), 'm');
    const paths = [{ title: 'path', position, goal: position }];
    const html = renderReport(
      { ...bare, motion, paths, torques: { applied: wide('tau') }, scenario: 'a: b # c\n'.repeat(100_000) },
      library,
    );
    expect(html.length).toBeLessThan(3e6);
  });

  it('names ledger lines that are zero throughout instead of drawing them', () => {
    const html = renderReport(data, library);
    expect(html).toContain('Zero throughout: out: friction, out: stops, limits.');
    const labels = embedded(html).charts.flatMap((chart) => chart.lines.map((line) => line.label));
    expect(labels).toEqual(
      expect.arrayContaining(['kinetic', 'in: push', 'out: damp', 'sampling', 'residual']),
    );
    expect(labels).not.toContain('limits');
  });

  it('draws the way to one scale, with start, end and goal where they are', () => {
    const position = series('p', ['x', 'y', 'z'], 101, (t, i) => [1 + 4 * t, 2, 3 - 2 * t][i], 'm');
    const html = renderReport({ ...bare, paths: [{ title: 'w', position, goal: [1.2, 2.3, 3] }] }, library);
    const views = [...html.matchAll(/<svg viewBox="0 0 376 376".*?<\/svg>/gs)].map((m) => m[0]);
    expect(views).toHaveLength(3);
    const place = (view: string, sign: string): number[] => {
      const [, x, y] = new RegExp(`class="${sign}" cx="([\\d.-]+)" cy="([\\d.-]+)"`).exec(view)!;
      return [Number(x), Number(y)];
    };
    // Everything lies in 0.4 × 0.3 × 0.2 m: 320 units are 1.25 · 0.4 m.
    const unit = 320 / (1.25 * 0.4);
    const [above, side, front] = views.map((view) => {
      const [start, end] = [place(view, 'start'), place(view, 'end')];
      return [(end[0] - start[0]) / unit, (start[1] - end[1]) / unit];
    });
    const close = (pair: number[], expected: number[]): void => {
      for (const [i, x] of pair.entries()) expect(x).toBeCloseTo(expected[i], 3);
    };
    close(above, [0.4, 0]);
    close(side, [0.4, -0.2]);
    close(front, [0, -0.2]);
    expect(html).toContain('goal 1.2, 2.3, 3 m');
  });

  it('marks torques beyond their limit and joints without one', () => {
    const applied = series('tau', ['a', 'b', 'c'], 100, (t, i) => [50, -30, 5][i] + t, 'N m');
    const html = renderReport(
      { ...bare, torques: { applied, limits: [40, 60, Number.POSITIVE_INFINITY] } },
      library,
    );
    expect(html).toContain('aria-label="a 125 %, b 50 %, c no limit"');
    expect([...html.matchAll(/class="share over"/g)]).toHaveLength(1);
    expect(html).toContain('peak 30 N m, 50 % of 60 N m');
  });

  it('refuses a library that would end its element', () => {
    expect(() => renderReport(bare, { ...library, script: 'a </ScRipt>' })).toThrow('library');
    expect(() => renderReport(bare, { ...library, style: '</style>' })).toThrow('library');
  });
});
