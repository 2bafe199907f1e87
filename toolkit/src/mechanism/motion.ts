/**
 * How a motion of a point is declared, and what it is at a time: place, velocity, axes and spin.
 *
 * A motion is a function of time alone, written once over the algebra as a place and a turn. Velocity and spin are its
 * derivatives by dual numbers: with the time t + ε the place is p + ṗ ε, and of the unit quaternion q + q̇ ε of the axes
 * the spin is 2 q̇ q⁻¹, world axes.
 */
import {
  type Algebra,
  conjugate,
  type Dual,
  dual,
  type Quaternion,
  quaternionExp,
  quaternionProduct,
  rotationFromQuaternion,
  scale3,
  type Vec3,
} from '../math/index.js';
import type { Parameters } from './declaration.js';
import type { Ramp } from './motion-ramp.js';
import type { WorldMotion } from './site.js';

/**
 * scalar: one number. vector: three, world axes. places: positions in the world, three numbers each, one after the
 * other; they are baked into the code.
 */
export type MotionShape = 'scalar' | 'vector' | 'places';

export interface MotionParameter {
  /** `speed`; also the key in a scenario and, but for places, the end of the slot's name, `goal.speed`. */
  readonly name: string;
  /** SI. */
  readonly unit: string;
  readonly shape: MotionShape;
  /** Allowed values of every entry, both ends included. */
  readonly range: readonly [number, number];
  /** Absent with `optional` absent: must be given. */
  readonly default?: number | readonly number[];
  /** True: may be left out. */
  readonly optional?: true;
  /** True: a place in the world, for which a scenario may name a point: where that stands at the start. */
  readonly place?: true;
  /** One line. */
  readonly meaning: string;
}

/** A motion as data, in a design and in a scenario. */
export interface MotionDesign {
  /** `line`: the kind of a {@link MotionDeclaration}. */
  readonly along: string;
  /** By name; what has a default may be left out. */
  readonly parameters: Readonly<Record<string, readonly number[]>>;
  /** Of motions with an end; linear by default. */
  readonly ramp?: Ramp;
  /** Goes back at the end, and begins again when it is back; false by default. */
  readonly returns?: boolean;
}

/** Where a motion begins: the point's own place, and its axes in the world. */
export interface Beginning<S> {
  readonly position: Vec3<S>;
  /** Unit quaternion. */
  readonly attitude: Quaternion<S>;
  /** The place as it is baked in, of motions through places. */
  readonly baked: Vec3<number>;
}

/** Where it has come to. */
export interface Moved<S> {
  readonly position: Vec3<S>;
  /** How far of the turn is done; the axes are turned by this part of it from where they began. */
  readonly part: S;
}

export interface MotionDeclaration {
  readonly kind: string;
  /** A noun phrase: `Along a straight line`. */
  readonly title: string;
  /** Two or three sentences. */
  readonly summary: string;
  /** Whether it has an end, and so a ramp, and a way back. */
  readonly ends: boolean;
  readonly parameters: readonly MotionParameter[];
  readonly doc: {
    readonly law: string;
    readonly symbols: readonly {
      readonly symbol: string;
      readonly unit: string;
      readonly meaning: string;
    }[];
    readonly singular: string;
  };
  /** What is wrong with parameters that are right one by one; one sentence without a full stop. */
  readonly check?: (motion: MotionDesign, at: Vec3<number>) => MotionFault | undefined;
  /** At the time t, s. */
  readonly law: <S>(
    A: Algebra<S>,
    time: S,
    begin: Beginning<S>,
    parameters: Parameters<S>,
    motion: MotionDesign,
  ) => Moved<S>;
}

export interface MotionFault {
  readonly code: string;
  /** The parameter. */
  readonly parameter: string;
  readonly message: string;
}

/** Parameters of every motion. */
export const commonParameters: readonly MotionParameter[] = [
  {
    name: 'from',
    unit: 's',
    shape: 'scalar',
    range: [0, Number.POSITIVE_INFINITY],
    default: 0,
    meaning: 'When it begins; the point stands still before',
  },
  {
    name: 'turn',
    unit: 'rad',
    shape: 'vector',
    range: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
    optional: true,
    meaning: 'Rotation vector, world axes, by which its axes are turned on the way',
  },
];

/** Speed and acceleration of motions with an end. */
export const rampParameters: readonly MotionParameter[] = [
  {
    name: 'speed',
    unit: 'm/s',
    shape: 'scalar',
    range: [1e-9, Number.POSITIVE_INFINITY],
    meaning: 'Greatest speed',
  },
  {
    name: 'acceleration',
    unit: 'm/s2',
    shape: 'scalar',
    range: [1e-9, Number.POSITIVE_INFINITY],
    optional: true,
    meaning: 'At the begin and at the end of a trapezoidal ramp',
  },
];

/** What is wrong with the ramp of a motion and its numbers. */
export function rampFault({ ramp = 'linear', parameters }: MotionDesign): MotionFault | undefined {
  const given = parameters.acceleration !== undefined;
  if (given === (ramp === 'trapezoidal')) return undefined;
  return {
    code: 'motion-acceleration',
    parameter: 'acceleration',
    message: given
      ? `an acceleration belongs to a trapezoidal ramp, not to a ${ramp} one`
      : 'a trapezoidal ramp needs an acceleration',
  };
}

/** The motion at the time t (s), with its velocity and spin. */
export function motionAt<S>(
  A: Algebra<S>,
  declaration: MotionDeclaration,
  motion: MotionDesign,
  begin: Beginning<S>,
  parameters: Parameters<S>,
  time: S,
): WorldMotion<S> & Required<Pick<WorldMotion<S>, 'velocity' | 'spin'>> {
  const D = dual(A);
  const fixed = (value: S): Dual<S> => ({ value, change: undefined });
  const held: Record<string, readonly Dual<S>[]> = {};
  for (const [name, values] of Object.entries(parameters)) {
    if (values !== undefined) held[name] = values.map(fixed);
  }
  const position = begin.position.map(fixed) as unknown as Vec3<Dual<S>>;
  const attitude = begin.attitude.map(fixed) as unknown as Quaternion<Dual<S>>;
  const now = { value: time, change: A.constant(1) };
  const moved = declaration.law(D, now, { position, attitude, baked: begin.baked }, held, motion);
  const place = {
    position: values(moved.position) as unknown as Vec3<S>,
    velocity: rates(A, moved.position) as unknown as Vec3<S>,
  };
  const { turn } = held;
  if (turn === undefined) {
    const zero = A.constant(0);
    return {
      ...place,
      quaternion: begin.attitude,
      rotation: rotationFromQuaternion(A, begin.attitude),
      spin: [zero, zero, zero],
    };
  }
  const done = scale3(D, moved.part, turn as unknown as Vec3<Dual<S>>);
  const turned = quaternionProduct(D, quaternionExp(D, done), attitude);
  const quaternion = values(turned) as unknown as Quaternion<S>;
  const rate = rates(A, turned) as unknown as Quaternion<S>;
  const [, ...half] = quaternionProduct(A, rate, conjugate(A, quaternion));
  return {
    ...place,
    quaternion,
    rotation: rotationFromQuaternion(A, quaternion),
    spin: scale3(A, A.constant(2), half),
  };
}

function values<S>(duals: readonly Dual<S>[]): S[] {
  return duals.map(({ value }) => value);
}

function rates<S>(A: Algebra<S>, duals: readonly Dual<S>[]): S[] {
  return duals.map(({ change }) => change ?? A.constant(0));
}
