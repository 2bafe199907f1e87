/**
 * What recording adds to the loop: equal runs stretch by stretch in turn, one by itself, one recorded at 250 Hz
 * into a file, one that gives the same channels to nobody; the median over 40 rounds of stretches of 2 s.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Channel, LogSink } from 'pliant/port';
import { Recorder } from 'pliant/record';
import { median } from '../fresh.js';
import { benchRun, stretch } from './bench-run.js';

export interface Recording {
  readonly channels: number;
  /** In all channels. */
  readonly numbers: number;
  /** Of the loop without. */
  readonly share: number;
  /** Part of it that is there even where nothing is written. */
  readonly observing: number;
  /** Bytes for each simulated second. */
  readonly bytes: number;
}

/** The fewest groups, as they come, that hold 40 channels. */
function groupsOf(channels: readonly Channel[]): string[] {
  const groups: string[] = [];
  let count = 0;
  for (const name of new Set(channels.map(({ group }) => group))) {
    if (count >= 40) break;
    groups.push(name);
    count += channels.filter(({ group }) => group === name).length;
  }
  return groups;
}

const duration = 200;
const folder = mkdtempSync(join(tmpdir(), 'pliant-recording-'));
try {
  const file = openSync(join(folder, 'log.mcap'), 'w');
  let bytes = 0;
  const write = (block: Uint8Array): void => {
    bytes += block.length;
    for (let at = 0; at < block.length; ) at += writeSync(file, block, at, block.length - at);
  };
  const nobody: LogSink = { open() {}, sample() {}, close() {} };
  const plain = await benchRun({ coulomb: 0, duration });
  const all = await benchRun({ coulomb: 0, duration, listeners: [{ sink: nobody, every: 4 }] });
  const groups = groupsOf(all.channels);
  const given = (sink: LogSink) =>
    benchRun({ coulomb: 0, duration, listeners: [{ sink, every: 4, groups }] });
  const observed = await given(nobody);
  const recorded = await given(new Recorder({ write }));
  for (const run of [plain, observed, recorded]) stretch(run, 10);
  bytes = 0;
  const rounds = Array.from({ length: 40 }, () => {
    const without = stretch(plain, 2);
    return { observing: stretch(observed, 2) / without - 1, share: stretch(recorded, 2) / without - 1 };
  });
  closeSync(file);
  const channels = all.channels.filter(({ group }) => groups.includes(group));
  const numbers = channels.reduce((sum, { labels }) => sum + labels.length, 0);
  const share = median(rounds.map((round) => round.share));
  const observing = median(rounds.map((round) => round.observing)) / share;
  const result: Recording = { channels: channels.length, numbers, share, observing, bytes: bytes / 80 };
  console.log(JSON.stringify(result));
} finally {
  rmSync(folder, { recursive: true });
}
