/**
 * The published models of one tool on one axis, each as laws of the toolkit on a bench, run once and kept. What is named as
 * stiffness (walls, springs, the stiffness of controllers) can be made stiffer all together, to see what notices.
 *
 * Times count from the start of the goal's motion, or of the controller; forces are what the tool does to the wall.
 */
import type { LawDesign } from '../control/index.js';
import { modalDampingMatrix, numbers, vibration } from '../math/index.js';
import { type BenchTrial, benchRun, type Kernels, type Trace } from './bench-run.js';

const mm = 1e-3;
/** The plant's step, s. */
const fine = 1e-5;
/** Wall of the models of one pressing tool, N/m, and the tool, kg. */
export const wall = 5e4;
export const toolMass = 2;
export const metal = 2e5;
export const foam = 2e3;

export interface Gains {
  /** N/m, N/(m s), N s/m. */
  readonly stiffness: number;
  readonly integral: number;
  readonly damping: number;
}

export const publishedGains: Gains = { stiffness: 2e5, integral: 2e6, damping: 1e3 };

export interface Admitting {
  /** Of what is touched, N/m. */
  readonly surface: number;
  readonly damping: number;
  /** Readings that the force is late by; 5. */
  readonly late?: number;
  /** kg; 10. */
  readonly mass?: number;
  /** Inner loop, Hz and ratio; 15 and 0.7. */
  readonly bandwidth?: number;
  readonly ratio?: number;
  readonly scheme?: 'explicit' | 'implicit' | 'exact';
  /** s; 1.5. */
  readonly duration?: number;
  /** Step of the plant, s. */
  readonly step?: number;
}

export interface Guarded {
  /** m/s. */
  readonly speed: number;
  /** On every reading, N. */
  readonly bias?: number;
  readonly noise?: number;
  readonly seed?: number;
  /** Whether something is there. */
  readonly surface?: boolean;
  /** Share of the stopping distance that is taken off the limit; 0. */
  readonly margin?: number;
}

/** Where a guarded move saw contact and where it came to rest, mm, and the greatest force, N. */
export interface GuardedEnd {
  readonly fired: number;
  readonly stopped: number;
  readonly force: number;
}

/** D of a mass on a spring with a damping ratio, N s/m: 2 ζ √(K m), as the toolkit's impedance has it in every mode. */
export function ratioDamping(stiffness: number, ratio: number, mass = toolMass): number {
  return modalDampingMatrix(numbers, vibration(numbers, [stiffness], [1 / mass], 1), ratio)[0];
}

export class Models {
  /** What every stiffness is multiplied by. */
  readonly stiffer: number;
  readonly #kept = new Map<string, Trace>();
  readonly #kernels: Kernels = new Map();

  constructor(stiffer = 1) {
    this.stiffer = stiffer;
  }

  /** How many runs were made. */
  get runs(): number {
    return this.#kept.size;
  }

  /** A position controller (PID, held for 1 ms, with a force limit) that is led 5 mm into the wall; 2 s. */
  position(gains: Gains = publishedGains, limit: number | undefined = 150): Trace {
    const tick = 1e-3;
    return this.#once(['position', gains, limit], () => ({
      ...this.#pressing(tick),
      duration: 2,
      drive: { kind: 'force', ...(limit < Number.POSITIVE_INFINITY && { limit }) },
      // The servo commands where the tool is to be at the end of a tick; the model goes by the beginning.
      goal: { by: 15 * mm, speed: 0.02, from: tick },
      law: leading({ time: [0], speed: [1], turning: [1] }),
      servo: {
        at: 'tool',
        follow: {
          kind: 'pid',
          stiffness: [gains.stiffness * this.stiffer],
          damping: [0],
          integral: [gains.integral],
          windup: 'none',
        },
      },
      elements: [
        {
          name: 'brake',
          family: 'damper',
          kind: 'joint',
          joins: { joint: 'x' },
          parameters: { damping: [gains.damping] },
        },
      ],
    }));
  }

  /** A spring and damper (N/m, N s/m) that are led 5 mm into the wall at a speed, m/s, as continuous as the plant. */
  impedance(
    stiffness: number,
    ratio: number,
    {
      speed = 0.02,
      duration = 2,
      tick = fine,
      onError = false,
      by = 15 * mm,
      most = undefined as number | undefined,
    } = {},
  ): Trace {
    const K = stiffness * this.stiffer;
    return this.#once(['impedance', stiffness, ratio, speed, duration, tick, onError, by, most], () => ({
      ...this.#pressing(tick),
      duration,
      every: Math.round(1e-3 / tick),
      drive: { kind: 'force' },
      goal: { by, speed },
      law: {
        ...leading({
          stiffness: [K],
          damping: [ratioDamping(K, ratio)],
          ownSpeed: [onError ? 0 : 1],
          ...(most === undefined ? {} : { most: [most] }),
        }),
        kind: 'impedance',
      },
    }));
  }

  /** An admittance that pushes with 10 N on an arm with an inner position loop, 1 mm before a surface. */
  admittance(given: Admitting): Trace {
    const { surface, damping, late = 5, mass = 10, bandwidth = 15, ratio = 0.7 } = given;
    const { scheme = 'implicit', duration = 1.5, step = fine } = given;
    const tick = 2e-3;
    const wait = late * tick;
    const trace = this.#once(['admittance', { ...given }], () => ({
      mass: 1,
      tick,
      step,
      duration: duration + wait,
      drive: { kind: 'position', bandwidth, ratio, yields: false },
      wall: { stiffness: surface * this.stiffer, at: mm },
      sensor: { rate: 500, delay: wait },
      law: {
        name: 'press',
        kind: 'admittance',
        at: 'tool',
        sensor: 'wrist',
        parameters: {
          ...alongX,
          mass: [mass],
          damping: [damping],
          wanted: [10, 0, 0, 0, 0, 0],
          scheme: [['explicit', 'implicit', 'exact'].indexOf(scheme)],
        },
      },
      servo: following,
    }));
    // It begins with the first reading, which is as late as all others.
    return { ...trace, time: trace.time.map((t) => t - wait) };
  }

  /** A move at a speed until the mean of 5 readings is above 1 N, then braking at 0.5 m/s²; 20 mm to a surface of 5 N/mm. */
  guardedRun(given: Guarded): Trace {
    const { speed, bias = 0, noise = 0, seed = 0, surface = true, margin = 0 } = given;
    const stiffness = 5000 * this.stiffer;
    const ahead = surface ? 20 * mm : 1;
    return this.#once(['guarded', { ...given }], () => ({
      mass: 1,
      tick: 2e-3,
      // What moves evenly needs no short steps.
      step: 1e-3,
      duration: 0.06 / speed + 0.2,
      drive: { kind: 'exact' },
      wall: { stiffness, at: ahead },
      sensor: { rate: 500, noise, bias },
      seed,
      says: ['find.contact'],
      law: {
        name: 'find',
        kind: 'guarded-move',
        at: 'tool',
        sensor: 'wrist',
        parameters: {
          direction: [1, 0, 0],
          speed: [speed],
          threshold: [1],
          average: [5],
          limit: [50 * mm],
          margin: [margin],
          deceleration: [0.5],
        },
      },
      servo: following,
    }));
  }

  /** How {@link guardedRun} ends. */
  guarded(given: Guarded): GuardedEnd {
    const trace = this.guardedRun(given);
    const end = trace.place.length - 1;
    return {
      fired: trace.said('find.contact')[end] / mm,
      stopped: trace.place[end] / mm,
      force: trace.force.reduce((a, b) => Math.max(a, b), 0),
    };
  }

  /** An admittance of 3 kg, 20 N s/m and 50 N/m that 10 N push from a time on (s), 1 ms a tick. */
  oneAxis(scheme: 'explicit' | 'exact', from: number, duration: number): Trace {
    return this.#once(['one axis', scheme, from, duration], () => ({
      mass: 1,
      tick: 1e-3,
      step: 1e-3,
      duration,
      drive: { kind: 'exact' },
      pushed: [
        [from, 10],
        [duration + 1, 10],
      ],
      sensor: { rate: 1000 },
      says: ['servo.pace'],
      law: {
        name: 'yield',
        kind: 'admittance',
        at: 'tool',
        sensor: 'wrist',
        parameters: {
          ...alongX,
          mass: [3],
          damping: [20],
          stiffness: [50 * this.stiffer],
          scheme: [scheme === 'explicit' ? 0 : 2],
        },
      },
      servo: following,
    }));
  }

  #pressing(tick: number): Pick<BenchTrial, 'mass' | 'start' | 'tick' | 'step' | 'wall'> {
    return {
      mass: toolMass,
      start: -10 * mm,
      tick,
      step: fine,
      wall: { stiffness: wall * this.stiffer, at: 0 },
    };
  }

  #once(key: readonly unknown[], trial: () => BenchTrial): Trace {
    const text = JSON.stringify(key, (_, x) => (x === Number.POSITIVE_INFINITY ? 'none' : x));
    const kept = this.#kept.get(text);
    if (kept !== undefined) return kept;
    const trace = benchRun(trial(), this.#kernels);
    this.#kept.set(text, trace);
    return trace;
  }
}

const alongX = { selection: [1, 0, 0, 0, 0, 0] };
const following = { at: 'tool', follow: { kind: 'drive' } } as const;

function leading(parameters: LawDesign['parameters']): LawDesign {
  return { name: 'lead', kind: 'track', at: 'tool', target: 'goal', parameters };
}
