/**
 * How a law is declared: once, here, as data with its function. Schema, reference and sliders derive from it; the control
 * program evaluates it once a tick.
 *
 * Signs: an external wrench acts on the robot; a wanted wrench is what the robot does to the environment; what is regulated
 * is wanted + external. World axes and the compliance centre, unless a law says otherwise.
 */
import type { Field, ProgramBuilder } from '../../graph/index.js';
import type { Algebra, Mat3, Quaternion, Repeat, Twist, Vec3 } from '../../math/index.js';
import type { ParameterDeclaration, Parameters, Site } from '../../mechanism/index.js';
import type { Kinematics } from '../../model/index.js';
import type { Gained } from './gained.js';

/**
 * wrench: a force and torque on the robot at its centre. motion: the way of the centre over the tick, for the servo.
 * joints: joint positions, for the servo.
 */
export type Acts = 'wrench' | 'motion' | 'joints';

/** What an entry of a law's own coordinate is measured in: `m` along an axis, `rad` about one, `1` along a mixture. */
export type EntryUnit = 'm' | 'rad' | '1';

export interface LawParameter extends ParameterDeclaration {
  /** Entries that its shapes count by; the law's own by default. Six: force or way, then torque or turn. */
  readonly entries?: number;
  /** Of a number that stands for a word: the words, from 0 on. */
  readonly choices?: readonly string[];
  /** One number for each entry of q (positions) or of v (rates), in the unit that `unit` has for it. */
  readonly joints?: 'positions' | 'rates';
  /**
   * Which of six directions, ways along the axes and turns about them: flags: 1 or 0 for each. rows: a row of six numbers for
   * each that is chosen. Files name them x, y, z, rx, ry, rz.
   */
  readonly selects?: 'flags' | 'rows';
}

/** Numbers by parameter as they are given. */
export type GivenNumbers = Readonly<Partial<Record<string, readonly number[]>>>;

/** Numbers that a law carries from tick to tick. */
export interface LawMemory {
  readonly name: string;
  readonly unit: string | readonly string[];
  /** How many, by what is given; 1 by default. */
  readonly size?: (given: GivenNumbers) => number;
  /** Before the first tick, and while the law is not active. */
  readonly initial: number;
  readonly meaning: string;
}

/** Numbers that `prepare` works out. */
export interface LawDerived {
  readonly name: string;
  readonly size: (given: GivenNumbers) => number;
  readonly meaning: string;
}

/** By name. */
export type Numbers<S> = Readonly<Record<string, readonly S[]>>;

/** What a sensor says, as laws read it: external wrench on the robot, world axes, torque about the law's centre. */
export interface SensorReading<S> {
  readonly force: Vec3<S>;
  readonly torque: Vec3<S>;
  /** 1 where a new sample came with this tick. */
  readonly fresh: S;
  /** s since the last good sample. */
  readonly age: S;
  /** 1 once there are readings (and the tare is done). */
  readonly ready: S;
}

/** The servo's command as far as it was reached: pose of the centre and its twist, world axes. */
export interface Commanded<S> {
  readonly position: Vec3<S>;
  readonly rotation: Mat3<S>;
  /** The rotation as a unit quaternion. */
  readonly attitude?: Quaternion<S>;
  readonly velocity: Vec3<S>;
  readonly spin: Vec3<S>;
  /** Joint command (nq) and its rate (nv). */
  readonly q: readonly S[];
  readonly v: readonly S[];
  /** 1 where a limit of the servo cut the last tick's motion, and where there was none of a law: after a rest, at the start. */
  readonly limited: S;
}

/** The operational space at the centre, on the measured arm, world axes; rows vx, vy, vz, wx, wy, wz. */
export interface Operational<S> {
  /** 6 × nv, row-major. */
  readonly jacobian: readonly S[];
  /** nv × nv. */
  readonly massMatrix: readonly S[];
  /** Λ of the first `rows` rows, by default 6; see `operationalSpaceInertia`. */
  inertia(rows?: 3 | 6, damping?: S): readonly S[];
}

export interface LawView<S> {
  /** Measured time since the step before, from 0 to the nominal tick, s; the tick itself is in `tick`. */
  readonly elapsed: S;
  readonly tick: S;
  /** Of the run, s. */
  readonly time: S;
  /** The measured joint state. */
  readonly q: readonly S[];
  readonly v: readonly S[];
  readonly kinematics: Kinematics<S>;
  readonly velocities: readonly Twist<S>[];
  /** A point as it is measured; throws where there is none. */
  site(name: string): Site<S>;
  /** The centre as it is measured; throws where the law has none. */
  readonly centre: Site<S>;
  /** Turns coordinates in the law's axes into world axes: as measured, and on the commanded centre. */
  readonly axes: Mat3<S>;
  /** The point whose axes these are; the world's for a law without a centre. */
  readonly axesSite: Site<S>;
  readonly commandedAxes: Mat3<S>;
  readonly target: Site<S> | undefined;
  readonly sensor: SensorReading<S> | undefined;
  /** Throws where the design has no servo. */
  readonly commanded: Commanded<S>;
  /** The velocity that leads from one configuration to another in a second (nv), the short way. */
  between(from: readonly S[], to: readonly S[]): readonly S[];
  /** A loop; of a program a loop statement. */
  readonly repeat: Repeat<S>;
  /** Σ K x of gains among the law's parameters and derived numbers; see `programGained`. */
  readonly gained: Gained<S>;
  /** 1 in the first tick that the law is active in: what it remembers is then at its initial values. */
  readonly begins: S;
  operational(): Operational<S>;
}

/** What acts on the robot: force and torque at a law's centre, world axes, and joint torques beside them (nv), N m or N. */
export interface Push<S> {
  readonly force: Vec3<S>;
  readonly torque: Vec3<S>;
  readonly torques?: readonly S[];
}

export interface WrenchAct<S> {
  /** On the robot, at the centre, world axes. */
  readonly wrench: { readonly force: Vec3<S>; readonly torque: Vec3<S> };
  /** Joint torques beside it (nv), N m or N. */
  readonly torques?: readonly S[];
  /** W; neither given, of a law that has no `energy`: all that it does is put in. */
  readonly dissipated?: S;
  readonly supplied?: S;
  /** The part of what it does whose power is put in, whatever its target does: what a tank scales. Absent: all of it. */
  readonly active?: Push<S>;
  /** The part that takes out what is dissipated. Absent: none. */
  readonly damping?: Push<S>;
}

/** What a stored energy can depend on beside parameters and memory. */
export type EnergyView<S> = Pick<LawView<S>, 'centre' | 'target' | 'axes' | 'axesSite' | 'begins'>;

export interface MotionAct<S> {
  /** World axes: way and turn (rotation vector, X ← exp(turn) X) over this tick, velocity and spin at its end. */
  readonly motion: {
    readonly move: Vec3<S>;
    readonly turn: Vec3<S>;
    readonly velocity: Vec3<S>;
    readonly spin: Vec3<S>;
  };
}

export interface JointsAct<S> {
  /** Over this tick (nv): the servo moves the joint command on by it, within its limits. */
  readonly joints: { readonly velocity: readonly S[] };
}

export type LawAct<S> = (WrenchAct<S> | MotionAct<S> | JointsAct<S>) & {
  /** At the next tick. */
  readonly memory: Numbers<S>;
  /** A whole number, an index into the declaration's `statuses`. */
  readonly status?: S;
  /** By name, as declared. */
  readonly observed?: Numbers<S>;
};

export interface LawDeclaration {
  /** Unique: a scenario writes `law: admittance`. */
  readonly kind: string;
  /** A noun phrase. */
  readonly title: string;
  /** Two or three sentences: what it is for. */
  readonly summary: string;
  readonly acts: Acts;
  /** Of a law that acts by a wrench, made of energies and dampers: it puts nothing in but by a target that moves. */
  readonly passive?: true | ((given: GivenNumbers) => boolean);
  /** Of a law that acts by a wrench: what it stores at a place, J. Absent: nothing. */
  readonly energy?: <S>(
    A: Algebra<S>,
    view: EnergyView<S>,
    parameters: Parameters<S>,
    memory: Numbers<S>,
    baked: GivenNumbers,
  ) => S;
  /**
   * Of a law that acts by torques on joints of its own: which entries of v. The servo lets these go, and goes on holding the
   * others; reactions that hold or brake the robot leave them their torque.
   */
  readonly takes?: (given: GivenNumbers) => readonly boolean[];
  /**
   * Of a law that acts by a wrench: the gains that it holds the robot with about rest, as if each were at work at its full: what
   * the judgement at the tick takes of it. Absent: it has none.
   */
  readonly holds?: (given: GivenNumbers, pose: HeldPose) => readonly HeldGain[];
  /** Directions that it asks the robot to move along, rows of six in its axes, and the parameter that says so; absent: any. */
  readonly asks?: (given: GivenNumbers) => {
    readonly parameter: string;
    readonly rows: readonly (readonly number[])[];
  };
  /** What must be there (true), may be (undefined), or is not (false); `centre` is needed but of laws on joints. */
  readonly needs: { readonly sensor?: boolean; readonly target?: boolean };
  /** What each entry of the law's own coordinate is; three ways and three turns by default. */
  readonly entries?: (given: GivenNumbers) => readonly EntryUnit[];
  readonly parameters: readonly LawParameter[];
  readonly memory: readonly LawMemory[];
  /** What `prepare` works out of the parameters and the nominal tick. */
  readonly derived?: readonly LawDerived[];
  readonly derive?: (program: ProgramBuilder, work: DeriveWork) => void;
  /** Names of the values of its status; a phase can end by them. */
  readonly statuses?: readonly string[];
  /** What else can be recorded of it. */
  readonly observed?: readonly {
    readonly name: string;
    readonly unit: string | readonly string[];
    readonly size: (given: GivenNumbers) => number;
    /** Of its entries; by default they are counted. */
    readonly labels?: readonly string[];
    readonly meaning: string;
  }[];
  /** What is wrong with parameters that are right one by one, at a tick of `period` s; hints name a number that works. */
  readonly check?: (
    given: GivenNumbers,
    context: {
      readonly period: number;
      readonly hasSensor: boolean;
      readonly hasTarget: boolean;
      readonly nq: number;
      readonly nv: number;
    },
  ) => readonly LawFinding[];
  readonly law: <S>(
    A: Algebra<S>,
    view: LawView<S>,
    parameters: Parameters<S>,
    memory: Numbers<S>,
    derived: Numbers<S>,
    baked: GivenNumbers,
  ) => LawAct<S>;
  readonly doc: {
    readonly law: string;
    readonly symbols: readonly { readonly symbol: string; readonly unit: string; readonly meaning: string }[];
    readonly sign: string;
    readonly energy: string;
    readonly singular: string;
    readonly source: string;
  };
  /** An inline SVG, 120 × 48, drawn in `currentColor`. */
  readonly picture: string;
}

/** Where a law holds: its axes (world), the Jacobian of its centre (6 rows of nv, world axes) and the inertia (nv × nv). */
export interface HeldPose {
  readonly axes: Mat3<number>;
  readonly jacobian: readonly (readonly number[])[];
  readonly massMatrix: readonly number[];
}

/** Joint torques −Jᵀ G J x or −Jᵀ G J v, of a gain that is symmetric and not negative. */
export interface HeldGain {
  readonly parameter: 'stiffness' | 'damping';
  /** G, as many rows and columns as J, row-major. */
  readonly gain: readonly number[];
  readonly jacobian: readonly (readonly number[])[];
  /** The parameter that makes it so great, its largest entry, and its unit. */
  readonly by: { readonly name: string; readonly size: number; readonly unit: string };
  /** The gain grows with that parameter to the power 1/`power`; 1 by default, below 0 where it falls. */
  readonly power?: number;
  /** A noun phrase for what it is. */
  readonly what?: string;
}

export interface LawFinding {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  /** The parameter, where it is one's. */
  readonly parameter?: string;
  readonly message: string;
  readonly expected?: string;
  readonly got?: string;
  readonly hint?: string;
}

/** What `derive` reads and writes: fields by parameter and by name of what is derived. */
export interface DeriveWork {
  readonly tick: Field;
  readonly parameters: ReadonlyMap<string, Field>;
  readonly derived: ReadonlyMap<string, Field>;
  readonly baked: GivenNumbers;
  /** A scratch field of its own, and the name of one. */
  scratch(name: string, size: number): Field;
  name(part: string): string;
}
