import { describe, expect, it } from 'vitest';
import { chance, inertial, joint, link, pose, robot, vector3 } from '../../../checks/made-robots.js';
import {
  type BodiesDesign,
  controlProgram,
  type Design,
  type ElementDesign,
  gainingElement,
  type PointDesign,
} from '../control/index.js';
import { compileWasm, view } from '../graph/index.js';
import { alongSpline, numbers as N, type Vec3 } from '../math/index.js';
import { integrate, type Model, modelOf } from '../model/index.js';
import { arm, model, type Segment } from '../plant/arms.test.helper.js';
import { rigidPlant, rigidProgram } from '../plant/index.js';
import type { Kernel } from '../port/index.js';
import type { Joint, JointType, Link } from '../robot/index.js';
import { Run, type RunOptions, type RunResult } from './index.js';

const slider: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 1 };

function element(
  name: string,
  family: ElementDesign['family'],
  kind: string,
  joins: ElementDesign['joins'],
  parameters: ElementDesign['parameters'],
): ElementDesign {
  return { name, family, kind, joins, parameters };
}

function made(links: readonly Link[], joints: readonly Joint[]): Model {
  const { value } = modelOf(robot('bodies', [link('ground'), ...links], joints));
  if (value === undefined) throw new Error('no model');
  return value;
}

/** A body on one joint to the world. */
function one(
  type: JointType,
  mass: number,
  more: Partial<Joint> = {},
  inertia: Vec3<number> = [0, 0, 0],
): Model {
  const body = link('cart', { mass, centre: [0, 0, 0], inertia: [...inertia, 0, 0, 0] });
  return made([body], [joint('cart', type, 'ground', 'cart', pose(), [1, 0, 0], more)]);
}

interface Trial {
  readonly result: RunResult;
  readonly kernel: Kernel;
  readonly plant: ReturnType<typeof rigidPlant>;
  readonly run: Run;
}

function trial(
  design: Design,
  q: readonly number[],
  more: Partial<RunOptions> & { readonly step?: number; readonly v?: readonly number[] } = {},
): Trial {
  const { step = design.period, v, ...options } = more;
  const continuous = options.rate === 'continuous';
  const kernel = compileWasm(controlProgram(design, { continuous })) as Kernel;
  const plant = rigidPlant(
    compileWasm(rigidProgram(design.model, { step, ...(continuous ? { method: 'rk4' } : {}) })),
  );
  plant.reset(q, v ?? new Array(plant.nv).fill(0));
  const run = new Run({ tick: design.period, duration: 1, ...options, kernel, plant });
  return { result: run.complete(), kernel, plant, run };
}

const at = ({ kernel }: Trial, field: string) => [...view(kernel.layout, kernel.memory, field)];

/** Shares of the largest stored energy that the residual has. */
const share = ({ result }: Trial) => result.verdict.residualShare;

function line(result: RunResult, name: string): number {
  const found = result.ledger.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no line ${name}`);
  return found.energy;
}

/** Bodies of every joint type, in two trees, that a seeded web of springs and dampers joins to a seven-joint arm. */
function web(seed: number, weight: boolean): { design: Design; q: number[] } {
  const next = chance(seed);
  const types: JointType[] = ['prismatic', 'spherical', 'revolute', 'helical', 'rail', 'prismatic'];
  const links = types.map((_, i) => link(`b${i}`, inertial(next, 0.5 + next())));
  const joints = types.map((type, i) => {
    const through = [0, 0.4, 0.8, 1.2].map((x): Vec3<number> => [x, 0.3 * next(), 0.3 * next()]);
    return joint(
      `b${i}`,
      type,
      i % 3 === 0 ? 'ground' : `b${i - 1}`,
      `b${i}`,
      pose(vector3(next, 0.3), vector3(next)),
      [0, 0.6, 0.8],
      {
        ...(type === 'helical' ? { pitch: 0.05 } : {}),
        ...(type === 'rail' ? { path: { through, by: seed % 2 === 0 ? 'knots' : 'length' } } : {}),
      },
    );
  });
  const virtual = made(links, joints);
  const machine = model(arm());
  const points: PointDesign[] = [
    { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
    { name: 'elbow', frame: 's4' },
    { name: 'goal', at: [0.45, 0.1, 0.5] },
    ...types.map((_, i): PointDesign => ({ name: `p${i}`, frame: `b${i}`, at: vector3(next, 0.1) })),
  ];
  const elements = [
    element('reach', 'spring', 'linear', { from: 'tool', to: 'p2' }, { stiffness: [80] }),
    element('calm', 'damper', 'linear', { from: 'tool', to: 'p2' }, { damping: [4] }),
    element('hold', 'spring', 'linear', { from: 'elbow', to: 'p5' }, { stiffness: [40, 30, 20] }),
    element('turn', 'spring', 'attitude', { from: 'p1', to: 'tool' }, { stiffness: [3] }),
    element('slow', 'damper', 'attitude-rate', { from: 'p1', to: 'world' }, { damping: [0.2] }),
    element('keep', 'spring', 'joint', { joint: 'b0' }, { stiffness: [50], target: [0.1] }),
    element('brake', 'damper', 'joint', { joint: 'b0' }, { damping: [1] }),
    ...[0, 1, 2, 3, 4, 5].map((i) =>
      element(`tie${i}`, 'spring', 'linear', { from: `p${i}`, to: 'goal' }, { stiffness: [30 + 10 * i] }),
    ),
  ];
  const speed = Array.from({ length: virtual.nv }, () => next() - 0.5);
  const start = integrate(N, virtual, virtual.neutral, speed, 0.6);
  const bodies: BodiesDesign = { model: virtual, start, speed, ...(weight ? { weight: ['b0', 'b3'] } : {}) };
  const design = {
    name: 'web',
    model: machine,
    period: 1e-3,
    points,
    elements,
    bodies,
    compensate: ['gravity'],
  } as const;
  return { design, q: [0.2, 0.6, -0.3, -1.2, 0.4, 0.7, 0.1] };
}

describe('a continuous law with virtual bodies', () => {
  it('balances its energy to order 4, bodies included', () => {
    for (const seed of [1, 2, 3]) {
      const { design, q } = web(seed, seed === 2);
      const [coarse, fine, finest] = [4e-3, 2e-3, 1e-4].map((tick) =>
        share(trial({ ...design, period: tick }, q, { tick, duration: 0.2, rate: 'continuous' })),
      );
      expect(finest).toBeLessThan(1e-9);
      expect(coarse / fine).toBeGreaterThan(16);
    }
  });

  it('does a tick again in finer steps from where the bodies were', () => {
    const { design, q } = web(2, true);
    const tick = 4e-3;
    const plant = (step: number) => {
      const made = rigidPlant(compileWasm(rigidProgram(design.model, { step, method: 'rk4' })));
      made.reset(q, new Array(7).fill(0.1));
      return made;
    };
    const after = (step: number, duration: number, double?: ReturnType<typeof plant>) => {
      const kernel = compileWasm(controlProgram({ ...design, period: tick }, { continuous: true })) as Kernel;
      const moved = plant(step);
      const more = double === undefined ? {} : { double };
      new Run({ kernel, plant: moved, tick, duration, rate: 'continuous', ...more }).complete();
      return [...moved.q, ...moved.v, ...view(kernel.layout, kernel.memory, 'bodies.q')];
    };
    // What is measured does not change what is run.
    expect(after(tick, 0.1, plant(tick / 2))).toEqual(after(tick, 0.1));
    // The finer plant ends the first tick as a run in halved steps does, to the last bit.
    const finer = plant(tick / 2);
    after(tick, tick, finer);
    expect([...finer.q, ...finer.v]).toEqual(after(tick / 2, tick).slice(0, 14));
  });

  it('turns a body on a spring with the period of its inertia', () => {
    const periods = [
      [0.2, 0.444288],
      [0.5, 0.702481],
      [0.8, 0.888577],
    ];
    for (const [inertia, period] of periods) {
      const virtual = one('revolute', 1, {}, [inertia, 0, 0]);
      const design: Design = {
        name: 'swing',
        model: model([slider]),
        period: 1e-3,
        points: [],
        elements: [element('coil', 'spring', 'joint', { joint: 'cart' }, { stiffness: [40] })],
        bodies: { model: virtual, start: [0.3] },
      };
      // A quarter of a period from rest to the middle: the angle there is off by the speed times the time that is.
      const quarter = period / 4;
      const steps = 100;
      const tick = quarter / steps;
      const there = trial({ ...design, period: tick }, [0], { tick, duration: quarter, rate: 'continuous' });
      const [angle] = at(there, 'bodies.q');
      const [speed] = at(there, 'bodies.v');
      expect(Math.abs(angle / speed)).toBeLessThan(1e-6);
      expect(Math.abs(speed)).toBeCloseTo(0.3 * Math.sqrt(40 / inertia), 6);
    }
  });
});

/** A cart on a rail of five knots, and an arm that turns about y with a mass at its end: the peer's rail robot. */
function railRobot(): Model {
  const through = [-1, -0.5, 0, 0.5, 1].map((x, i): Vec3<number> => [x, 0, i % 2 === 0 ? 0.1 : 0]);
  const point = (name: string) => link(name, { mass: 1, centre: [0, 0, 0], inertia: [0, 0, 0, 0, 0, 0] });
  return made(
    [point('cart'), link('arm'), point('tip')],
    [
      joint('cart', 'rail', 'ground', 'cart', pose([0, 0, 1]), [1, 0, 0], { path: { through, by: 'knots' } }),
      joint('arm', 'revolute', 'cart', 'arm', pose(), [0, 1, 0]),
      joint('rod', 'fixed', 'arm', 'tip', pose([0, 0, 1])),
    ],
  );
}

describe('an arm on a rail', () => {
  // The published start is at 3.9028 of 4 knots; 1 kg each at the cart and 1 m above it.
  const energy = 31.0663;
  const machine = railRobot();
  const start = [(3.9028 / 4) * (machine.bodies[0].rail?.spline.length ?? 0), 0];
  const tick = 2.5e-4;
  const idle: Design = { name: 'idle', model: model([slider]), period: tick, points: [], elements: [] };
  const run = { tick, duration: 5, rate: 'continuous' } as const;
  const gravity = [0, 0, -9.81] as const;

  it('keeps its energy as virtual bodies', () => {
    const bodies = { model: machine, start, weight: ['cart'] };
    const there = trial({ ...idle, gravity, bodies }, [0], run);
    const stored = at(there, 'stored');
    const names = ['cart', 'cart weight', 'arm', 'arm weight'];
    expect(there.kernel.layout.fields.find(({ name }) => name === 'stored')?.labels).toEqual(names);
    expect(stored.reduce((sum, x) => sum + x)).toBeCloseTo(energy, 3);
    expect(Math.abs(line(there.result, 'cart weight'))).toBeGreaterThan(0.1);
    expect(share(there)).toBeLessThan(1e-6);
  });

  it('keeps its energy as a robot', () => {
    const there = trial({ ...idle, model: machine }, start, run);
    const { kinetic, potential } = there.plant.energy;
    expect(kinetic + potential).toBeCloseTo(energy, 3);
    expect(kinetic).toBeGreaterThan(0.1);
    expect(share(there)).toBeLessThan(1e-6);
  });
});

describe('a virtual pendulum that a spring joins to a real one', () => {
  // A bob of 1 kg at 1 m about y, damped by 2 N m s/rad; its copy is held at 0 by 100 N m/rad, the tips by 100 N/m.
  const bob = (name: string) => link(name, { mass: 1, centre: [0, 0, -1], inertia: [0, 0, 0, 0, 0, 0] });
  const copy = made([bob('copy')], [joint('copy', 'revolute', 'ground', 'copy', pose(), [0, 1, 0])]);
  const design: Design = {
    name: 'shadow',
    model: model([{ mass: 1, centre: [0, 0, -1], damping: 2 }]),
    period: 1e-3,
    points: [
      { name: 'tip', frame: 's1', at: [0, 0, -1] },
      { name: 'shade', frame: 'copy', at: [0, 0, -1] },
    ],
    elements: [
      element('tie', 'spring', 'linear', { from: 'tip', to: 'shade' }, { stiffness: [100] }),
      element('hold', 'spring', 'joint', { joint: 'copy' }, { stiffness: [100] }),
      element('slow', 'damper', 'joint', { joint: 'copy' }, { damping: [2] }),
    ],
    bodies: { model: copy, start: [1], weight: ['copy'] },
  };

  it.each(['continuous', 'sampled'] as const)('only loses energy, %s', (rate) => {
    let last = Number.POSITIVE_INFINITY;
    let first = 0;
    const ends = [0.1, 0.3, 0.6, 1, 2, 4, 8].map((duration) => {
      const there = trial(design, [0], { v: [0.5], duration, rate });
      const { kinetic, potential } = there.plant.energy;
      const total = at(there, 'stored').reduce((sum, x) => sum + x, kinetic + potential);
      expect(total).toBeLessThan(last);
      if (last === Number.POSITIVE_INFINITY) first = total;
      last = total;
      return total;
    });
    expect(first - ends[ends.length - 1]).toBeGreaterThan(10);
  });
});

describe('a sampled law with virtual bodies', () => {
  /** A slider of 1 kg, a virtual cart of mass m beside it, joined by a spring and a damper, and the cart held softly. */
  const pair = (m: number, stiffness: number, damping: number): Design => ({
    name: 'pair',
    model: model([slider]),
    period: 1e-3,
    points: [
      { name: 'tool', frame: 's1' },
      { name: 'cart', frame: 'cart' },
    ],
    elements: [
      element('tie', 'spring', 'linear', { from: 'tool', to: 'cart' }, { stiffness: [stiffness] }),
      element('calm', 'damper', 'linear', { from: 'tool', to: 'cart' }, { damping: [damping] }),
      element('home', 'spring', 'joint', { joint: 'cart' }, { stiffness: [20], target: [0.1] }),
      element('slow', 'damper', 'joint', { joint: 'cart' }, { damping: [4] }),
    ],
    bodies: { model: one('prismatic', m) },
  });

  it('stays stable with couplings far beyond what the body could bear explicitly', () => {
    // Explicitly 2 m/T = 20 N s/m and 4 m/T² = 40 kN/m of a body of 10 g.
    const there = trial(pair(0.01, 1e6, 1e4), [0], { duration: 6 });
    expect(there.result.status).toBe('done');
    expect(at(there, 'bodies.q')[0]).toBeCloseTo(0.1, 4);
    expect(there.plant.q[0]).toBeCloseTo(0.1, 4);
  });

  it('comes to the continuous one as the tick shrinks', () => {
    const design = pair(0.5, 200, 3);
    const reach = (tick: number, rate: 'sampled' | 'continuous') =>
      at(trial({ ...design, period: tick }, [0.05], { tick, duration: 0.4, rate }), 'bodies.q')[0];
    const exact = reach(1e-3, 'continuous');
    const [coarse, fine] = [2e-3, 1e-3].map((tick) => Math.abs(reach(tick, 'sampled') - exact));
    expect(coarse).toBeLessThan(5e-3);
    expect(coarse / fine).toBeGreaterThan(1.8);
    expect(coarse / fine).toBeLessThan(2.2);
  });

  it('closes its books', () => {
    for (const seed of [4, 5]) {
      const { design, q } = web(seed, true);
      const there = trial({ ...design, period: 1e-3 }, q, { duration: 0.3, step: 1e-4 });
      expect(share(there)).toBeLessThan(5e-3);
    }
  });
});

describe('a cart that a force drives', () => {
  const push = element('drive', 'source', 'push', { joint: 'cart' }, { force: [20], power: [10] });

  it('runs along its rail with the speed that its damper allows', () => {
    // The published rail: six rows of six knots, up and down, in a plane; c(s) by knots.
    const through = Array.from({ length: 36 }, (_, i): Vec3<number> => {
      const [row, place] = [Math.floor(i / 6), i % 6];
      return [0.425 + 0.04 * (row % 2 === 0 ? place : 5 - place), 0.15 + 0.04 * row, 0.1];
    });
    const rail = one('rail', 1, { path: { through, by: 'knots' } });
    const spline = rail.bodies[0].rail?.spline;
    expect(spline?.length).toBeCloseTo(1.43008, 5);
    const design: Design = {
      name: 'free cart',
      model: model([slider]),
      period: 1e-3,
      points: [{ name: 'cart', frame: 'cart' }],
      elements: [
        push,
        element('drag', 'damper', 'linear', { from: 'cart', to: 'world' }, { damping: [100] }),
      ],
      bodies: { model: rail },
    };
    for (const rate of ['continuous', 'sampled'] as const) {
      for (const duration of [0.5, 1, 3]) {
        const there = trial(design, [0], { duration, rate });
        const [s] = at(there, 'bodies.q');
        const [speed] = at(there, 'bodies.v');
        const { first } = alongSpline(N, spline as NonNullable<typeof spline>, 'knots', s);
        const slope = first.reduce((sum, x) => sum + x * x, 0);
        // The cart follows the changing slope with its time constant of 10 ms.
        expect(Math.abs((speed * 100 * slope) / 20 - 1)).toBeLessThan(0.03);
      }
    }
    const sum = line(trial(design, [0], { duration: 1, rate: 'continuous' }).result, 'drive');
    expect(sum).toBeGreaterThan(3);
  });

  it('presses as hard as it is pulled once it is blocked', () => {
    const design: Design = {
      name: 'blocked cart',
      model: model([{ ...slider, limits: { lower: -1, upper: 0.05 } }]),
      period: 1e-3,
      points: [
        { name: 'tool', frame: 's1' },
        { name: 'cart', frame: 'cart' },
      ],
      elements: [
        push,
        element('tie', 'spring', 'linear', { from: 'tool', to: 'cart' }, { stiffness: [500] }),
        element('calm', 'damper', 'linear', { from: 'tool', to: 'cart' }, { damping: [20] }),
        element('drag', 'damper', 'joint', { joint: 'cart' }, { damping: [10] }),
      ],
      bodies: { model: one('prismatic', 1) },
    };
    const there = trial(design, [0], { duration: 8 });
    expect(there.plant.q[0]).toBeCloseTo(0.05, 9);
    expect(at(there, 'torque')[0]).toBeCloseTo(20, 6);
    expect(at(there, 'bodies.q')[0]).toBeCloseTo(0.05 + 20 / 500, 8);
    expect(there.result.verdict.residualShare).toBeLessThan(0.01);
  });
});

describe('a virtual instrument through a fixed point', () => {
  // Two turns and a slide through (0.48, 0.15, 0.35), joined tip to tip and base to base to an instrument of 0.335 m.
  const half = 0.1675;
  const instrument = (name: string, mass: number) =>
    link(name, { mass, centre: [0, 0, 0], inertia: [0.05, 0.05, 0.05, 0, 0, 0] });
  const light = (name: string) => link(name);
  const virtual = made(
    [light('v1'), light('v2'), instrument('v3', 1)],
    [
      joint('v1', 'revolute', 'ground', 'v1', pose([0.48, 0.15, 0.35]), [0, 1, 0]),
      joint('v2', 'revolute', 'v1', 'v2', pose(), [1, 0, 0]),
      joint('v3', 'prismatic', 'v2', 'v3', pose(), [0, 0, 1]),
    ],
  );
  const gantry = model([
    { type: 'prismatic', axis: [1, 0, 0], mass: 1 },
    { type: 'prismatic', axis: [0, 1, 0], mass: 1 },
    { type: 'prismatic', axis: [0, 0, 1], mass: 1 },
    { axis: [0, 1, 0], mass: 0.5, inertia: [0.02, 0.02, 0.02, 0, 0, 0] },
    { axis: [1, 0, 0], mass: 0.5, inertia: [0.02, 0.02, 0.02, 0, 0, 0] },
  ]);
  const stiff = (name: string, from: string, to: string) => [
    element(name, 'spring', 'linear', { from, to }, { stiffness: [1000] }),
    element(`${name}-damper`, 'damper', 'linear', { from, to }, { damping: [10] }),
  ];
  const design: Design = {
    name: 'remote centre',
    model: gantry,
    period: 1e-3,
    points: [
      { name: 'tip', frame: 's5' },
      { name: 'base', frame: 's5', at: [0, 0, 2 * half] },
      { name: 'vtip', frame: 'v3', at: [0, 0, -half] },
      { name: 'vbase', frame: 'v3', at: [0, 0, half] },
      { name: 'goal', at: [0.58, 0.15, 0.25] },
    ],
    elements: [
      ...stiff('tips', 'tip', 'vtip'),
      ...stiff('bases', 'base', 'vbase'),
      ...stiff('reach', 'tip', 'goal'),
      ...['j1', 'j2', 'j3', 'j4', 'j5', 'v1', 'v2', 'v3'].map((name) =>
        element(`slow-${name}`, 'damper', 'joint', { joint: name }, { damping: [2] }),
      ),
    ],
    compensate: ['gravity'],
    bodies: { model: virtual, start: [-0.5, 0.2, 0] },
  };
  const rest = [-Math.PI / 4, 0, 0.026079];
  const placed = [0.58, 0.15, 0.25, -Math.PI / 4, 0];

  it('rests without energy where the published one does', () => {
    const bodies = { model: virtual, start: rest };
    const there = trial({ ...design, bodies }, placed, { duration: 1e-3 });
    expect(at(there, 'stored').reduce((sum, x) => sum + x)).toBeLessThan(1e-6);
    expect(at(there, 'base.position').map((x) => Number(x.toFixed(5)))).toEqual([0.34312, 0.15, 0.48688]);
  });

  it('gets there from elsewhere, so that the instrument passes through the point', () => {
    const there = trial(design, [0.5, 0.1, 0.2, -0.4, 0.1], { duration: 5 });
    expect(at(there, 'stored').reduce((sum, x) => sum + x)).toBeLessThan(1e-6);
    at(there, 'bodies.q').forEach((x, i) => {
      expect(x).toBeCloseTo(rest[i], 4);
    });
    const [tip, base] = [at(there, 'tip.position'), at(there, 'base.position')];
    const share = (0.48 - tip[0]) / (base[0] - tip[0]);
    const crossed = [0, 1, 2].map((k) => tip[k] + share * (base[k] - tip[k]));
    expect(crossed[1]).toBeCloseTo(0.15, 4);
    expect(crossed[2]).toBeCloseTo(0.35, 4);
  });
});

it('names the element that makes a run with bodies diverge', () => {
  const design: Design = {
    name: 'too stiff',
    model: model([slider]),
    period: 1e-3,
    points: [
      { name: 'tool', frame: 's1' },
      { name: 'cart', frame: 'cart' },
    ],
    elements: [
      element('tie', 'spring', 'linear', { from: 'tool', to: 'cart' }, { stiffness: [100] }),
      element('calm', 'damper', 'linear', { from: 'tool', to: 'cart' }, { damping: [1e4] }),
    ],
    bodies: { model: one('prismatic', 50), start: [0.1] },
  };
  const kernel = compileWasm(controlProgram(design)) as Kernel;
  const plant = rigidPlant(compileWasm(rigidProgram(design.model, { step: 1e-3 })));
  plant.reset([0], [0]);
  const blame: RunOptions['blame'] = (last) => gainingElement(design, kernel, last);
  const { status, divergence } = new Run({ kernel, plant, tick: 1e-3, duration: 1, blame }).complete();
  expect(status).toBe('diverged');
  expect(divergence?.element).toBe('calm');
});
