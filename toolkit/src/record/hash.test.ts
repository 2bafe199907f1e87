import { describe, expect, it } from 'vitest';
import { channels, drive, stream } from '../../../checks/seeded-run.js';
import { Collector, MemoryBytes, Recorder, readRecord, replay, StateHash, tee } from './index.js';
import { hexadecimal, xxhash } from './xxhash.js';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe('xxhash', () => {
  it('begins with the published hashes of XXH32', () => {
    const hash = (text: string): string => hexadecimal(xxhash(ascii(text))).slice(0, 8);
    expect(hash('')).toBe('02cc5d05');
    expect(hash('a')).toBe('550d7456');
    expect(hash('abc')).toBe('32d153ff');
    expect(hash('Nobody inspects the spammish repetition')).toBe('e2293b2f');
  });

  it('takes the bytes of the reference implementation’s sanity check (xxhash, tests/sanity_test_vectors.h)', () => {
    // Its generator: the upper byte of a 64-bit product that is multiplied on.
    let state = 2654435761n;
    const bytes = Uint8Array.from({ length: 222 }, () => {
      const byte = Number(state >> 56n);
      state = (state * 11400714785074694797n) & ((1n << 64n) - 1n);
      return byte;
    });
    const first = (length: number, seed = 0): string =>
      hexadecimal(xxhash(bytes.subarray(0, length), seed)).slice(0, 8);
    expect([first(1), first(14), first(222)]).toEqual(['cf65b03e', '1208e7e2', '5bd11dbd']);
    expect([first(1, 2654435761), first(14, 2654435761), first(222, 2654435761)]).toEqual([
      'b4545aa4',
      '6af1d1fe',
      '58803c5f',
    ]);
  });

  it('has four words, each of which every byte changes', () => {
    const text = ascii('I will not buy this tobacconist’s, it is scratched.');
    const words = xxhash(text);
    expect(new Set(words).size).toBe(4);
    for (let i = 0; i < text.length; i++) {
      const other = text.slice();
      other[i] ^= 1;
      for (const [k, word] of xxhash(other).entries()) expect(word).not.toBe(words[k]);
    }
  });
});

function hashOf(fill: (sink: StateHash) => void): string {
  const hash = new StateHash();
  fill(hash);
  return hash.digest();
}

describe('StateHash', () => {
  it('is the same from a run, from its file and in other orders of groups', () => {
    const memory = new MemoryBytes();
    const collector = new Collector();
    const hash = new StateHash();
    drive(tee(new Recorder(memory), collector, hash), 500);
    expect(hash.digest()).toMatch(/^[0-9a-f]{32}$/);
    expect(hashOf((sink) => replay(readRecord(memory.bytes()).value!.series, sink))).toBe(hash.digest());
    const groups = ['tool', 'energy', 'arm'];
    const other = collector
      .series()
      .sort((a, b) => groups.indexOf(a.channel.group) - groups.indexOf(b.channel.group));
    expect(hashOf((sink) => replay(other, sink))).toBe(hash.digest());
  });

  it('has the hash that it has always had', () => {
    expect(hashOf((sink) => drive(sink, 100))).toBe('3d48f1b1836b6baeaa860d158358fea3');
  });

  it('is the same from frames and from the samples of their groups', () => {
    for (const width of [1, 2, 3, 4, 5, 9]) {
      const labels = Array.from({ length: width }, (_, i) => `${i}`);
      const declared = ['a', 'b', 'c'].map((name) => ({ name, unit: '', labels, group: name }));
      const number = stream(9);
      const frame = new Float64Array(3 * width);
      const frames = new StateHash();
      const samples = new StateHash();
      for (const sink of [frames, samples]) sink.open(declared);
      for (let i = 0; i < 20; i++) {
        for (let k = 0; k < frame.length; k++) frame[k] = (i + k) % 7 === 0 ? Number.NaN : number();
        frames.frame(i, frame);
        for (let g = 2; g >= 0; g--) samples.sample('abc'[g], i, frame.slice(g * width, (g + 1) * width));
      }
      expect(samples.digest()).toBe(frames.digest());
    }
  });

  it('differs for every bit of every number, and for two numbers that change places', () => {
    const labels = Array.from({ length: 9 }, (_, i) => `${i}`);
    const numbers = Float64Array.from({ length: 18 }, (_, i) => 1 + i / 32);
    const run = (): string =>
      hashOf((sink) => {
        sink.open([{ name: 'a', unit: 'm', labels, group: 'a' }]);
        sink.sample('a', 0, numbers.slice(0, 9));
        sink.sample('a', 1, numbers.slice(9));
      });
    const base = run();
    const words = new Uint32Array(numbers.buffer);
    for (let i = 0; i < words.length; i++) {
      for (let bit = 0; bit < 32; bit++) {
        words[i] ^= 1 << bit;
        expect(run()).not.toBe(base);
        words[i] ^= 1 << bit;
      }
    }
    for (let i = 1; i < numbers.length; i++) {
      for (let k = 0; k < i; k++) {
        [numbers[k], numbers[i]] = [numbers[i], numbers[k]];
        expect(run()).not.toBe(base);
        [numbers[k], numbers[i]] = [numbers[i], numbers[k]];
      }
    }
    expect(run()).toBe(base);
  });

  it('differs for one bit, a sample more, another time, another name', () => {
    const run = (values: number[], time = 0, name = 'a'): string =>
      hashOf((sink) => {
        sink.open([{ name, unit: 'm', labels: ['x'], group: 'g' }]);
        for (const value of values) sink.sample('g', time, Float64Array.of(value));
      });
    const base = run([0.1, 0]);
    for (const other of [
      run([0.1 + 2 ** -56, 0]),
      run([0.1, -0]),
      run([0.1]),
      run([0.1, 0, 0]),
      run([0.1, 0], 1),
      run([0.1, 0], 0, 'b'),
    ]) {
      expect(other).not.toBe(base);
    }
    expect(run([0.1, 0])).toBe(base);
  });

  it('counts every NaN as the same number, and as no other', () => {
    const one = (low: number, high: number): string =>
      hashOf((sink) => {
        sink.open([channels[4]]);
        const values = new Float64Array(1);
        new Uint32Array(values.buffer).set([low, high]);
        sink.sample('energy', 0, values);
      });
    const nan = one(0, 0x7ff80000);
    expect(one(1, 0xfff80000)).toBe(nan);
    expect(one(1, 0x7ff00000)).toBe(nan);
    expect(one(0, 0x7ff00000)).not.toBe(nan);
    expect(one(0, 0x7fe80000)).not.toBe(nan);
    const labels = ['a', 'b', 'c', 'd', 'e'];
    for (const place of labels.keys()) {
      const at = (low: number): string =>
        hashOf((sink) => {
          sink.open([{ name: 'a', unit: '', labels, group: 'a' }]);
          const values = new Float64Array(5);
          new Uint32Array(values.buffer).set([low, 0x7ff80000], 2 * place);
          sink.sample('a', 0, values);
        });
      expect(at(1)).toBe(at(2));
    }
  });
});
