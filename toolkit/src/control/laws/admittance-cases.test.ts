/** Faults that others' admittances are known for, each with a right answer; see the closed forms beside them. */
import { describe, expect, it } from 'vitest';
import type { Design, LawDesign } from '../design.js';
import { bench, LawKernel, rails } from './laws.test.helper.js';

const x = [1, 0, 0, 0, 0, 0];

function admitting(parameters: LawDesign['parameters'], more: Partial<Design> = {}): LawKernel {
  const law: LawDesign = {
    name: 'yield',
    kind: 'admittance',
    at: 'tool',
    sensor: 'wrist',
    parameters: { selection: x, ...parameters },
  };
  return new LawKernel(bench({ laws: [law], ...more }));
}

function push(kernel: LawKernel, force: number, seconds: number, see: () => void = () => {}): number {
  for (let k = 0; k < Math.round(seconds / kernel.period); k++) {
    kernel.feel('wrist', force);
    kernel.step();
    see();
  }
  return kernel.view('position')[0];
}

describe('one axis', () => {
  it('overshoots by its ratio, and not at all with further damping', () => {
    const kernel = admitting({ mass: [1], stiffness: [50], ratio: [0.7], scheme: [0] });
    let peak = 0;
    const end = push(kernel, 5, 8, () => {
      peak = Math.max(peak, kernel.view('position')[0]);
    });
    expect(peak).toBeCloseTo(0.10453, 5);
    expect(end).toBeCloseTo(0.1, 8);
    const more = admitting({ mass: [1], stiffness: [50], ratio: [0.7], damping: [5], scheme: [0] });
    let over = 0;
    push(more, 5, 8, () => {
      over = Math.max(over, more.view('position')[0]);
    });
    expect(over).toBeLessThanOrEqual(0.1 + 1e-12);
  });

  it('has no damping by a ratio where there is no stiffness, and that which is given', () => {
    expect(push(admitting({ mass: [1], ratio: [0.7], scheme: [0] }), 1, 5)).toBeCloseTo(12.5025, 9);
    const damped = admitting({ mass: [1], damping: [5], scheme: [0] });
    push(damped, 1, 5);
    expect(damped.view('speed')[0]).toBeCloseTo(0.2, 9);
  });

  it('drifts by a bias, and not inside a dead band, which has no step', () => {
    const drift = admitting({ mass: [10], damping: [100] }, { period: 0.01 });
    // F/D (t − M/D (1 − e^(−D t/M)))
    expect(push(drift, 0.5, 60)).toBeCloseTo(0.005 * (60 - 0.1), 9);
    const bands = { mass: [10], damping: [100], deadBand: [1] };
    const dead = admitting(bands);
    expect(push(dead, 0.5, 5)).toBe(0);
    for (const [force, effort] of [
      [1, 0],
      [1.5, 0.5],
      [-1.5, -0.5],
    ]) {
      const kernel = admitting(bands);
      push(kernel, force, 0.002);
      expect(kernel.view('laws.yield.effort')[0]).toBeCloseTo(effort, 12);
    }
  });

  it('rests where the environment pushes back by what is wanted', () => {
    const kernel = admitting({ mass: [2], damping: [30], wanted: [3, 0, 0, 0, 0, 0] });
    expect(push(kernel, -3, 0.5)).toBe(0);
    expect(push(kernel, -2, 0.5)).toBeGreaterThan(0);
  });

  it('loses stability at the stiffness of the closed form, n samples late', () => {
    // (4 M − 2 D T)/T² with no delay, D/T with one.
    const [M, D, T] = [1.5, 25, 0.004];
    for (const [late, limit] of [
      [0, (4 * M - 2 * D * T) / (T * T)],
      [1, D / T],
    ]) {
      const grows = (k: number): boolean => {
        const kernel = admitting({ mass: [M], damping: [D], scheme: [0] }, { period: T });
        const queue = new Array<number>(late).fill(0);
        let first = 0;
        let last = 0;
        for (let i = 0; i < 1600; i++) {
          const at = kernel.view('servo.started')[0] === 1 ? kernel.view('servo.q')[0] : 1e-3;
          queue.push(-k * at);
          kernel.feel('wrist', queue.shift() ?? 0);
          kernel.step(i === 0 ? [1e-3] : undefined);
          const size = Math.abs(kernel.view('position')[0]);
          if (i < 200) first = Math.max(first, size);
          if (i >= 1400) last = Math.max(last, size);
        }
        return last > first;
      };
      expect([grows(0.9 * limit), grows(1.1 * limit)]).toEqual([false, true]);
    }
  });

  it('goes on without a step or a turn back when its stiffness changes under load', () => {
    const kernel = admitting({ mass: [1], damping: [14], stiffness: [50] });
    push(kernel, 5, 3);
    const before = [kernel.view('position')[0], kernel.view('speed')[0]];
    kernel.set('yield.stiffness', 500);
    push(kernel, 5, 0.001);
    // a = (F − K x)/M jumps to −45 m/s²; speed and position do not.
    expect(kernel.view('speed')[0] - before[1]).toBeCloseTo(-0.045, 3);
    expect(Math.abs(kernel.view('position')[0] - before[0])).toBeLessThan(5e-5);
    const moving = admitting({ mass: [1], damping: [5] });
    push(moving, 5, 2);
    moving.set('yield.damping', 50);
    push(moving, 5, 1, () => expect(moving.view('speed')[0]).toBeGreaterThan(0));
  });

  it('is back from a joint’s end with the first tick of a push the other way', () => {
    for (const solver of ['dls', 'qp'] as const) {
      const kernel = admitting(
        { mass: [1], damping: [10], scheme: [0] },
        { servo: { at: 'tool', solver, limits: [[-1, 1]], joints: [2], follow: { kind: 'drive' } } },
      );
      kernel.view('q')[0] = 0.9;
      expect(push(kernel, 5, 5)).toBe(1);
      expect(push(kernel, -5, 0.001)).toBeLessThan(1);
    }
  });

  it('comes in from beyond a limit with a bounded speed, and never goes further out', () => {
    const kernel = admitting(
      { mass: [1], damping: [10] },
      { servo: { at: 'tool', limits: [[-1, 1]], joints: [0.3], follow: { kind: 'drive' } } },
    );
    kernel.view('q')[0] = 1.05;
    expect(push(kernel, 5, 0.5)).toBe(1.05);
    let last = 1.05;
    push(kernel, -8, 0.4, () => {
      const now = kernel.view('position')[0];
      expect(last - now).toBeGreaterThanOrEqual(0);
      expect(last - now).toBeLessThanOrEqual(0.3e-3 + 1e-12);
      last = now;
    });
    expect(last).toBeLessThan(1);
  });
});

describe('three axes', () => {
  it('turn the virtual mass with the frame that it is given in', () => {
    const quarter = [Math.SQRT1_2, 0, Math.SQRT1_2, 0] as const;
    const design = bench(
      {
        points: [
          { name: 'tool', frame: 'tool' },
          { name: 'task', attitude: quarter },
        ],
        laws: [
          {
            name: 'yield',
            kind: 'admittance',
            at: 'tool',
            axes: 'task',
            sensor: 'wrist',
            parameters: {
              selection: [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
              mass: [1, 1, 100],
              damping: [1e-9],
              scheme: [0],
            },
          },
        ],
      },
      ['x', 'y', 'z'],
    );
    const kernel = new LawKernel(design);
    kernel.feel('wrist', 5, 0, 0);
    kernel.step([0, 0, 0]);
    // x of the world is z of the task: 100 kg.
    expect(kernel.numbers('speed').map((v) => Math.round(v * 1e12) / 1e9 + 0)).toEqual([0.05, 0, 0]);
  });

  it('take full matrices, each scheme to the same motion', () => {
    const full = {
      selection: [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0],
      mass: [3, 0.4, -0.2, 0.4, 2, 0.1, -0.2, 0.1, 5],
      damping: [30, 5, 0, 5, 20, -3, 0, -3, 40],
      stiffness: [200, 50, 10, 50, 150, 0, 10, 0, 90],
    };
    const ends = [0, 1, 2].map((scheme) => {
      const kernel = new LawKernel(
        bench(
          {
            period: 1e-4,
            laws: [
              {
                name: 'yield',
                kind: 'admittance',
                at: 'tool',
                sensor: 'wrist',
                parameters: { ...full, scheme: [scheme] },
              },
            ],
          },
          ['x', 'y', 'z'],
        ),
      );
      for (let k = 0; k < 3000; k++) {
        kernel.feel('wrist', 6, -3, 2);
        kernel.step();
      }
      return kernel.numbers('position');
    });
    for (const other of [ends[0], ends[1]])
      other.forEach((value, i) => {
        expect(Math.abs(value - ends[2][i])).toBeLessThan(2e-5);
      });
    expect(Math.abs(ends[2][0])).toBeGreaterThan(0.01);
  });

  it('keep directions that are not freed where they are', () => {
    const kernel = new LawKernel(
      bench(
        {
          laws: [
            {
              name: 'yield',
              kind: 'admittance',
              at: 'tool',
              sensor: 'wrist',
              parameters: { selection: x, mass: [1], damping: [10] },
            },
          ],
        },
        ['x', 'y', 'z'],
      ),
    );
    for (let k = 0; k < 500; k++) {
      kernel.feel('wrist', 3, 40, -20);
      kernel.step(k === 0 ? [0.1, 0.2, 0.3] : undefined);
    }
    const [px, py, pz] = kernel.numbers('position');
    expect(px).toBeGreaterThan(0.15);
    expect([py, pz]).toEqual([0.2, 0.3]);
  });
});

it('rests on rails whatever pushes across them', () => {
  expect(rails(['x']).nv).toBe(1);
  const kernel = admitting({ selection: [1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0], mass: [1], damping: [10] });
  kernel.feel('wrist', 0, 50, 0);
  for (let k = 0; k < 1000; k++) kernel.step(k === 0 ? [0.4] : undefined);
  // What the rails cannot do is not saved up.
  expect([kernel.view('position')[0], ...kernel.numbers('servo.velocity')]).toEqual([0.4, 0, 0, 0]);
  expect(kernel.numbers('servo.centre')).toEqual([0.4, 0, 0]);
});
