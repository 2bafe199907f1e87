import { McapIndexedReader, McapStreamReader, type McapTypes, TempBuffer } from '@mcap/core';
import { describe, expect, it } from 'vitest';
import { bitsOf, channels, drive, stream } from '../../../checks/seeded-run.js';
import { Collector, MemoryBytes, Recorder, readRecord, replay, seriesOf, tee } from './index.js';

function recorded(count: number, options: ConstructorParameters<typeof Recorder>[1] = {}) {
  const memory = new MemoryBytes();
  const collector = new Collector();
  const recorder = new Recorder(memory, options);
  drive(tee(recorder, collector), count);
  return { bytes: memory.bytes(), series: collector.series() };
}

/** A reader that, as real ones may, gives every read the same memory, and dirties what it gave before. */
class DirtyReadable implements McapTypes.IReadable {
  readonly #bytes: Uint8Array;
  #lent = new Uint8Array(0);

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  async size(): Promise<bigint> {
    return BigInt(this.#bytes.length);
  }

  async read(offset: bigint, size: bigint): Promise<Uint8Array> {
    this.#lent.fill(0xa5);
    this.#lent = this.#bytes.slice(Number(offset), Number(offset + size));
    return this.#lent;
  }
}

describe('Recorder', () => {
  it('is opened by the indexed reader of @mcap/core, with every number bit for bit', async () => {
    const { bytes, series } = recorded(2000, { chunkBytes: 10_000 });
    const reader = await McapIndexedReader.Initialize({ readable: new DirtyReadable(bytes) });
    expect(reader.statistics?.messageCount).toBe(4200n);
    expect(reader.statistics?.messageEndTime).toBe(7_996_000_000n);
    expect(reader.chunkIndexes.length).toBeGreaterThan(20);
    const rows = new Map<string, { time: number[]; log: number[]; rest: number[][] }>();
    for await (const message of reader.readMessages()) {
      const { topic } = reader.channelsById.get(message.channelId)!;
      const view = new DataView(message.data.buffer, message.data.byteOffset, message.data.byteLength);
      let rows1 = rows.get(topic);
      if (rows1 === undefined) rows.set(topic, (rows1 = { time: [], log: [], rest: [] }));
      expect(message.sequence).toBe(rows1.time.length);
      expect([...message.data.subarray(0, 4)]).toEqual([0, 1, 0, 0]);
      const numbers = Array.from({ length: (view.byteLength - 4) / 8 }, (_, i) =>
        view.getFloat64(4 + 8 * i, true),
      );
      rows1.time.push(numbers[0]);
      rows1.log.push(Number(message.logTime));
      rows1.rest.push(numbers.slice(1));
    }
    const column = (topic: string, i: number) => rows.get(topic)!.rest.map((row) => row[i]);
    expect(bitsOf(rows.get('/arm')!.time)).toBe(bitsOf(series[0].time));
    expect(rows.get('/tool')!.log).toEqual(Array.from({ length: 2000 }, (_, i) => i * 4_000_000));
    // Channels of a group stand side by side in the order in which they were opened.
    const expected: [string, number, string, number][] = [
      ['/arm', 0, 'arm.q', 0],
      ['/arm', 1, 'arm.q', 1],
      ['/arm', 2, 'arm.torque', 0],
      ['/arm', 3, 'arm.torque', 1],
      ['/tool', 2, 'tool.position', 2],
      ['/tool', 4, 'tool.wrench', 1],
      ['/energy', 0, 'energy', 0],
    ];
    for (const [topic, i, name, entry] of expected) {
      expect(bitsOf(column(topic, i)), name).toBe(bitsOf(seriesOf(series, name).columns[entry]));
    }
  });

  it('is read in a window of time through its message indexes', async () => {
    const { bytes } = recorded(2000, { chunkBytes: 10_000 });
    const reader = await McapIndexedReader.Initialize({ readable: new DirtyReadable(bytes) });
    const times: bigint[] = [];
    const window = { topics: ['/tool'], startTime: 1_000_000_000n, endTime: 1_100_000_000n };
    for await (const message of reader.readMessages(window)) times.push(message.logTime);
    expect(times).toEqual(Array.from({ length: 26 }, (_, i) => BigInt(1_000_000_000 + i * 4_000_000)));
  });

  it('has schemas that name units, one type for each channel of many entries', async () => {
    const { bytes } = recorded(1);
    const reader = await McapIndexedReader.Initialize({ readable: new TempBuffer(bytes) });
    const texts = [...reader.schemasById.values()].map((s) => [
      s.name,
      s.encoding,
      new TextDecoder().decode(s.data),
    ]);
    const line = '='.repeat(80);
    expect(texts[1]).toEqual([
      'pliant/Tool',
      'ros2msg',
      `float64 time  # s, since the start of the run
pliant/ToolPosition position
pliant/ToolWrench wrench  #   and */ "x"
${line}
MSG: pliant/ToolPosition
float64 x  # m
float64 y  # m
float64 z  # m
${line}
MSG: pliant/ToolWrench
float64 force  # N
float64 torque  # N m
`,
    ]);
    expect(texts[2][2]).toBe('float64 time  # s, since the start of the run\nfloat64 energy  # J\n');
  });

  it('makes of any names plain and unique identifiers', async () => {
    const memory = new MemoryBytes();
    const recorder = new Recorder(memory);
    const labels = ['time', 'é', '"];exit()//', 'a\nb', '7', '7', 'A b', 'a_b'];
    recorder.open([
      { name: 'time', unit: 's\nstring evil', labels: ['x'], group: 'g/..' },
      { name: 'Time', unit: '', labels, group: 'g/..' },
      { name: 'n', unit: '', labels: ['one'], group: 'g ..' },
    ]);
    recorder.close();
    const reader = await McapIndexedReader.Initialize({ readable: new TempBuffer(memory.bytes()) });
    const texts = [...reader.schemasById.values()].map((s) => new TextDecoder().decode(s.data));
    const fields = texts[0].split('\n').map((x) => x.replace(/ {2}#.*/, ''));
    expect(fields).toEqual([
      'float64 time',
      'float64 time_2',
      'pliant/Time time_3',
      '='.repeat(80),
      'MSG: pliant/Time',
      'float64 time',
      'float64 x',
      'float64 exit',
      'float64 a_b',
      'float64 x_7',
      'float64 x_7_2',
      'float64 a_b_2',
      'float64 a_b_3',
      '',
    ]);
    expect([...reader.schemasById.values()].map((s) => s.name)).toEqual(['pliant/G', 'pliant/G_2']);
    expect(readRecord(memory.bytes()).value?.series[1].channel.labels).toEqual(labels);
  });

  it('reads back what it wrote, metadata of the start and of the end included', () => {
    const memory = new MemoryBytes();
    const metadata = {
      about: { seed: '7', text: 'größer ≥ \u{1f916}' },
      scenario: { yaml: 'a: 1\n'.repeat(5000) },
    };
    const recorder = new Recorder(memory, { metadata });
    const collector = new Collector();
    const both = tee(recorder, collector, {
      open: () => {},
      sample: () => {},
      close: () => recorder.annotate('end', { hash: 'ab' }),
    });
    drive({ open: both.open, sample: both.sample, close: () => {} }, 100);
    recorder.annotate('end', { hash: 'ab' });
    recorder.close();
    const { value, problems } = readRecord(memory.bytes());
    expect(problems).toEqual([]);
    expect(value!.complete).toBe(true);
    expect(value!.metadata.get('about')).toEqual(new Map(Object.entries(metadata.about)));
    expect(value!.metadata.get('scenario')!.get('yaml')).toBe(metadata.scenario.yaml);
    expect(value!.metadata.get('end')).toEqual(new Map([['hash', 'ab']]));
    for (const { channel, time, columns } of collector.series()) {
      const read = seriesOf(value!.series, channel.name);
      expect(read.channel).toEqual(channel);
      expect(bitsOf(read.time)).toBe(bitsOf(time));
      for (const [i, column] of columns.entries()) expect(bitsOf(read.columns[i])).toBe(bitsOf(column));
    }
  });

  it('hands samples on after a second of the run, whatever their number', () => {
    const memory = new MemoryBytes();
    const recorder = new Recorder(memory);
    recorder.open([{ name: 'a', unit: '', labels: ['a'], group: 'a' }]);
    const row = new Float64Array(1);
    recorder.sample('a', 0, row);
    const before = recorder.position;
    recorder.sample('a', 0.999, row);
    expect(recorder.position).toBe(before);
    recorder.sample('a', 1, row);
    expect(recorder.position).toBeGreaterThan(before);
    expect(readRecord(memory.bytes()).value!.series[0].time).toEqual(Float64Array.of(0, 0.999));
    recorder.flush();
    expect(readRecord(memory.bytes()).value!.series[0].time).toEqual(Float64Array.of(0, 0.999, 1));
  });

  it('writes the same bytes for the same samples, however many arrays they come in', () => {
    const { bytes, series } = recorded(300);
    const memory = new MemoryBytes();
    const recorder = new Recorder(memory);
    replay(series, {
      open: () => recorder.open(channels),
      sample: (group, time, values) => recorder.sample(group, time, Float64Array.from(values)),
      close: () => recorder.close(),
    });
    expect(memory.bytes()).toEqual(bytes);
  });

  it('writes frames as it writes the samples of their groups', () => {
    const declared = ['a', 'b', 'c'].map((name, i) => ({
      name,
      unit: 'm',
      labels: Array.from({ length: 1 + 3 * i }, (_, k) => `${k}`),
      group: name,
    }));
    const [frames, samples] = [new MemoryBytes(), new MemoryBytes()];
    const [framing, sampling] = [frames, samples].map((memory) => new Recorder(memory, { chunkSpan: 0.5 }));
    for (const recorder of [framing, sampling]) recorder.open(declared);
    const number = stream(4);
    for (let i = 0; i < 400; i++) {
      const frame = Float64Array.from({ length: 12 }, () => number());
      framing.frame(i * 0.004, frame);
      sampling.sample('a', i * 0.004, frame.slice(0, 1));
      sampling.sample('b', i * 0.004, frame.slice(1, 5));
      sampling.sample('c', i * 0.004, frame.slice(5));
    }
    for (const recorder of [framing, sampling]) recorder.close();
    expect(frames.bytes()).toEqual(samples.bytes());
    expect(readRecord(frames.bytes()).value!.series[2].time.length).toBe(400);
    expect(() => framing.frame(2, new Float64Array(11))).toThrow('a frame has 12 numbers, got 11');
  });

  it('throws for misuse', () => {
    const recorder = new Recorder(new MemoryBytes());
    const channel = { name: 'a', unit: '', labels: ['x', 'y'], group: 'g' };
    expect(() => recorder.annotate('a', {})).toThrow('not open');
    expect(() => new Recorder(new MemoryBytes()).open([channel, channel])).toThrow('"a" stands twice');
    expect(() => new Recorder(new MemoryBytes()).open([{ ...channel, labels: [] }])).toThrow('no entries');
    expect(() => new Recorder(new MemoryBytes()).open([{ ...channel, unit: ['m'] }])).toThrow(
      '2 labels and 1 units',
    );
    recorder.open([channel]);
    expect(() => recorder.open([channel])).toThrow('opened before');
    expect(() => recorder.sample('g', 0, new Float64Array(3))).toThrow('has 2 numbers, got 3');
    expect(() => recorder.sample('h', 0, new Float64Array(2))).toThrow('no group "h"');
    recorder.close();
    expect(() => recorder.sample('g', 0, new Float64Array(2))).toThrow('after the recorder was closed');
  });
});

describe('a recording that was cut', () => {
  const { bytes, series } = recorded(1500, { chunkBytes: 20_000, metadata: { about: { seed: '7' } } });

  it('is read up to the cut by the streaming reader of @mcap/core, and at least as far by readRecord', () => {
    let state = 11;
    const lengths = Array.from({ length: 60 }, () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state % bytes.length;
    });
    let further = 0;
    for (const length of [...lengths, 0, 5, 8, 40, bytes.length - 1]) {
      const cut = bytes.subarray(0, length);
      const reader = new McapStreamReader();
      reader.append(cut);
      let messages = 0;
      for (let record = reader.nextRecord(); record !== undefined; record = reader.nextRecord()) {
        if (record.type === 'Message') messages++;
      }
      const { value, problems } = readRecord(cut, 'run.mcap');
      expect(value, `cut at ${length}`).toBeDefined();
      const groups = new Map(value!.series.map((s) => [s.channel.group, s.time.length]));
      const read = [...groups.values()].reduce((sum, n) => sum + n, 0);
      expect(read).toBeGreaterThanOrEqual(messages);
      if (read > messages) further++;
      for (const { channel, columns } of value!.series) {
        const whole = seriesOf(series, channel.name).columns;
        for (const [i, column] of columns.entries()) {
          expect(bitsOf(column)).toBe(bitsOf(whole[i].subarray(0, column.length)));
        }
      }
      if (!value!.complete) {
        expect(problems.map((p) => [p.code, p.severity])).toEqual([['record-cut', 'warning']]);
        expect(problems[0].message).toMatch(
          /^the recording was cut at byte \d+; what stands before it was read$/,
        );
        expect(problems[0].where).toEqual({ file: 'run.mcap' });
      } else expect(read).toBe(3150);
    }
    expect(further).toBeGreaterThan(30);
  });
});

describe('readRecord', () => {
  it('refuses what is no MCAP file, and reads an empty one as cut', () => {
    const { value, problems } = readRecord(new Uint8Array([1, 2, 3]), 'x');
    expect(value).toBeUndefined();
    expect(problems[0].code).toBe('not-mcap');
    expect(readRecord(new Uint8Array(0)).value).toMatchObject({ series: [], complete: false });
  });

  it('never throws and never loops on damaged bytes', () => {
    const { bytes } = recorded(60, { metadata: { about: { seed: '7' } } });
    const pick = stream(5);
    for (let trial = 0; trial < 3000; trial++) {
      const damaged = bytes.slice();
      for (let k = 0; k < 4; k++) {
        const at = Math.abs(Math.floor(pick() % (k % 2 ? bytes.length : 3000))) || 9;
        damaged[at] = Math.abs(pick() % 256) || 0;
      }
      const { value, problems } = readRecord(damaged);
      expect(value !== undefined || problems[0].severity === 'error').toBe(true);
    }
  });

  it('names what others wrote, chunks in chunks and messages of the wrong length', () => {
    const { bytes } = recorded(10);
    const text = (at: number): string => String.fromCharCode(...bytes.subarray(at, at + 3));
    const foreign = bytes.slice();
    for (let i = 0; i < bytes.length; i++) if (text(i) === 'cdr') foreign[i] = 'x'.charCodeAt(0);
    const read = readRecord(foreign);
    expect(read.value).toMatchObject({ series: [], complete: false });
    expect(read.problems.map((p) => p.code)).toEqual(['channel-foreign']);
    expect(read.problems[0].message).toContain('/arm');

    const header = bytes.indexOf(6);
    const nested = new Uint8Array(200_000);
    nested.set(bytes.subarray(0, 8));
    for (let at = 8; at + 49 < nested.length; at += 49) {
      const view = new DataView(nested.buffer, at);
      view.setUint8(0, 6);
      view.setUint32(1, nested.length - at - 9, true);
    }
    expect(header).toBeGreaterThan(0);
    expect(readRecord(nested).problems.map((p) => p.code)).toEqual(['chunk-damaged', 'record-cut']);
  });
});

describe('replay', () => {
  it('gives the samples in the order of time, groups in turn', () => {
    const collector = new Collector();
    drive(collector, 30);
    const again = new Collector();
    const order: string[] = [];
    replay(
      collector.series(),
      tee(again, {
        open: () => {},
        sample: (group, time) => order.push(`${group} ${time}`),
        close: () => {},
      }),
    );
    expect(order.slice(0, 5)).toEqual(['arm 0', 'tool 0', 'energy 0', 'arm 0.004', 'tool 0.004']);
    expect(again.series()).toEqual(collector.series());
  });
});

describe('seriesOf', () => {
  it('names what there is', () => {
    const collector = new Collector();
    drive(collector, 1);
    expect(() => seriesOf(collector.series(), 'arm.v')).toThrow(
      'no channel "arm.v"; there are arm.q, tool.position,',
    );
  });
});
