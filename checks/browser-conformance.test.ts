/** Generated code in Chromium: the bits of the interpreter, which has the bits that it has in Node. */
import { describe, expect, it } from 'vitest';
import { conformanceCases, digest, reference } from '../toolkit/src/graph/conformance/index.js';
import { withPage } from './browser.js';
import type { ConformanceResult } from './pages/conformance.js';

describe('Chromium', () => {
  it('gives the bits of Node, by interpreter, JavaScript and WebAssembly', async () => {
    const results = await withPage('pages/conformance.ts', async (page) => {
      await page.waitForFunction(() => window.conformance !== undefined);
      return page.evaluate(() => window.conformance);
    });
    if (results === undefined || 'error' in results) throw new Error(results?.error);
    const wanted = conformanceCases.map(
      (c): ConformanceResult => ({ name: c.name, digest: digest(reference(c)), differences: [] }),
    );
    expect(results).toEqual(wanted);
  }, 120_000);
});
