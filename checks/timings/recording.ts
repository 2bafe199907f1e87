/**
 * What recording adds to the loop: equal runs stretch by stretch in turn, one by itself, others recorded at 250 Hz
 * into files, one that gives the channels to nobody; the median over 400 rounds of stretches of 0.2 s, which are
 * short enough that most are not interrupted on a busy machine. Each kernel observes what is recorded, as the
 * kernel of a scenario does.
 */
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Channel, LogSink } from 'pliant/port';
import { type ByteSink, Envelope, Recorder, StateHash, tee } from 'pliant/record';
import type { Run } from 'pliant/run';
import { median } from '../fresh.js';
import { benchRun, stretch } from './bench-run.js';

/** What one choice of channels adds, as a part of the loop without. */
export interface Recorded {
  readonly channels: number;
  /** In all channels. */
  readonly numbers: number;
  readonly share: number;
  /** Bytes for each simulated second. */
  readonly bytes: number;
}

export interface Recording {
  /** The joints and two channels of poses: 40 numbers and a few. */
  readonly signals: Recorded;
  /** Of these, what is there even where nothing is written. */
  readonly observing: number;
  /** The fewest groups, as they come, that hold 40 channels of several numbers each. */
  readonly groups: Recorded;
  /** Everything, with the hash and the envelope of the report besides. */
  readonly everything: Recorded;
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

const nobody: LogSink = { open() {}, sample() {}, close() {} };

function given(sink: LogSink, taken: readonly Channel[]): Promise<Run> {
  const names = taken.map(({ name }) => name);
  return benchRun({
    coulomb: 0,
    duration,
    observe: (field) => names.includes(field),
    listeners: [{ sink, every: 4, takes: ({ name }) => names.includes(name) }],
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

try {
  const { channels } = await benchRun({ coulomb: 0, duration: 1 });
  const [signals, groups] = [signalsOf(channels, 40), groupsOf(channels, 40)];
  const plain = await benchRun({ coulomb: 0, duration, observe: () => false });
  const observed = await given(nobody, signals);
  const cases = await Promise.all(
    [signals, groups, channels].map(async (taken) => {
      const file = new File();
      const recorder = new Recorder(file);
      const sink = taken === channels ? tee(recorder, new StateHash(), new Envelope()) : recorder;
      return { taken, file, run: await given(sink, taken), shares: [] as number[] };
    }),
  );
  for (const run of [plain, observed, ...cases.map((c) => c.run)]) stretch(run, 10);
  for (const { file } of cases) file.bytes = 0;
  const observing: number[] = [];
  const rounds = 400;
  const span = 0.2;
  for (let i = 0; i < rounds; i++) {
    const without = stretch(plain, span);
    observing.push(stretch(observed, span) / without - 1);
    for (const { run, shares } of cases) shares.push(stretch(run, span) / without - 1);
  }
  for (const file of files) closeSync(file);
  const [first, second, third] = cases.map(({ taken, file, shares }): Recorded => {
    return {
      channels: taken.length,
      numbers: widthOf(taken),
      share: median(shares),
      bytes: file.bytes / (rounds * span),
    };
  });
  const result: Recording = {
    signals: first,
    observing: median(observing) / first.share,
    groups: second,
    everything: third,
  };
  console.log(JSON.stringify(result));
} finally {
  rmSync(folder, { recursive: true });
}
