/** A tool on one axis of a bench, with laws of the toolkit, run to its end: what the models of this room are made of. */
import {
  controlProgram,
  type Design,
  designProblems,
  type LawDesign,
  type ServoDesign,
} from '../control/index.js';
import { compileWasm } from '../graph/index.js';
import { modelOf } from '../model/index.js';
import { type BenchOptions, BenchPlant, surfaceProgram } from '../plant/index.js';
import type { Kernel } from '../port/index.js';
import { describe, hasErrors } from '../problem/index.js';
import { Collector, seriesOf } from '../record/index.js';
import { benchRobot } from '../robot/index.js';
import { Run } from '../run/index.js';

/** Axes of sensor and tool are those of the world. */
const upright = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const origin = [0, 0, 0] as const;

export interface BenchTrial {
  /** kg. */
  readonly mass: number;
  /** Where the tool begins, at rest, m; 0 by default. */
  readonly start?: number;
  /** Of the controller and of the plant, s. */
  readonly tick: number;
  readonly step: number;
  readonly duration: number;
  /** Ticks from a sample to the next; 1 by default. */
  readonly every?: number;
  readonly drive: BenchOptions['drive'];
  /** A wall whose surface is at x; beyond it all is solid. */
  readonly wall?: { readonly stiffness: number; readonly at: number };
  /** A force that pushes the tool: rows of a time, s, and a force, N. */
  readonly pushed?: readonly (readonly [number, number])[];
  /** A sensor `wrist` on the tool, with so many Hz; the delay in s, noise and bias of its force along x in N. */
  readonly sensor?: {
    readonly rate: number;
    readonly delay?: number;
    readonly noise?: number;
    readonly bias?: number;
  };
  readonly seed?: number;
  /** A point `goal` that goes from where the tool begins by so much, m, at a speed, m/s, from a time on, s. */
  readonly goal?: { readonly by: number; readonly speed: number; readonly from?: number };
  readonly elements?: Design['elements'];
  readonly law?: LawDesign;
  /** Channels of what the law says, besides force, place and speed. */
  readonly says?: readonly string[];
  readonly servo?: ServoDesign;
}

/** Samples at even times; of a tick before its step. */
export interface Trace {
  /** s. */
  readonly time: Float64Array;
  /** Of the tool on the wall, N; empty without one. */
  readonly force: Float64Array;
  /** m, m/s. */
  readonly place: Float64Array;
  readonly speed: Float64Array;
  /** First entry of a channel of `says`. */
  readonly said: (channel: string) => Float64Array;
}

/** A compiled controller, and its memory as it was before the first step. */
interface Fresh {
  readonly kernel: Kernel;
  readonly memory: Float64Array;
}

/** Controllers that were compiled for designs, by all that is in them. */
export type Kernels = Map<string, Fresh>;

function kernelOf(design: Design, mass: number, kernels: Kernels): Kernel {
  const { model: _, ...rest } = design;
  const key = JSON.stringify([mass, rest]);
  const known = kernels.get(key);
  if (known !== undefined) {
    known.kernel.memory.set(known.memory);
    return known.kernel;
  }
  const problems = designProblems(design);
  if (hasErrors(problems)) throw new Error(problems.map(describe).join('\n'));
  const kernel = compileWasm(controlProgram(design)) as Kernel;
  kernels.set(key, { kernel, memory: kernel.memory.slice() });
  return kernel;
}

/** Runs it to its end. Throws where its design has errors, or a guard or a divergence ends it. */
export function benchRun(trial: BenchTrial, kernels: Kernels = new Map()): Trace {
  const { mass, start = 0, tick, step, duration, every = 1, drive, wall, sensor, goal, law, servo } = trial;
  const { value: model } = modelOf(benchRobot('bench', { axes: ['x'], mass }));
  if (model === undefined) throw new Error('figures: a bench without a model');
  const design: Design = {
    name: 'bench',
    model,
    period: tick,
    gravity: origin,
    points: [
      { name: 'tool', frame: 'tool' },
      ...(goal === undefined
        ? []
        : [
            {
              name: 'goal',
              at: [start, 0, 0] as const,
              motion: {
                along: 'line',
                parameters: { by: [goal.by, 0, 0], speed: [goal.speed], from: [goal.from ?? 0] },
              },
            },
          ]),
    ],
    elements: trial.elements ?? [],
    ...(sensor === undefined ? {} : { sensors: [{ name: 'wrist', at: 'tool' }] }),
    ...(law === undefined ? {} : { laws: [law] }),
    ...(servo === undefined ? {} : { servo }),
  };
  const surfaces =
    wall === undefined
      ? []
      : [
          {
            name: 'wall',
            kind: 'plane' as const,
            size: [],
            at: [wall.at, 0, 0] as const,
            // Turns z into −x.
            attitude: [1, 0, -1, 0] as const,
            stiffness: wall.stiffness,
          },
        ];
  const along = (x: number): number[] => [x, 0, 0, 0, 0, 0];
  const plant = new BenchPlant(
    {
      step,
      axes: [[1, 0, 0]],
      mass,
      drive,
      surfaces,
      places: [{ name: 'tool', at: origin }],
      ...(trial.pushed === undefined ? {} : { signal: trial.pushed }),
      seed: trial.seed ?? 0,
      ...(sensor === undefined
        ? {}
        : {
            sensors: [
              {
                name: 'wrist',
                rate: sensor.rate,
                delay: sensor.delay ?? 0,
                noise: along(sensor.noise ?? 0),
                bias: along(sensor.bias ?? 0),
                at: origin,
                rotation: upright,
              },
            ],
          }),
    },
    wall === undefined ? undefined : compileWasm(surfaceProgram(surfaces)),
  );
  plant.reset([start], [0]);
  const wanted = ['joints.position', 'joints.velocity', 'contact.wall.force', ...(trial.says ?? [])];
  const collector = new Collector();
  const run = new Run({
    kernel: kernelOf(design, mass, kernels),
    plant,
    tick,
    duration,
    listeners: [{ sink: collector, every, takes: ({ name }) => wanted.includes(name) }],
  });
  const { status, faults } = run.complete();
  if (status !== 'done' || faults.length > 0) throw new Error(`figures: the run of a bench ended ${status}`);
  const all = collector.series();
  const first = (name: string): Float64Array => seriesOf(all, name).columns[0];
  return {
    time: seriesOf(all, 'joints.position').time,
    force: wall === undefined ? new Float64Array(0) : first('contact.wall.force'),
    place: first('joints.position'),
    speed: first('joints.velocity'),
    said: first,
  };
}
