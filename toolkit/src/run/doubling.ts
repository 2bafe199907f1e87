/**
 * Step doubling: the integration error of a tick, from a second plant that does the tick again in halved steps.
 *
 * Energy that no work explains never changes in an exact solution; what it changes by over a tick is the method's
 * error e. With the plant's order p the error of a tick is c hᵖ, that of the halved steps e′ = c hᵖ/2ᵖ, so that
 * c hᵖ = (e − e′) 2ᵖ/(2ᵖ − 1).
 */
import type { Plant } from '../port/index.js';

/** A plant that can take over the whole state of another: configuration, torque, pushes, parameters, energies, time. */
export type FinerPlant = Plant & { assume(other: Plant): void };

export class Doubling {
  /** To be brought to the end of the tick between {@link begin} and {@link error}, as the plant itself. */
  readonly finer: FinerPlant;
  readonly #plant: Plant;
  readonly #gain: number;
  #before = 0;

  constructor(plant: Plant, finer: FinerPlant) {
    this.finer = finer;
    this.#plant = plant;
    const parts = 2 ** plant.order;
    this.#gain = parts / (parts - 1);
  }

  /** At the start of a tick, with its torque written. */
  begin(): void {
    this.#plant.observe();
    this.#before = imbalance(this.#plant);
    this.finer.assume(this.#plant);
  }

  /** At its end: the energy that the plant's method put in during it, J. */
  error(): number {
    this.#plant.observe();
    this.finer.observe();
    const error = imbalance(this.#plant) - this.#before;
    const finer = imbalance(this.finer) - this.#before;
    return (error - finer) * this.#gain;
  }
}

/** Energy that no work explains: of an exact solution it never changes. */
function imbalance(plant: Plant): number {
  const {
    kinetic,
    potential,
    actuators,
    pushes,
    viscous,
    friction,
    stops,
    contact,
    elastic = 0,
    rubbed = 0,
    drives = 0,
  } = plant.energy;
  let rest =
    kinetic + potential + elastic + viscous + friction + stops + rubbed - actuators - drives - contact;
  for (let i = 0; i < pushes.length; i++) rest -= pushes[i];
  return rest;
}
