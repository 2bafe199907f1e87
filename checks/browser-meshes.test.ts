/** Mesh files in Chromium, in a page and in a worker: the same triangles as in Node, nothing logged, nothing fetched. */
import { describe, expect, it } from 'vitest';
import { everyFormat, sphere } from '../toolkit/src/robot/mesh/made.test.helper.js';
import { withPage } from './browser.js';
import { measured } from './pages/meshes.js';

describe('Chromium', () => {
  it('reads meshes of every format as Node does', async () => {
    const files = Object.fromEntries(
      [...everyFormat(sphere(0.1, 8, 12)), ['bad.dae', new Uint8Array([60])] as const].map(
        ([name, bytes]) => [name, [...bytes]],
      ),
    );
    const wanted = measured(files);
    expect(wanted[0].volume).toBeGreaterThan(0.0035);
    expect(wanted.map(({ codes }) => codes.length)).toEqual(
      wanted.map(({ file }) => (file === 'bad.dae' ? 1 : 0)),
    );
    const { got, inWorker, talk } = await withPage('pages/meshes.ts', async (page) => {
      await page.waitForFunction(() => globalThis.meshes !== undefined);
      const talk: string[] = [];
      page.on('console', (message) => talk.push(message.text()));
      page.on('request', (request) => talk.push(request.url()));
      const got = await page.evaluate((given) => globalThis.meshes?.(given), files);
      const silent = [...talk];
      const inWorker = await page.evaluate((given) => {
        const script = `import ${JSON.stringify(`${location.origin}/page.js`)}; postMessage(globalThis.meshes(${JSON.stringify(given)}));`;
        const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
        const worker = new Worker(address, { type: 'module' });
        return new Promise((resolve) => {
          worker.onmessage = ({ data }) => resolve(data);
          worker.onerror = ({ message }) => resolve(message);
        });
      }, files);
      return { got, inWorker, talk: silent };
    });
    expect(got).toEqual(wanted);
    expect(inWorker).toEqual(wanted);
    expect(talk).toEqual([]);
  }, 120_000);
});
