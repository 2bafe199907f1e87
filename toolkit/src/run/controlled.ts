/**
 * The seam of kernel and plant in a run: positions, velocities and sensors one way, torques and commanded positions the other,
 * once a control step.
 */
import { regionOf, view } from '../graph/index.js';
import type { Plant } from '../port/index.js';
import { EFFORT_BOUND, SPEED_BOUND } from './bounds.js';
import type { RunOptions } from './options.js';
import { Targets } from './targets.js';
import { Wires } from './wires.js';

type ControlledOptions = Pick<RunOptions, 'kernel' | 'plant' | 'inputs' | 'speedBound'>;

export class Controlled {
  /** The kernel's inputs and command. */
  readonly q: Float64Array;
  readonly v: Float64Array;
  readonly torque: Float64Array;
  /** Greatest sum of the squares of v that is still a motion. */
  readonly squaredSpeedBound: number;
  readonly #time: Float64Array;
  readonly #plantV: Float64Array;
  /** What points are told from outside. */
  readonly targets: Targets;
  readonly #wires: Wires;
  readonly #plantTorque: Float64Array;
  readonly #step: () => void;
  readonly #inputs: ((time: number) => void) | undefined;
  readonly #fault: Float64Array | undefined;
  readonly #state: Float64Array;
  readonly #saved: Float64Array;

  constructor({ kernel, plant, inputs, speedBound = SPEED_BOUND }: ControlledOptions) {
    const window = (name: string): Float64Array => view(kernel.layout, kernel.memory, name);
    this.#time = window('time');
    this.q = window('q');
    this.v = window('v');
    this.torque = window('torque');
    this.#plantV = plant.v;
    this.#plantTorque = plant.torque;
    this.#step = kernel.run.step;
    this.#inputs = inputs;
    this.#fault = kernel.layout.fields.some((f) => f.name === 'fault') ? window('fault') : undefined;
    for (const [name, got, expected] of [
      ['q', this.q.length, plant.nq],
      ['v', this.v.length, plant.nv],
      ['torque', this.torque.length, plant.nv],
    ] as const) {
      if (got !== expected)
        throw new Error(`run: the kernel has ${got} entries of ${name}, the plant ${expected}`);
    }
    this.#wires = new Wires(kernel, plant);
    this.targets = new Targets(kernel);
    const region = regionOf(kernel.layout, 'state');
    this.#state = kernel.memory.subarray(region.offset, region.offset + region.size);
    this.#saved = new Float64Array(region.size);
    this.squaredSpeedBound = speedBound ** 2;
  }

  /** What the kernel says of its last step, 0 being nothing wrong. */
  get fault(): number {
    return this.#fault === undefined ? 0 : this.#fault[0];
  }

  /** The kernel's step with the plant's present state. False where speeds or torques are none any more. */
  control(time: number): boolean {
    const v = this.#plantV;
    let square = 0;
    for (let i = 0; i < v.length; i++) square += v[i] * v[i];
    // The kernel keeps the last state that was one, for the diagnosis.
    if (!(square <= this.squaredSpeedBound)) return false;
    this.#measure();
    this.targets.show(time);
    this.#time[0] = time;
    this.#inputs?.(time);
    this.#step();
    this.#wires.command();
    const torque = this.#plantTorque;
    const kernelTorque = this.torque;
    let effort = 0;
    for (let i = 0; i < kernelTorque.length; i++) {
      const asked = kernelTorque[i];
      torque[i] = asked;
      effort += asked * asked;
    }
    return effort <= EFFORT_BOUND ** 2;
  }

  /** The law at the state of this plant, be it a motion or none. */
  evaluate({ q, v, torque }: Plant, time: number): void {
    for (let i = 0; i < q.length; i++) this.q[i] = q[i];
    for (let i = 0; i < v.length; i++) this.v[i] = v[i];
    this.#time[0] = time;
    this.#inputs?.(time);
    this.#step();
    for (let i = 0; i < torque.length; i++) torque[i] = this.torque[i];
  }

  /** Hands the kernel the plant's present state, without a step. */
  show(time: number): void {
    this.#measure();
    this.targets.show(time);
    this.#time[0] = time;
    this.#inputs?.(time);
  }

  /** Encoders and sensors → the kernel. */
  #measure(): void {
    const { q, v } = this.#wires;
    const kernelQ = this.q;
    for (let i = 0; i < kernelQ.length; i++) kernelQ[i] = q[i];
    const kernelV = this.v;
    for (let i = 0; i < kernelV.length; i++) kernelV[i] = v[i];
    this.#wires.sense();
  }

  /** Keeps the kernel's state, and brings it back. */
  save(): void {
    this.#saved.set(this.#state);
  }

  restore(): void {
    this.#state.set(this.#saved);
  }
}
