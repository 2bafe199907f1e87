import { describe, expect, it } from 'vitest';
import { bitsOf, drive, stream } from '../../../checks/seeded-run.js';
import { Collector, Envelope, tee } from './index.js';

describe('Envelope', () => {
  it('keeps a run that fits as it is', () => {
    const collector = new Collector();
    const envelope = new Envelope(64);
    drive(tee(collector, envelope), 64);
    expect(envelope.extremes()).toEqual(collector.series());
    expect(envelope.samples()).toEqual(collector.series());
  });

  it('holds the least and greatest of every stretch, in the order in which they came', () => {
    for (const count of [65, 128, 129, 1000, 4097]) {
      const envelope = new Envelope(64);
      const number = stream(3);
      const values = Array.from({ length: count }, () => number());
      envelope.open([{ name: 'a', unit: '', labels: ['a'], group: 'a' }]);
      values.forEach((value, i) => {
        envelope.sample('a', i, Float64Array.of(value));
      });
      const [{ time, columns }] = envelope.extremes();
      let stride = 1;
      while (stride * 64 < count) stride *= 2;
      const expected: number[] = [];
      const times: number[] = [];
      for (let i = 0; i < count; i += stride) {
        const part = values.slice(i, i + stride);
        const least = part.reduce((a, b) => (b < a ? b : a));
        const greatest = part.reduce((a, b) => (b > a ? b : a));
        expected.push(
          ...(part.indexOf(greatest) < part.indexOf(least) ? [greatest, least] : [least, greatest]),
        );
        times.push(i, Math.min(i + stride / 2, count - 1));
      }
      expect(bitsOf(columns[0]), `${count} samples`).toBe(bitsOf(expected));
      expect([...time]).toEqual(times);
      const [samples] = envelope.samples();
      expect(bitsOf(samples.columns[0])).toBe(bitsOf(values.filter((_, i) => i % stride === 0)));
      expect(samples.time.length).toBeLessThanOrEqual(64);
    }
  });

  it('lets a NaN give way to a number, and shows it where there is no number', () => {
    const envelope = new Envelope(2);
    envelope.open([{ name: 'a', unit: '', labels: ['a'], group: 'a' }]);
    for (const value of [Number.NaN, 1, 2, Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN]) {
      envelope.sample('a', 0, Float64Array.of(value));
    }
    expect([...envelope.extremes()[0].columns[0]]).toEqual([1, 2, Number.NaN, Number.NaN]);
  });

  it('takes frames as it takes the samples of their groups', () => {
    const declared = ['a', 'b'].map((name) => ({ name, unit: '', labels: ['x', 'y'], group: name }));
    const [frames, samples] = [new Envelope(8), new Envelope(8)];
    for (const sink of [frames, samples]) sink.open(declared);
    const number = stream(6);
    for (let i = 0; i < 100; i++) {
      const frame = Float64Array.from({ length: 4 }, () => number());
      frames.frame(i, frame);
      samples.sample('b', i, frame.slice(2));
      samples.sample('a', i, frame.slice(0, 2));
    }
    expect(frames.extremes()).toEqual(samples.extremes());
    expect(frames.samples()).toEqual(samples.samples());
  });

  it('refuses an odd number of buckets', () => {
    expect(() => new Envelope(3)).toThrow('even');
  });
});
