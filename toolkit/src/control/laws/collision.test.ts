import { describe, expect, it } from 'vitest';
import { type Design, designProblems, faults } from '../index.js';
import type { CollisionGuard } from './law-design.js';
import { bench, LawKernel } from './laws.test.helper.js';

const faultOf = (kernel: LawKernel) => faults[kernel.view('fault')[0]];

function moving(collision: CollisionGuard): Design {
  return bench({
    points: [
      { name: 'tool', frame: 'tool' },
      { name: 'goal', at: [1, 0, 0] },
    ],
    sensors: [{ name: 'wrist', at: 'tool', bias: [4.3, 0, 0, 0, 0, 0], guards: { collision } }],
    laws: [
      { name: 'go', kind: 'track', at: 'tool', target: 'goal', parameters: { time: [0.05], speed: [0.1] } },
    ],
  });
}

describe('the collision monitor of a sensor', () => {
  it('is blind to what is expected, stops at what is not, and stays so until it is reset', () => {
    const kernel = new LawKernel(moving({ contact: 2, stop: 4 }));
    kernel.feel('wrist', 4.3);
    for (let k = 0; k < 200; k++) kernel.step();
    expect(faultOf(kernel)).toBe('none');
    kernel.feel('wrist', 7);
    kernel.step();
    expect([faultOf(kernel), kernel.view('sensor.wrist.contact')[0]]).toEqual(['none', 1]);
    kernel.feel('wrist', 9);
    kernel.step();
    expect(faultOf(kernel)).toBe('collision');
    const held = kernel.view('position')[0];
    kernel.feel('wrist', 4.3);
    // The goal goes on in the meantime.
    for (let k = 0; k < 2000; k++) {
      kernel.set('goal.at', 1 + 1e-3 * k, 0, 0);
      kernel.step();
    }
    expect([faultOf(kernel), kernel.view('sensor.wrist.contact')[0]]).toEqual(['collision', 0]);
    expect(kernel.view('position')[0]).toBe(held);
    expect(kernel.view('speed')[0]).toBe(0);
    kernel.set('sensor.wrist.guards.collision.reset', 1);
    kernel.step();
    expect(faultOf(kernel)).toBe('none');
    expect(kernel.view('position')[0] - held).toBeLessThan(0.1 * 1e-3 + 1e-12);
  });

  it('does not let go under load, and is not tripped by a spike shorter than its window', () => {
    const kernel = new LawKernel(moving({ contact: 2, stop: 4, window: 0.02 }));
    kernel.feel('wrist', 104.3);
    kernel.step();
    kernel.feel('wrist', 4.3);
    kernel.step();
    expect(faultOf(kernel)).toBe('none');
    kernel.feel('wrist', 9.3);
    let ticks = 0;
    for (; ticks < 100 && faultOf(kernel) === 'none'; ticks++) kernel.step();
    expect(ticks).toBe(20);
    kernel.set('sensor.wrist.guards.collision.reset', 1);
    kernel.step();
    expect(faultOf(kernel)).toBe('collision');
  });

  it('latches again after a reset that stays up, and lets go of one that was under load only when asked anew', () => {
    const kernel = new LawKernel(moving({ contact: 2, stop: 4 }));
    const faults = (force: number, reset?: number) => {
      if (reset !== undefined) kernel.set('sensor.wrist.guards.collision.reset', reset);
      kernel.feel('wrist', 4.3 + force);
      kernel.step();
      return faultOf(kernel);
    };
    expect([faults(0), faults(5), faults(0, 1), faults(0)]).toEqual(['none', 'collision', 'none', 'none']);
    // The slot is 1 still.
    expect([faults(5), faults(0), faults(0)]).toEqual(['collision', 'collision', 'collision']);
    // Lowered it does nothing; raised under load neither, then or later.
    expect([faults(0, 0), faults(5, 1), faults(0), faults(0)]).toEqual(new Array(4).fill('collision'));
    expect([faults(0, 0), faults(0, 1)]).toEqual(['collision', 'none']);
  });

  it('stops at its threshold and not below it', () => {
    for (const [force, fault, contact] of [
      [1.999999, 'none', 0],
      [2, 'none', 1],
      [3.999999, 'none', 1],
      [4, 'collision', 1],
    ] as const) {
      const design = moving({ contact: 2, stop: 4 });
      const kernel = new LawKernel({
        ...design,
        sensors: (design.sensors ?? []).map(({ bias: _, ...rest }) => rest),
      });
      kernel.feel('wrist', force);
      kernel.step();
      expect([faultOf(kernel), kernel.view('sensor.wrist.contact')[0]]).toEqual([fault, contact]);
    }
  });

  it('has contact below stop, or is refused', () => {
    const codes = (collision: CollisionGuard) =>
      designProblems(moving(collision))
        .filter(({ severity }) => severity === 'error')
        .map(({ code, where, hint }) => [code, where.path, hint]);
    expect(codes({ contact: 15, stop: 20 })).toEqual([]);
    expect(codes({ contact: 20, stop: 20 })).toEqual([
      ['thresholds-order', 'control.sensors.wrist.guards.collision.contact', 'for instance 15 N and 20 N'],
    ]);
    expect(codes({ contact: 1, stop: 2, joints: { contact: [1], stop: [1] } }).map(([code]) => code)).toEqual(
      ['thresholds-order', 'collision-joints'],
    );
  });
});
