/** A headless Chromium for tests, and pages made of this project's source, served on the loopback interface. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import { checkout } from './folders.js';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Path of the browser: PLIANT_CHROMIUM, or the first found on the path. */
export function chromiumPath(): string | undefined {
  const named = process.env.PLIANT_CHROMIUM;
  if (named !== undefined && named !== '') return named;
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return ['chromium', 'chromium-browser', 'google-chrome']
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** Runs `use` in a page that loads the module at `entry` (a path in the source of this folder), bundled. */
export async function withPage<T>(entry: string, use: (page: Page) => Promise<T>): Promise<T> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error('no Chromium: run `node checks/prerequisites.js`');
  const script = await bundle(join(checkout, 'checks', entry));
  const server = createServer((request, response) => {
    const isScript = request.url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isScript ? script : '<!doctype html><script type="module" src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const profile = mkdtempSync(join(tmpdir(), 'pliant-chromium-'));
  let context: BrowserContext | undefined;
  try {
    context = await chromium.launchPersistentContext(profile, { executablePath, args: flags });
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return await use(page);
  } finally {
    await context?.close();
    server.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

/** Imports the same bundle into this process. */
export async function inNode<T>(entry: string): Promise<T> {
  const script = await bundle(join(checkout, 'checks', entry));
  return (await import(`data:text/javascript;base64,${Buffer.from(script).toString('base64')}`)) as T;
}

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry, formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const outputs = Array.isArray(result) ? result : [result];
  for (const output of outputs) {
    if (!('output' in output)) continue;
    for (const chunk of output.output) if (chunk.type === 'chunk' && chunk.isEntry) return chunk.code;
  }
  throw new Error(`nothing was bundled from ${entry}`);
}
