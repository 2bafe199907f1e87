import { describe, expect, it } from 'vitest';
import { joint, link, pose, robot } from '../../../checks/made-robots.js';
import { compileJavaScript, compileWasm, interpret, view } from '../graph/index.js';
import { chain, noise } from '../mechanism/arms.test.helper.js';
import type { MotionDesign } from '../mechanism/index.js';
import { type Model, modelOf } from '../model/index.js';
import { element, Kernel } from './designs.test.helper.js';
import { controlProgram, type Design, passivityOf, type TankDesign } from './index.js';

/** One slider along x, without gravity. */
const slider = chain([{ type: 'prismatic', axis: [1, 0, 0], inertia: [0.1, 0.1, 0.1] }]);

const K = 200;
const SPEED = 0.5;
const T = 1e-3;
const line: MotionDesign = { along: 'line', parameters: { by: [1, 0, 0], speed: [SPEED] } };
const join = { from: 'tip', to: 'goal' };
const reach = element('reach', 'spring', 'linear', join, { stiffness: [K] });
const drag = element('drag', 'damper', 'linear', join, { damping: [3] });

function design(tank: Partial<TankDesign> | undefined, more: Partial<Design> = {}): Design {
  return {
    name: 'pulled',
    model: slider,
    period: T,
    points: [
      { name: 'tip', frame: 'l1' },
      { name: 'goal', at: [0, 0, 0], motion: line },
    ],
    elements: [reach],
    ...(tank === undefined ? {} : { tank: { start: 0.1, most: 10, pays: ['motions'], ...tank } }),
    ...more,
  };
}

/** A kernel that is stepped tick after tick. */
class Pulled extends Kernel {
  tick = 0;

  at(x: number, v = 0): number {
    this.view('time')[0] = this.tick++ * T;
    return this.step([x], [v])[0];
  }

  /** Where its goal is after the last step. */
  goal(x: number, v = 0): number {
    this.observe([x], [v]);
    return this.view('goal.position')[0];
  }

  number(field: string): number {
    return this.view(field)[0];
  }

  get books(): number {
    return this.number('tank.level') + this.number('tank.paid') - this.number('tank.kept');
  }
}

describe('a goal that moves by what a tank affords', () => {
  it('stops where a wall holds the arm: it never jumps, the force is bounded, and the books add up', () => {
    const kernel = new Pulled(design({}));
    let before = 0;
    let most = 0;
    for (let k = 0; k < 1000; k++) {
      most = Math.max(most, kernel.at(0));
      const goal = kernel.goal(0);
      expect(goal - before).toBeGreaterThanOrEqual(-1e-15);
      expect(goal - before).toBeLessThanOrEqual(SPEED * T * (1 + 1e-9));
      expect(kernel.number('tank.level')).toBeGreaterThanOrEqual(-1e-15);
      expect(kernel.books).toBeCloseTo(0.1, 13);
      // What the spring stores was paid.
      expect(0.5 * K * goal ** 2).toBeLessThanOrEqual(kernel.number('tank.paid') + 1e-15);
      before = goal;
    }
    expect(most).toBeLessThanOrEqual(Math.sqrt(2 * K * 0.1));
    expect(most).toBeGreaterThan(0.98 * Math.sqrt(2 * K * 0.1));
    expect(kernel.number('tank.pace')).toBeLessThan(1e-3);
    expect(kernel.number('tank.lag')).toBeCloseTo(0.999 - before / SPEED, 12);
  });

  it('goes on from where it waits when the arm comes after it, and fills the tank where it is pushed', () => {
    const kernel = new Pulled(design({}));
    for (let k = 0; k < 500; k++) kernel.at(0);
    const waits = kernel.goal(0);
    const here = waits + 0.01;
    kernel.at(here);
    const next = kernel.goal(here);
    expect(next).toBeGreaterThan(waits);
    expect(next - waits).toBeLessThanOrEqual(SPEED * T * (1 + 1e-9));
    // The arm is ahead of its goal: the spring eases while the goal follows.
    const level = kernel.number('tank.level');
    kernel.at(0.5);
    expect(kernel.number('tank.pace')).toBe(1);
    const gained = K * (0.5 - kernel.goal(0.5)) * SPEED * T;
    expect(kernel.number('tank.level') - level).toBeCloseTo(gained, 12);
    const full = new Pulled(design({ start: 0.1, most: 0.1 }));
    full.at(0.5);
    full.at(0.5);
    expect(full.number('tank.level')).toBe(0.1);
    expect(full.books).toBeCloseTo(0.1, 15);
  });

  it('has the velocity that it moves with: a damper feels no goal that stands', () => {
    const kernel = new Pulled(design({ start: 0 }, { elements: [drag] }));
    for (let k = 0; k < 3; k++) expect(kernel.at(0)).toBe(0);
    const rich = new Pulled(design({}, { elements: [drag] }));
    expect(rich.at(0)).toBe(3 * SPEED);
    rich.at(0);
    // The first step's tick, and that of the second.
    expect(rich.number('tank.paid')).toBeCloseTo(2 * 3 * SPEED ** 2 * T, 15);
  });

  it('pays for dampers by what they are pulled with at the pace that is afforded', () => {
    const kernel = new Pulled(design({ start: 1e-3 }, { elements: [drag] }));
    for (let k = 0; k < 50; k++) {
      kernel.at(0);
      expect(kernel.number('tank.level')).toBeGreaterThanOrEqual(-1e-18);
      expect(kernel.number('tank.level')).toBeLessThanOrEqual(1e-3);
    }
    const pace = kernel.number('tank.pace');
    expect(pace).toBeGreaterThan(0);
    expect(pace).toBeLessThan(0.9);
    // What it takes out of the relative motion fills the tank: c v² each way, but for the part that the robot gets.
    expect(kernel.books).toBeCloseTo(1e-3, 14);
  });

  it('has back what it does against dampers on a robot that stands', () => {
    const kernel = new Pulled(design({}, { elements: [drag] }));
    for (let k = 0; k < 20; k++) kernel.at(0);
    // All of it but what the first step paid, before which nothing was held, and half of the second.
    const paid = 3 * SPEED ** 2 * T;
    expect(kernel.number('tank.level')).toBeGreaterThan(0.1 - 1.6 * paid);
    expect(kernel.number('tank.paid')).toBeCloseTo(20 * paid, 12);
  });

  it('pays for what springs store where its pull falls on the way', () => {
    // A well of 100 N/m and 5 cm, its goal 5 cm further in each of ten ticks of 50 ms.
    const well = element('well', 'spring', 'gaussian', join, { pullStiffness: [100], width: [0.05] });
    const points = [
      { name: 'tip', frame: 'l1' },
      { name: 'goal', motion: { along: 'line', parameters: { by: [2, 0, 0], speed: [1] } } },
    ] as const;
    const kernel = new Kernel(design({ start: 1 }, { period: 0.05, points, elements: [well] }));
    const number = (field: string) => kernel.view(field)[0];
    const stored = () => {
      kernel.observe([0], [0]);
      return number('stored');
    };
    for (let k = 0; k <= 10; k++) {
      kernel.view('time')[0] = k * 0.05;
      kernel.step([0], [0], 0.05);
      expect(stored()).toBeLessThanOrEqual(number('tank.paid') + 1e-12);
    }
    // P h alone is 0.228 J.
    expect(stored()).toBeCloseTo(0.25, 3);
    expect(1 - number('tank.level')).toBeGreaterThanOrEqual(0.25 - 1e-3);
  });

  it('does not overdraw where its pull falls on the way', () => {
    const well = element('well', 'spring', 'gaussian', join, { pullStiffness: [100], width: [0.05] });
    const points = [
      { name: 'tip', frame: 'l1' },
      { name: 'goal', motion: { along: 'line', parameters: { by: [2, 0, 0], speed: [1] } } },
    ] as const;
    const kernel = new Kernel(design({ start: 0.166 }, { period: 0.05, points, elements: [well] }));
    for (let k = 0; k <= 40; k++) {
      kernel.view('time')[0] = k * 0.05;
      kernel.step([-0.06], [0], 0.05);
      expect(kernel.view('tank.level')[0]).toBeGreaterThanOrEqual(-1e-12);
      // The first tick leaves 20 mJ.
      if (k === 0) expect(kernel.view('tank.level')[0]).toBeCloseTo(0.02, 4);
    }
    expect(kernel.view('tank.lag')[0]).toBeGreaterThan(0.5);
  });

  it('gives back nothing after a command that a limit cut', () => {
    const limits = { torque: { most: [1] } };
    const kernel = new Pulled(
      design(
        { start: 0.1 },
        { elements: [element('drag', 'damper', 'linear', join, { damping: [100] })], limits },
      ),
    );
    for (let k = 0; k < 100; k++) kernel.at(1e-3 * k, 1);
    expect(kernel.number('tank.level')).toBeLessThanOrEqual(0.1);
  });

  it('goes on by five ticks at most after a gap, and waits for the rest', () => {
    const kernel = new Pulled(design({ start: 5 }));
    kernel.at(0);
    kernel.at(0);
    const before = kernel.goal(0);
    kernel.tick += 999;
    kernel.at(0);
    expect(kernel.goal(0) - before).toBeCloseTo(SPEED * 5 * T, 12);
    expect(kernel.number('tank.lag')).toBeCloseTo(0.995, 12);
    // A clock that steps back moves nothing.
    const here = kernel.goal(0);
    kernel.tick -= 500;
    kernel.at(0);
    expect(kernel.goal(0)).toBeCloseTo(here, 12);
  });

  it('waits while the law is not in force', () => {
    const kernel = new Pulled(design({ start: 5 }));
    for (let k = 0; k < 3; k++) kernel.at(0);
    const before = kernel.goal(0);
    for (let k = 0; k < 20; k++) kernel.at(Number.NaN);
    kernel.at(0);
    expect(kernel.goal(0) - before).toBeCloseTo(SPEED * T, 12);
    kernel.view('time')[0] = Number.NaN;
    kernel.step([0], [0]);
    kernel.at(0);
    expect(kernel.goal(0) - before).toBeCloseTo(2 * SPEED * T, 12);
  });

  it('is a reference as well', () => {
    const held = (start: number) =>
      new Pulled(
        design(
          { start },
          {
            coordinates: [
              { name: 'ramp', kind: 'reference', joins: {}, parameters: { start: [0], speed: [SPEED] } },
              { name: 'is', kind: 'position', joins: { joint: 'j1' }, parameters: {} },
              { name: 'error', kind: 'difference', joins: {}, of: ['ramp', 'is'], parameters: {} },
            ],
            elements: [{ ...reach, joins: {}, of: 'error' }],
          },
        ),
      );
    const poor = held(0.1);
    let force = 0;
    for (let k = 0; k < 400; k++) force = poor.at(0);
    expect(force).toBeLessThanOrEqual(Math.sqrt(2 * K * 0.1));
    expect(force).toBeGreaterThan(0.98 * Math.sqrt(2 * K * 0.1));
    const rich = held(9);
    for (let k = 0; k < 400; k++) force = rich.at(0);
    expect(force).toBeCloseTo(K * SPEED * 0.399, 9);
  });

  it('leaves sources what it does not need', () => {
    const push = element('push', 'source', 'force', { at: 'tip' }, { force: [3, 0, 0] });
    const tank = { start: 0.02, pays: ['motions', 'sources'] } as const;
    const kernel = new Pulled(design(tank, { elements: [reach, push] }));
    for (let k = 0; k < 200; k++) {
      kernel.at(0.0001 * k, 0.1);
      expect(kernel.number('tank.level')).toBeGreaterThanOrEqual(-1e-15);
      expect(kernel.number('tank.reserved')).toBeLessThanOrEqual(kernel.number('tank.level') + 1e-15);
    }
    expect(kernel.books).toBeCloseTo(0.02, 13);
    expect(kernel.number('tank.scale')).toBeLessThan(1);
  });

  it('is where changes are priced, not where the time alone would have it', () => {
    const kernel = new Pulled(design({ pays: ['motions', 'changes'] }));
    for (let k = 0; k < 500; k++) kernel.at(0);
    const goal = kernel.goal(0);
    kernel.set('reach.stiffness', K / 2);
    kernel.at(0);
    expect(kernel.number('changes')).toBeCloseTo(-0.25 * K * goal ** 2, 12);
  });
});

describe('a motion that a tank affords', () => {
  const circle: MotionDesign = {
    along: 'circle',
    parameters: { radius: [0.1], period: [0.7], turn: [0.1, 0.2, 0.3], from: [0.01] },
  };
  const cart: Model = (() => {
    const parts = [link('rail'), link('cart', { mass: 0.5, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] })];
    const { value } = modelOf(
      robot('rail', parts, [joint('cart', 'prismatic', 'rail', 'cart', pose(), [1, 0, 0])]),
    );
    if (value === undefined) throw new Error('no model');
    return value;
  })();
  const rich = { start: 1e9, most: 1e12 };
  const more: Partial<Design> = {
    points: [
      { name: 'tip', frame: 'l1' },
      { name: 'cart', frame: 'cart' },
      { name: 'goal', at: [0.1, 0, 0], motion: circle },
    ],
    bodies: { model: cart },
    elements: [
      reach,
      drag,
      element('turn', 'spring', 'attitude', join, { stiffness: [3] }),
      element('lead', 'spring', 'linear', { from: 'cart', to: 'goal' }, { stiffness: [40] }),
      element('tie', 'damper', 'linear', { from: 'tip', to: 'cart' }, { damping: [2] }),
    ],
  };

  it('is what it is without a tank, bit for bit, virtual bodies too', () => {
    const paid = new Pulled(design(rich, more));
    const free = new Pulled(design(undefined, more));
    const random = noise(5);
    for (let k = 0; k < 60; k++) {
      const [x, v] = [0.3 * random(), random()];
      expect(paid.at(x, v)).toBe(free.at(x, v));
      for (const field of ['bodies.q', 'bodies.v']) expect(paid.view(field)[0]).toBe(free.view(field)[0]);
      expect(paid.goal(x, v)).toBe(free.goal(x, v));
    }
    expect(paid.number('tank.lag')).toBe(0);
    expect(free.has('tank.lag')).toBe(false);
  });

  it('gives the same bits interpreted and compiled, where the tank is short', () => {
    const points = [...(more.points ?? []).slice(0, 2), { name: 'goal', motion: line }];
    const program = controlProgram(
      design({ start: 0.02, pays: ['motions', 'sources', 'changes'] }, { ...more, points }),
    );
    const kernels = [interpret(program), compileWasm(program), compileJavaScript(program)];
    for (const { run } of kernels) run.prepare();
    let least = 1;
    for (let k = 0; k < 60; k++) {
      for (const { layout, memory, run } of kernels) {
        view(layout, memory, 'time')[0] = k * T;
        view(layout, memory, 'q')[0] = 0.001 * Math.sin(k);
        run.step();
        run.observe();
      }
      for (const name of [
        'torque',
        'tank.level',
        'tank.lag',
        'tank.pace',
        'goal.position',
        'stored',
        'bodies.q',
      ]) {
        const [first, ...others] = kernels.map(({ layout, memory }) => [...view(layout, memory, name)]);
        for (const other of others) expect(other, `${name} at ${k}`).toEqual(first);
      }
      least = Math.min(least, view(kernels[0].layout, kernels[0].memory, 'tank.pace')[0]);
    }
    expect(least).toBeLessThan(0.5);
  });

  it('costs nothing where nothing moves by itself, or the tank does not pay for it', () => {
    const still = design({}, { points: [{ name: 'tip', frame: 'l1' }, { name: 'goal' }] });
    expect(new Kernel(still).has('tank.lag')).toBe(false);
    expect(new Kernel(design({ pays: ['changes'] })).has('tank.lag')).toBe(false);
  });
});

describe('the verdict on what moves', () => {
  const causes = (tank: Partial<TankDesign> | undefined, more: Partial<Design> = {}) =>
    passivityOf(design(tank, more)).reasons.map(({ text }) => text);

  it('is passive where the tank pays for it', () => {
    expect(causes(undefined)).toEqual(['the point goal moves by itself']);
    expect(causes({ pays: ['changes', 'sources'] })).toEqual(['the point goal moves by itself']);
    expect(causes({})).toEqual([]);
  });

  it('is not where somebody else moves it', () => {
    const points = [
      { name: 'tip', frame: 'l1' },
      { name: 'goal', at: [0, 0, 0], moves: true },
    ] as const;
    expect(causes({}, { points })).toEqual(['the point goal moves by itself']);
  });

  it('sees it through coordinates, and references', () => {
    const coordinates = [
      { name: 'ramp', kind: 'reference', joins: {}, parameters: { start: [0], speed: [SPEED] } },
      { name: 'far', kind: 'distance', joins: join, parameters: {} },
      { name: 'error', kind: 'difference', joins: {}, of: ['ramp', 'far'], parameters: {} },
    ];
    const elements = [{ ...reach, joins: {}, of: 'error' }];
    expect(causes(undefined, { coordinates, elements })).toEqual([
      'the point goal moves by itself',
      'the reference ramp moves by itself',
    ]);
    expect(causes({}, { coordinates, elements })).toEqual([]);
    expect(causes(undefined, { coordinates, elements: [] })).toEqual([]);
  });
});
