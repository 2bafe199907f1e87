/**
 * What a design says of laws that are no sums of elements: the sensors that they read, the laws themselves, and the servo
 * that turns motions into what joints are told. Plain data; every number is the start value of a slot.
 */

/**
 * hold: where a servo follows by torques, the servo at rest at its last command and followed on, with gravity; where a phase
 * had released it, at the pose of the first faulty tick. Without a servo joint positions held at the last valid pose, that of the
 * first faulty tick, for a reaction but off asks for a joint state that is sound: critically damped in every joint, with gravity,
 * by M(q) (see holdBandwidth). Both first stop, no harder than the arm can (see stops.ts), and hold where they come to rest.
 * damped stop: −D q̇ with gravity; under a load F the arm drifts, with F/D. float: gravity only. off: no torque.
 *
 * Where drives follow positions, hold keeps the last command, damped stop lets it run out, and the others do the same as
 * hold: a drive that follows does not float.
 */
export const reactions = ['hold', 'damped stop', 'float', 'off'] as const;
export type Reaction = (typeof reactions)[number];

/** What sensors can bring a law out of force by. */
export const sensorFaults = [
  'sensor silent',
  'sensor stale',
  'sensor frozen',
  'sensor not finite',
  'tare refused',
  'collision',
  'out of bounds',
] as const;

/**
 * A force and torque sensor as the controller knows it. It reads inputs `sensor.<name>` (force, then torque about the
 * sensor's origin, in its axes, N and N m: the external wrench on the robot as the sensor feels it, weight and inertia of
 * what hangs below it included), `sensor.<name>.age` (s) and `sensor.<name>.valid` (0 or 1).
 */
export interface SensorDesign {
  readonly name: string;
  /** A point on the robot: the sensor's origin and axes. */
  readonly at: string;
  /**
   * Absent: a sensor of the robot. Given: there is none, and the wrench at the point is estimated from the joints' momentum
   * and the torques that were commanded (see observer.ts); there are no inputs then.
   */
  readonly observer?: {
    /** 1/s, > 0: 2π times the cut-off in Hz. */
    readonly gain: number;
    /** Whether torques are asked for as well; by default from six joints on. */
    readonly torques?: boolean;
  };
  /** What hangs below the sensor: its weight is taken out of the reading while it turns. */
  readonly below?: {
    /** kg, ≥ 0. */
    readonly mass: number;
    /** Centre of mass, sensor axes, m. */
    readonly centre: readonly [number, number, number];
    /** True: its inertia is taken out as well, by the acceleration of its centre (differences of v, filtered alike). */
    readonly inertial?: boolean;
  };
  /** What the sensor's own electronics take out of its readings already. */
  readonly provides?: readonly 'gravity'[];
  /** Elements `spring: payload` that hang below it as well; `below` must be there, with a mass that may be 0. */
  readonly carries?: readonly string[];
  /** Taken off each reading: force, torque; N, N m. */
  readonly bias?: readonly number[];
  /** Cut-off of a one-pole low-pass, Hz; absent: none. */
  readonly cutoff?: number;
  /** The mean of the first readings is taken off all later ones; until then laws that read the sensor rest. */
  readonly tare?: {
    /** How long is averaged, s, > 0. */
    readonly seconds: number;
    /** Above this norm of the mean force, N, it is refused: something touches. */
    readonly refuse: number;
    readonly then?: Reaction;
    /**
     * After so many seconds it is taken anew while the robot runs, as it is where the slot `sensor.<name>.tare.ask` gets another
     * value; absent: only where it is asked. Laws go on with the old one meanwhile.
     */
    readonly every?: number;
    /**
     * Force beyond the tare in force, N, from which on something touches: a tare that is asked for then is refused, one that is
     * due waits; {@link refuse} by default.
     */
    readonly free?: number;
  };
  readonly guards?: SensorGuards;
}

/** Every reaction is `hold` by default. */
export interface SensorGuards {
  /** No valid sample within so many seconds of the first step (1 by default); until then laws rest. */
  readonly first?: { readonly within?: number; readonly then?: Reaction };
  /** The last good sample is older than so many seconds; 20 ticks by default. */
  readonly stale?: { readonly after?: number; readonly then?: Reaction };
  /** The same reading, to the bit, for so many seconds; absent: not looked at. */
  readonly frozen?: { readonly after: number; readonly then?: Reaction };
  /**
   * The greatest magnitude of each part of a reading as it comes (6 numbers, N and N m; Infinity: any): one with a part
   * beyond is no reading, as one that is no number, and `nonFinite` says what then. Absent: any finite number is one.
   */
  readonly range?: readonly number[];
  /** A reading that is no number, for so many seconds (0 by default): until then the last good one stands. */
  readonly nonFinite?: { readonly after?: number; readonly then?: Reaction };
  readonly collision?: CollisionGuard;
  readonly bounds?: BoundsGuard;
}

/**
 * What a reading lies between as it comes, weight and all (of an estimate as it is told): what an axis that carries a load is
 * watched by, from below as well as from above, each of either sign. At a bound and beyond it stops and stays stopped until the
 * slot `sensor.<name>.guards.bounds.reset` rises from 0 to 1 while all are within again.
 */
export interface BoundsGuard {
  /** Six numbers each, N and N m, sensor axes; −Infinity and Infinity: none. */
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Of an estimate: the same of the external torque of each joint (nv numbers each), N m or N. */
  readonly joints?: { readonly lower: readonly number[]; readonly upper: readonly number[] };
  /** How long every reading must be beyond, s; 0 by default. */
  readonly window?: number;
  readonly then?: Reaction;
}

/**
 * What should not be felt, on a sensor or an estimate: the norm of the external force, its weight and bias taken out. Contact
 * is told (output `sensor.<name>.contact`) from the lower threshold on, at the upper one it stops and stays stopped until
 * the slot `sensor.<name>.guards.collision.reset` rises from 0 to 1 while the force is below the upper one again.
 */
export interface CollisionGuard {
  /** N, contact below stop. */
  readonly contact: number;
  readonly stop: number;
  /** How long every reading must be at or above a threshold, s; 0 by default. */
  readonly window?: number;
  /** Of an estimate: the same of the external torque of each joint, by magnitude (nv numbers each), N m or N. */
  readonly joints?: { readonly contact: readonly number[]; readonly stop: readonly number[] };
  readonly then?: Reaction;
}

/** A law of a kind that is declared in laws.ts. */
export interface LawDesign {
  readonly name: string;
  readonly kind: string;
  /** The compliance centre: a point on the robot. Of laws on joints: absent. */
  readonly at?: string;
  /** The point whose axes its numbers are in (`world` too); those of the centre by default. */
  readonly axes?: string;
  /** The point that it follows, or that its spring is hung on. */
  readonly target?: string;
  readonly sensor?: string;
  /** By parameter; what has a default may be left out. */
  readonly parameters: Readonly<Record<string, readonly number[]>>;
}

/** How joints are made to follow what motion laws command. */
export type FollowDesign =
  /** Drives of the robot do, by the outputs `position` and `speed`. */
  | { readonly kind: 'drive' }
  /** τ = K (q_c − q) + D (q̇_c − v); nv numbers each, or one for all. */
  | { readonly kind: 'pd'; readonly stiffness: readonly number[]; readonly damping: readonly number[] }
  /** The same and I ∫ (q_c − q) dt. */
  | {
      readonly kind: 'pid';
      readonly stiffness: readonly number[];
      readonly damping: readonly number[];
      readonly integral: readonly number[];
      /** Greatest magnitude of each joint's torque of this stage, N m or N; absent: none. */
      readonly limit?: readonly number[];
      /**
       * What is done while the limit cuts. none: the integral runs on. clamp: it rests where it would push further.
       * back-calculation: what is cut off runs back into it at `back` 1/s.
       */
      readonly windup?: Windup;
      /** 1/s, > 0; 1/s = integral/stiffness where absent. */
      readonly back?: number;
    }
  /** τ = M(q) (q̈_c + 2 ω (q̇_c − v) + ω² (q_c − q)) + what the motion needs, gravity left to `compensate`; ω in rad/s. */
  | { readonly kind: 'computed torque'; readonly bandwidth: number };

export const windups = ['none', 'clamp', 'back-calculation'] as const;
export type Windup = (typeof windups)[number];

export interface ServoDesign {
  /** The compliance centre that motion laws move: a point on the robot. */
  readonly at: string;
  /** False: only the place of the centre is a task, its attitude is left. True by default. */
  readonly attitude?: boolean;
  /** dls: one damped least squares step a tick. qp: the same with joint limits and speeds as bounds. dls by default. */
  readonly solver?: 'dls' | 'qp';
  /** Length that makes turns comparable with ways, m; 0.3 by default. */
  readonly length?: number;
  /** Damping at a singularity, m; 0.02 by default. None away from it, see least-squares.ts. */
  readonly damping?: number;
  /** Where damping begins: singular value of the Jacobian, m; 0.04 by default. */
  readonly threshold?: number;
  /** Greatest speed of the centre, m/s, and of its turning, rad/s; absent: none. */
  readonly speed?: number;
  readonly turning?: number;
  /** Greatest speed of each joint (nv, or one for all), rad/s or m/s; by default those of the robot. */
  readonly joints?: readonly number[];
  /**
   * Greatest deceleration of each joint (nv, or one for all), rad/s² or m/s², of a command that is to stop; by default what torque
   * limits allow, of drives none: they stop at once.
   */
  readonly deceleration?: readonly number[];
  /** Joint positions, [lower, upper] for each entry of v; by default those of the robot. */
  readonly limits?: readonly (readonly [number, number])[];
  /** Sweeps of the qp at most; 30 by default. */
  readonly sweeps?: number;
  readonly follow: FollowDesign;
}

/** Where the joint velocities that laws read come from. */
export interface VelocityDesign {
  /** measured: the input `v`. differences: of the input `q` from step to step. */
  readonly from: 'measured' | 'differences';
  /** Cut-off of a one-pole low-pass, Hz; absent: none. */
  readonly cutoff?: number;
}
