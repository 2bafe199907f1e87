/** The control step of the bench, with limits and ledger, on its arm in a run that is kept in motion. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { controlProgram, type Design } from 'pliant/control';
import { compileWasm } from 'pliant/graph';
import { rigidPlant, rigidProgram } from 'pliant/plant';
import type { Kernel } from 'pliant/port';
import { type Listener, Run, type RunEvent } from 'pliant/run';
import { checkout } from '../folders.js';
import { chance, vector } from '../made-robots.js';

export interface BenchRunOptions {
  /** Coulomb friction of every joint, N m. */
  readonly coulomb: number;
  /** s. */
  readonly duration: number;
  readonly listeners?: readonly Listener[];
  /** Which fields the kernel observes; all by default. */
  readonly observe?: (field: string) => boolean;
}

interface Problem {
  readonly design: Design;
  readonly q: readonly number[];
  readonly v: readonly number[];
}

/** tick = step = 1 ms; limits on force, torque and torque rate; stops; a push of 10 N twice a second. */
export async function benchRun(options: BenchRunOptions): Promise<Run> {
  const { coulomb, duration, listeners = [], observe = () => true } = options;
  const bench = pathToFileURL(join(checkout, 'bench/dist/problem.js')).href;
  const { design, q, v } = ((await import(bench)) as { benchProblem(): Problem }).benchProblem();
  const { model } = design;
  const each = (size: number): number[] => new Array<number>(model.nv).fill(size);
  const limits = {
    force: [{ at: 'tool', norm: 60 }],
    torque: { most: model.bodies.map((body) => body.limits?.effort ?? 80) },
    torqueRate: { most: each(5e3) },
  };
  const kernel = compileWasm(controlProgram({ ...design, limits }, { observe })) as Kernel;
  const program = rigidProgram(model, {
    step: 1e-3,
    joints: { coulomb: each(coulomb), damping: each(0.2) },
    pushes: [{ name: 'hand', frame: 'tool' }],
  });
  const plant = rigidPlant(compileWasm(program));
  plant.reset(q, v);
  const next = chance(4);
  const events = Array.from({ length: Math.floor(2 * duration) }, (_, i): RunEvent => {
    const [x, y, z] = vector(next, 3, 10);
    return { kind: 'push', at: i / 2, push: 'hand', wrench: [x, y, z, 0, 0, 0], for: 0.25 };
  });
  return new Run({ kernel, plant, tick: 1e-3, duration, events, listeners });
}

/** Wall milliseconds that a run takes for `seconds` of its own. */
export function stretch(run: Run, seconds: number): number {
  const start = performance.now();
  const status = run.advance(seconds);
  const time = performance.now() - start;
  if (status !== 'running') throw new Error(`the run is ${status}`);
  return time;
}
