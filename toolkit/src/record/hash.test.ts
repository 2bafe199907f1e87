import { describe, expect, it } from 'vitest';
import { channels, drive } from '../../../checks/seeded-run.js';
import { Collector, MemoryBytes, Recorder, readRecord, replay, StateHash, tee } from './index.js';
import { hexadecimal, Murmur128, murmur128 } from './murmur.js';

const ascii = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe('Murmur128', () => {
  it('passes the verification of the reference implementation (SMHasher: B3ECE62A)', () => {
    const hashes = new Uint8Array(16 * 256);
    const view = new DataView(hashes.buffer);
    for (let i = 0; i < 256; i++) {
      const key = Uint8Array.from({ length: i }, (_, k) => k);
      for (const [k, word] of murmur128(key, 256 - i).entries()) view.setUint32(16 * i + 4 * k, word, true);
    }
    expect(murmur128(hashes)[0].toString(16)).toBe('b3ece62a');
  });

  it('gives the published hashes of two sentences', () => {
    const hash = (text: string): string => hexadecimal(murmur128(ascii(text)));
    expect(hash('I will not buy this record, it is scratched.')).toBe('a0a9683b25ac5e40d9af2895890dddf5');
    expect(hash("I will not buy this tobacconist's, it is scratched.")).toBe(
      '9b5b7ba2ef3f7866889adeaf00f3f98e',
    );
  });

  it('takes blocks in any portions', () => {
    const words = Int32Array.from({ length: 64 }, (_, i) => Math.imul(i + 1, 0x9e3779b1));
    const whole = new Murmur128(5);
    whole.blocks(words);
    const parts = new Murmur128(5);
    parts.blocks(words.subarray(0, 4));
    parts.blocks(words.subarray(4, 52));
    parts.blocks(words.subarray(52));
    expect(parts.digest([1, 2, 3])).toEqual(whole.digest([1, 2, 3]));
    expect(parts.digest([1, 2, 3])).not.toEqual(whole.digest([1, 2, 4]));
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
    expect(hashOf((sink) => drive(sink, 100))).toBe('d97bf9a1dda3d9eb10061714a4f321fc');
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
  });
});
