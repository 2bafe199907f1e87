/** Virtual bodies of a kernel that gives their rates, moved on with the stages of the plant. */
import { view } from '../graph/index.js';
import type { Kernel, StagedPlant } from '../port/index.js';

/** One vector that is integrated, with what its method needs. */
interface Integral {
  readonly now: Float64Array;
  readonly rate: Float64Array;
  /** At the start of the present step, and the weighted sum of its rates so far. */
  readonly start: Float64Array;
  readonly sum: Float64Array;
  /** As {@link StagedBodies.keep} found them. */
  readonly kept: Float64Array;
  readonly keptRate: Float64Array;
  /** As {@link StagedBodies.back} found them. */
  readonly reached: Float64Array;
}

/**
 * The configuration of the bodies is integrated where it is stored (the kernel takes quaternions of any length, and the
 * method keeps their length to its own order), so that bodies and plant are one system of differential equations and
 * all of it has the plant's order.
 */
export class StagedBodies {
  readonly #integrals: readonly Integral[];

  private constructor(kernel: Kernel) {
    const window = (name: string): Float64Array => view(kernel.layout, kernel.memory, name);
    this.#integrals = ['q', 'v'].map((name) => {
      const now = window(`bodies.${name}`);
      const scratch = () => new Float64Array(now.length);
      return {
        now,
        rate: window(`bodies.rate.${name}`),
        start: scratch(),
        sum: scratch(),
        kept: scratch(),
        keptRate: scratch(),
        reached: scratch(),
      };
    });
  }

  /** Of a kernel that gives rates of bodies; undefined of any other. */
  static of(kernel: Kernel): StagedBodies | undefined {
    return kernel.layout.fields.some(({ name }) => name === 'bodies.rate.q')
      ? new StagedBodies(kernel)
      : undefined;
  }

  /** After the kernel's step at stage k of a step of `h` seconds: puts the bodies where the next stage finds them. */
  stage({ times, weights }: StagedPlant['stages'], k: number, h: number): void {
    const last = k === times.length - 1;
    const weight = weights[k];
    for (const { now, rate, start, sum } of this.#integrals) {
      for (let i = 0; i < now.length; i++) {
        if (k === 0) {
          start[i] = now[i];
          sum[i] = 0;
        }
        sum[i] += weight * rate[i];
        now[i] = start[i] + h * (last ? sum[i] : times[k + 1] * rate[i]);
      }
    }
  }

  /** Keeps the bodies and their rates as they are at the start of a tick, so that the tick can be done again. */
  keep(): void {
    for (const { now, rate, kept, keptRate } of this.#integrals) {
      kept.set(now);
      keptRate.set(rate);
    }
  }

  /** Goes back to where {@link keep} was. */
  back(): void {
    for (const { now, rate, kept, keptRate, reached } of this.#integrals) {
      reached.set(now);
      now.set(kept);
      rate.set(keptRate);
    }
  }

  /** Goes on to where {@link back} left. */
  forth(): void {
    for (const { now, reached } of this.#integrals) now.set(reached);
  }
}
