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
    readonly lines: readonly { readonly label: string; readonly values: number; readonly colour: string }[];
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
    expect(html).toContain('Nothing throughout: weight, friction, stops, limits.');
    const labels = embedded(html).charts.flatMap((chart) => chart.lines.map((line) => line.label));
    expect(labels).toEqual(expect.arrayContaining(['kinetic', 'push', 'damp', 'sampling', 'residual']));
    expect(labels).not.toContain('limits');
  });

  it('balances the ledger: what went in and out is the change of what is stored', () => {
    const end = (kind: string, labels: readonly string[], ...energies: readonly number[]): Series =>
      series(`ledger.${kind}`, labels, 3, (t, i) => (t * energies[i]) / 0.002, 'J');
    const ledger = [
      end('stored', ['kinetic', 'potential', 'reach', 'gravity'], 0.25, 7, -0.5, -7),
      end('dissipated', ['viscous', 'viscous'], 0.375, 2),
      end('source', ['push'], 2),
      end('residual', ['residual'], 0.125),
    ];
    const html = renderReport({ ...bare, ledger, balance: { good: false, text: 'It <gained>.' } }, library);
    const table = /<table>\s*<caption>.*?<\/table>/s.exec(html)![0];
    const rows = [
      ...table.matchAll(/<tr(?: class="total")?><th scope="row">(.*?)<\/th><td class="value">(.*?)<\/td>/g),
    ];
    expect(rows.map(([, label, value]) => `${label.replace(/ <span.*/, '')} ${value}`)).toEqual([
      'push +2 J',
      'viscous −375 mJ',
      'viscous −2 J',
      'residual +125 mJ',
      'together −250 mJ',
      'kinetic +250 mJ',
      'reach −500 mJ',
      'together −250 mJ',
    ]);
    expect(table.match(/damping of the joints/g)).toHaveLength(1);
    expect(html).toContain('<p class="fail">✗ It &lt;gained&gt;.</p>');
    expect(html).toContain('Nothing throughout: weight.');
  });

  it('takes no name of an element for more than a name', () => {
    const labels = ['constructor', 'toString', 'hasOwnProperty'];
    const html = renderReport(
      { ...bare, ledger: [series('ledger.stored', labels, 3, (t) => t, 'J')] },
      library,
    );
    for (const label of labels) expect(html).toContain(`<th scope="row">${label}</th>`);
  });

  it('says that the residual holds the integration error where no line has it', () => {
    const end = (kind: string, energy: number): Series =>
      series(`ledger.${kind}`, [kind], 3, (t) => t * energy, 'J');
    const note =
      'The residual holds the integration error, which was not measured; plant.rigid.doubling: true separates it.';
    const aside = 'what no line explains, with the error of the integrator';
    const ledger = [series('ledger.limits', ['limits', 'limits'], 3, () => 0, 'J'), end('residual', 2)];
    const separates = 'plant.rigid.doubling: true';
    const undoubled = renderReport({ ...bare, ledger, separates }, library);
    expect(undoubled).toContain(`Nothing throughout: limits. ${note}`);
    expect(renderReport({ ...bare, ledger }, library)).toContain('error, which was not measured.');
    expect(undoubled).toContain(aside);
    const measured = [end('limits', 0), end('integration', 1), end('residual', 2)];
    const doubled = renderReport({ ...bare, ledger: measured }, library);
    expect(doubled).toContain('Nothing throughout: limits.');
    expect(doubled).toContain('error of the integrator');
    expect(doubled).not.toContain(note);
    expect(doubled).not.toContain(aside);
    expect(renderReport({ ...bare, ledger: [end('limits', 1)] }, library)).not.toContain(note);
  });

  it('draws channels of equal times together, without those that are zero throughout', () => {
    const ramp = (name: string, slope: number): Series =>
      series(name, ['torque'], 20, (t) => slope * t, 'N m');
    const motion = [{ title: 'keep', series: [ramp('a', 2), ramp('b', 0), ramp('c', -1)] }];
    const { charts } = embedded(renderReport({ ...bare, motion }, library));
    expect(charts.map((chart) => chart.lines.map((line) => line.label))).toEqual([['a', 'c']]);
    expect(charts[0].lines.map((line) => line.colour)).toEqual(['c0', 'c2']);
    const html = renderReport(
      { ...bare, motion: [{ title: 'still', series: [ramp('b', 0)] }, ...motion] },
      library,
    );
    expect(html).toContain('Zero throughout: still; keep: b.');
    const axes = [{ title: 'push', series: [series('f', ['x', 'y'], 20, (t, i) => i * t)] }];
    expect(embedded(renderReport({ ...bare, motion: axes }, library)).charts[0].lines).toHaveLength(2);
  });

  it('shows every joint as a share of its limit over time', () => {
    const applied = series('tau', ['a', 'b', 'c'], 100, (t, i) => [50, -30, 5][i] + t, 'N m');
    const html = renderReport(
      { ...bare, torques: { applied, limits: [40, 60, Number.POSITIVE_INFINITY] } },
      library,
    );
    const { arrays, charts } = embedded(html);
    expect(charts[0].unit).toBe('%');
    expect(charts[0].lines.map(({ label, values }) => [label, floats(arrays[values])[0]])).toEqual([
      ['a', 125],
      ['b', -50],
    ]);
    expect(charts[0].limits.map(({ value }) => value)).toEqual([100, -100]);
  });

  it('stands the whole arm on the ground where its poses are known', () => {
    const position = series('p', ['x', 'y', 'z'], 11, (t, i) => [0.5 + t, 0, 0.5][i], 'm');
    const points: [number, number, number][] = [
      [0, 0, 0],
      [0, 0, 1],
      [0.5, 0, 0.5],
    ];
    const withPoses = (poses: readonly { label: string; points: typeof points }[]): string =>
      renderReport({ ...bare, paths: [{ title: 'w', position, poses }] }, library);
    const scene = /<svg class="scene".*?<\/svg>/s.exec(withPoses([{ label: 'start', points }]))![0];
    const [, foot, top, tool] = /<polyline points="([\d.-]+,[\d.-]+) (\S+) (\S+)"/.exec(scene)!;
    const at = (pair: string): number[] => pair.split(',').map(Number);
    // Upright is upright, and x goes to the right and, away from the one who looks, a little down.
    expect(at(top)[0]).toBeCloseTo(at(foot)[0], 6);
    expect((at(tool)[0] - at(foot)[0]) / (at(foot)[1] - at(top)[1])).toBeCloseTo((0.5 * 0.819) / 0.94, 2);
    for (const [, pairs] of scene.matchAll(/points="([^"]*)"/g))
      for (const c of pairs.split(/[ ,]/).map(Number)) expect(c).toBeGreaterThan(0);
    expect(withPoses([])).not.toContain('class="scene"');
    expect(withPoses([{ label: 'lost', points: [...points, [Number.NaN, 0, 0]] }])).not.toContain(
      'class="scene"',
    );
  });

  it('embeds the arm at some hundred instants of a long run, the first and the last among them', () => {
    const [path] = reportData(60, 100).paths;
    const html = renderReport({ ...bare, paths: [path] }, library);
    const [, json] = /data-motion="([^"]*)"/.exec(html)!;
    const motion = JSON.parse(json.replaceAll('&quot;', '"')) as Record<'time' | 'arm' | 'tool', number[][]>;
    expect(motion.time.length).toBe(300);
    expect([motion.time[0], motion.time[299]]).toEqual([0, path.position.time.at(-1)]);
    expect(motion.arm.map((places) => places.length)).toEqual(new Array(300).fill(6));
    expect(motion.tool.map((places) => places.length)).toEqual([600, 600, 600]);
    expect(json.length).toBeLessThan(40_000);
    const still = renderReport(
      { ...bare, paths: [{ ...path, motion: { time: [0], poses: [[[0, 0, 0]]] } }] },
      library,
    );
    expect(still).not.toContain('data-motion');
  });

  it('draws the way to one scale, with start, end and goal where they are', () => {
    const position = series('p', ['x', 'y', 'z'], 101, (t, i) => [1 + 4 * t, 2, 3 - 2 * t][i], 'm');
    const html = renderReport({ ...bare, paths: [{ title: 'w', position, goal: [1.2, 2.3, 3] }] }, library);
    const views = [...html.matchAll(/<svg viewBox="0 0 296 296".*?<\/svg>/gs)].map((m) => m[0]);
    expect(views).toHaveLength(3);
    const place = (view: string, sign: string): number[] => {
      const [, x, y] = new RegExp(`class="${sign}" cx="([\\d.-]+)" cy="([\\d.-]+)"`).exec(view)!;
      return [Number(x), Number(y)];
    };
    // Everything lies in 0.4 × 0.3 × 0.2 m: 240 units are 1.25 · 0.4 m.
    const unit = 240 / (1.25 * 0.4);
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
