/** Designs as kernels, and the arms that cases of laws are about. */
import { controlProgram, type Design, type Fault, faults } from 'pliant/control';
import { compileJavaScript, type Executable, type Field, view } from 'pliant/graph';
import { type Model, modelOf } from 'pliant/model';
import { describe } from 'pliant/problem';
import { type BenchAxis, benchRobot, type Robot } from 'pliant/robot';
import { joint, link, pose, robot } from '../made-robots.js';
import { modelOfRobot } from '../robots.js';
import type { Three } from './case.js';

/** A design's kernel, alone. `again` makes it as it was built, so that many runs share one. */
export class CaseKernel {
  readonly #program: Executable;
  readonly #fresh: readonly number[];
  readonly period: number;
  time = 0;

  constructor(design: Design) {
    this.period = design.period;
    this.#program = compileJavaScript(controlProgram(design));
    this.#fresh = [...this.#program.memory];
    this.again();
  }

  again(): this {
    this.#program.memory.set(this.#fresh);
    this.at('period')[0] = this.period;
    this.#program.run.prepare();
    this.time = 0;
    return this;
  }

  at(field: string): Float64Array {
    return view(this.#program.layout, this.#program.memory, field);
  }

  has(field: string): boolean {
    return this.#program.layout.fields.some(({ name }) => name === field);
  }

  /** What is configured. */
  get parameters(): readonly Field[] {
    return this.#program.layout.fields.filter(({ region }) => region === 'parameters');
  }

  numbers(field: string): number[] {
    return [...this.at(field)];
  }

  set(field: string, ...values: number[]): this {
    this.at(field).set(values);
    this.#program.run.prepare();
    return this;
  }

  /** A good reading. */
  feel(sensor: string, ...wrench: number[]): void {
    this.at(`sensor.${sensor}`).set([...wrench, 0, 0, 0, 0, 0, 0].slice(0, 6));
    this.at(`sensor.${sensor}.valid`)[0] = 1;
    this.at(`sensor.${sensor}.age`)[0] = 0;
  }

  /** A step with this joint state; without one, with joints that are where the servo commands them. */
  step(q?: readonly number[], v?: readonly number[]): void {
    if (q !== undefined) this.at('q').set(q);
    else if (this.at('servo.started')[0] === 1) {
      this.at('q').set(this.numbers('servo.q'));
      this.at('v').set(this.numbers('servo.v'));
    }
    if (v !== undefined) this.at('v').set(v);
    this.at('time')[0] = this.time;
    this.#program.run.step();
    this.time += this.at('period')[0];
  }

  get fault(): Fault {
    return faults[this.at('fault')[0]];
  }

  /** Whether all that it carries and says is a number. */
  get finite(): boolean {
    return this.#program.layout.fields.every(
      ({ name, region }) =>
        (region !== 'state' && region !== 'outputs') || this.numbers(name).every(Number.isFinite),
    );
  }
}

/** What is made when it is first asked for, and kept. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A point mass on rails. */
export function rails(axes: readonly BenchAxis[], mass: number): Model {
  const { value, problems } = modelOf(benchRobot('rails', { axes, mass }));
  if (value === undefined) throw new Error(problems.map(describe).join('\n'));
  return value;
}

/** A tool on rails whose drives follow the command, with a sensor on it. */
export function onRails(more: Partial<Design>, axes: readonly BenchAxis[] = ['x'], mass = 2): Design {
  return {
    name: 'rails',
    model: rails(axes, mass),
    period: 1e-3,
    points: [{ name: 'tool', frame: 'tool' }],
    elements: [],
    sensors: [{ name: 'wrist', at: 'tool' }],
    servo: { at: 'tool', follow: { kind: 'drive' } },
    ...more,
  };
}

/** One link of a chain: its joint in the link before, and what it weighs. */
export interface Part {
  readonly type?: 'revolute' | 'continuous' | 'prismatic' | 'fixed';
  readonly axis?: Three;
  readonly xyz?: Three;
  readonly rpy?: Three;
  readonly mass?: number;
  /** Of the mass, which is a point without `moment`. */
  readonly centre?: Three;
  /** About every axis through the centre of mass. */
  readonly moment?: number;
}

/** A chain base, l1, l2 … with joints j1, j2 … */
export function chainOf(parts: readonly Part[]): Robot {
  const links = parts.map(({ mass, centre = [0, 0, 0], moment: m = 0 }, i) =>
    link(`l${i + 1}`, mass === undefined ? undefined : { mass, centre, inertia: [m, m, m, 0, 0, 0] }),
  );
  const joints = parts.map(({ type = 'continuous', axis = [0, 0, 1], xyz, rpy }, i) =>
    joint(`j${i + 1}`, type, i === 0 ? 'base' : `l${i}`, `l${i + 1}`, pose(xyz, rpy), axis),
  );
  return robot('chain', [link('base'), ...links], joints);
}

export const chainModel = (parts: readonly Part[]): Model => modelOfRobot(chainOf(parts));

/** Links of these lengths in a plane, a point mass at the end of each; the last frame, `tip`'s, is the end. */
export function planarArm(lengths: readonly number[], masses: readonly number[]): Part[] {
  return [
    ...lengths.map(
      (length, i): Part => ({
        xyz: [i === 0 ? 0 : lengths[i - 1], 0, 0],
        mass: masses[i],
        centre: [length, 0, 0],
      }),
    ),
    { type: 'fixed', xyz: [lengths[lengths.length - 1], 0, 0] },
  ];
}

/** Three slides and a wrist: forces at the wrist's centre are those of the slides. Turns: Rz(q4) Ry(q5) Rx(q6). */
export const gantry = once(() =>
  chainModel([
    { type: 'prismatic', axis: [1, 0, 0], mass: 1 },
    { type: 'prismatic', axis: [0, 1, 0], mass: 1 },
    { type: 'prismatic', axis: [0, 0, 1], mass: 1 },
    { axis: [0, 0, 1], mass: 0.5, moment: 0.02 },
    { axis: [0, 1, 0], mass: 0.5, moment: 0.02 },
    { axis: [1, 0, 0], mass: 0.5, moment: 0.02 },
  ]),
);

export const gantryTool = 'l6';
