/**
 * A run as one HTML page that needs nothing else: no network, no file beside it. The content security policy
 * allows its own two scripts and style sheets by their hashes and nothing more.
 */
import { formatLimit, formatMeasures, formatValue, type MeasureResult } from '../analyse/index.js';
import { formatQuantity } from '../math/index.js';
import { describe } from '../problem/index.js';
import { utf8 } from '../record/index.js';
import { contactMapFigure } from './contact-map.js';
import type { Fact, PlotLibrary, ReportData, TimePlot } from './data.js';
import { coordinate, embeddedJson, safe } from './html.js';
import { ledgerView } from './ledger.js';
import { pathFigure } from './path.js';
import { Arrays, type Chart, chartsOf, figure, SharedTimes, withoutZeros } from './plots.js';
import { script } from './script.js';
import { sourceHash } from './sha256.js';
import { style } from './style.js';
import { shareCharts, torqueBars, torqueCharts } from './torques.js';

/** Numbers in all plots together: about 5.4 bytes each. */
const NUMBERS = 350_000;
const MOST_POINTS = 3000;
const LEAST_POINTS = 16;
/** Longest scenario that is shown, characters. */
const SCENARIO = 200_000;

const HINT =
  '<p class="hint">Drag across a plot to see a stretch of time in all of them, double-click for the whole run. With the keyboard: arrows, + and −, 0.</p>';

interface Section {
  readonly id: string;
  readonly title: string;
  readonly charts: readonly Chart[];
  /** Inner HTML, given the figures of `charts`. */
  readonly body: (figures: readonly string[]) => string;
}

export function renderReport(data: ReportData, library: PlotLibrary): string {
  for (const [text, end] of [
    [library.script, /<\/script|<!--/i],
    [library.style, /<\/style|<!--/i],
  ] as const) {
    if (end.test(text)) throw new Error('report: the plot library holds text that would end its element');
  }
  const sections = sectionsOf(sharing(data));
  const charts = sections.flatMap((section) => section.charts);
  const lines = charts.reduce((count, chart) => count + chart.lines.length + 1, 1);
  const points = Math.max(LEAST_POINTS, Math.min(MOST_POINTS, Math.floor(NUMBERS / lines)));
  const arrays = new Arrays(charts, points);
  const embedded = charts.map((chart) => arrays.chart(chart));
  const figures = charts.map((chart, i) => figure(chart, embedded[i], i));
  let next = 0;
  const bodies = sections.map(({ id, title, charts: own, body }) => {
    const html = body(figures.slice(next, next + own.length));
    next += own.length;
    return `<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>\n${html}</section>`;
  });
  const scripts = [library.script, script];
  const styles = [library.style, style];
  const policy = [
    "default-src 'none'",
    `script-src ${scripts.map((text) => sourceHash(utf8(text))).join(' ')}`,
    `style-src ${styles.map((text) => sourceHash(utf8(text))).join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const events = data.events.map(({ label, from, until }) => ({
    label,
    from,
    ...(until !== undefined && { until }),
  }));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${safe(data.title)} – Pliant</title>
${styles.map((text) => `<style>${text}</style>`).join('\n')}
</head>
<body>
<div class="page">
${head(data)}
<nav aria-label="Sections">${sections.map(({ id, title }) => `<a href="#${id}">${title}</a>`).join('')}</nav>
<main>
<noscript><p class="none">The plots are drawn by a script of this page; without scripts their numbers stand below each of them.</p></noscript>
${bodies.join('\n')}
</main>
<div id="spoken" class="hidden" aria-live="polite"></div>
</div>
<script type="application/json" id="data">${embeddedJson({ arrays: arrays.encoded, charts: embedded, events })}</script>
${scripts.map((text) => `<script>${text}</script>`).join('\n')}
</body>
</html>
`;
}

/** The data with one array for all times that are equal. */
function sharing(data: ReportData): ReportData {
  const times = new SharedTimes();
  const all = (list: readonly TimePlot[]): TimePlot[] =>
    list.map((plot) => ({ ...plot, series: plot.series.map((series) => times.series(series)) }));
  const { torques } = data;
  return {
    ...data,
    forces: all(data.forces),
    motion: all(data.motion),
    ledger: data.ledger.map((series) => times.series(series)),
    ...(torques !== undefined && {
      torques: {
        ...torques,
        applied: times.series(torques.applied),
        ...(torques.asked !== undefined && { asked: times.series(torques.asked) }),
      },
    }),
  };
}

function head(data: ReportData): string {
  const judged = data.measures.filter((m) => m.verdict !== 'none');
  const failed = judged.filter((m) => m.verdict === 'fail');
  const pills: string[] = [];
  const count = judged.length === 1 ? 'the measure' : `all ${judged.length} measures`;
  if (judged.length === 0) pills.push('<span class="pill plain">no measure has a limit</span>');
  else if (failed.length === 0) pills.push(`<span class="pill pass">✓ ${count} within limits</span>`);
  else pills.push(`<span class="pill fail">✗ ${failed.length} of ${judged.length} measures failed</span>`);
  if (data.ending !== undefined) {
    pills.push(`<span class="pill ${data.ending.good ? 'plain' : 'fail'}">${safe(data.ending.text)}</span>`);
  }
  const warnings = data.problems.length;
  if (warnings > 0) {
    pills.push(
      `<a class="pill plain" href="#problems">${warnings} ${warnings === 1 ? 'remark' : 'remarks'}</a>`,
    );
  }
  return `<header>
<h1>${safe(data.title)}</h1>
<button id="theme" type="button" hidden>Theme</button>
<div class="robot">${safe(data.robot)}</div>
</header>
<div class="verdict">${pills.join('')}</div>
<dl class="facts">${facts(data.facts)}</dl>`;
}

function facts(list: readonly Fact[]): string {
  return list.map(({ name, value }) => `<div><dt>${safe(name)}</dt><dd>${safe(value)}</dd></div>`).join('');
}

function sectionsOf(data: ReportData): Section[] {
  const sections: Section[] = [];
  const plain = (id: string, title: string, html: string): void => {
    sections.push({ id, title, charts: [], body: () => html });
  };
  const timePlots = (id: string, title: string, plots: readonly TimePlot[]): void => {
    const { charts, zero } = withoutZeros(plots.flatMap(chartsOf));
    if (charts.length === 0 && zero.length === 0) return;
    const note = zero.length === 0 ? '' : `Zero throughout: ${zero.join('; ')}.`;
    sections.push({ id, title, charts, body: (figures) => `${grid(figures)}${hint(note)}` });
  };
  if (data.measures.length > 0) plain('measures', 'Measures', measureTable(data.measures));
  if (data.paths.length > 0) plain('path', 'Tool path', data.paths.map(pathFigure).join(''));
  timePlots('forces', 'Forces', data.forces);
  const { torques } = data;
  if (torques !== undefined) {
    const shares = shareCharts(torques);
    sections.push({
      id: 'torques',
      title: 'Joint torques',
      charts: [...shares, ...torqueCharts(torques)],
      body: (figures) =>
        `${grid([torqueBars(torques), ...figures.slice(0, shares.length)])}<div class="small-charts">${figures.slice(shares.length).join('')}</div>`,
    });
  }
  timePlots('motion', 'Motion', data.motion);
  const ledger = ledgerView(data.ledger, data.separates);
  if (ledger.charts.length > 0) {
    const { balance } = data;
    const verdict =
      balance === undefined
        ? ''
        : `<p class="${balance.good ? 'pass' : 'fail'}">${balance.good ? '✓' : '✗'} ${safe(balance.text)}</p>`;
    sections.push({
      id: 'energy',
      title: 'Energy',
      charts: ledger.charts,
      body: (figures) => `${verdict}${grid([ledger.table, ...figures])}${hint(ledger.note)}`,
    });
  }
  const { maps = [] } = data;
  if (maps.length > 0)
    plain('contact', 'Contact', `<div class="charts">${maps.map(contactMapFigure).join('')}</div>`);
  if (data.problems.length > 0) {
    plain(
      'problems',
      'Remarks',
      data.problems
        .map((p) => `<div class="problem ${p.severity}"><pre>${safe(describe(p))}</pre></div>`)
        .join(''),
    );
  }
  const drawn = sections.find(({ charts }) => charts.length > 0);
  if (drawn !== undefined) {
    const { body } = drawn;
    sections[sections.indexOf(drawn)] = { ...drawn, body: (figures) => `${body(figures)}${HINT}` };
  }
  plain('scenario', 'Scenario', scenario(data.scenario));
  plain('about', 'About', `<dl class="about">${about(data.about)}</dl>`);
  return sections;
}

/** Figures two beside each other where there is room. */
function grid(figures: readonly string[]): string {
  const shown = figures.filter((html) => html !== '');
  return shown.length === 0 ? '' : `<div class="charts">${shown.join('')}</div>`;
}

function hint(text: string): string {
  return text === '' ? '' : `<p class="hint">${safe(text)}</p>`;
}

function about(list: readonly Fact[]): string {
  return list.map(({ name, value }) => `<dt>${safe(name)}</dt><dd>${safe(value)}</dd>`).join('');
}

function measureTable(measures: readonly MeasureResult[]): string {
  const rows = measures.map((m) => {
    const sign = { pass: '✓ pass', fail: '✗ fail', none: '' }[m.verdict];
    const when = m.at === undefined ? '' : formatQuantity(m.at, 's');
    return `<tr><th scope="row">${safe(m.name)}</th><td class="value">${safe(formatValue(m))}</td><td class="limit">${safe(formatLimit(m))}</td><td class="share-cell">${shareBar(m)}</td><td class="mark ${m.verdict}">${sign}</td><td class="when">${when}</td></tr>`;
  });
  return `<div class="scroll measures"><table>
<thead><tr><th scope="col">measure</th><th scope="col">value</th><th scope="col">limit</th><th scope="col" class="share-cell">share of limit</th><th scope="col">verdict</th><th scope="col">when</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>
<details class="numbers"><summary>As text</summary><pre>${safe(formatMeasures(measures))}</pre></details>`;
}

/** How much of an upper limit was used, where there is one above zero. */
function shareBar({ value, limit, name }: MeasureResult): string {
  const below = limit?.below;
  if (below === undefined || !(below > 0) || !Number.isFinite(value)) return '';
  return bar(Math.abs(value) / below, `${name}: ${Math.round((100 * value) / below)} % of the limit`);
}

/** A bar whose full length is 1.25 times the limit, with a mark at the limit. */
function bar(share: number, label: string): string {
  const length = coordinate(112 * Math.min(share, 1.25));
  return `<svg class="bar" viewBox="0 0 140 10" role="img" aria-label="${safe(label)}"><rect class="track" width="140" height="10" rx="3"/><rect class="share${share > 1 ? ' over' : ''}" width="${length}" height="10" rx="3"/><line class="edge" x1="112" x2="112" y1="0" y2="10"/></svg>`;
}

/** The scenario's text with its keys and comments set off. */
function scenario(text: string): string {
  const shown =
    text.length > SCENARIO ? `${text.slice(0, SCENARIO)}\n… ${text.length - SCENARIO} more characters` : text;
  const lines = shown.split('\n').map((line) => {
    const comment = /^\s*#/.test(line);
    if (comment) return `<span class="c">${safe(line)}</span>`;
    const key = /^(\s*(?:- )?[^\s:#'"{[][^:#'"{[]*)(:(?:\s.*)?)$/.exec(line);
    return key === null ? safe(line) : `<span class="k">${safe(key[1])}</span>${safe(key[2])}`;
  });
  return `<pre tabindex="0" aria-label="The scenario file">${lines.join('\n')}</pre>`;
}
