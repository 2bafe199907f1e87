/** Laws of contact through the whole kernel, against forces that each test makes. */
import { describe, expect, it } from 'vitest';
import { planar } from '../../mechanism/arms.test.helper.js';
import type { LawDesign } from '../index.js';
import { force } from './force.js';
import { forceStatuses } from './force-motion.js';
import { grip, gripStatuses } from './grip.js';
import { guardedMoveStatuses } from './guarded-move-step.js';
import { guide } from './guide.js';
import { laws } from './laws.js';
import { bench, LawKernel } from './laws.test.helper.js';
import { press, pressStatuses } from './press.js';

const law = (
  kind: string,
  parameters: LawDesign['parameters'],
  more: Partial<LawDesign> = {},
): LawDesign => ({
  name: 'law',
  kind,
  at: 'tool',
  axes: 'world',
  sensor: 'wrist',
  parameters,
  ...more,
});

/** Steps a kernel whose tool follows its command, against a wall at `wall` across x; `see` gets the command and the force. */
function follow(
  kernel: LawKernel,
  ticks: number,
  wall: number,
  k: number,
  see?: (x: number, force: number) => void,
) {
  let x = 0;
  for (let t = 0; t < ticks; t++) {
    const force = Math.max(0, k * (x - wall));
    kernel.feel('wrist', -force);
    kernel.step([x], [kernel.has('servo.v') ? kernel.view('servo.v')[0] : 0]);
    see?.(x, force);
    x = kernel.view('position')[0];
  }
  return x;
}

describe('through the kernel', () => {
  it('a guarded move fires, stops and presses as it is to', () => {
    const kernel = new LawKernel(
      bench({
        period: 0.002,
        laws: [
          law('guarded-move', {
            direction: [1, 0, 0],
            speed: [0.05],
            threshold: [1],
            average: [5],
            limit: [0.05],
            margin: [0],
            deceleration: [0.5],
          }),
        ],
      }),
    );
    let peak = 0;
    const end = follow(kernel, 400, 0.02, 5000, (_, force) => {
      peak = Math.max(peak, force);
    });
    const fired = [0.0204, 0.0205].filter((x) => Math.abs(x + 0.00255 - end) < 1e-9);
    expect(fired).toHaveLength(1);
    expect(peak).toBeCloseTo(5000 * (end - 0.02), 9);
    expect(guardedMoveStatuses[kernel.view('laws.law.status')[0]]).toBe('contact');
    expect(kernel.numbers('laws.law.contact')[0]).toBeCloseTo(fired[0], 12);
  });

  it('force control does not wind up before contact', () => {
    const kernel = new LawKernel(
      bench({
        laws: [
          law('force', {
            select: [1, 0, 0, 0, 0, 0],
            wanted: [10, 0, 0, 0, 0, 0],
            gain: [0.002],
            integral: [0.02],
            speed: [0.02],
            deviation: [1, 1, 1],
          }),
        ],
      }),
    );
    let [peak, last] = [0, 0];
    follow(kernel, 2500, 0.02, 20000, (_, force) => {
      peak = Math.max(peak, force);
      last = force;
    });
    expect(peak).toBeGreaterThan(10.5);
    expect(peak).toBeLessThan(11.5);
    expect(last).toBeCloseTo(10, 1);
    expect(forceStatuses[kernel.view('laws.law.status')[0]]).toBe('contact');
  });

  it('a torque-controlled tool presses as wanted, lets go when contact is lost, and stays near', () => {
    const kernel = new LawKernel(
      bench({
        servo: undefined as never,
        laws: [
          law('press', {
            select: [1, 0, 0, 0, 0, 0],
            wanted: [10, 0, 0, 0, 0, 0],
            damping: [40],
            deviation: [0.03],
          }),
        ],
      }),
    );
    let [x, v, far, force] = [0, 0, 0, 0];
    const seen: string[] = [];
    const forces: number[] = [];
    for (let t = 0; t < 5000; t++) {
      const wall = t < 2500 ? 0.01 : 1;
      // A drag of 1 N holds back a tenth of what is fed forward.
      for (let sub = 0; sub < 10; sub++) {
        force = Math.max(0, 5000 * (x - wall) + 60 * v * (x > wall ? 1 : 0));
        if (sub === 0) {
          kernel.feel('wrist', -force);
          kernel.step([x], [v]);
        }
        const drag = t < 2500 ? 1 : 0;
        v += ((kernel.view('torque')[0] - force - drag) / 2) * 1e-4;
        x += v * 1e-4;
      }
      far = Math.max(far, x);
      if (t === 2499) forces.push(force);
      const status = pressStatuses[kernel.view('laws.law.status')[0]];
      if (seen[seen.length - 1] !== status) seen.push(status);
    }
    expect(forces[0]).toBeCloseTo(10, 1);
    expect(seen.at(-1)).toBe('lost');
    expect(kernel.view('torque')[0]).toBeCloseTo(0, 6);
    expect(far).toBeLessThan(0.03);
  });

  it('a hand leads the tool in a fluid, and a drifting sensor does not', () => {
    const kernel = new LawKernel(
      bench({
        laws: [law('guide', { mass: [10], damping: [100], dead: [1], select: [1, 0, 0, 0, 0, 0] })],
      }),
    );
    kernel.feel('wrist', 0.9, 3);
    for (let t = 0; t < 500; t++) kernel.step();
    expect(kernel.view('position')[0]).toBe(0);
    kernel.feel('wrist', 11);
    for (let t = 0; t < 1000; t++) kernel.step();
    // 10 N beyond the dead band on 100 N s/m.
    expect(kernel.view('speed')[0]).toBeCloseTo(0.1, 4);
    kernel.feel('wrist', 1000);
    for (let t = 0; t < 100; t++) kernel.step();
    expect(kernel.view('speed')[0]).toBeCloseTo(0.25, 12);
    kernel.feel('wrist', 0);
    for (let t = 0; t < 2000; t++) kernel.step();
    expect(Math.abs(kernel.view('speed')[0])).toBeLessThan(1e-8);
    const codes = guide.check?.(
      { mass: [0], damping: [1] },
      { period: 1e-3, hasSensor: true, hasTarget: false, nq: 1, nv: 1 },
    );
    expect(codes?.map(({ code }) => code)).toEqual(['not-positive']);
  });

  it('a gripper holds with its limit, and tells a slip', () => {
    const kernel = new LawKernel({
      name: 'gripper',
      model: planar(),
      period: 1e-3,
      points: [{ name: 'tool', frame: 'l3' }],
      elements: [],
      laws: [
        {
          name: 'law',
          kind: 'grip',
          at: 'tool',
          axes: 'world',
          parameters: { limit: [0, -2], speed: [0.5], still: [0.02] },
        },
      ],
    });
    let [q, v] = [0.3, 0];
    const seen: string[] = [];
    for (let t = 0; t < 2500; t++) {
      kernel.step([0, q], [0, v]);
      const tau = kernel.view('torque')[1];
      expect(Math.abs(tau)).toBeLessThanOrEqual(2);
      const stop = t < 1500 ? 0 : -0.3;
      const push = q < stop ? 5e3 * (stop - q) - 20 * v : 0;
      v += ((tau + push) / 0.05) * 1e-3;
      q += v * 1e-3;
      const status = gripStatuses[kernel.view('laws.law.status')[0]];
      if (seen[seen.length - 1] !== status) seen.push(status);
      if (t === 1499) expect(tau).toBe(-2);
    }
    // Driven on faster than it closes it brakes with all that it has, which is no holding.
    kernel.view('law.gathered')[1] = 20;
    for (let t = 0; t < 70; t++) kernel.step([0, q], [0, 0.001]);
    expect(kernel.view('torque')[1]).toBe(2);
    expect(gripStatuses[kernel.view('laws.law.status')[0]]).not.toBe('holding');
    // It hits the second stop hard and may bounce.
    expect(seen.slice(0, 3)).toEqual(['closing', 'holding', 'slipped']);
    expect(seen.at(-1)).toBe('holding');
    const codes = (limit: readonly number[]) =>
      grip
        .check?.(
          { limit, still: [0.005], speed: [0.05], damping: [20], integral: [200] },
          { period: 1e-3, hasSensor: false, hasTarget: false, nq: 2, nv: 2 },
        )
        .map(({ code }) => code);
    expect(codes([0, 0])).toEqual(['no-grip']);
    expect(codes([1])).toEqual(['joint-count']);
  });

  it('pressing by motions is refused with no way to go', () => {
    const codes = (more: Readonly<Record<string, readonly number[]>>) =>
      force
        .check?.(
          { select: [0, 0, 1, 0, 0, 0], wanted: [0, 0, 5, 0, 0, 0], gain: [0.002], speed: [0.005], ...more },
          { period: 1e-3, hasSensor: true, hasTarget: false, nq: 6, nv: 6 },
        )
        .map(({ code, parameter }) => `${code} ${parameter}`);
    expect(codes({ deviation: [0, 0, 0.1] })).toEqual([]);
    expect(codes({ deviation: [0.1, 0.1, 0] })).toEqual(['no-way deviation']);
    expect(codes({ select: [0, 0, 1, 1, 0, 0], turnGain: [0.1], turn: [0] })).toEqual(['no-way turn']);
  });

  it('pressing is refused on axes that are not chosen, and with what is wanted no contact', () => {
    const codes = (more: Readonly<Record<string, readonly number[]>>) =>
      press
        .check?.(
          {
            select: [1, 0, 0, 0, 0, 0],
            wanted: [10, 0, 0, 0, 0, 0],
            touch: [0.5],
            deviation: [0.1],
            gain: [0.5],
            ...more,
          },
          { period: 1e-3, hasSensor: true, hasTarget: false, nq: 1, nv: 1 },
        )
        .map(({ code, hint }) => (code === 'touch-above-force' ? `${code}: ${hint}` : code));
    expect(codes({})).toEqual([]);
    expect(codes({ wanted: [1, 2, 0, 0, 0, 0], gain: [1] })).toEqual([
      'force-not-selected',
      'gain-near-margin',
    ]);
    expect(codes({ touch: [12] })).toEqual(['touch-above-force: at most 5 N']);
  });
});

describe('every law', () => {
  it('has names of its own for all that it has', () => {
    for (const { kind, parameters, memory, observed = [] } of laws) {
      const names = [...parameters, ...memory, ...observed].map(({ name }) => name);
      expect([kind, names.filter((name, i) => names.indexOf(name) !== i)]).toEqual([kind, []]);
    }
  });
});
