import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryMutants } from './trial.js';

/** Speaks as the worker does, and does at some mutants what none must do. */
const unruly = `
import { existsSync, writeFileSync, writeSync } from 'node:fs';
const [, , format, from, to] = process.argv;
const say = (line) => writeSync(1, line + '\\n');
const codes = {};
let tried = 0;
for (let seed = Number(from); seed < Number(to); seed++) {
  say('at ' + seed);
  tried++;
  if (seed === 3) for (;;);
  if (seed === 5) throw new Error('broken off');
  if (seed === 9) process.kill(process.pid, 'SIGSEGV');
  // Only once, as where the machine is busy.
  const once = new URL('once', import.meta.url);
  if (seed === 11 && !existsSync(once)) { writeFileSync(once, ''); process.exit(1); }
  const finding = (kind) => say('finding ' + JSON.stringify({ format, seed, kind, what: 'told' }));
  if (seed === 13) finding('fault');
  if (seed === 15) finding('memory');
}
say('tally ' + JSON.stringify({ tried, accepted: 1, engines: 0, slowest: 1, memory: 1, codes }));
`;

describe('processes that try mutants', () => {
  let folder: string;
  let worker: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pliant-unruly-'));
    worker = join(folder, 'unruly.mjs');
    writeFileSync(worker, unruly);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('are stopped where they hang, replaced where they end, and none is left out', {
    timeout: 60_000,
  }, async () => {
    let done = 0;
    const onProgress = (now: number) => {
      done = now;
    };
    const { tally, findings } = await tryMutants('urdf', 0, 20, { worker, patience: 1500, onProgress });
    const told = findings.map(({ seed, kind }) => `${kind} ${seed}`).sort();
    expect(told).toEqual(['end 5', 'end 9', 'fault 13', 'memory 15', 'time 3']);
    expect(findings.find(({ seed }) => seed === 5)?.what).toMatch(/broken off/);
    expect(tally.tried).toBe(20);
    expect(done).toBe(20);
  });

  it('that never begin are an error', async () => {
    writeFileSync(join(folder, 'none.mjs'), 'throw new Error("no robots here");');
    await expect(tryMutants('urdf', 0, 2, { worker: join(folder, 'none.mjs') })).rejects.toThrow(
      /no robots here/,
    );
  });
});
