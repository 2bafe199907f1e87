import { describe, expect, it } from 'vitest';
import { numbers as N } from '../../math/index.js';
import { type MonitorMemory, monitorStep, thresholdFault } from './monitor.js';

const rest: MonitorMemory<number> = { touching: 0, pressing: 0, stopped: 0 };
const within = (most: number) => ({ lower: -most, upper: most });
const T = 0.001;

/** The monitor over samples of 1 ms: the first index at which contact and stop are told. */
function watch(samples: readonly number[], contact: number, stop: number, window = 0) {
  let memory = rest;
  const first = { contact: -1, stop: -1 };
  samples.forEach((x, k) => {
    const next = monitorStep(
      N,
      [x],
      { contact: [within(contact)], stop: [within(stop)] },
      window,
      T,
      memory,
      0,
    );
    if (next.contact && first.contact < 0) first.contact = k;
    if (next.stopped && first.stop < 0) first.stop = k;
    memory = next;
  });
  return first;
}

describe('the collision monitor', () => {
  it('is blind to what the model expects, and latches what it does not', () => {
    const bounds = { contact: [within(2)], stop: [within(4)] };
    const step = (measured: number, memory: MonitorMemory<number>, reset = 0) =>
      monitorStep(N, [measured - 4.3], bounds, 0, T, memory, reset);
    const raised = step(4.3, rest);
    expect([raised.contact, raised.stopped]).toEqual([0, 0]);
    let hit = step(9, raised);
    expect([hit.contact, hit.stopped]).toEqual([1, 1]);
    // Two seconds without anything: stopped all the same, and a reset under load does nothing.
    for (let k = 0; k < 2000; k++) hit = step(4.3, hit);
    expect([hit.contact, hit.stopped]).toEqual([0, 1]);
    expect(step(9, hit, 1).stopped).toBe(1);
    expect(step(4.3, hit, 1).stopped).toBe(0);
  });

  it('has bounds on either side of their own', () => {
    const bounds = { contact: [{ lower: 15, upper: 40 }], stop: [{ lower: 15, upper: 40 }] };
    const tripped = (effort: number) => monitorStep(N, [effort], bounds, 0, T, rest, 0).stopped;
    expect([14, 41, 25].map(tripped)).toEqual([1, 1, 0]);
  });

  it('tells contact at the lower threshold and stops at the upper one', () => {
    const ramp = Array.from({ length: 30 }, (_, ms) => ms);
    expect(watch(ramp, 15, 20)).toEqual({ contact: 15, stop: 20 });
    expect(thresholdFault(20, 20, 'N m')).toMatchObject({
      code: 'thresholds-order',
      hint: 'for instance 15 N m and 20 N m',
    });
    expect(thresholdFault(15, 20)).toBeUndefined();
  });

  it('is not tripped by a single spike, and trips when the window is full', () => {
    const samples = Array.from({ length: 120 }, (_, k) => (k === 5 ? 100 : k >= 50 ? 5 : 0));
    expect(watch(samples, 3, 4, 0.02)).toEqual({ contact: 69, stop: 69 });
  });

  it('takes a reading that is no number for nothing', () => {
    expect(watch([Number.NaN, Number.NaN], 1, 2)).toEqual({ contact: -1, stop: -1 });
  });
});
