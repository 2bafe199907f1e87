/** Resident memory of a run of ten minutes with everything that the command lets listen, after one and at the end. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Meter } from 'pliant/analyse';
import { Envelope, Recorder, StateHash, tee } from 'pliant/record';
import { forReport } from 'pliant/scenario';
import { checkout } from '../folders.js';
import { assemblyOf } from '../scenarios.js';

export interface Memory {
  /** MB, after 60 s and after 600 s of the run. */
  readonly early: number;
  readonly late: number;
  /** s that the run took. */
  readonly wall: number;
}

const text = readFileSync(join(checkout, 'examples/reach.yaml'), 'utf8');
const assembly = assemblyOf(text, ['duration=600 s', 'robots.arm.file=robots/arm7/arm7.urdf']);
const folder = mkdtempSync(join(tmpdir(), 'pliant-memory-'));
try {
  const file = openSync(join(folder, 'log.mcap'), 'w');
  const recorder = new Recorder({
    write(bytes) {
      for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at);
    },
  });
  const envelope = new Envelope();
  const sinks = tee(new StateHash(), forReport(assembly, envelope), new Meter(assembly.measures));
  const run = assembly.begin([sinks], recorder);
  const resident = (): number => process.memoryUsage().rss / 1e6;
  const start = performance.now();
  run.advance(60);
  const early = resident();
  while (run.advance(1) === 'running');
  const memory: Memory = { early, late: resident(), wall: (performance.now() - start) / 1000 };
  if (run.status !== 'done') throw new Error(`the run is ${run.status}`);
  closeSync(file);
  console.log(JSON.stringify(memory));
} finally {
  rmSync(folder, { recursive: true });
}
