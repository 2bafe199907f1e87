/**
 * The bench: one tool mass in one to three axes against surfaces, its motor with a force limit or an inner position loop, a
 * flexible mode between motor and tool, springs in line before what it touches, a force sensor, a recorded force.
 *
 * A step of h from the state x, v at its start, all forces as they are there (contacts: bench-surfaces.ts):
 *
 *     force drive           m v⁺ = m v + h (u + F + m g)                     u: the command of `delay` ago, within ± the limit
 *     position drive        v⁺ = v + h (ωₙ² (x_c − x) − 2 ζ ωₙ v [+ F/m])
 *     exact drive           v⁺ such that x is x_c at the end of the tick
 *     then                  x⁺ = x + h v⁺
 *
 * with F the contacts, pushes and the recorded force on the tool. The position and the exact drive carry the weight. With a
 * flexible mode the mass is m₁ (motor) and m₂ (tool), joined by k and c = 2 ζ √(k m₁m₂/(m₁ + m₂)); F acts on m₂, the joints'
 * positions are the motor's, and F of the drive is what the spring hands on.
 *
 * Friction of a surface is an impulse of at most h μ N against the tool's sliding, no more than stops it: it sticks exactly.
 * A tool that its drive does not let be pushed (exact, or a position drive that does not yield, without a flexible mode)
 * feels it and goes on.
 *
 * Energies are sums over steps: of forces on the mean velocity of the step, which is what their impulses give; of the
 * motor's force along h v⁺, which is the joints' travel.
 */
import type { Executable } from '../graph/index.js';
import type { CommandPort, Plant, PlantEnergy, PlantReading, SensorPort } from '../port/index.js';
import { BenchDriveState } from './bench-drive.js';
import { BenchEnergies } from './bench-energies.js';
import { BenchFeel } from './bench-feel.js';
import { rub } from './bench-friction.js';
import type { BenchOptions } from './bench-options.js';
import { benchReadings, type Recorded } from './bench-readings.js';
import { RecordedSignal } from './bench-signal.js';
import { Surfaces } from './bench-surfaces.js';
import { Encoders } from './encoders.js';
import { SensorBank } from './sensors.js';

const TWO_PI = 6.283185307179586;

/** The place in the list of pushes that is the recorded force. */
const RECORDED = 'recorded force';

export class BenchPlant implements Plant {
  readonly nq: number;
  readonly nv: number;
  readonly step: number;
  readonly order = 1;
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torque: Float64Array;
  readonly travel: Float64Array;
  readonly energy: PlantEnergy;
  readonly pushes: readonly string[];
  readonly readings: readonly PlantReading[];
  readonly sensors: readonly SensorPort[];
  readonly encoders: Encoders | undefined;
  readonly command: CommandPort | undefined;
  readonly #options: BenchOptions;
  /** Steps done since the reset. */
  #steps = 0;
  /** Of the motor and the tool, kg; without a flexible mode both are all of it. */
  readonly #motorMass: number;
  readonly #toolMass: number;
  readonly #flexible: boolean;
  readonly #stiffness: number;
  readonly #damping: number;
  /** Whether forces on the tool move it. */
  readonly #free: boolean;
  /** Position and velocity of the tool: those of the motor without a flexible mode. */
  readonly #y: Float64Array;
  readonly #w: Float64Array;
  /** Velocities at the start of the step; acceleration of the tool in the last one. */
  readonly #vBefore: Float64Array;
  readonly #wBefore: Float64Array;
  readonly #acceleration: Float64Array;
  /** Forces along the axes: of contacts, of friction in the last step, of each push, and of all pushes and the record. */
  readonly #pressing: Float64Array;
  readonly #rubbing: Float64Array;
  readonly #pushing: readonly Float64Array[];
  readonly #outer: Float64Array;
  readonly #wrenches: readonly Float64Array[];
  #pushed = false;
  readonly #gravity: Float64Array;
  readonly #worldGravity: Float64Array;
  readonly #signal: RecordedSignal | undefined;
  readonly #surfaces: Surfaces | undefined;
  readonly #rough: boolean;
  /** In world axes: how far the tool was moved, its velocity. */
  readonly #moved = new Float64Array(3);
  readonly #speed = new Float64Array(3);
  readonly #drive: BenchDriveState;
  readonly #energies: BenchEnergies;
  readonly #bank: SensorBank;
  readonly #recorded: Recorded;

  /** `surfaces`: an executable of {@link surfaceProgram} of `options.surfaces`, where there are any. */
  constructor(options: BenchOptions, surfaces?: Executable) {
    const { axes, mass, step, flexible, drive } = options;
    const n = axes.length;
    const numbers = (): Float64Array => new Float64Array(n);
    this.#options = options;
    this.nq = n;
    this.nv = n;
    this.step = step;
    this.q = numbers();
    this.v = numbers();
    this.torque = numbers();
    this.travel = numbers();
    this.#flexible = flexible !== undefined;
    this.#motorMass = flexible === undefined ? mass : mass * flexible.share;
    this.#toolMass = flexible === undefined ? mass : mass * (1 - flexible.share);
    const reduced = (this.#motorMass * this.#toolMass) / mass;
    const rate = TWO_PI * (flexible?.frequency ?? 0);
    this.#stiffness = rate * rate * reduced;
    this.#damping = 2 * (flexible?.ratio ?? 0) * rate * reduced;
    this.#free = this.#flexible || drive.kind === 'force' || (drive.kind === 'position' && drive.yields);
    this.#y = this.#flexible ? numbers() : this.q;
    this.#w = this.#flexible ? numbers() : this.v;
    this.#vBefore = numbers();
    this.#wBefore = numbers();
    this.#acceleration = numbers();
    this.#pressing = numbers();
    this.#rubbing = numbers();
    const places = options.pushes ?? [];
    this.#wrenches = places.map(() => new Float64Array(6));
    this.#pushing = places.map(numbers);
    this.#outer = numbers();
    this.#signal = options.signal && new RecordedSignal(options.signal, n);
    this.pushes = [...places.map(({ name }) => name), ...(this.#signal === undefined ? [] : [RECORDED])];
    this.#worldGravity = Float64Array.from(options.gravity ?? [0, 0, 0]);
    this.#gravity = numbers();
    this.#weigh();
    const touched = options.surfaces ?? [];
    const touching = options.places ?? [];
    const series = Object.values(options.series ?? {});
    this.#surfaces =
      surfaces === undefined || touched.length === 0 || touching.length === 0
        ? undefined
        : new Surfaces(surfaces, touched, touching, series);
    this.#rough = this.#surfaces !== undefined && touched.some(({ friction }) => friction !== undefined);
    this.#drive = new BenchDriveState(drive, step, n);
    this.command = drive.kind === 'force' ? undefined : { position: this.#drive.told };
    this.#energies = new BenchEnergies(
      drive.kind === 'force',
      this.#flexible,
      this.#rough,
      this.pushes.length,
    );
    this.energy = this.#energies;
    this.encoders = options.encoders && new Encoders(options.encoders, this.q, this.v);
    const feel = new BenchFeel(options, this.#surfaces, {
      wrenches: this.#wrenches,
      recorded: this.#signal?.force ?? numbers(),
      acceleration: this.#acceleration,
      gravity: this.#worldGravity,
    });
    const sensors = options.sensors ?? [];
    this.#bank = new SensorBank(sensors, step, options.seed ?? 0, (index, felt) => {
      this.#touch(0);
      this.#signal?.at(this.#steps * this.step);
      feel.feel(sensors[index], felt);
    });
    this.sensors = this.#bank.ports;
    this.#recorded = benchReadings(options, this.#surfaces, this.#flexible);
    this.readings = [...this.#recorded.readings, ...this.#bank.readings];
    this.reset(this.q, this.v);
  }

  push(push: number, wrench: ArrayLike<number> | undefined): void {
    if (this.#wrenches[push] === undefined) {
      throw new Error(`bench: no push number ${push}; there are ${this.#wrenches.length}`);
    }
    if (wrench === undefined) this.#wrenches[push].fill(0);
    else this.#wrenches[push].set(wrench);
    const { axes } = this.#options;
    this.#pushed = false;
    for (let p = 0; p < this.#wrenches.length; p++) {
      const force = this.#wrenches[p];
      for (let i = 0; i < this.nv; i++) {
        const [x, y, z] = axes[i];
        this.#pushing[p][i] = x * force[0] + y * force[1] + z * force[2];
        if (this.#pushing[p][i] !== 0) this.#pushed = true;
      }
    }
    if (!this.#pushed) this.#outer.fill(0);
  }

  /** `gravity` (3), `drive.limit`, parameters of surfaces (`solid.<name>.…`) and of sensors (`sensor.<name>.…`). */
  change(parameter: string, values: ArrayLike<number>): void {
    if (parameter === 'gravity' && values.length === 3) {
      this.#worldGravity.set(values);
      this.#weigh();
      return;
    }
    if (parameter === 'drive.limit' && values.length === 1) {
      this.#drive.limit = values[0];
      return;
    }
    if (this.#bank.change(parameter, values) || this.#surfaces?.change(parameter, values) === true) return;
    const known = ['gravity', 'drive.limit', ...(this.#surfaces?.parameters ?? []), ...this.#bank.parameters];
    throw new Error(
      `bench: no parameter ${JSON.stringify(parameter)} of ${values.length} entries; known: ${known.join(', ')}`,
    );
  }

  advance(until: number): void {
    const end = Math.floor(until / this.step + 0.5);
    const begun = this.#steps;
    if (end <= begun) return;
    this.#drive.begin(this.q, end - begun);
    while (this.#steps < end) {
      this.#advanceStep();
      this.#steps++;
      if (this.#steps === end) this.#drive.end(this.q);
      if (this.#steps === this.#bank.next) this.#bank.sample(this.#steps);
    }
    this.#bank.settle(this.#steps * this.step);
    this.encoders?.say((end - begun) * this.step);
  }

  observe(): void {
    this.#touch(0);
    const { axes } = this.#options;
    const gravity = this.#gravity;
    let kinetic = 0;
    let potential = 0;
    let elastic = 0;
    for (let i = 0; i < axes.length; i++) {
      const y = this.#y[i];
      const w = this.#w[i];
      kinetic += 0.5 * this.#toolMass * w * w;
      potential -= this.#toolMass * gravity[i] * y;
      if (!this.#flexible) continue;
      const v = this.v[i];
      const stretch = y - this.q[i];
      kinetic += 0.5 * this.#motorMass * v * v;
      potential -= this.#motorMass * gravity[i] * this.q[i];
      elastic += 0.5 * this.#stiffness * stretch * stretch;
    }
    this.#energies.take(kinetic, potential, elastic);
    this.#recorded.write(this.#y, this.#w, this.#drive.force);
  }

  reset(q: ArrayLike<number>, v: ArrayLike<number>): void {
    if (q.length !== this.nq || v.length !== this.nv) {
      throw new Error(`bench: a state has ${this.nq} + ${this.nv} entries, got ${q.length} + ${v.length}`);
    }
    this.q.set(q);
    this.v.set(v);
    this.#y.set(this.q);
    this.#w.set(this.v);
    for (const array of [this.torque, this.travel, this.#acceleration, this.#rubbing]) array.fill(0);
    for (let i = 0; i < this.#wrenches.length; i++) this.push(i, undefined);
    this.#steps = 0;
    this.#signal?.reset();
    this.#surfaces?.reset();
    this.#drive.reset(this.q);
    this.#energies.reset();
    this.#bank.reset();
    if (this.#bank.next === 0) this.#bank.sample(0);
    this.#bank.settle(0);
    this.encoders?.say(0);
    this.observe();
  }

  #weigh(): void {
    const [gx, gy, gz] = this.#worldGravity;
    const { axes } = this.#options;
    for (let i = 0; i < axes.length; i++)
      this.#gravity[i] = axes[i][0] * gx + axes[i][1] * gy + axes[i][2] * gz;
  }

  /** Contacts at the present state; `h` as of {@link Surfaces.press}. */
  #touch(h: number): void {
    const surfaces = this.#surfaces;
    if (surfaces === undefined) return;
    const { axes } = this.#options;
    const moved = this.#moved.fill(0);
    const speed = this.#speed.fill(0);
    for (let i = 0; i < axes.length; i++) {
      for (let k = 0; k < 3; k++) {
        moved[k] += axes[i][k] * this.#y[i];
        speed[k] += axes[i][k] * this.#w[i];
      }
    }
    surfaces.press(moved, speed, h);
    const { load, normal } = surfaces;
    for (let i = 0; i < axes.length; i++) {
      const [x, y, z] = axes[i];
      let force = 0;
      for (let c = 0; c < load.length; c++) {
        if (load[c] === 0) continue;
        force += load[c] * (x * normal[3 * c] + y * normal[3 * c + 1] + z * normal[3 * c + 2]);
      }
      this.#pressing[i] = force;
    }
  }

  #advanceStep(): void {
    const { q, v, step: h } = this;
    const n = q.length;
    const y = this.#y;
    const w = this.#w;
    const outer = this.#outer;
    const flexible = this.#flexible;
    const motor = this.#motorMass;
    const tool = this.#toolMass;
    this.#touch(h);
    this.#push(this.#steps * h);
    this.#drive.turn(this.torque, this.#steps);
    for (let i = 0; i < n; i++) {
      this.#vBefore[i] = v[i];
      this.#wBefore[i] = w[i];
      const on = this.#pressing[i] + outer[i];
      // What the spring does to the motor; without one the tool's forces are the motor's.
      const spring = flexible ? this.#stiffness * (y[i] - q[i]) + this.#damping * (w[i] - v[i]) : on;
      v[i] += h * this.#drive.acceleration(i, q[i], v[i], motor, spring, this.#gravity[i], h);
      if (flexible) w[i] += (h * (on - spring + tool * this.#gravity[i])) / tool;
    }
    if (this.#rough && this.#surfaces !== undefined)
      rub(this.#surfaces, this.#options.axes, tool, w, this.#free, this.#speed, this.#rubbing, h);
    for (let i = 0; i < n; i++) {
      q[i] += h * v[i];
      this.travel[i] += h * v[i];
      if (flexible) y[i] += h * w[i];
      this.#acceleration[i] = (w[i] - this.#wBefore[i]) / h;
      this.#account(i, h);
    }
  }

  /** Pushes and the record at a time, along the axes. */
  #push(time: number): void {
    const signal = this.#signal;
    if (!this.#pushed && signal === undefined) return;
    const outer = this.#outer.fill(0);
    for (let p = 0; p < this.#pushing.length; p++)
      for (let i = 0; i < outer.length; i++) outer[i] += this.#pushing[p][i];
    if (signal === undefined) return;
    signal.at(time);
    for (let i = 0; i < outer.length; i++) outer[i] += signal.force[i];
  }

  /** What the step gave and took along an axis. */
  #account(i: number, h: number): void {
    const sums = this.#energies.sums;
    const v = this.v[i];
    const mean = 0.5 * (this.#wBefore[i] + this.#w[i]);
    const pressing = this.#pressing[i];
    const rubbing = this.#rubbing[i];
    sums.contact += h * pressing * mean;
    sums.rubbed -= h * rubbing * mean;
    for (let p = 0; p < this.#pushing.length; p++) sums.pushes[p] += h * this.#pushing[p][i] * mean;
    if (this.#signal !== undefined) sums.pushes[this.#pushing.length] += h * this.#signal.force[i] * mean;
    const drive = this.#drive;
    if (this.command === undefined) {
      sums.actuators += h * drive.force[i] * v;
      sums.late += h * (drive.late[i] - this.torque[i]) * v;
    }
    const middle = 0.5 * (this.#vBefore[i] + v);
    let onMotor = pressing + rubbing + this.#outer[i];
    if (this.#flexible) {
      const sliding = this.#wBefore[i] - this.#vBefore[i];
      const spring = this.#springBefore(i, h) + this.#damping * sliding;
      sums.viscous += h * this.#damping * sliding * (mean - middle);
      onMotor = spring;
    }
    if (this.command === undefined) return;
    // What the drive must have given for the motor to move as it did.
    const given =
      (this.#motorMass * (v - this.#vBefore[i])) / h - onMotor - this.#motorMass * this.#gravity[i];
    drive.force[i] = given;
    sums.drives += h * given * middle;
  }

  /** The spring's force on the motor at the start of the step that has just been made. */
  #springBefore(i: number, h: number): number {
    return this.#stiffness * (this.#y[i] - h * this.#w[i] - (this.q[i] - h * this.v[i]));
  }
}
