import { describe, expect, it } from 'vitest';
import { controlProgram, type Design, type ElementDesign, type PointDesign } from '../control/index.js';
import {
  compileWasm,
  type Executable,
  interpret,
  type Program,
  ProgramBuilder,
  view,
} from '../graph/index.js';
import { max, min } from '../math/index.js';
import type { Model } from '../model/index.js';
import { arm, model, type Segment } from '../plant/arms.test.helper.js';
import { type RigidOptions, rigidPlant, rigidProgram } from '../plant/index.js';
import type { Channel, Kernel, LogSink } from '../port/index.js';
import { Run, type RunOptions, type RunResult, tickAt } from './index.js';

const slider: Segment = { type: 'prismatic', axis: [1, 0, 0], mass: 1 };
const still = { gravity: [0, 0, 0] } as const;

/** τ = K (x₀ − q) − D v, cut to ±most: one joint, every entry of the ledger. */
function springDamper(
  stiffness: number,
  damping: number,
  target = 0,
  most = Number.POSITIVE_INFINITY,
): Program {
  const p = new ProgramBuilder('spring_damper');
  const G = p.graph;
  p.field({ name: 'time', region: 'inputs', unit: 's' });
  p.field({ name: 'period', region: 'inputs', unit: 's' });
  const q = p.field({ name: 'q', region: 'inputs', unit: 'm', labels: ['x'] });
  const v = p.field({ name: 'v', region: 'inputs', unit: 'm/s', labels: ['x'] });
  const K = p.field({ name: 'spring.stiffness', region: 'parameters', unit: 'N/m', initial: stiffness });
  const D = p.field({ name: 'damper.damping', region: 'parameters', unit: 'N s/m', initial: damping });
  const aim = p.field({ name: 'target', region: 'parameters', unit: 'm', initial: target });
  const limit = p.field({ name: 'limit', region: 'parameters', unit: 'N', initial: most });
  const torque = p.field({ name: 'torque', region: 'outputs', unit: 'N', labels: ['x'] });
  const asked = p.field({ name: 'asked', region: 'outputs', unit: 'N', labels: ['x'] });
  const power = p.field({ name: 'power', region: 'outputs', unit: 'W', labels: ['dissipated.damper'] });
  const stored = p.field({ name: 'stored', region: 'observed', unit: 'J', labels: ['spring'] });
  const force = p.field({ name: 'spring.force', region: 'observed', unit: 'N', labels: ['x'] });
  const extension = () => G.sub(p.load(aim), p.load(q));
  p.procedure('prepare', () => {});
  p.procedure('step', () => {
    const rate = p.load(v);
    const drag = G.mul(p.load(D), rate);
    const sum = G.sub(G.mul(p.load(K), extension()), drag);
    const most = p.load(limit);
    p.store(asked, 0, sum);
    p.store(torque, 0, min(G, max(G, sum, G.neg(most)), most));
    p.store(power, 0, G.mul(drag, rate));
  });
  p.procedure('observe', () => {
    const e = extension();
    const f = G.mul(p.load(K), e);
    p.store(force, 0, f);
    p.store(stored, 0, G.mul(G.constant(0.5), G.mul(f, e)));
  });
  return p.finish();
}

interface Setup {
  readonly kernel: Program;
  readonly model: Model;
  readonly plant?: Partial<RigidOptions>;
  readonly q: readonly number[];
  readonly v?: readonly number[];
  readonly run: Omit<RunOptions, 'kernel' | 'plant'>;
  readonly compile?: (program: Program) => Executable;
}

function start(setup: Setup): { run: Run; kernel: Kernel; plant: ReturnType<typeof rigidPlant> } {
  const compile = setup.compile ?? compileWasm;
  const kernel = compile(setup.kernel) as Kernel;
  const plant = rigidPlant(compile(rigidProgram(setup.model, { step: setup.run.tick, ...setup.plant })));
  plant.reset(setup.q, setup.v ?? new Array(plant.nv).fill(0));
  return { run: new Run({ ...setup.run, kernel, plant }), kernel, plant };
}

function complete(setup: Setup): RunResult {
  return start(setup).run.complete();
}

/** Energy of a line of the ledger by its name. */
function line(result: RunResult, name: string): number {
  const found = result.ledger.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no line ${name}`);
  return found.energy;
}

class Collector implements LogSink {
  channels: readonly Channel[] = [];
  readonly samples: { group: string; time: number; values: number[] }[] = [];
  closed = false;
  open(channels: readonly Channel[]): void {
    this.channels = channels;
  }
  sample(group: string, time: number, values: Float64Array): void {
    this.samples.push({ group, time, values: [...values] });
  }
  close(): void {
    this.closed = true;
  }
}

/** A passive design on the seven-joint arm: springs and dampers, gravity compensated. */
function passiveDesign(machine: Model, period: number, limits?: Design['limits']): Design {
  const points: PointDesign[] = [
    { name: 'tool', frame: 's7', at: [0, 0, 0.08] },
    { name: 'elbow', frame: 's4' },
    { name: 'goal', at: [0.45, 0.1, 0.5] },
    { name: 'rail', at: [0.2, -0.1, 0.6] },
  ];
  const elements: ElementDesign[] = [
    {
      name: 'reach',
      family: 'spring',
      kind: 'linear',
      joins: { from: 'tool', to: 'goal' },
      parameters: { stiffness: [60] },
    },
    {
      name: 'damp',
      family: 'damper',
      kind: 'linear',
      joins: { from: 'tool', to: 'goal' },
      parameters: { damping: [3] },
    },
    {
      name: 'keep',
      family: 'spring',
      kind: 'linear',
      joins: { from: 'elbow', to: 'rail' },
      parameters: { stiffness: [30] },
    },
    {
      name: 'calm',
      family: 'damper',
      kind: 'linear',
      joins: { from: 'elbow', to: 'world' },
      parameters: { damping: [2] },
    },
  ];
  return {
    name: 'passive',
    model: machine,
    period,
    points,
    elements,
    compensate: ['gravity'],
    ...(limits === undefined ? {} : { limits }),
  };
}

const ready = [0.2, 0.5, -0.1, 0.9, 0.1, 0.4, 0];

describe('sampled', () => {
  it('is the discrete system: x and v of spring, damper and mass, tick by tick', () => {
    const { run, plant } = start({
      kernel: springDamper(40, 3),
      model: model([slider]),
      plant: still,
      q: [0.1],
      run: { tick: 2e-3, duration: 1 },
    });
    run.advance(0.5);
    let [x, v] = [0.1, 0];
    for (let k = 0; k < 250; k++) {
      v += 2e-3 * (-40 * x - 3 * v);
      x += 2e-3 * v;
    }
    expect(plant.q[0]).toBeCloseTo(x, 13);
    expect(plant.v[0]).toBeCloseTo(v, 13);
    expect(run.time).toBeCloseTo(0.5, 12);
  });

  it('holds the torque over the steps of a tick', () => {
    const { run, plant } = start({
      kernel: springDamper(40, 3),
      model: model([slider]),
      plant: { ...still, step: 5e-4 },
      q: [0.1],
      run: { tick: 2e-3, duration: 1 },
    });
    run.advance(4e-3);
    let [x, v] = [0.1, 0];
    for (let k = 0; k < 2; k++) {
      const force = -40 * x - 3 * v;
      for (let j = 0; j < 4; j++) {
        v += 5e-4 * force;
        x += 5e-4 * v;
      }
    }
    expect(plant.q[0]).toBeCloseTo(x, 15);
  });

  it('refuses a tick that is no whole number of plant steps', () => {
    expect(() =>
      start({
        kernel: springDamper(1, 1),
        model: model([slider]),
        plant: { step: 3e-4 },
        q: [0],
        run: { tick: 1e-3, duration: 1 },
      }),
    ).toThrow(/whole number/);
  });

  it('explains where all energy went: the residual is small and falls with the tick', () => {
    const residuals = [2e-3, 1e-3].map((tick) => {
      const result = complete({
        kernel: springDamper(40, 3),
        model: model([slider]),
        plant: still,
        q: [0.1],
        run: { tick, duration: 1 },
      });
      expect(result.status).toBe('done');
      const lost = -line(result, 'kinetic') - line(result, 'spring') + line(result, 'sampling');
      expect(Math.abs(line(result, 'damper') / lost - 1)).toBeLessThan(0.02);
      expect(line(result, 'sampling')).toBeGreaterThan(0);
      expect(result.verdict.residualShare).toBeLessThan(0.02);
      return Math.abs(line(result, 'residual'));
    });
    expect(residuals[0] / residuals[1]).toBeGreaterThan(1.7);
  });

  it('closes to rounding with an accurate plant, sampling apart, and sampling shrinks with the tick', () => {
    const machine = model(arm());
    const ended = (tick: number): RunResult =>
      complete({
        kernel: controlProgram(passiveDesign(machine, tick)),
        model: machine,
        plant: { method: 'rk4', step: 1e-4 },
        q: ready,
        run: {
          tick,
          duration: 0.4,
          events: [{ kind: 'parameter', at: 0.2, field: 'reach.stiffness', values: [90] }],
        },
      });
    const [coarse, fine] = [2e-3, 1e-3].map(ended);
    for (const result of [coarse, fine]) {
      expect(result.verdict.residualShare).toBeLessThan(1e-9);
      expect(line(result, 'changes')).toBeGreaterThan(0.1);
    }
    expect(line(coarse, 'sampling')).toBeGreaterThan(1e-4);
    expect(line(coarse, 'sampling') / line(fine, 'sampling')).toBeGreaterThan(1.8);
    expect(line(coarse, 'sampling') / line(fine, 'sampling')).toBeLessThan(2.2);
  });

  it('puts into sampling exactly what a held spring gives beyond its energy: ½ K Δx² a tick', () => {
    const K = 40;
    const { run, plant } = start({
      kernel: springDamper(K, 0),
      model: model([slider]),
      plant: still,
      q: [0.1],
      run: { tick: 2e-3, duration: 0.1 },
    });
    let sum = 0;
    let x = 0.1;
    for (let tick = 0; tick < 50; tick++) {
      run.advance(2e-3);
      sum += 0.5 * K * (plant.q[0] - x) ** 2;
      x = plant.q[0];
    }
    expect(line(run.result(), 'sampling')).toBeCloseTo(sum, 14);
  });

  it('counts the first and the last tick of a flow by half', () => {
    const result = complete({
      kernel: springDamper(0, 1e-6),
      model: model([slider]),
      plant: still,
      q: [0],
      v: [1],
      run: { tick: 1e-3, duration: 0.01 },
    });
    expect(line(result, 'damper') / 1e-8).toBeCloseTo(1, 6);
  });

  it('takes from the residual what step doubling finds; what is left is the rule for ∫ P dt', () => {
    const machine = model(arm());
    const setup: Setup = {
      kernel: controlProgram(passiveDesign(machine, 1e-3)),
      model: machine,
      q: ready,
      run: { tick: 1e-3, duration: 0.3 },
    };
    const plain = complete(setup);
    const double = rigidPlant(compileWasm(rigidProgram(machine, { step: 5e-4 })));
    const doubled = complete({ ...setup, run: { ...setup.run, double } });
    expect(plain.ledger.map(({ kind }) => kind)).not.toContain('integration');
    expect(plain.ledger.at(-1)).toEqual({
      kind: 'residual',
      name: 'residual',
      energy: line(plain, 'residual'),
      holds: ['integration'],
    });
    expect(doubled.ledger.filter(({ holds }) => holds !== undefined)).toEqual([]);
    expect(line(doubled, 'kinetic')).toBe(line(plain, 'kinetic'));
    const together = line(doubled, 'residual') + line(doubled, 'integration');
    expect(together).toBeCloseTo(line(plain, 'residual'), 12);
    expect(Math.abs(line(doubled, 'residual') / line(plain, 'residual'))).toBeLessThan(0.3);
  });
});

describe('step doubling', () => {
  it('finds the integration error of a continuous law to leading order', () => {
    const machine = model(arm());
    const step = 4e-3;
    const setup: Setup = {
      kernel: controlProgram(passiveDesign(machine, step)),
      model: machine,
      plant: { method: 'rk4', step },
      q: ready,
      run: { rate: 'continuous', tick: step, duration: 0.4 },
    };
    const plain = complete(setup);
    const double = rigidPlant(compileWasm(rigidProgram(machine, { method: 'rk4', step: step / 2 })));
    const doubled = complete({ ...setup, run: { ...setup.run, double } });
    expect(line(doubled, 'kinetic')).toBe(line(plain, 'kinetic'));
    expect(line(doubled, 'residual') + line(doubled, 'integration')).toBeCloseTo(line(plain, 'residual'), 12);
    expect(Math.abs(line(doubled, 'residual') / line(plain, 'residual'))).toBeLessThan(0.02);
  });
});

describe('a virtual damper', () => {
  // Sampled, v⁺ = (1 − D T/m) v: stable below D = 2 m/T.
  const ring = (damping: number): RunResult =>
    complete({
      kernel: springDamper(0, damping),
      model: model([slider]),
      plant: still,
      q: [0],
      v: [1],
      run: { tick: 1e-3, duration: 20 },
    });

  it('above 2 m/T diverges, and the ledger names the sampling', () => {
    const result = ring(2002);
    expect(result.status).toBe('diverged');
    expect(result.divergence?.reason).toBe('too fast');
    expect(result.divergence?.joint).toBe('x');
    expect(result.divergence?.gained?.name).toBe('sampling');
    // |v| grows by 1.002 a tick: 1e4 after ln(1e4)/ln(1.002) ticks.
    expect(result.ticks).toBe(Math.floor(Math.log(1e4) / Math.log(1.002)) + 1);
  });

  it('below it comes to rest', () => {
    const result = ring(1998);
    expect(result.status).toBe('done');
    expect(line(result, 'kinetic')).toBeCloseTo(-0.5, 9);
  });

  it('is not a number where its gain is none', () => {
    const result = ring(Number.NaN);
    expect(result.status).toBe('diverged');
    expect(result.divergence).toMatchObject({
      quantity: 'torque',
      reason: 'not a number',
      joint: 'x',
      time: 0,
    });
  });

  it('is too strong where torques are beyond every machine, before energies are no numbers', () => {
    const result = complete({
      kernel: springDamper(1e305, 0),
      model: model([{ ...slider, limits: { lower: -0.2, upper: 0.2 } }]),
      q: [0.1],
      run: { tick: 1e-3, duration: 1 },
    });
    expect(result.status).toBe('diverged');
    expect(result.divergence).toMatchObject({ quantity: 'torque', reason: 'too great', joint: 'x', time: 0 });
    expect(result.ledger.every(({ energy }) => Number.isFinite(energy))).toBe(true);
  });
});

describe('continuous', () => {
  const machine = model(arm());
  const residual = (step: number, duration: number): RunResult =>
    complete({
      kernel: controlProgram(passiveDesign(machine, step)),
      model: machine,
      plant: { method: 'rk4', step },
      q: ready,
      run: { rate: 'continuous', tick: step, duration },
    });

  it('leaves a passive design below 1e-6 of its largest stored energy at 0.1 ms', () => {
    const result = residual(1e-4, 0.5);
    expect(result.status).toBe('done');
    expect(result.verdict.residualShare).toBeLessThan(1e-6);
    expect(line(result, 'sampling')).toBe(0);
    expect(line(result, 'damp')).toBeGreaterThan(0);
    // The arm has moved: the claim is not about rest.
    expect(line(result, 'reach')).toBeLessThan(-0.5);
  });

  it('and the residual falls sixteenfold when the step is halved', () => {
    const [coarse, fine] = [4e-3, 2e-3].map((step) => Math.abs(line(residual(step, 0.4), 'residual')));
    expect(coarse).toBeGreaterThan(1e-12);
    expect(coarse / fine).toBeGreaterThan(13);
    expect(coarse / fine).toBeLessThan(40);
  });

  it('evaluates the law at every stage: the closed form of a damped spring to the fourth order', () => {
    const error = (step: number): number => {
      const { run, plant } = start({
        kernel: springDamper(40, 3),
        model: model([slider]),
        plant: { ...still, method: 'rk4', step },
        q: [0.1],
        run: { rate: 'continuous', tick: 2 * step, duration: 1 },
      });
      run.complete();
      const wd = Math.sqrt(40 - 2.25);
      return Math.abs(plant.q[0] - 0.1 * Math.exp(-1.5) * (Math.cos(wd) + (1.5 / wd) * Math.sin(wd)));
    };
    expect(error(0.01)).toBeLessThan(2e-8);
    expect(error(0.02) / error(0.01)).toBeGreaterThan(13);
  });

  it('books a step that is done again at a joint stop as the integration error that it is', () => {
    const result = complete({
      kernel: springDamper(100, 1, 1),
      model: model([{ ...slider, limits: { lower: -1, upper: 0.2 } }]),
      plant: { ...still, method: 'rk4', step: 1e-2 },
      q: [0],
      run: { rate: 'continuous', tick: 1e-2, duration: 0.5 },
    });
    expect(line(result, 'stops')).toBeGreaterThan(1);
    // No torque was cut.
    expect(line(result, 'limits')).toBe(0);
    expect(Math.abs(line(result, 'residual'))).toBeGreaterThan(1e-3);
  });

  it('counts what a limit cuts as the stages do', () => {
    const cut = (step: number): number => {
      const result = complete({
        kernel: springDamper(40, 0, 1, 5),
        model: model([slider]),
        plant: { ...still, method: 'rk4', step },
        q: [0],
        run: { rate: 'continuous', tick: step, duration: 0.4 },
      });
      return line(result, 'limits');
    };
    // x = 2.5 t²; ∫ (5 − 40 (1 − x)) v dt = 20 x² − 35 x at x = 0.4.
    expect(cut(1e-2)).toBeCloseTo(20 * 0.16 - 35 * 0.4, 6);
  });

  it('needs a plant with open stages', () => {
    expect(() =>
      start({
        kernel: springDamper(1, 1),
        model: model([slider]),
        q: [0],
        run: { rate: 'continuous', tick: 1e-3, duration: 1 },
      }),
    ).toThrow(/rk4/);
  });
});

describe('events', () => {
  const free: Setup = {
    kernel: springDamper(0, 0),
    model: model([slider]),
    plant: { ...still, pushes: [{ name: 'hand', frame: 's1' }] },
    q: [0],
    run: { tick: 1e-3, duration: 1 },
  };

  it('push for exactly their duration: impulse F·t, work as kinetic energy', () => {
    const result = complete({
      ...free,
      run: {
        ...free.run,
        events: [{ kind: 'push', at: 0.2, push: 'hand', wrench: [5, 0, 0, 0, 0, 0], for: 0.3 }],
      },
    });
    expect(line(result, 'kinetic')).toBeCloseTo(0.5 * 1.5 * 1.5, 12);
    expect(Math.abs(line(result, 'hand') / 1.125 - 1)).toBeLessThan(0.01);
    expect(() =>
      start({
        ...free,
        run: {
          ...free.run,
          events: [{ kind: 'push', at: 0, push: 'foot', wrench: [0, 0, 0, 0, 0, 0], for: 1 }],
        },
      }),
    ).toThrow(/known: hand/);
  });

  it('push again and again at one place: the end of one never cuts the next', () => {
    const wrench = [5, 0, 0, 0, 0, 0] as const;
    const result = complete({
      ...free,
      run: {
        ...free.run,
        events: [
          { kind: 'push', at: 0.3, push: 'hand', wrench, for: 0.1 },
          { kind: 'push', at: 0.2, push: 'hand', wrench, for: 0.1 },
        ],
      },
    });
    expect(line(result, 'kinetic')).toBeCloseTo(0.5, 12);
  });

  it('change parameters, and the jump of stored energy is a source of its own', () => {
    const held = complete({
      kernel: springDamper(50, 0),
      model: model([slider]),
      plant: { ...still, joints: { coulomb: [100] } },
      q: [0.1],
      run: {
        tick: 1e-3,
        duration: 1,
        events: [{ kind: 'parameter', at: 0.5, field: 'spring.stiffness', values: [500] }],
      },
    });
    expect(line(held, 'changes')).toBeCloseTo(0.5 * 450 * 0.01, 12);
    expect(line(held, 'spring')).toBeCloseTo(0.5 * 450 * 0.01, 12);
    expect(line(held, 'sampling')).toBe(0);
    expect(line(held, 'residual')).toBeCloseTo(0, 12);

    const moving = complete({
      kernel: springDamper(50, 1),
      model: model([slider]),
      plant: { ...still, joints: { damping: [0.1] } },
      q: [0.1],
      run: {
        tick: 1e-4,
        duration: 1,
        events: [
          { kind: 'parameter', at: 0.3, field: 'target', values: [0.3] },
          { kind: 'plant', at: 0.6, parameter: 'viscous', values: [2] },
        ],
      },
    });
    expect(line(moving, 'changes')).toBeGreaterThan(1);
    expect(line(moving, 'viscous')).toBeGreaterThan(0);
    expect(moving.verdict.residualShare).toBeLessThan(3e-3);
  });

  it('do not disturb what the control carries from step to step', () => {
    const machine = model(arm());
    const kernel = controlProgram(
      passiveDesign(machine, 1e-3, { torqueRate: { most: machine.velocityNames.map(() => 100) } }),
    );
    const end = (events: RunOptions['events'] & object): number[] => {
      const { run, plant } = start({
        kernel,
        model: machine,
        q: ready,
        run: { tick: 1e-3, duration: 0.1, events },
      });
      run.complete();
      return [...plant.q, ...plant.v];
    };
    const idle = [0.01, 0.02, 0.03].map(
      (at) => ({ kind: 'parameter', at, field: 'damp.damping', values: [3] }) as const,
    );
    expect(end(idle)).toEqual(end([]));
  });

  it('round their times to the nearest tick', () => {
    expect(tickAt(0.3, 1e-3)).toBe(300);
    expect(tickAt(0.0014999, 1e-3)).toBe(1);
    expect(tickAt(0.0016, 1e-3)).toBe(2);
    expect(tickAt(Number.POSITIVE_INFINITY, 1e-3)).toBe(Number.POSITIVE_INFINITY);
  });

  it('name a parameter that is none', () => {
    const run = start({
      ...free,
      run: { ...free.run, events: [{ kind: 'parameter', at: 0, field: 'torque', values: [1] }] },
    }).run;
    expect(() => run.advance(1)).toThrow(/torque is no parameter/);
  });
});

describe('limits', () => {
  it('have a line of their own: cut torque times travel', () => {
    const result = complete({
      kernel: springDamper(50, 1, 0.5, 2),
      model: model([slider]),
      plant: still,
      q: [0],
      run: { tick: 1e-4, duration: 0.3 },
    });
    expect(line(result, 'limits')).toBeLessThan(-0.1);
    expect(result.verdict.residualShare).toBeLessThan(1e-3);
  });
});

describe('record', () => {
  it('samples on the beat, the last tick included, with channels from the layouts', () => {
    const [often, seldom] = [new Collector(), new Collector()];
    const setup: Setup = {
      kernel: springDamper(40, 3),
      model: model([slider]),
      plant: still,
      q: [0.1],
      run: {
        tick: 1e-3,
        duration: 0.01,
        listeners: [
          { sink: often, every: 1 },
          { sink: seldom, every: 4 },
        ],
      },
    };
    const { run, plant } = start(setup);
    run.complete();
    const times = (sink: Collector) =>
      sink.samples.filter((s) => s.group === 'joints').map((s) => Math.round(s.time * 1e3));
    expect(times(often)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(times(seldom)).toEqual([0, 4, 8, 10]);
    expect(often.closed).toBe(true);
    expect(often.channels.map((channel) => channel.name)).toEqual([
      'joints.position',
      'joints.velocity',
      'joints.torque',
      'joints.asked',
      'spring.force',
      'ledger.stored',
      'ledger.dissipated',
      'ledger.source',
      'ledger.contact',
      'ledger.sampling',
      'ledger.limits',
      'ledger.residual',
    ]);
    expect(often.channels.at(-1)?.meaning).toMatch(/integration error, which was not measured$/);
    expect(often.channels[0]).toMatchObject({ unit: 'm', labels: ['x'], group: 'joints' });
    expect(often.channels[5].labels).toEqual(['kinetic', 'potential', 'spring']);
    const first = often.samples.find((s) => s.group === 'joints');
    expect(first?.values).toEqual([0.1, 0, -4, -4]);
    const last = seldom.samples.filter((s) => s.group === 'joints').at(-1);
    expect(last?.values.slice(0, 2)).toEqual([plant.q[0], plant.v[0]]);
    const ledger = seldom.samples.filter((s) => s.group === 'ledger').at(-1);
    expect(ledger?.values).toEqual(run.result().ledger.map((entry) => entry.energy));
  });
});

describe('the channel of the integration error', () => {
  it('is there where steps are doubled, and the residual then says nothing of it', () => {
    const machine = model([slider]);
    const sink = new Collector();
    const double = rigidPlant(compileWasm(rigidProgram(machine, { ...still, step: 5e-4 })));
    const result = complete({
      kernel: springDamper(40, 3),
      model: machine,
      plant: still,
      q: [0.1],
      run: { tick: 1e-3, duration: 0.01, double, listeners: [{ sink, every: 1, groups: ['ledger'] }] },
    });
    const [integration, residual] = sink.channels.slice(-2);
    expect(integration).toMatchObject({ name: 'ledger.integration', labels: ['integration'] });
    expect(residual).toMatchObject({ name: 'ledger.residual', meaning: 'energy that no line explains' });
    expect(sink.samples.at(-1)?.values).toEqual(result.ledger.map(({ energy }) => energy));
    expect(line(result, 'integration')).not.toBe(0);
  });
});

describe('groups', () => {
  const setup = (groups: readonly string[], sink: LogSink): Setup => ({
    kernel: springDamper(40, 3),
    model: model([slider]),
    plant: still,
    q: [0.1],
    run: { tick: 1e-3, duration: 0.3, listeners: [{ sink, every: 3, groups }] },
  });

  it('are those that a listener asks for, and the numbers are the same', () => {
    const [all, some, ledger] = [new Collector(), new Collector(), new Collector()];
    complete(setup(['joints', 'spring', 'ledger'], all));
    complete(setup(['joints'], some));
    complete(setup(['ledger'], ledger));
    expect(some.channels.map((channel) => channel.group)).toEqual(Array(4).fill('joints'));
    const of = (sink: Collector, group: string) => sink.samples.filter((sample) => sample.group === group);
    expect(some.samples).toEqual(of(all, 'joints'));
    expect(ledger.samples).toEqual(of(all, 'ledger'));
    expect(ledger.samples).toHaveLength(101);
    expect(() => start(setup(['joint'], some))).toThrow(/known: joints, spring, ledger/);
  });

  it('may be taken by single channels', () => {
    const [all, some] = [new Collector(), new Collector()];
    complete(setup(['joints', 'ledger'], all));
    const { run, ...rest } = setup(['joints', 'ledger'], some);
    const takes = ({ name }: Channel): boolean => /velocity|asked|residual/.test(name);
    complete({ ...rest, run: { ...run, listeners: [{ sink: some, every: 3, takes }] } });
    expect(some.channels.map(({ name }) => name)).toEqual([
      'joints.velocity',
      'joints.asked',
      'ledger.residual',
    ]);
    const picked = all.samples.map(({ group, time, values }) => {
      return { group, time, values: group === 'joints' ? [values[1], values[3]] : values.slice(-1) };
    });
    expect(some.samples).toEqual(picked);
  });
});

describe('the same bits', () => {
  const machine = model(arm({ friction: 0.1, damping: 0.1, limits: { lower: -2, upper: 2 } }));
  const setup = (compile: (program: Program) => Executable): Setup => ({
    kernel: controlProgram(passiveDesign(machine, 1e-3, { torque: { most: [40, 40, 30, 30, 10, 10, 5] } })),
    model: machine,
    plant: { pushes: [{ name: 'hand', frame: 's5' }] },
    q: ready,
    compile,
    run: {
      tick: 1e-3,
      duration: 0.2,
      events: [{ kind: 'push', at: 0.05, push: 'hand', wrench: [10, 5, -3, 0, 0, 1], for: 0.05 }],
    },
  });

  it('interpreted and compiled, in one go and in pieces, alone and beside another run', () => {
    const whole = start(setup(compileWasm));
    const reference = whole.run.complete();
    expect(reference.status).toBe('done');
    const state = [...whole.plant.q, ...whole.plant.v];

    const interpreted = start(setup(interpret));
    expect(interpreted.run.complete()).toEqual(reference);
    expect([...interpreted.plant.q, ...interpreted.plant.v]).toEqual(state);

    const pieces = start(setup(compileWasm));
    const other = start({ ...setup(compileWasm), q: ready.map((x) => x * 0.9) });
    for (const seconds of [0.001, 0.037, 0.05, 0.013, 1]) {
      pieces.run.advance(seconds);
      other.run.advance(0.02);
    }
    expect(pieces.run.status).toBe('done');
    expect(pieces.run.result()).toEqual(reference);
    expect([...pieces.plant.q, ...pieces.plant.v]).toEqual(state);
    expect([...other.plant.q]).not.toEqual([...whole.plant.q]);
  });

  it.each(['sampled', 'continuous', 'doubled'])('balances in the middle as if it ended there, %s', (how) => {
    const heavy = model([{ ...slider, damping: 0.3 }]);
    const method = how === 'continuous' ? 'rk4' : 'semi-implicit';
    const half = () => {
      const plant = rigidPlant(compileWasm(rigidProgram(heavy, { ...still, step: 5e-4, method })));
      plant.reset([0.1], [2]);
      return plant;
    };
    const lasting = (duration: number): Setup => ({
      kernel: springDamper(400, 8, 0, 30),
      model: heavy,
      plant: { ...still, method },
      q: [0.1],
      v: [2],
      run: {
        tick: 1e-3,
        duration,
        rate: how === 'continuous' ? 'continuous' : 'sampled',
        ...(how === 'doubled' && { double: half() }),
      },
    });
    const { run } = start(lasting(1));
    run.advance(0.155);
    const { status, time, ledger, verdict } = run.result();
    expect([status, time]).toEqual(['running', 0.155]);
    const ended = complete(lasting(0.1));
    expect(ledger).toEqual(ended.ledger);
    expect(verdict).toEqual(ended.verdict);
    for (const name of ['damper', 'viscous', 'limits']) expect(line(ended, name)).not.toBe(0);
    run.advance(1);
    expect(run.result()).toEqual(complete(lasting(1)));
  });

  it('tells progress and can be left off anywhere', () => {
    const { run } = start(setup(compileWasm));
    const told: number[] = [];
    run.complete((time) => told.push(Math.round(time * 1e3)), 0.05);
    expect(told).toEqual([50, 100, 150]);
  });
});

describe('faults', () => {
  it('of the kernel are listed with their times', () => {
    const machine = model(arm());
    const { run, kernel } = start({
      kernel: controlProgram(passiveDesign(machine, 1e-3)),
      model: machine,
      q: ready,
      run: {
        tick: 1e-3,
        duration: 0.02,
        events: [{ kind: 'parameter', at: 0.01, field: 'reach.stiffness', values: [Number.NaN] }],
      },
    });
    const result = run.complete();
    expect(view(kernel.layout, kernel.memory, 'fault')[0]).toBeGreaterThan(0);
    expect(result.faults).toHaveLength(1);
    expect(result.faults[0].time).toBeCloseTo(0.01, 12);
  });
});
