/**
 * The generalised force of a design at rest as a field over configurations: what its elements, uncompensated weight
 * and the joints' own springs pull with, −∂V/∂q where they have a potential V. No friction, no stops, no limits.
 */
import { bodiesStart, type Design, lawProgram, wholeDesign } from '../control/index.js';
import { compileWasm, type Executable, fieldOf, view } from '../graph/index.js';
import { add3, numbers, scale3, type Vec3 } from '../math/index.js';
import {
  configurationRate,
  difference,
  integrate,
  jointProperties,
  type Model,
  massMatrix,
  normalise,
  potentialEnergy,
  standardGravity,
} from '../model/index.js';
import {
  type Carried,
  carriedBy,
  motionProgram,
  type Surroundings,
  weightProgram,
} from './field-programs.js';

/** Of a joint itself: its torque is −k (q − rest). */
interface JointSpring {
  /** Entry of q. */
  readonly q: number;
  readonly k: number;
  readonly rest: number;
}

export class ForceField {
  readonly design: Design;
  /** Robot and virtual bodies as one. */
  readonly model: Model;
  /** The robot alone: its positions and velocities stand first. */
  readonly robot: Model;
  readonly surroundings: Surroundings;
  /** Acceleration of free fall that nothing compensates; undefined where there is none. */
  readonly weight: Vec3<number> | undefined;
  /** Acceleration of free fall that what the arm carries feels, which compensation of the arm's own weight leaves; undefined where there is none. */
  readonly fall: Vec3<number> | undefined;
  /** Names of the design's points on what moves. */
  readonly points: readonly string[];
  readonly springs: readonly string[];
  /** Elements that pull in the null space of others: those forces have no potential. */
  readonly projected: readonly string[];
  /** Entry of q of the spring of each entry of v; undefined without one. */
  readonly #springs: readonly (JointSpring | undefined)[];
  readonly #law: Executable;
  readonly #motion: () => Executable;
  readonly #time: Float64Array;
  readonly #q: Float64Array;
  readonly #v: Float64Array;
  readonly #torque: Float64Array;
  readonly #places: ReadonlyMap<string, Float64Array>;
  readonly #energies: readonly Float64Array[];
  readonly #own: Executable | undefined;
  readonly #carried: readonly Carried[];
  /** Accelerations of the virtual bodies. */
  readonly #bodies: Float64Array | undefined;

  constructor(design: Design, surroundings: Surroundings = {}) {
    const { model: robot } = design;
    const { model } = wholeDesign(design);
    this.design = design;
    this.model = model;
    this.robot = robot;
    this.surroundings = surroundings;
    const felt = surroundings.gravity ?? standardGravity;
    const held = design.compensate?.includes('gravity') ? (design.gravity ?? standardGravity) : [0, 0, 0];
    const weight = add3(numbers, felt, scale3(numbers, -1, held as Vec3<number>));
    this.weight = weight.some((g) => g !== 0) ? weight : undefined;
    this.points = design.points.filter(({ frame }) => frame !== undefined).map(({ name }) => name);
    this.springs = design.elements.filter(({ family }) => family === 'spring').map(({ name }) => name);
    this.projected = design.elements
      .filter(({ nullspaceOf, family }) => nullspaceOf !== undefined && family !== 'damper')
      .map(({ name }) => name);
    const own = jointProperties(robot);
    const { stiffness = own.stiffness, rest = own.rest } = surroundings.joints ?? {};
    this.#springs = stiffness.map((k, v) => {
      const body = robot.bodies.find((b) => b.nv === 1 && b.v === v);
      return k === 0 || body === undefined ? undefined : { q: body.q, k, rest: rest[v] };
    });
    const program = lawProgram(design);
    this.#law = compileWasm(program);
    const { layout, memory, run } = this.#law;
    run.prepare();
    const at = (name: string) => view(layout, memory, name);
    [this.#time, this.#q, this.#v, this.#torque] = [at('time'), at('q'), at('v'), at('torque')];
    this.#places = new Map(this.points.map((name) => [name, at(`${name}.position`)]));
    this.#energies = layout.fields
      .filter(({ region, name }) => region === 'observed' && (name.endsWith('.energy') || name === 'bodies'))
      .map(({ name }) => at(name));
    this.#bodies = design.bodies && at('acceleration');
    const { weight: pull } = this;
    this.#own = pull && compileWasm(weightProgram(robot, pull));
    this.fall = felt.some((g) => g !== 0) ? (felt as Vec3<number>) : undefined;
    const { fall } = this;
    this.#carried = carriedBy(robot, surroundings.payloads ?? [], fall);
    let motion: Executable | undefined;
    this.#motion = () => {
      motion ??= compileWasm(motionProgram(robot, surroundings, this.weight));
      return motion;
    };
  }

  get size(): number {
    return this.model.nv;
  }

  /** Robot and virtual bodies as they begin: the bodies' own start behind the robot's positions or velocities. */
  beginning(
    q: readonly number[],
    v?: readonly number[],
  ): { readonly q: readonly number[]; readonly v: readonly number[] } {
    const bodies = this.design.bodies && bodiesStart(this.design.bodies);
    return {
      q: [...q, ...(bodies?.q ?? [])],
      v: [...(v ?? new Array<number>(this.robot.nv).fill(0)), ...(bodies?.v ?? [])],
    };
  }

  /** Another value of an element's parameter, of as many numbers. */
  set(element: string, parameter: string, values: readonly number[]): void {
    const { layout, memory, run } = this.#law;
    view(layout, memory, `${element}.${parameter}`).set(values);
    run.prepare();
  }

  /** Present values of an element's parameter, and their unit. */
  parameter(element: string, parameter: string): { readonly values: number[]; readonly unit: string } {
    const { layout, memory } = this.#law;
    const { unit } = fieldOf(layout, `${element}.${parameter}`);
    return {
      values: [...view(layout, memory, `${element}.${parameter}`)],
      unit: typeof unit === 'string' ? unit : unit[0],
    };
  }

  /** Where points that move by themselves are looked at, s. */
  set time(t: number) {
    this.#time[0] = t;
  }

  /**
   * When all points that move by themselves have come to their end, s: after it they stand where they stood since.
   * Infinity where one never does.
   */
  still(): number {
    const moving = this.design.points.filter(({ motion }) => motion !== undefined).map(({ name }) => name);
    if (moving.length === 0) return 0;
    const before = this.#time[0];
    const at = (t: number) => {
      this.#time[0] = t;
      this.#law.run.read();
      const { layout, memory } = this.#law;
      return moving.flatMap((name) => [...view(layout, memory, `${name}.position`)]);
    };
    const late = 1e6;
    const ends = [1, 1.37, 1.618, 2].map((part) => at(part * late));
    let still = Number.POSITIVE_INFINITY;
    const same = (p: readonly number[]) => p.every((x, i) => Math.abs(x - ends[0][i]) < 1e-12);
    if (ends.every(same)) {
      let [moves, stands] = [0, late];
      if (same(at(0)) && same(at(1e-3))) stands = 0;
      for (let k = 0; k < 60 && stands - moves > 1e-6; k++) {
        const t = 0.5 * (moves + stands);
        if (same(at(t))) stands = t;
        else moves = t;
      }
      still = stands;
    }
    this.#time[0] = before;
    return still;
  }

  /** −∂V/∂q at rest (nv). */
  force(q: readonly number[]): number[] {
    this.#q.set(q);
    this.#v.fill(0);
    this.#law.run.law();
    const force = [...this.#torque];
    for (const [, own] of this.ownForces(q)) for (let i = 0; i < own.length; i++) force[i] += own[i];
    return force;
  }

  /** What of it is the robot's own: its uncompensated weight, and the springs in its joints (nv of the robot each). */
  ownForces(q: readonly number[]): (readonly [name: string, force: readonly number[]])[] {
    const parts: (readonly [string, readonly number[]])[] = [];
    if (this.#own !== undefined) {
      const { layout, memory, run } = this.#own;
      view(layout, memory, 'q').set(q.slice(0, this.robot.nq));
      run.weigh();
      parts.push(['weight', [...view(layout, memory, 'torque')].map((t) => -t)]);
    }
    for (const { name, weigh } of this.#carried) parts.push([`weight of ${name}`, this.#hanging(weigh, q)]);
    if (this.#springs.some((spring) => spring !== undefined)) {
      const pull = (s: JointSpring | undefined) => (s === undefined ? 0 : -s.k * (q[s.q] - s.rest));
      parts.push(['joint springs', this.#springs.map(pull)]);
    }
    return parts;
  }

  /** −∂force/∂q, the Hessian of V where there is one: row-major, symmetric part of the central differences. */
  hessian(q: readonly number[]): { readonly matrix: number[]; readonly curl: number } {
    const n = this.size;
    const raw = this.#differences(q);
    const matrix = raw.map((x, at) => 0.5 * (x + raw[(at % n) * n + (at - (at % n)) / n]));
    let [most, odd] = [0, 0];
    for (const [at, x] of raw.entries()) {
      most = Math.max(most, Math.abs(matrix[at]));
      odd = Math.max(odd, Math.abs(x - matrix[at]));
    }
    return { matrix, curl: most === 0 ? 0 : odd / most };
  }

  /** −∂force/∂q (row-major): the Hessian of a potential, unsymmetric where an element is projected. */
  slope(q: readonly number[]): number[] {
    return this.projected.length === 0 ? this.hessian(q).matrix : this.#differences(q);
  }

  /** Inertia of robot and virtual bodies that projections are made with, row-major; a body without any has a little. */
  inertia(q: readonly number[]): number[] {
    const M = massMatrix(numbers, this.model, q);
    const floor = 1e-9 * M.reduce((top, m) => Math.max(top, m), 0);
    return M.map((m, at) => (at % (this.size + 1) === 0 ? m + floor : m));
  }

  /** Joint torques that the projection of an element adds to its own (nv of the robot). */
  projection(element: string, q: readonly number[]): number[] {
    this.#observe(q);
    return [...view(this.#law.layout, this.#law.memory, `${element}.projection`)];
  }

  /** Energy stored by the elements, of the weight and in the joints' own springs, J. */
  energy(q: readonly number[]): number {
    this.#observe(q);
    let sum = this.#energies.reduce((total, [e]) => total + e, 0);
    if (this.weight !== undefined)
      sum += potentialEnergy(numbers, this.robot, q.slice(0, this.robot.nq), this.weight);
    for (const { alone } of this.#carried)
      sum += potentialEnergy(numbers, alone, q.slice(0, this.robot.nq), this.fall as Vec3<number>);
    for (const s of this.#springs) if (s !== undefined) sum += 0.5 * s.k * (q[s.q] - s.rest) ** 2;
    return sum;
  }

  /** What an element's coordinate reads at q. */
  reading(element: string, q: readonly number[]): number[] {
    this.#observe(q);
    return [...view(this.#law.layout, this.#law.memory, `${element}.value`)];
  }

  /** What an element's coordinate reads at q, the tension along it, and what it stores, J. */
  element(
    name: string,
    q: readonly number[],
  ): { value: number[]; tension: number[]; energy: number | undefined } {
    this.#observe(q);
    const { layout, memory } = this.#law;
    const at = (part: string) => [...view(layout, memory, `${name}.${part}`)];
    const stores = layout.fields.some((field) => field.name === `${name}.energy`);
    return { value: at('value'), tension: at('tension'), energy: stores ? at('energy')[0] : undefined };
  }

  /** ∂value/∂q of an element by central differences: a row for each entry of its reading. */
  readingJacobian(element: string, q: readonly number[]): number[][] {
    const h = 1e-6;
    const columns = Array.from({ length: this.size }, (_, j) => {
      const up = this.reading(element, this.#moved(q, j, h));
      const down = this.reading(element, this.#moved(q, j, -h));
      return up.map((x, i) => (x - down[i]) / (2 * h));
    });
    return columns[0].map((_, i) => columns.map((column) => column[i]));
  }

  /** Unit of what it reads. */
  unitOf(element: string): string {
    const { unit } = fieldOf(this.#law.layout, `${element}.value`);
    return typeof unit === 'string' ? unit : unit[0];
  }

  /** Where the points on what moves are in the world, m. */
  places(q: readonly number[]): Map<string, Vec3<number>> {
    this.#observe(q);
    return new Map([...this.#places].map(([name, [x, y, z]]) => [name, [x, y, z]]));
  }

  /** Rate of the state with all dampers, the joints' own too, but without friction: [q̇, v̇]. */
  rate(q: readonly number[], v: readonly number[], time: number): { rate: number[]; acceleration: number[] } {
    this.#time[0] = time;
    this.#q.set(q);
    this.#v.set(v);
    this.#law.run.law();
    const { layout, memory, run } = this.#motion();
    const { nq, nv } = this.robot;
    view(layout, memory, 'q').set(q.slice(0, nq));
    view(layout, memory, 'v').set(v.slice(0, nv));
    const torque = view(layout, memory, 'torque');
    torque.set(this.#torque.subarray(0, nv));
    this.#springs.forEach((spring, i) => {
      if (spring !== undefined) torque[i] -= spring.k * (q[spring.q] - spring.rest);
    });
    for (const { weigh } of this.#carried) {
      for (const [i, pull] of this.#hanging(weigh, q).entries()) torque[i] += pull;
    }
    run.move();
    return {
      rate: configurationRate(numbers, this.model, q, v),
      acceleration: [...view(layout, memory, 'acceleration'), ...(this.#bodies ?? [])],
    };
  }

  /** q after a step along v (nv). */
  move(q: readonly number[], step: readonly number[]): number[] {
    return integrate(numbers, this.model, q, step, 1);
  }

  /** The step that leads from one configuration to another (nv). */
  between(from: readonly number[], to: readonly number[]): number[] {
    return difference(numbers, this.model, from, to);
  }

  /** Attitudes brought to length 1. */
  unit(q: readonly number[]): number[] {
    return normalise(numbers, this.model, q);
  }

  /** Joint torques of what hangs on the arm (nv of the robot). */
  #hanging({ layout, memory, run }: Executable, q: readonly number[]): number[] {
    view(layout, memory, 'q').set(q.slice(0, this.robot.nq));
    run.weigh();
    return [...view(layout, memory, 'torque')].map((t) => -t);
  }

  /** −∂force/∂q by central differences, row-major. */
  #differences(q: readonly number[]): number[] {
    const n = this.size;
    const h = 1e-5;
    const raw = new Array<number>(n * n);
    for (let j = 0; j < n; j++) {
      const up = this.force(this.#moved(q, j, h));
      const down = this.force(this.#moved(q, j, -h));
      for (let i = 0; i < n; i++) raw[i * n + j] = (down[i] - up[i]) / (2 * h);
    }
    return raw;
  }

  #moved(q: readonly number[], entry: number, by: number): number[] {
    const step = new Array<number>(this.size).fill(0);
    step[entry] = by;
    return this.move(q, step);
  }

  #observe(q: readonly number[]): void {
    this.#q.set(q);
    this.#v.fill(0);
    this.#law.run.read();
  }
}
