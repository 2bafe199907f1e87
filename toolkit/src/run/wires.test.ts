import { describe, expect, it } from 'vitest';
import { compileWasm, ProgramBuilder } from '../graph/index.js';
import { type CommandPort, type Kernel, NEVER, type Plant, type SensorPort } from '../port/index.js';
import { Run } from './index.js';

/** torque = −2 × what the sensor says along x while that is valid; position = q + 1, speed = age. */
function kernel(
  more: { readonly sensor?: string; readonly commands?: boolean; readonly entries?: number } = {},
) {
  const { sensor = 'wrist', commands = true, entries = 6 } = more;
  const p = new ProgramBuilder('feeler');
  const G = p.graph;
  p.field({ name: 'time', region: 'inputs', unit: 's' });
  p.field({ name: 'period', region: 'inputs', unit: 's' });
  const q = p.field({ name: 'q', region: 'inputs', unit: 'm' });
  const v = p.field({ name: 'v', region: 'inputs', unit: 'm/s' });
  const values = p.field({ name: `sensor.${sensor}`, region: 'inputs', size: entries, unit: 'N' });
  const age = p.field({ name: `sensor.${sensor}.age`, region: 'inputs', unit: 's' });
  const valid = p.field({ name: `sensor.${sensor}.valid`, region: 'inputs', unit: '' });
  const torque = p.field({ name: 'torque', region: 'outputs', unit: 'N' });
  const position = commands ? p.field({ name: 'position', region: 'outputs', unit: 'm' }) : undefined;
  const speed = commands ? p.field({ name: 'speed', region: 'outputs', unit: 'm/s' }) : undefined;
  p.procedure('prepare', () => {});
  p.procedure('step', () => {
    const felt = G.mul(p.load(valid), p.load(values));
    p.store(torque, 0, G.add(G.mul(G.constant(-2), felt), G.mul(G.constant(0.001), p.load(v))));
    if (position) p.store(position, 0, G.add(p.load(q), G.constant(1)));
    if (speed) p.store(speed, 0, p.load(age));
  });
  p.procedure('observe', () => {});
  return compileWasm(p.finish()) as Kernel;
}

interface Machine extends Plant {
  readonly seen: { torque: number; position: number; speed: number | undefined }[];
}

/** Stands at 5 m and moves at 3 m/s; its encoders say 4 and 2; what it was told is written down. */
function machine({ drives = true, speeds = true, late = 0 } = {}): Machine {
  const wrist: SensorPort = {
    name: 'wrist',
    kind: 'wrench',
    values: new Float64Array(6),
    age: new Float64Array([NEVER]),
    valid: new Float64Array(1),
  };
  const command: CommandPort = {
    position: new Float64Array(1),
    ...(speeds && { speed: new Float64Array(1) }),
  };
  const torque = new Float64Array(1);
  const travel = new Float64Array(1);
  const energy = {
    ...{ kinetic: 0, potential: 0, actuators: 0, pushes: [], viscous: 0, friction: 0, stops: 0, contact: 0 },
    ...(drives && { drives: 0 }),
    ...(late !== 0 && { late: 0 }),
  };
  const seen: Machine['seen'] = [];
  let time = 0;
  return {
    ...{ nq: 1, nv: 1, step: 0.1, order: 1, torque, travel, energy, seen, pushes: [] },
    q: new Float64Array([5]),
    v: new Float64Array([3]),
    encoders: { q: new Float64Array([4]), v: new Float64Array([2]) },
    sensors: [wrist],
    ...(drives && { command }),
    push: () => {},
    change: () => {},
    observe: () => {},
    reset: () => {},
    advance: (until) => {
      seen.push({ torque: torque[0], position: command.position[0], speed: command.speed?.[0] });
      travel[0] += 0.5;
      energy.actuators += 0.5 * (torque[0] + late);
      if (drives) energy.drives = (energy.drives ?? 0) + 7;
      if (late !== 0) energy.late = (energy.late ?? 0) + 0.5 * late;
      time = until;
      wrist.values[0] = 10 * time;
      wrist.age[0] = 0.02;
      wrist.valid[0] = 1;
    },
  };
}

const run = (plant: Plant, own = kernel()) => new Run({ kernel: own, plant, tick: 0.1, duration: 0.3 });

describe('what runs between kernel and plant', () => {
  it('is what encoders and sensors say at the tick, and commanded positions', () => {
    const plant = machine();
    run(plant).complete();
    expect(plant.seen).toEqual([
      { torque: 0.002, position: 5, speed: NEVER },
      { torque: 0.002 - 2, position: 5, speed: 0.02 },
      { torque: 0.002 - 4, position: 5, speed: 0.02 },
    ]);
  });

  it('leaves out speeds that the drives do not take, and sensors that nobody reads', () => {
    const plant = machine({ speeds: false });
    run(plant).complete();
    expect(plant.seen.map(({ position, speed }) => [position, speed])).toEqual(
      Array.from({ length: 3 }, () => [5, undefined]),
    );
    const deaf = new ProgramBuilder('deaf');
    for (const name of ['time', 'period', 'q', 'v']) deaf.field({ name, region: 'inputs', unit: '' });
    for (const name of ['torque', 'position']) deaf.field({ name, region: 'outputs', unit: '' });
    for (const name of ['prepare', 'step', 'observe']) deaf.procedure(name, () => {});
    expect(run(machine(), compileWasm(deaf.finish()) as Kernel).complete().status).toBe('done');
  });

  it('is refused where it does not fit', () => {
    expect(() => run(machine(), kernel({ sensor: 'elbow' }))).toThrow(
      '"elbow" that the plant does not have; known: wrist',
    );
    expect(() => run(machine(), kernel({ entries: 3 }))).toThrow('3 entries of sensor.wrist, the plant 6');
    expect(() => run(machine(), kernel({ commands: false }))).toThrow(
      'follow positions, and the kernel commands none',
    );
    expect(() => run(machine({ drives: false }))).toThrow('the plant’s drives take torques');
  });

  it('is told apart in the ledger: the work of drives, and of torques that come late', () => {
    const line = (plant: Plant, kind: string, name: string) =>
      run(plant)
        .complete()
        .ledger.find((entry) => entry.kind === kind && entry.name === name)?.energy;
    expect(line(machine(), 'source', 'drives')).toBe(21);

    const held = -3 + 0.003;
    expect(line(machine(), 'sampling', 'sampling')).toBeCloseTo(held, 12);
    expect(line(machine({ late: 0.4 }), 'sampling', 'sampling')).toBeCloseTo(held + 0.6, 12);
    expect(line(machine({ late: 0.4 }), 'limits', 'limits')).toBeCloseTo(0, 12);
  });
});
