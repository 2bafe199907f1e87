/** What a bench is made of. */
import type { Mat3, Vec3 } from '../math/index.js';
import type { ContactSolid } from './contact-fields.js';
import type { EncoderOptions } from './encoders.js';
import type { SensorOptions } from './sensors.js';

/** What moves the motor. */
export type BenchDrive =
  /** The joint torque is the motor's force; contacts push the mass. */
  | {
      readonly kind: 'force';
      /** Largest force along each axis, N; none by default. */
      readonly limit?: number;
      /** s, whole steps: how much later a force acts than it was given; 0 by default. */
      readonly delay?: number;
    }
  /** An inner position loop: ẍ = ωₙ² (x_c − x) − 2 ζ ωₙ ẋ. */
  | {
      readonly kind: 'position';
      /** ωₙ/2π, Hz. */
      readonly bandwidth: number;
      /** ζ. */
      readonly ratio: number;
      /** Whether forces on the motor push it: + F/m. False: it is as stiff as it takes. */
      readonly yields: boolean;
      /** As of the force drive, of the commanded position. */
      readonly delay?: number;
    }
  /** Is where it is told to be at the end of a tick, at even speed within it. */
  | { readonly kind: 'exact' };

export interface BenchFlexible {
  /** Of motor and tool against each other, both free, Hz: k = (2π f)² m₁ m₂/(m₁ + m₂). */
  readonly frequency: number;
  /** Damping ratio of that mode. */
  readonly ratio: number;
  /** The motor's part of the mass, between 0 and 1. */
  readonly share: number;
}

/** A point of the tool that touches surfaces. */
export interface BenchPlace {
  readonly name: string;
  /** Where it is in the world at q = 0, m. */
  readonly at: Vec3<number>;
  /** m: of a sphere about it; 0 by default. */
  readonly radius?: number;
}

/** A point of the tool that can be pushed; `at` as of a {@link BenchPlace}. */
export type BenchPush = Pick<BenchPlace, 'name' | 'at'>;

export interface BenchSensor extends SensorOptions {
  /** The sensor's origin in the world at q = 0, m. */
  readonly at: Vec3<number>;
  /** Turns the sensor's axes into world axes. */
  readonly rotation: Mat3<number>;
  /** What of the tool hangs below it; its centre in the world at q = 0. */
  readonly below?: { readonly mass: number; readonly centre: Vec3<number> };
}

export interface BenchOptions {
  /** h, s. */
  readonly step: number;
  /** Directions of the axes in the world: of unit length, orthogonal; one to three. */
  readonly axes: readonly Vec3<number>[];
  /** The whole of it, kg. */
  readonly mass: number;
  /** Acceleration of free fall, m/s²; none by default. */
  readonly gravity?: Vec3<number>;
  readonly drive: BenchDrive;
  readonly flexible?: BenchFlexible;
  /** Springs in line between the tool and what it touches, N/m, by any names. */
  readonly series?: Readonly<Record<string, number>>;
  readonly surfaces?: readonly ContactSolid[];
  readonly places?: readonly BenchPlace[];
  readonly pushes?: readonly BenchPush[];
  /**
   * A recorded force on the tool: rows of a time (s, increasing) and a force along each axis (N), straight lines between
   * them, none before the first and after the last.
   */
  readonly signal?: readonly (readonly number[])[];
  readonly sensors?: readonly BenchSensor[];
  readonly encoders?: EncoderOptions;
  /** Of everything that is random; 0 by default. */
  readonly seed?: number;
}
