/** Energies of a bench as they were last taken, and the sums that they come from. */
import type { PlantEnergy } from '../port/index.js';

class Sums {
  actuators = 0;
  late = 0;
  drives = 0;
  viscous = 0;
  rubbed = 0;
  contact = 0;
  readonly pushes: Float64Array;

  constructor(pushes: number) {
    this.pushes = new Float64Array(pushes);
  }
}

export class BenchEnergies implements PlantEnergy {
  kinetic = 0;
  potential = 0;
  actuators = 0;
  viscous = 0;
  readonly friction = 0;
  readonly stops = 0;
  contact = 0;
  rubbed: number | undefined;
  elastic: number | undefined;
  drives: number | undefined;
  late: number | undefined;
  readonly pushes: Float64Array;
  readonly sums: Sums;

  /** Whether joint torques drive it, or commanded positions; whether it has a spring, and rough surfaces; how many pushes. */
  constructor(torques: boolean, elastic: boolean, rough: boolean, pushes: number) {
    this.pushes = new Float64Array(pushes);
    this.sums = new Sums(pushes);
    if (elastic) this.elastic = 0;
    if (rough) this.rubbed = 0;
    if (torques) this.late = 0;
    else this.drives = 0;
  }

  reset(): void {
    const { sums } = this;
    sums.actuators = 0;
    sums.late = 0;
    sums.drives = 0;
    sums.viscous = 0;
    sums.rubbed = 0;
    sums.contact = 0;
    sums.pushes.fill(0);
  }

  /** Takes the sums, and these energies of the present state. */
  take(kinetic: number, potential: number, elastic: number): void {
    const { sums } = this;
    this.kinetic = kinetic;
    this.potential = potential;
    if (this.elastic !== undefined) this.elastic = elastic;
    this.actuators = sums.actuators;
    if (this.late !== undefined) this.late = sums.late;
    if (this.drives !== undefined) this.drives = sums.drives;
    this.viscous = sums.viscous;
    if (this.rubbed !== undefined) this.rubbed = sums.rubbed;
    this.contact = sums.contact;
    this.pushes.set(sums.pushes);
  }
}
