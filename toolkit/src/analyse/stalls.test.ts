import { describe, expect, it } from 'vitest';
import type { Channel } from '../port/index.js';
import { StallWatch, stallProblems } from './index.js';

const channels: readonly Channel[] = [
  { name: 'push.rate', unit: 'm/s', labels: ['rate'], group: 'push' },
  { name: 'push.effort', unit: 'N', labels: ['x', 'y'], group: 'push' },
  { name: 'push.supply', unit: 'W', labels: ['supply'], group: 'push' },
  { name: 'turn.torque', unit: 'N m', labels: ['torque'], group: 'turn' },
  { name: 'turn.power', unit: 'W', labels: ['power'], group: 'turn' },
  { name: 'lone.effort', unit: 'N', labels: ['effort'], group: 'lone' },
];

/** Samples every 10 ms for 4 s of a push of `force` N along (3, 4)/5 that drives at `speed` m/s. */
function watched(force: (t: number) => number, speed: (t: number) => number): StallWatch {
  const watch = new StallWatch(['push', 'turn', 'lone', 'absent']);
  watch.open(channels);
  for (let k = 0; k <= 400; k++) {
    const [t, f] = [k / 100, force(k / 100)];
    watch.sample('push', t, Float64Array.of(speed(t), 0.6 * f, 0.8 * f, f * speed(t)));
    watch.sample('turn', t, Float64Array.of(f, f));
  }
  watch.close();
  return watch;
}

describe('stalls', () => {
  it('are where what is driven stands for half a second, and are over when it goes on', () => {
    const halts = (t: number) => (t < 0.3 || (t >= 1 && t < 2.5) || (t >= 3 && t < 3.2) ? -0.009 : 0.2);
    const stalls = watched((t) => (t < 2 ? 20 : 15), halts).stalls();
    expect(stalls).toEqual([{ element: 'push', from: 1, found: 1.5, until: 2.49, force: 15, unit: 'N' }]);
  });

  it('go on to the end where nothing ends them', () => {
    const stalls = watched(
      () => 20,
      (t) => (t < 1 ? 0 : t < 2 ? 1 : 0.001),
    ).stalls();
    expect(stalls).toEqual([
      { element: 'push', from: 0, found: 0.5, until: 0.99, force: 20, unit: 'N' },
      { element: 'push', from: 2, found: 2.5, force: 20, unit: 'N' },
    ]);
    expect(stallProblems(stalls)).toMatchObject([
      {
        code: 'stalled',
        severity: 'warning',
        where: { path: 'control.elements.push' },
        message: 'what it drives stood still from 0 s until 990 ms',
      },
      { message: 'what it drives stood still from 2 s to the end', got: 'less than that under 20 N' },
    ]);
  });

  it('name the joints that stood in their buffers meanwhile', () => {
    const watch = new StallWatch(['push'], ['buffers']);
    watch.open([
      ...channels,
      { name: 'buffers.rate', unit: 'rad/s', labels: ['elbow', 'wrist'], group: 'buffers' },
      { name: 'buffers.effort', unit: 'N m', labels: ['elbow', 'wrist'], group: 'buffers' },
    ]);
    // The wrist is in its buffer in the first stall, none in the second.
    for (let k = 0; k <= 400; k++) {
      const t = k / 100;
      const stands = t < 1 || t > 2;
      watch.sample('buffers', t, Float64Array.of(5, 5, 0, t < 1 ? -3 : 0));
      watch.sample('push', t, Float64Array.of(0, 6, 8, stands ? 0 : 10));
    }
    watch.close();
    const stalls = watch.stalls();
    expect(stalls.map(({ buffered }) => buffered)).toEqual([['wrist'], undefined]);
    const [first, second] = stallProblems(stalls);
    expect(first.hint).toBe(
      'wrist stood in the buffer before the end of the range, which held it (control.buffers)',
    );
    expect(second.hint).toBeUndefined();
  });

  it('are none where nothing drives, or where it moves backwards', () => {
    expect(
      watched(
        () => 0,
        () => 0,
      ).stalls(),
    ).toEqual([]);
    expect(
      watched(
        () => 20,
        () => -0.02,
      ).stalls(),
    ).toEqual([]);
  });
});
