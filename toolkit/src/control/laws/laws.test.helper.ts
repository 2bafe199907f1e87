/** Designs with laws on benches and small arms, and a kernel to run them with. */
import { compileWasm, type Executable, ProgramBuilder, view } from '../../graph/index.js';
import { forwardDynamics, type Model, modelOf } from '../../model/index.js';
import { type BenchAxis, benchRobot } from '../../robot/index.js';
import { controlProgram, type Design, type ProgramOptions } from '../index.js';

/** A mass on rails. */
export function rails(axes: readonly BenchAxis[] = ['x'], mass = 2): Model {
  const { value } = modelOf(benchRobot('bench', { axes, mass }));
  if (value === undefined) throw new Error('no model');
  return value;
}

/** A bench whose drives follow the command, with a sensor on the tool. */
export function bench(more: Partial<Design>, axes: readonly BenchAxis[] = ['x']): Design {
  return {
    name: 'bench',
    model: rails(axes),
    period: 1e-3,
    points: [{ name: 'tool', frame: 'tool' }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    servo: { at: 'tool', follow: { kind: 'drive' } },
    ...more,
  };
}

/** Accelerations of an arm without gravity under joint torques, compiled. */
export function compiledDynamics(
  model: Model,
): (q: readonly number[], v: readonly number[], torque: readonly number[]) => number[] {
  const p = new ProgramBuilder('dynamics');
  const field = (name: string, region: 'inputs' | 'outputs', size: number) =>
    p.field({ name, region, size, unit: '' });
  const q = field('q', 'inputs', model.nq);
  const v = field('v', 'inputs', model.nv);
  const torque = field('torque', 'inputs', model.nv);
  const acceleration = field('acceleration', 'outputs', model.nv);
  const none = p.graph.constant(0);
  p.procedure('step', () => {
    const [at, rate, tau] = [p.loadAll(q), p.loadAll(v), p.loadAll(torque)];
    p.storeAll(acceleration, forwardDynamics(p.graph, model, at, rate, tau, [none, none, none]));
  });
  const { layout, memory, run } = compileWasm(p.finish());
  const window = (name: string) => view(layout, memory, name);
  return (...given) => {
    ['q', 'v', 'torque'].forEach((name, i) => {
      window(name).set(given[i]);
    });
    run.step();
    return [...window('acceleration')];
  };
}

export class LawKernel {
  readonly #program: Executable;
  readonly model: Model;
  readonly period: number;
  time = 0;
  readonly #fresh: Float64Array;

  constructor(design: Design, options: ProgramOptions = {}) {
    this.model = design.model;
    this.period = design.period;
    this.#program = compileWasm(controlProgram(design, options));
    this.view('period')[0] = design.period;
    this.#fresh = this.#program.memory.slice();
    this.#program.run.prepare();
  }

  /** The kernel as it was made, for another run without compiling it again. */
  again(): this {
    this.#program.memory.set(this.#fresh);
    this.#program.run.prepare();
    this.time = 0;
    return this;
  }

  has(field: string): boolean {
    return this.#program.layout.fields.some(({ name }) => name === field);
  }

  view(field: string): Float64Array {
    return view(this.#program.layout, this.#program.memory, field);
  }

  numbers(field: string): number[] {
    return [...this.view(field)];
  }

  set(field: string, ...values: number[]): void {
    this.view(field).set(values);
    this.#program.run.prepare();
  }

  /** Gives the sensor a good reading. */
  feel(sensor: string, ...wrench: number[]): void {
    this.view(`sensor.${sensor}`).set([...wrench, 0, 0, 0, 0, 0, 0].slice(0, 6));
    this.view(`sensor.${sensor}.valid`)[0] = 1;
    this.view(`sensor.${sensor}.age`)[0] = 0;
  }

  /** A step with this joint state; without one, with the joints where the servo commands them. */
  step(q?: readonly number[], v?: readonly number[]): void {
    if (q !== undefined) this.view('q').set(q);
    else if (this.has('servo.q') && this.view('servo.started')[0] === 1) {
      this.view('q').set(this.numbers('servo.q'));
      this.view('v').set(this.numbers('servo.v'));
    }
    if (v !== undefined) this.view('v').set(v);
    this.view('time')[0] = this.time;
    this.#program.run.step();
    this.time += this.period;
  }

  /** The state region, to see whether all of it is finite. */
  finite(): boolean {
    return this.#program.layout.fields.every(
      ({ name, region }) =>
        (region !== 'state' && region !== 'outputs') || this.numbers(name).every(Number.isFinite),
    );
  }
}
