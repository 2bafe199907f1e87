/** A seeded run for the tests of record, analyse and report. */
import type { Channel, LogSink } from 'pliant/port';

export const channels: readonly Channel[] = [
  { name: 'arm.q', unit: 'rad', labels: ['shoulder', 'elbow'], group: 'arm', meaning: 'joint positions' },
  { name: 'tool.position', unit: 'm', labels: ['x', 'y', 'z'], group: 'tool' },
  { name: 'arm.torque', unit: 'N m', labels: ['shoulder', 'elbow'], group: 'arm' },
  {
    name: 'tool.wrench',
    unit: ['N', 'N m'],
    labels: ['force', 'torque'],
    group: 'tool',
    meaning: 'µ and */ "x"',
  },
  { name: 'energy', unit: 'J', labels: ['total'], group: 'energy' },
];

/** xorshift32, as doubles over the whole range of exponents, special numbers among them. */
export function stream(seed: number): () => number {
  let state = seed;
  const bits = new DataView(new ArrayBuffer(8));
  const next = (): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  return () => {
    bits.setUint32(0, next());
    bits.setUint32(4, next());
    const special = [0, -0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MIN_VALUE];
    const kind = next() % 64;
    const value = kind < special.length ? special[kind] : bits.getFloat64(0);
    return Number.isNaN(value) ? 1 : value;
  };
}

/** `count` ticks of 4 ms; the group `energy` is sampled every tenth tick only. */
export function drive(sink: LogSink, count: number, seed = 1): void {
  const number = stream(seed);
  const groups: [string, Float64Array, number][] = [
    ['arm', new Float64Array(4), 1],
    ['tool', new Float64Array(5), 1],
    ['energy', new Float64Array(1), 10],
  ];
  sink.open(channels);
  for (let i = 0; i < count; i++) {
    for (const [name, values, every] of groups) {
      if (i % every !== 0) continue;
      for (let k = 0; k < values.length; k++) values[k] = number();
      sink.sample(name, i * 0.004, values);
    }
  }
  sink.close();
}

export function bitsOf(values: ArrayLike<number>): string {
  const copy = Float64Array.from(values);
  return [...new Uint32Array(copy.buffer)].map((word) => word.toString(16)).join(' ');
}
