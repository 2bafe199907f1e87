/** What a force sensor of a bench feels: the wrench on the robot about the sensor's origin, in the sensor's axes. */
import type { BenchOptions, BenchSensor } from './bench-options.js';
import type { Surfaces } from './bench-surfaces.js';

/** What acts besides contacts: wrenches of pushes; the recorded force and the tool's acceleration, along the axes. */
export interface Acting {
  readonly wrenches: readonly Float64Array[];
  readonly recorded: Float64Array;
  readonly acceleration: Float64Array;
  /** Of free fall in the world. */
  readonly gravity: Float64Array;
}

export class BenchFeel {
  readonly #options: BenchOptions;
  readonly #surfaces: Surfaces | undefined;
  readonly #acting: Acting;
  readonly #wrench = new Float64Array(6);
  readonly #force = new Float64Array(3);

  constructor(options: BenchOptions, surfaces: Surfaces | undefined, acting: Acting) {
    this.#options = options;
    this.#surfaces = surfaces;
    this.#acting = acting;
  }

  /** Contacts have been pressed at the present state. */
  feel({ at, rotation: r, below }: BenchSensor, felt: Float64Array): void {
    const { axes, pushes = [] } = this.#options;
    const { wrenches, recorded, acceleration, gravity } = this.#acting;
    const wrench = this.#wrench.fill(0);
    const force = this.#force;
    const surfaces = this.#surfaces;
    if (surfaces !== undefined) {
      const { load, normal, rubbing, places } = surfaces;
      for (let c = 0; c < load.length; c++) {
        if (load[c] === 0) continue;
        const place = places[Math.floor(c / surfaces.surfaces.length)].at;
        for (let k = 0; k < 3; k++) force[k] = load[c] * normal[3 * c + k] + rubbing[3 * c + k];
        addForce(wrench, force, place, at);
      }
    }
    for (let p = 0; p < pushes.length; p++) {
      addForce(wrench, wrenches[p], pushes[p].at, at);
      for (let k = 3; k < 6; k++) wrench[k] += wrenches[p][k];
    }
    force.fill(0);
    for (let i = 0; i < axes.length; i++) for (let k = 0; k < 3; k++) force[k] += axes[i][k] * recorded[i];
    addForce(wrench, force, at, at);
    if (below !== undefined) {
      for (let k = 0; k < 3; k++) {
        force[k] = below.mass * gravity[k];
        for (let i = 0; i < axes.length; i++) force[k] -= below.mass * axes[i][k] * acceleration[i];
      }
      addForce(wrench, force, below.centre, at);
    }
    for (let half = 0; half < 6; half += 3) {
      for (let k = 0; k < 3; k++)
        felt[half + k] = r[k] * wrench[half] + r[3 + k] * wrench[half + 1] + r[6 + k] * wrench[half + 2];
    }
  }
}

/** Adds a force at a point to a wrench about another. */
function addForce(
  wrench: Float64Array,
  force: ArrayLike<number>,
  point: readonly number[],
  about: readonly number[],
): void {
  const x = point[0] - about[0];
  const y = point[1] - about[1];
  const z = point[2] - about[2];
  wrench[0] += force[0];
  wrench[1] += force[1];
  wrench[2] += force[2];
  wrench[3] += y * force[2] - z * force[1];
  wrench[4] += z * force[0] - x * force[2];
  wrench[5] += x * force[1] - y * force[0];
}
