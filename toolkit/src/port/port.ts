/**
 * The seams between control, plants, the loop and the record. Kernel and plant share nothing but these slots.
 * All memory is 64-bit floats in SI units.
 */
import type { Executable } from '../graph/index.js';

/**
 * A compiled control design. Fields of its layout that the loop fills or reads:
 *
 * inputs `time` (s), `period` (s, the measured time since the step before; the nominal tick at first),
 * `q` (nq), `v` (nv); each sensor `s` has `sensor.s` (its values), `sensor.s.age` (s), `sensor.s.valid` (0/1); each point `p` that
 * is told targets has `stream.p.at`, `stream.p.attitude`, `stream.p.age`, `stream.p.valid`;
 * outputs `torque` (nv; N m or N): what is asked of the joints, limits applied; for machines whose drives follow
 * positions `position` (nq) and, where they take one, `speed` (nv).
 *
 * `run.prepare()` after a parameter was changed; `run.step()` once a tick; `run.observe()` at record rate, which
 * writes the fields of the region `observed`, the stored energies `stored` among them.
 */
export interface Kernel extends Executable {
  readonly run: {
    readonly prepare: () => void;
    readonly step: () => void;
    readonly observe: () => void;
  };
}

/** Energies of a plant in joules; work and losses are sums since the last reset. */
export interface PlantEnergy {
  /** Kinetic energy, rotors included. */
  readonly kinetic: number;
  /** Gravitational potential (zero at the world's origin, for each mass). */
  readonly potential: number;
  /** Stored in springs of the joints; absent where the plant has none. */
  readonly elastic?: number | undefined;
  /** Put in by the joint torques. */
  readonly actuators: number;
  /** Put in by each push, in the order of {@link Plant.pushes}. */
  readonly pushes: ArrayLike<number>;
  /** Lost in viscous joint damping, in Coulomb joint friction, at joint stops; each ≥ 0. */
  readonly viscous: number;
  readonly friction: number;
  readonly stops: number;
  /** Put in by contacts along their normals: the force's work on the robot; what deformed bodies store and lose is in it. */
  readonly contact: number;
  /** Lost in friction at contacts, ≥ 0; absent where nothing that can be touched has any. */
  readonly rubbed?: number | undefined;
  /** Lost where hand and payload come to the same speed, ≥ 0; absent where nothing can be picked up. */
  readonly joined?: number | undefined;
  /** Energy that each payload brought, less what it took along, in the order of {@link Plant.payloads}; absent where there are none. */
  readonly brought?: ArrayLike<number> | undefined;
  /** Put in by drives that follow positions; absent where there are none. */
  readonly drives?: number | undefined;
  /** What of `actuators` comes from applying torques later than they were given; absent where none is late. */
  readonly late?: number | undefined;
}

/** A channel of a plant, and where its numbers stand; the same array always. */
export interface PlantReading {
  readonly channel: Channel;
  readonly values: Float64Array;
}

/**
 * A sensor of a machine; the same arrays always. The machine samples at the sensor's own rate, and what stands here
 * changes only while it advances.
 */
export interface SensorPort {
  readonly name: string;
  readonly kind: 'wrench';
  /**
   * Force (N) and torque (N m) in the sensor's axes at its origin: the external wrench on the robot as the sensor feels
   * it, weight and inertia of what hangs below it included. 1 kg that hangs at rest reads −9.81 N along world z.
   */
  readonly values: Float64Array;
  /** One number, s: how long ago these values were measured; {@link NEVER} before the first. */
  readonly age: Float64Array;
  /** One number: 0 before the first values, else 1. */
  readonly valid: Float64Array;
}

/** Age of values that have not come, s: a number, so that laws may reckon with it. */
export const NEVER = 1e9;

/** What drives that follow positions are told; written once a tick, and held. */
export interface CommandPort {
  /** nq. */
  readonly position: Float64Array;
  /** nv: of the commanded motion; absent where the drives take none. */
  readonly speed?: Float64Array | undefined;
}

/** Names of a kernel's inputs for a point that is told targets: position (m), attitude (w x y z), age (s), 0 or 1. */
export const streamFields = (
  point: string,
): { at: string; attitude: string; age: string; valid: string } => ({
  at: `stream.${point}.at`,
  attitude: `stream.${point}.attitude`,
  age: `stream.${point}.age`,
  valid: `stream.${point}.valid`,
});

/** Names of a kernel's inputs for a sensor. */
export const sensorFields = (name: string): { values: string; age: string; valid: string } => ({
  values: `sensor.${name}`,
  age: `sensor.${name}.age`,
  valid: `sensor.${name}.valid`,
});

/** A simulated (or real) machine between two control ticks. */
export interface Plant {
  readonly nq: number;
  readonly nv: number;
  /** Seconds of one step of its own. A tick is a whole number of steps. */
  readonly step: number;
  /** Order of its method: the error of a second of motion falls with the step to this power. */
  readonly order: number;
  /** Configuration and velocity now; the same arrays always. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  /** What its encoders say of q and v, where that is another thing; the same arrays always. */
  readonly encoders?: { readonly q: Float64Array; readonly v: Float64Array } | undefined;
  /** Its sensors, in the order of their names; none by default. */
  readonly sensors?: readonly SensorPort[];
  /** Of a machine whose drives follow positions; its joint torques do nothing. */
  readonly command?: CommandPort | undefined;
  /** Joint torques held until the next write (nv). */
  readonly torque: Float64Array;
  /** ∫ v dt since the reset (nv): the joint travel that forces do work along. */
  readonly travel: Float64Array;
  /** As of the last {@link observe}; the same object always. */
  readonly energy: PlantEnergy;
  /** Steps since the reset whose friction, stops and contacts were not solved to the end; absent where none can be. */
  readonly unsolved?: number;
  /** What else of it can be recorded, as of the last {@link observe}; none by default. */
  readonly readings?: readonly PlantReading[];
  /** Names of the places that can be pushed. */
  readonly pushes: readonly string[];
  /** Names of what can be carried; none by default. */
  readonly payloads?: readonly string[];
  /**
   * Applies a wrench at place `push` (its number in {@link pushes}) until the next call: force and torque in
   * world axes on the robot, N and N m, at a point that moves with the body. `undefined` ends it.
   */
  push(push: number, wrench: ArrayLike<number> | undefined): void;
  /** Changes a parameter of the machine (`viscous`, `coulomb`, `gravity` …); throws with the known names. */
  change(parameter: string, values: ArrayLike<number>): void;
  /** Advances by whole steps of its own until `until` seconds. */
  advance(until: number): void;
  /** Brings {@link energy} up to date. */
  observe(): void;
  /** Puts the machine in a state at time 0 and clears travel and energies; pushes end. */
  reset(q: ArrayLike<number>, v: ArrayLike<number>): void;
}

/**
 * A plant whose step is a Runge–Kutta method that is open between its stages, so that a continuous control
 * law is evaluated at each of them: for k = 0, 1, … write `torque` for the present `q`, `v` at the time
 * `times[k]` (in steps, from the start of the step), then call `stage(k)`. Stage k + 1 starts from the start of the step,
 * moved on by `times[k + 1]` steps at the rates of stage k; the step's end by the rates of all stages by `weights`, so
 * that what belongs to the law can be integrated along. `q` and `v` are stage values until
 * the last stage makes them those of the step's end.
 */
export interface StagedPlant extends Plant {
  readonly stages: { readonly times: readonly number[]; readonly weights: readonly number[] };
  stage(k: number): void;
}

export interface Channel {
  /** Dotted and unique: `arm.q`, `tool.position`, `reach.force`. */
  readonly name: string;
  /** SI unit of every entry, or one for each. */
  readonly unit: string | readonly string[];
  /** Names of the entries; the length is the channel's width. */
  readonly labels: readonly string[];
  /** Channels of one group are written as one message. */
  readonly group: string;
  readonly meaning?: string;
}

/** Takes samples; must neither keep nor change `values`, which are not its own. */
export interface LogSink {
  /** Called once, before any sample. */
  open(channels: readonly Channel[]): void;
  /** `values`: the group's channels side by side, in the order given to `open`. Time in seconds. */
  sample(group: string, time: number, values: Float64Array): void;
  /**
   * A sample of every group at one time; `values`: the groups side by side, in the order of their first channels.
   * The same as {@link sample} for each group in turn, which a sink without it is given, but at less cost.
   */
  frame?(time: number, values: Float64Array): void;
  close(): void;
}
