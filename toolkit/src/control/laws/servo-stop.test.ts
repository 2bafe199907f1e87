/** Commands that stop: of laws, of phases, of guards; and that a guarded move stops where it is told to. */
import { describe, expect, it } from 'vitest';
import { guardedMoveForecast, reactionTime } from '../../analyse/index.js';
import { planar } from '../../mechanism/arms.test.helper.js';
import { type Design, type FollowDesign, faults, type LawDesign } from '../index.js';
import { bench, compiledDynamics, LawKernel } from './laws.test.helper.js';

const most = [40, 25];
const computed: FollowDesign = { kind: 'computed torque', bandwidth: 60 };

/** A planar arm whose tip is led along y by an admittance without a spring, at F/D. */
const leads: LawDesign = {
  name: 'lead',
  kind: 'admittance',
  at: 'tip',
  axes: 'world',
  sensor: 'wrist',
  parameters: { selection: [0, 1, 0, 0, 0, 0], mass: [10], damping: [20] },
};
const arm = planar();
const dynamics = compiledDynamics(arm);

function design(follow: FollowDesign, more: Partial<Design> = {}): Design {
  return {
    name: 'arm',
    model: arm,
    period: 1e-3,
    points: [{ name: 'tip', frame: 'l3' }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tip', guards: { stale: { after: 5e-3 } } }],
    laws: [leads],
    servo: { at: 'tip', attitude: false, follow },
    limits: { torque: { most } },
    ...more,
  };
}

interface Sample {
  readonly q: readonly number[];
  readonly v: readonly number[];
  readonly asked: readonly number[];
  readonly command: readonly number[];
  readonly rate: readonly number[];
  readonly fault: string;
}

/** A force along y of the world, as a sensor on the tip reads it. */
function feel(kernel: LawKernel, force: number, [a, b]: readonly number[]): void {
  kernel.feel('wrist', force * Math.sin(a + b), force * Math.cos(a + b));
}

/** The arm for `seconds` from a speed; felt along y is `force`, and nothing from `lost` s on. */
function run(
  kernel: LawKernel,
  seconds: number,
  force: number,
  { lost = Number.POSITIVE_INFINITY, from = [0, 0] }: { lost?: number; from?: number[] } = {},
): Sample[] {
  const samples: Sample[] = [];
  const numbers = (field: string) => (kernel.has(field) ? kernel.numbers(field) : []);
  let q = [0.2, 1.3];
  let v = from;
  for (let k = 0; k < seconds / 1e-3; k++) {
    if (k * 1e-3 < lost) feel(kernel, force, q);
    else kernel.view('sensor.wrist.age')[0] = 1;
    kernel.step(q, v);
    const torque = kernel.numbers('torque');
    samples.push({
      q,
      v,
      asked: kernel.has('asked') ? kernel.numbers('asked') : torque,
      command: numbers('servo.q'),
      rate: numbers('servo.v'),
      fault: faults[kernel.view('fault')[0]],
    });
    for (let i = 0; i < 4; i++) {
      const a = dynamics(q, v, torque);
      v = v.map((x, j) => x + (a[j] * 1e-3) / 4);
      q = q.map((x, j) => x + (v[j] * 1e-3) / 4);
    }
  }
  return samples;
}

const beyond = (samples: readonly Sample[]): number =>
  Math.max(...samples.flatMap(({ asked }) => asked.map((x, i) => Math.abs(x) / most[i])));
const speed = ({ v }: Sample): number => Math.max(...v.map(Math.abs));

describe('a command that stops', () => {
  const phases: Design['phases'] = [
    { name: 'go', laws: ['lead'], until: { after: 0.5 } },
    { name: 'stay', laws: [] },
  ];

  it.each<[string, FollowDesign]>([
    ['computed torque', computed],
    ['pd', { kind: 'pd', stiffness: [7200, 3600], damping: [240, 120] }],
  ])('in a phase that has no law: asks for no more than the arm can give, by %s', (_, follow) => {
    const samples = run(new LawKernel(design(follow, { phases })), 1.2, 24);
    const stop = samples.slice(501);
    expect(speed(samples[499])).toBeGreaterThan(0.5);
    expect(beyond(stop)).toBeLessThanOrEqual(1 + 1e-12);
    // It takes what the arm can give, and then rests where the command does.
    expect(beyond(stop)).toBeGreaterThan(0.6);
    const [last] = samples.slice(-1);
    expect(speed(last)).toBeLessThan(1e-3);
    last.q.forEach((x, i) => {
      expect(x).toBeCloseTo(last.command[i], 4);
    });
    // One share for all joints: the command keeps its way.
    const rates = stop.map(({ rate }) => rate).filter(([x]) => Math.abs(x) > 1e-3);
    expect(rates.length).toBeGreaterThan(3);
    for (const [a, b] of rates) expect(b / a).toBeCloseTo(rates[0][1] / rates[0][0], 6);
  });

  it('without limits stops in one tick, which asks for M v/T', () => {
    const { limits: _, ...free } = design(computed, { phases });
    const samples = run(new LawKernel(free), 0.52, 24);
    expect(samples[501].rate).toEqual([0, 0]);
    expect(beyond(samples.slice(501))).toBeGreaterThan(20);
  });

  it('is no harder than the servo says, of drives as well', () => {
    const slow = 5;
    for (const follow of [computed, { kind: 'drive' } as const]) {
      const { limits: _, servo, ...rest } = design(follow, { phases });
      const kernel = new LawKernel({
        ...rest,
        servo: { ...(servo as object), deceleration: [slow] } as never,
      });
      const rates: number[][] = [];
      for (let k = 0; k < 1000; k++) {
        feel(kernel, 24, kernel.numbers('q'));
        kernel.step(k === 0 ? [0.2, 1.3] : undefined);
        rates.push(kernel.numbers('servo.v'));
      }
      const drops = rates
        .slice(501)
        .map((v, k) => Math.max(...v.map((x, i) => Math.abs(x - rates[500 + k][i]))));
      expect(Math.max(...drops)).toBeLessThan(slow * 1e-3 * (1 + 1e-9));
      expect(Math.max(...drops)).toBeGreaterThan(slow * 1e-3 * (1 - 1e-9));
      expect(rates[999]).toEqual([0, 0]);
    }
  });
});

describe('a guard that holds a moving arm', () => {
  const { servo: _, ...bare } = design(computed);

  it.each<[string, Partial<Design>]>([
    ['a servo by computed torque', {}],
    [
      'the joints',
      {
        laws: [
          {
            name: 'push',
            kind: 'press',
            at: 'tip',
            axes: 'world',
            sensor: 'wrist',
            parameters: { select: [0, 1, 0, 0, 0, 0], wanted: [0, 12, 0, 0, 0, 0], gain: [0], integral: [0] },
          },
        ],
      },
    ],
  ])('stops it within its torques and holds it where it stands: %s', (name, more) => {
    const samples =
      name === 'the joints'
        ? run(new LawKernel({ ...bare, ...more }), 0.6, 0, { lost: 0.01, from: [1.5, -2] })
        : run(new LawKernel(design(computed, more)), 1.1, 24, { lost: 0.5 });
    const from = samples.findIndex(({ fault }) => fault === 'sensor stale');
    expect(from).toBe(name === 'the joints' ? 10 : 500);
    const held = samples.slice(from);
    const fast = speed(held[0]);
    expect(fast).toBeGreaterThan(0.5);
    expect(beyond(held)).toBeLessThanOrEqual(1 + 1e-12);
    // Slower all along, and at rest within what a stop by a share of the torques takes.
    const rest = held.findIndex((sample) => speed(sample) < 1e-2 * fast);
    expect(rest).toBeGreaterThan(5);
    expect(rest).toBeLessThan(200);
    const [last] = held.slice(-1);
    last.q.forEach((x, i) => {
      expect(Math.abs(x - held[rest].q[i])).toBeLessThan(2e-3);
    });
    expect(speed(last)).toBeLessThan(1e-4);
  });
});

describe('a guarded move', () => {
  const [v, a, touch] = [0.2, 4, 0.05];
  /** How far a mass of 2 kg goes from where its sensor feels more than the threshold, with torques of at most `limit`. */
  function stopping(limit: number): { way: number; most: number } {
    const kernel = new LawKernel(
      bench({
        points: [{ name: 'tool', frame: 'tool' }],
        laws: [
          {
            name: 'find',
            kind: 'guarded-move',
            at: 'tool',
            axes: 'world',
            sensor: 'wrist',
            parameters: {
              direction: [1, 0, 0],
              speed: [v],
              threshold: [2],
              limit: [1],
              deceleration: [a],
              acceleration: [1],
            },
          },
        ],
        servo: { at: 'tool', follow: { kind: 'computed torque', bandwidth: 100 } },
        limits: { torque: { most: [limit] } },
      }),
    );
    let [x, u] = [0, 0];
    let [most, far] = [0, 0];
    let from: number | undefined;
    for (let k = 0; k < 2000; k++) {
      if (x > touch) from ??= x;
      kernel.feel('wrist', x > touch ? -3 : 0);
      kernel.step([x], [u]);
      most = Math.max(most, Math.abs(kernel.numbers('asked')[0]));
      const [torque] = kernel.numbers('torque');
      for (let i = 0; i < 10; i++) {
        u += (torque / 2) * 1e-4;
        x += u * 1e-4;
        far = Math.max(far, x);
      }
    }
    return { way: far - (from as number), most };
  }
  const { total } = reactionTime({ tick: 1e-3, average: 1, sample: 1e-3, delay: 0, filter: 0, stands: 0 });
  const told = guardedMoveForecast({
    speed: v,
    deceleration: a,
    threshold: 2,
    stiffness: 1e4,
    reaction: total,
  });

  it('stops in the way that is told, where the arm can brake so', () => {
    const { way, most } = stopping(2 * a * 1.5);
    expect(told.stopping).toBeCloseTo(v * total + (v * v) / (2 * a), 12);
    // In whole ticks it is half a tick less, and the mean of what is felt a tick later.
    expect(Math.abs(way - told.stopping)).toBeLessThan(2 * v * 1e-3);
    expect(most).toBeLessThanOrEqual(2 * a * 1.5);
  });

  it('runs on where the arm cannot', () => {
    const { way, most } = stopping(2 * a * 0.4);
    expect(most).toBeGreaterThan(2 * a);
    expect(way).toBeGreaterThan(1.5 * told.stopping);
  });
});
