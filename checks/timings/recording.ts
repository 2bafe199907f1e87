/**
 * What recording adds to the loop: equal runs stretch by stretch in turn, one by itself, others recorded at 250 Hz;
 * the median over 60 rounds of stretches of 2 s, each of which writes some chunks. Each kernel observes what is
 * recorded, as the kernel of a scenario does.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Channel, LogSink } from 'pliant/port';
import { type ByteSink, Envelope, Recorder, StateHash, select, tee } from 'pliant/record';
import type { Run } from 'pliant/run';
import { median } from '../fresh.js';
import { benchRun, stretch } from './bench-run.js';

/** Some channels, and what they add as a part of the loop without, each with all that stands before. */
export interface Recorded {
  readonly channels: number;
  /** In all channels. */
  readonly numbers: number;
  /** Bytes for each simulated second. */
  readonly bytes: number;
  /** Worked out and gathered, and given to nobody. */
  readonly observed: number;
  /** Made to a file's bytes. */
  readonly recorded: number;
  /** Written to a file. */
  readonly written: number;
  /** With the state hash, and the envelope of what a report draws, besides. */
  readonly everything: number;
}

export interface Recording {
  /** The joints and two channels of poses: 40 numbers and a few. */
  readonly signals: Recorded;
  /** The fewest groups, as they come, that hold 40 channels of several numbers each. */
  readonly groups: Recorded;
}

const duration = 1000;
const folder = mkdtempSync(join(tmpdir(), 'pliant-recording-'));
const files: number[] = [];

class File implements ByteSink {
  readonly #file: number;
  bytes = 0;

  constructor() {
    this.#file = openSync(join(folder, `${files.length}.mcap`), 'w');
    files.push(this.#file);
  }

  write(block: Uint8Array): void {
    this.bytes += block.length;
    for (let at = 0; at < block.length; ) at += writeSync(this.#file, block, at, block.length - at);
  }
}

/** Bytes that go nowhere. */
const nowhere: ByteSink = { write() {} };
const nobody: LogSink = { open() {}, sample() {}, frame() {}, close() {} };

function given(taken: readonly Channel[], ...sinks: LogSink[]): Promise<Run> {
  const names = taken.map(({ name }) => name);
  return benchRun({
    coulomb: 0,
    duration,
    observe: (field) => names.includes(field),
    listeners: sinks.map((sink) => ({ sink, every: 4, takes: ({ name }) => names.includes(name) })),
  });
}

function widthOf(channels: readonly Channel[]): number {
  return channels.reduce((sum, { labels }) => sum + labels.length, 0);
}

/** The joints, then channels of observed fields until there are `count` numbers. */
function signalsOf(channels: readonly Channel[], count: number): Channel[] {
  const taken: Channel[] = channels.filter(({ group }) => group === 'joints');
  for (const channel of channels) {
    if (widthOf(taken) >= count) break;
    if (/\.(position|extension|force)$/.test(channel.name) && !taken.includes(channel)) taken.push(channel);
  }
  return taken;
}

function groupsOf(channels: readonly Channel[], count: number): Channel[] {
  const taken: Channel[] = [];
  for (const group of new Set(channels.map((channel) => channel.group))) {
    if (taken.length >= count) break;
    taken.push(...channels.filter((channel) => channel.group === group));
  }
  return taken;
}

/** As the report of a run draws them. */
function drawn({ name, group }: Channel): boolean {
  return group === 'joints' || /\.(force|torque|extension)$/.test(name);
}

async function measured(taken: readonly Channel[]): Promise<Recorded> {
  const plain = await benchRun({ coulomb: 0, duration, observe: () => false });
  const file = new File();
  const cases = {
    observed: await given(taken, nobody),
    recorded: await given(taken, new Recorder(nowhere)),
    written: await given(taken, new Recorder(file)),
    everything: await given(
      taken,
      tee(new StateHash(), select(drawn, new Envelope())),
      new Recorder(new File()),
    ),
  };
  const runs = Object.entries(cases).map(([name, run]) => ({ name, run, shares: [] as number[] }));
  for (const run of [plain, ...Object.values(cases)]) stretch(run, 10);
  file.bytes = 0;
  const rounds = 60;
  const span = 2;
  for (let i = 0; i < rounds; i++) {
    const without = stretch(plain, span);
    for (const { run, shares } of runs) shares.push(stretch(run, span) / without - 1);
  }
  const shares = Object.fromEntries(runs.map(({ name, shares: all }) => [name, median(all)]));
  return {
    channels: taken.length,
    numbers: widthOf(taken),
    bytes: file.bytes / (rounds * span),
    ...(shares as Record<keyof typeof cases, number>),
  };
}

try {
  const { channels } = await benchRun({ coulomb: 0, duration: 1 });
  const result: Recording = {
    signals: await measured(signalsOf(channels, 40)),
    groups: await measured(groupsOf(channels, 40)),
  };
  for (const file of files) closeSync(file);
  console.log(JSON.stringify(result));
} finally {
  rmSync(folder, { recursive: true });
}
