/** Readings between bounds of either sign. */
import { describe, expect, it } from 'vitest';
import { planar } from '../../mechanism/arms.test.helper.js';
import { type BoundsGuard, type Design, designProblems, faults } from '../index.js';
import { bench, LawKernel } from './laws.test.helper.js';

const none = (x: number, k: number, at: number) => Array.from({ length: 6 }, (_, i) => (i === k ? at : x));
const guard = (lower: number, upper: number, axis = 2, window = 0): BoundsGuard => ({
  lower: none(Number.NEGATIVE_INFINITY, axis, lower),
  upper: none(Number.POSITIVE_INFINITY, axis, upper),
  window,
});

const design = (bounds: BoundsGuard): Design =>
  bench({
    sensors: [{ name: 'wrist', at: 'tool', bias: [0, 0, 25, 0, 0, 0], guards: { bounds } }],
    laws: [
      {
        name: 'yield',
        kind: 'admittance',
        at: 'tool',
        sensor: 'wrist',
        parameters: { selection: [1, 0, 0, 0, 0, 0], mass: [2], damping: [40] },
      },
    ],
  });

/** Tick of the stop in readings along an axis; −1: none. */
function stops(bounds: BoundsGuard, readings: readonly number[], axis = 2): number {
  const kernel = new LawKernel(design(bounds));
  return readings.findIndex((x, k) => {
    kernel.feel('wrist', ...none(0, axis, x));
    kernel.step(k === 0 ? [0] : undefined);
    return faults[kernel.view('fault')[0]] === 'out of bounds';
  });
}

describe('a reading between bounds', () => {
  it('stops at either of them, each of either sign, on every axis', () => {
    for (const [lower, upper] of [
      [15, 40],
      [-40, -15],
      [-3, 8],
    ]) {
      const middle = (lower + upper) / 2;
      for (const axis of [0, 2, 4]) {
        const at = (x: number) => stops(guard(lower, upper, axis), [middle, middle, x], axis);
        expect([at(lower - 1), at(upper + 1), at(middle), at(lower), at(upper)]).toEqual([2, 2, -1, 2, 2]);
      }
    }
  });

  it('waits for its window, and starts anew with one reading within', () => {
    const out = [25, ...new Array(9).fill(50), 25, ...new Array(20).fill(50)];
    expect(stops(guard(15, 40, 2, 0.01), out)).toBe(20);
    expect(stops(guard(15, 40, 2, 0), out)).toBe(1);
  });

  it('stays stopped until it is let go within them, and believes no reading that is none', () => {
    const kernel = new LawKernel(design(guard(15, 40)));
    const fault = (x: number): string => {
      kernel.feel('wrist', 0, 0, x);
      kernel.step(kernel.time === 0 ? [0] : undefined);
      return faults[kernel.view('fault')[0]];
    };
    expect([fault(25), fault(Number.NaN), fault(25)]).toEqual(['none', 'sensor not finite', 'none']);
    // One that says of itself that it does not hold.
    kernel.feel('wrist', 0, 0, 50);
    kernel.view('sensor.wrist.valid')[0] = 0;
    kernel.step();
    expect(fault(25)).toBe('none');
    expect([fault(10), fault(25), fault(25)]).toEqual(['out of bounds', 'out of bounds', 'out of bounds']);
    kernel.set('sensor.wrist.guards.bounds.reset', 1);
    // Asked for out of them it does nothing, then or later.
    expect([fault(10), fault(25)]).toEqual(['out of bounds', 'out of bounds']);
    kernel.set('sensor.wrist.guards.bounds.reset', 0);
    expect(fault(25)).toBe('out of bounds');
    kernel.set('sensor.wrist.guards.bounds.reset', 1);
    expect([fault(25), fault(10), fault(25)]).toEqual(['none', 'out of bounds', 'out of bounds']);
  });

  it('is one of joints, of an estimate', () => {
    const model = planar();
    const bounds: BoundsGuard = {
      ...guard(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
      joints: {
        lower: new Array(model.nv).fill(-2),
        upper: [5, ...new Array(model.nv - 1).fill(9)],
      },
    };
    const frame = model.frames[model.frames.length - 1].name;
    const kernel = new LawKernel({
      name: 'estimate',
      model,
      gravity: [0, 0, 0],
      period: 1e-3,
      points: [{ name: 'tip', frame }],
      elements: [
        {
          name: 'drive',
          family: 'source',
          kind: 'push',
          joins: { joint: model.velocityNames[0] },
          parameters: { force: [0] },
        },
      ],
      sensors: [{ name: 'tip', at: 'tip', observer: { gain: 100 }, guards: { bounds } }],
    });
    const still = new Array<number>(model.nv).fill(0);
    const rests = (torque: number): string => {
      kernel.again();
      kernel.set('drive.force', -torque);
      for (let k = 0; k < 300; k++) kernel.step(model.neutral, still);
      return faults[kernel.view('fault')[0]];
    };
    expect([rests(4), rests(6), rests(-1.5), rests(-2.5)].map((fault) => fault === 'out of bounds')).toEqual([
      false,
      true,
      false,
      true,
    ]);
  });

  it('is refused where everything is out of it, or its numbers are not those of a reading', () => {
    const codes = (bounds: BoundsGuard) =>
      designProblems(design(bounds))
        .filter(({ severity }) => severity === 'error')
        .map(({ code, where }) => `${code} ${where.path}`);
    const path = 'control.sensors.wrist.guards.bounds';
    expect(codes(guard(15, 40))).toEqual([]);
    expect(codes(guard(40, 15))).toEqual([`bounds-order ${path}.force`]);
    expect(codes(guard(15, 15))).toEqual([`bounds-order ${path}.force`]);
    expect(codes(guard(Number.NaN, 15))).toEqual([`bounds-order ${path}.force`]);
    expect(codes({ lower: [1], upper: [2] })).toEqual([`bounds-count ${path}.force`]);
    expect(codes({ ...guard(15, 40), joints: { lower: [0], upper: [1] } })).toEqual([
      `bounds-joints ${path}.joints`,
    ]);
  });
});
