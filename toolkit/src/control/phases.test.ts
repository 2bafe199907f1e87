import { describe, expect, it } from 'vitest';
import { chain } from '../mechanism/arms.test.helper.js';
import { element, Kernel } from './designs.test.helper.js';
import { controlMemory, type Design, type PhaseDesign } from './index.js';

const slider = chain([{ type: 'prismatic', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]);

function design(phases: readonly PhaseDesign[], more: Partial<Design> = {}): Design {
  return {
    name: 'phased',
    model: slider,
    period: 1e-3,
    points: [
      { name: 'tip', frame: 'l1' },
      { name: 'goal', at: [0, 0, 0] },
    ],
    elements: [
      element('reach', 'spring', 'linear', { from: 'tip', to: 'goal' }, { stiffness: [100] }),
      element('push', 'source', 'force', { at: 'tip' }, { force: [0, 0, 0] }),
    ],
    phases,
    ...more,
  };
}

/** A kernel that is stepped tick after tick at places that are given; what its spring then pulls to, and its phase. */
class Task {
  readonly kernel: Kernel;
  #tick = 0;
  constructor(phases: readonly PhaseDesign[], more: Partial<Design> = {}) {
    this.kernel = new Kernel(design(phases, more));
  }
  /** Its clock begins at a time that is no 0. */
  from(time: number): this {
    this.#tick = Math.round(time * 1e3);
    return this;
  }
  /** Force at x. */
  at(x: number, v = 0): number {
    this.kernel.view('time')[0] = this.#tick++ * 1e-3;
    return this.kernel.step([x], [v])[0];
  }
  get goal(): number {
    return this.kernel.view('inforce.goal.at')[0];
  }
  get phase(): number {
    return this.kernel.view('phase')[0];
  }
}

const targets: PhaseDesign[] = [0.1, 0.2, 0.3].map((x, i) => ({
  name: `target${i}`,
  set: { 'goal.at': [x, 0, 0] },
  until: { from: 'tip', to: 'goal', below: 1e-3 },
  next: `target${(i + 1) % 3}`,
}));

describe('phases', () => {
  it('go round three targets, each when the one before is closer than 1 mm', () => {
    const task = new Task(targets);
    expect(task.at(0)).toBeCloseTo(10, 12);
    expect(task.at(0.0989)).toBeCloseTo(0.11, 12);
    expect(task.phase).toBe(0);
    task.at(0.0991);
    expect(task.phase).toBe(1);
    // The next goal is in force from the next step on.
    expect(task.goal).toBe(0.1);
    expect(task.at(0.0991)).toBeCloseTo(10.09, 12);
    task.at(0.2);
    task.at(0.2);
    expect(task.goal).toBe(0.3);
    task.at(0.3);
    task.at(0.3);
    expect([task.phase, task.goal]).toEqual([0, 0.1]);
  });

  it('change every parameter of the phase, and give it back to what is set outside', () => {
    const task = new Task([
      { name: 'soft', set: { 'reach.stiffness': [30] }, until: { after: 2e-3 } },
      { name: 'own' },
    ]);
    task.kernel.set('reach.stiffness', 200);
    expect(task.at(-0.1)).toBeCloseTo(3, 12);
    task.at(-0.1);
    expect(task.at(-0.1)).toBeCloseTo(3, 12);
    // Two ticks after its start it ends, and the tick after that has the other value.
    expect(task.at(-0.1)).toBeCloseTo(20, 12);
    expect(task.phase).toBe(1);
  });

  it.each([0, 1000])('count from the first step, whatever its time: %d s', (time) => {
    const task = new Task([
      { name: 'a', until: { after: 2e-3 } },
      { name: 'b', set: { 'push.force': [7, 0, 0] } },
    ]).from(time);
    const forces = [0, 0, 0, 0, 0].map(() => {
      task.at(0);
      return task.phase;
    });
    expect(forces).toEqual([0, 0, 1, 1, 1]);
  });

  it.each([0, 1000])('blend from the first step on, whatever its time: %d s', (time) => {
    const task = new Task([{ name: 'go', set: { 'goal.at': [1, 0, 0] }, blend: 0.02 }]).from(time);
    const goals = Array.from({ length: 22 }, () => {
      task.at(0);
      return task.goal;
    });
    expect(goals[0]).toBe(0);
    expect(goals[5]).toBeCloseTo(0.103515625, 9);
    expect(goals[20]).toBe(1);
  });

  it('wait until the end has been kept for its time, without a break', () => {
    const task = new Task([
      { name: 'near', until: { norm: 'reach', below: 0.01, hold: 3e-3 } },
      { name: 'done', set: { 'push.force': [7, 0, 0] } },
    ]);
    const phases = [0, 0, 0.1, 0, 0, 0, 0].map((x) => {
      task.at(x);
      return task.phase;
    });
    expect(phases).toEqual([0, 0, 0, 0, 0, 0, 1]);
    expect(task.at(0)).toBe(7);
  });

  it.each([-20, -0.004])(
    'count how long it has been kept by a clock that begins below 0 as well: %d s',
    (time) => {
      const task = new Task([
        { name: 'near', until: { norm: 'reach', below: 0.01, hold: 3e-3 } },
        { name: 'done' },
      ]).from(time);
      const phases = [0, 0, 0.1, 0, 0, 0, 0].map((x) => {
        task.at(x);
        return task.phase;
      });
      expect(phases).toEqual([0, 0, 0, 0, 0, 0, 1]);
    },
  );

  it('may end by going away, and after the last nothing follows', () => {
    const task = new Task([
      { name: 'leave', until: { from: 'tip', to: 'world', above: 0.05 } },
      { name: 'away', until: { after: 0 } },
    ]);
    task.at(0.04);
    expect(task.phase).toBe(0);
    task.at(0.06);
    task.at(0.06);
    task.at(0.06);
    expect(task.phase).toBe(1);
  });

  it('may end by a coordinate, below 0 as well', () => {
    const coordinates = [{ name: 'ahead', kind: 'position', joins: { joint: 'j1' }, parameters: {} }];
    const task = new Task(
      [
        { name: 'back', until: { coordinate: 'ahead', below: -0.05 } },
        { name: 'forth', until: { coordinate: 'ahead', above: -0.02, hold: 2e-3 }, next: 'back' },
      ],
      { coordinates },
    );
    const phases = [0.06, -0.04, -0.06, -0.04, -0.01, -0.01, -0.01].map((x) => {
      task.at(x);
      return task.phase;
    });
    expect(phases).toEqual([0, 0, 1, 1, 1, 1, 0]);
  });

  it('may end by the speed of a point: a stall', () => {
    const task = new Task([
      { name: 'go', until: { speed: 'tip', below: 0.01, hold: 3e-3 } },
      { name: 'stalled', until: { speed: 'tip', above: 0.2 }, next: 'go' },
    ]);
    const speeds = [0, 0, 0.1, -0.1, 0.005, 0, -0.005, 0, 0.1, -0.3];
    const phases = speeds.map((v) => {
      task.at(0, v);
      return task.phase;
    });
    expect(phases).toEqual([0, 0, 0, 0, 0, 0, 0, 1, 1, 0]);
  });

  it('book what their changes put in', () => {
    const task = new Task(targets);
    task.at(0);
    expect(task.kernel.view('changes')[0]).toBeCloseTo(0.5 * 100 * 0.01, 12);
  });

  it('blend by 10s³ − 15s⁴ + 6s⁵ from what was in force', () => {
    const task = new Task([
      { name: 'wait', until: { after: 0 } },
      { name: 'go', set: { 'goal.at': [1, 0, 0] }, blend: 0.02 },
    ]);
    task.at(0);
    const goals = Array.from({ length: 22 }, () => {
      task.at(0);
      return task.goal;
    });
    // It began with the first step; the k-th of these is at s = (k + 1)/20.
    const expected = { 1: 0.00856, 4: 0.103515625, 9: 0.5, 14: 0.896484375, 17: 0.99144 };
    for (const [k, value] of Object.entries(expected)) expect(goals[Number(k)]).toBeCloseTo(value, 12);
    expect(goals[19]).toBe(1);
    expect(goals[21]).toBe(1);
  });

  it('are paid by a tank as any change', () => {
    const tank = { start: 0.25, most: 1, pays: ['changes'] } as const;
    const task = new Task(targets, { tank });
    task.at(0);
    expect(task.goal).toBeCloseTo(Math.sqrt(0.25 / 50), 9);
    expect(task.kernel.view('tank.owed')[0]).toBeCloseTo(0.25, 9);
  });

  it('stand still while the joint state is none', () => {
    const task = new Task(targets);
    task.at(0);
    task.at(Number.NaN);
    expect(task.phase).toBe(0);
    task.at(0.1);
    expect(task.phase).toBe(1);
  });

  it('are something to carry from step to step', () => {
    expect(controlMemory(design(targets))).toEqual(['phases']);
  });
});
