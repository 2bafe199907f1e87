/** The report page in a real browser: it loads without a complaint, draws, and lets nobody in. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { StateHash } from 'pliant/record';
import { type PlotLibrary, type ReportData, renderReport } from 'pliant/report';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportData } from './report-data.js';
import { drive } from './seeded-run.js';

const folder = dirname(createRequire(import.meta.url).resolve('uplot'));
const library: PlotLibrary = {
  script: readFileSync(join(folder, 'uPlot.iife.min.js'), 'utf8'),
  style: readFileSync(join(folder, 'uPlot.min.css'), 'utf8'),
};
const data = reportData();

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
  });
});
afterAll(async () => {
  await browser?.close();
});

interface Visit {
  readonly page: Page;
  /** What the console said, what failed, what was asked of the network. */
  readonly complaints: string[];
}

async function visit(html: string, width = 1280, colorScheme: 'light' | 'dark' = 'light'): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('dialog', (dialog) => complaints.push(`dialog ${dialog.message()}`));
  await page.route('**/*', (route) => {
    if (route.request().url() === 'http://report.test/')
      return route.fulfill({ contentType: 'text/html', body: html });
    complaints.push(`asked for ${route.request().url()}`);
    return route.abort();
  });
  await page.goto('http://report.test/');
  await page.waitForSelector('html[data-ready]', { timeout: 20_000 });
  return { page, complaints };
}

/** For each plot, how many different colours its canvas shows. */
function coloursOf(page: Page): Promise<number[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.plot canvas')].map((canvas) => {
      const { data: pixels } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return new Set(new Uint32Array(pixels.buffer)).size;
    }),
  );
}

describe('the report in Chromium', () => {
  it('loads without a complaint or a request and draws every plot', async () => {
    const { page, complaints } = await visit(renderReport(data, library));
    const colours = await coloursOf(page);
    expect(colours.length).toBe(16);
    for (const count of colours) expect(count).toBeGreaterThan(8);
    expect(await page.locator('svg').count()).toBeGreaterThan(8);
    expect(await page.locator('.views svg:not(.scene) .way').count()).toBe(72);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 1280],
    ['light', 390],
    ['dark', 390],
  ] as const)('follows the %s theme at %i pixels, nothing wider than the window', async (scheme, width) => {
    const { page, complaints } = await visit(renderReport(data, library), width, scheme);
    const [paper, overflow] = await page.evaluate(() => [
      getComputedStyle(document.body).backgroundColor,
      document.documentElement.scrollWidth - innerWidth,
    ]);
    expect(paper).toBe(scheme === 'light' ? 'rgb(246, 247, 249)' : 'rgb(15, 20, 27)');
    expect(overflow).toBe(0);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('changes its theme on request, plots and legends included', async () => {
    const { page } = await visit(renderReport(data, library));
    const look = () =>
      page.evaluate(() => ({
        paper: getComputedStyle(document.body).backgroundColor,
        marker: getComputedStyle(document.querySelectorAll('.u-marker')[1]).borderTopColor,
        canvas: document.querySelector<HTMLCanvasElement>('.plot canvas')!.toDataURL(),
      }));
    const light = await look();
    await page.click('#theme');
    await page.click('#theme');
    await page.waitForTimeout(100);
    const dark = await look();
    expect(dark.paper).not.toBe(light.paper);
    expect(dark.marker).not.toBe(light.marker);
    expect(dark.canvas).not.toBe(light.canvas);
    await page.close();
  });

  it('serves the keyboard: a cursor that speaks, and a range that all plots share', async () => {
    const { page } = await visit(renderReport(data, library));
    const shown = async () => {
      await page.waitForTimeout(200);
      const drawn = await page.evaluate(() =>
        [...document.querySelectorAll<HTMLCanvasElement>('.plot canvas')].map((c) => c.toDataURL()),
      );
      return drawn.map((url) => createHash('sha256').update(url).digest('hex').slice(0, 12));
    };
    await page.focus('.plot');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    expect(await page.textContent('#spoken')).toMatch(
      /^5\.9\d* s: x -?[\d.e-]+ N, y -?[\d.e-]+ N, z -?[\d.e-]+ N, norm [\d.e-]+ N$/,
    );
    const whole = await shown();
    await page.keyboard.press('+');
    const near = await shown();
    expect(near.filter((picture, i) => picture === whole[i])).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await shown()).toEqual(whole);
    await page.close();
  });

  it('moves the arm and the tool by slider, keyboard and button, the cursors of the plots with them', async () => {
    const { page, complaints } = await visit(renderReport(data, library));
    const look = () =>
      page.evaluate(() => ({
        arm: document.querySelector('.moving polyline')?.getAttribute('points')?.split(' ').length,
        hand: document.querySelector('.moving .now')?.getAttribute('cx'),
        tools: [...document.querySelectorAll('.views > svg:not(.scene) .now')].map((dot) => [
          Number(dot.getAttribute('cx')),
          Number(dot.getAttribute('cy')),
        ]),
        time: document.querySelector('.player output')?.textContent,
        cursor: document.querySelector('.u-legend .u-value')?.textContent,
      }));
    const ends = () =>
      page.evaluate(() =>
        ['.start', '.end'].map((name) =>
          [...document.querySelectorAll(`.views > svg:not(.scene) ${name}`)].map((dot) => [
            Number(dot.getAttribute('cx')),
            Number(dot.getAttribute('cy')),
          ]),
        ),
      );
    const [first, last] = await ends();
    const far = (a: number[][], b: number[][]): number =>
      Math.max(...a.flatMap((place, i) => place.map((x, k) => Math.abs(x - b[i][k]))));
    const start = await look();
    expect(start).toMatchObject({ arm: 3, time: '0 s' });
    expect(start.tools.length).toBe(3);
    expect(far(start.tools, first)).toBeLessThan(0.1);
    await page.focus('.player input');
    await page.keyboard.press('End');
    const end = await look();
    expect(end.time).toBe('6 s');
    expect(far(end.tools, last)).toBeLessThan(0.1);
    expect(end.hand).not.toBe(start.hand);
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    const little = await look();
    expect(little.time).toBe('0.01 s');
    await page.click('.player button');
    await page.waitForTimeout(500);
    expect(await page.textContent('.player button')).toBe('Pause');
    await page.click('.player button');
    const played = await look();
    expect(Number.parseFloat(played.time!)).toBeGreaterThan(0.1);
    expect(played.cursor).toMatch(/^at \d\.\d+ s$/);
    await page.waitForTimeout(100);
    expect(await look()).toEqual(played);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('plays nothing to who wants less motion, and keeps the slider', async () => {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await page.setContent(renderReport(data, library));
    expect(await page.isVisible('.player button')).toBe(false);
    expect(await page.isVisible('.player input')).toBe(true);
    await page.close();
  });

  it('shows hostile names as text', async () => {
    const evil = `"></script><script>alert(1)</script><img src=x onerror=alert(2)>'<!--\u0000\u2028`;
    const rename = (value: unknown): unknown => {
      if (typeof value === 'string') return `${evil}${value}`;
      if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return value.map(rename);
      return Object.fromEntries(
        Object.entries(value).map(([key, x]) => [
          key,
          ['unit', 'verdict', 'severity', 'code'].includes(key) ? x : rename(x),
        ]),
      );
    };
    const { page, complaints } = await visit(renderReport(rename(data) as ReportData, library));
    expect(complaints).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('script').count()).toBe(3);
    expect(await page.textContent('h1')).toContain('<script>alert(1)</script>');
    expect((await coloursOf(page)).length).toBeGreaterThan(9);
    await page.close();
  });

  it('runs no script but its own', async () => {
    const { page, complaints } = await visit(renderReport(data, library));
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken"';
      document.body.append(script);
      const image = document.createElement('img');
      image.src = 'http://elsewhere.test/x.png';
      document.body.append(image);
    });
    await page.waitForTimeout(100);
    expect(await page.title()).toBe('Reach past a pushing hand – Pliant');
    expect(complaints.filter((text) => text.includes('Content Security Policy')).length).toBe(2);
    expect(complaints.some((text) => text.startsWith('asked for'))).toBe(false);
    await page.close();
  });

  it('draws a run that diverged, and one without samples', async () => {
    const broken = (scale: (x: number, i: number) => number): ReportData => {
      const seen = new Map<Float64Array, Float64Array>();
      const change = (value: unknown): unknown => {
        if (value instanceof Float64Array) {
          if (!seen.has(value)) seen.set(value, value.map(scale));
          return seen.get(value);
        }
        if (typeof value !== 'object' || value === null) return value;
        if (Array.isArray(value)) return value.map(change);
        return Object.fromEntries(
          Object.entries(value).map(([key, x]) => [key, key === 'time' ? x : change(x)]),
        );
      };
      return change(data) as ReportData;
    };
    const diverged = broken((x, i) =>
      i < 500 ? x : i < 700 ? x * 1e30 : i < 800 ? Number.POSITIVE_INFINITY : Number.NaN,
    );
    const empty = broken(() => Number.NaN);
    for (const run of [diverged, empty]) {
      const { page, complaints } = await visit(renderReport(run, library));
      expect(complaints).toEqual([]);
      await page.close();
    }
  });
});

describe('the state hash in Chromium', () => {
  it('is the same as here', async () => {
    const here = new StateHash();
    drive(here, 300);
    const root = fileURLToPath(new URL('..', import.meta.url));
    const page = await browser.newPage();
    await page.route('http://pliant.test/**', (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path === '/') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
      const source = readFileSync(join(root, path.replace(/\.js$/, '.ts')), 'utf8');
      const compilerOptions = {
        target: ts.ScriptTarget.ES2022,
        module: ts.ModuleKind.ES2022,
        verbatimModuleSyntax: true,
      };
      const { outputText } = ts.transpileModule(source, { compilerOptions });
      return route.fulfill({ contentType: 'text/javascript', body: outputText });
    });
    await page.goto('http://pliant.test/');
    // As text: the test runner rewrites imports of functions that are handed to the page.
    const there = await page.evaluate(`(async () => {
      const { StateHash } = await import('/toolkit/src/record/hash.js');
      const { drive } = await import('/checks/seeded-run.js');
      const hash = new StateHash();
      drive(hash, 300);
      return hash.digest();
    })()`);
    expect(there).toBe(here.digest());
    await page.close();
  });
});
