/** Controllers in plain TypeScript and benches to try them on. */
import { compileWasm, interpret, type Program, ProgramBuilder, view } from '../graph/index.js';
import type { Vec3 } from '../math/index.js';
import type { Kernel } from '../port/index.js';
import { BenchPlant } from './bench.js';
import type { BenchOptions } from './bench-options.js';
import { surfaceProgram } from './bench-surfaces.js';

export const x: Vec3<number> = [1, 0, 0];
export const y: Vec3<number> = [0, 1, 0];
export const z: Vec3<number> = [0, 0, 1];

/** A bench with its surfaces compiled. */
export function bench(options: BenchOptions): BenchPlant {
  const { surfaces = [] } = options;
  return new BenchPlant(options, surfaces.length === 0 ? undefined : compileWasm(surfaceProgram(surfaces)));
}

/** A wall whose surface is at x: all beyond it is solid. */
export const wall = (stiffness: number, at = 0, more: { damping?: number; friction?: number } = {}) => ({
  name: 'wall',
  kind: 'plane' as const,
  size: [],
  at: [at, 0, 0] as const,
  // Turns z into −x.
  attitude: [1, 0, -1, 0] as const,
  stiffness,
  ...more,
});

export const tip = { name: 'tool', at: [0, 0, 0] } as const;

/** What a controller of one axis sees. */
export interface Seen {
  readonly time: number;
  readonly x: number;
  readonly v: number;
  /** The first number of the sensor `wrist`, if it has one. */
  readonly force: number;
  readonly valid: number;
}

/** A kernel of one axis whose step is a function: of a torque, or of a position where it `commands` one. */
export function kernelOf(step: (seen: Seen) => number, commands = false, sensor = false): Kernel {
  const p = new ProgramBuilder('by_hand');
  for (const [name, unit] of [
    ['time', 's'],
    ['period', 's'],
    ['q', 'm'],
    ['v', 'm/s'],
  ] as const)
    p.field({ name, region: 'inputs', unit, ...((name === 'q' || name === 'v') && { labels: ['x'] }) });
  if (sensor) {
    p.field({ name: 'sensor.wrist', region: 'inputs', size: 6, unit: 'N' });
    p.field({ name: 'sensor.wrist.valid', region: 'inputs', unit: '' });
  }
  p.field({ name: 'torque', region: 'outputs', unit: 'N' });
  if (commands) p.field({ name: 'position', region: 'outputs', unit: 'm' });
  for (const name of ['prepare', 'step', 'observe']) p.procedure(name, () => {});
  const program: Program = p.finish();
  const made = interpret(program);
  const window = (name: string): Float64Array => view(made.layout, made.memory, name);
  const [time, q, v] = [window('time'), window('q'), window('v')];
  const force = sensor ? window('sensor.wrist') : new Float64Array(6);
  const valid = sensor ? window('sensor.wrist.valid') : new Float64Array(1);
  const out = window(commands ? 'position' : 'torque');
  return {
    layout: made.layout,
    memory: made.memory,
    run: {
      prepare: () => {},
      observe: () => {},
      step: () => {
        out[0] = step({ time: time[0], x: q[0], v: v[0], force: force[0], valid: valid[0] });
      },
    },
  };
}
