/**
 * How an element is declared: once, here, as data with its law. The scenario's schema, the element reference
 * and every slider derive from it; the control program evaluates its law.
 *
 * An element joins a **coordinate** z (what is measured) and gives the force conjugate to it. One sign for all: the
 * force is a tension, +∂E/∂z of a spring and +D ż of a damper, and its power on what it joins is −force · ż. Where
 * the coordinate is an extension, e = target − actual, the robot feels +K e and +D ė. The coordinate's transposed
 * derivative puts that force back on the bodies (see coordinate.ts).
 */
import type { Solid } from '../geometry/index.js';
import type { Algebra, Mat3, Vec3 } from '../math/index.js';
import type { JointUnits } from '../model/index.js';

/**
 * spring: stores energy. damper: takes energy out, never puts any in. inerter: stores energy of motion, on coordinates
 * that virtual bodies alone move. source: may put energy in.
 */
export const families = ['spring', 'damper', 'inerter', 'source'] as const;
export type Family = (typeof families)[number];

/** The names by which an element or a coordinate says what it joins: points, and for `joint` a joint. */
export type End = 'from' | 'to' | 'at' | 'axes' | 'joint';

/**
 * On a coordinate of n entries (3 between points): scalar: one number. vector: n. diagonal: n, along the axes of the
 * coordinate. matrix: n², row by row, symmetric and positive semidefinite. A parameter that allows several takes
 * whichever is given: one number stands for the same in all directions. Whatever the coordinate: list: one number or
 * more. points: rows of three.
 */
export type ParameterShape = 'scalar' | 'vector' | 'diagonal' | 'matrix' | 'list' | 'points';

/** Numbers that a shape takes on a coordinate with so many entries; undefined: any number of them. */
export function shapeSize(shape: ParameterShape, entries: number): number | undefined {
  if (shape === 'list' || shape === 'points') return undefined;
  return shape === 'scalar' ? 1 : shape === 'matrix' ? entries * entries : entries;
}

/**
 * SI. One unit; or one each for a coordinate in rad and in m (so for a joint that turns and one that slides); or one
 * each for a coordinate in rad, in m and in pure numbers.
 */
export type Units = string | JointUnits | readonly [turning: string, sliding: string, pure: string];

/** The unit of a quantity on a coordinate in `rad`, `m` or `1`; undefined where it has none there. */
export function unitOn(units: Units, coordinate: string): string | undefined {
  return typeof units === 'string' ? units : units[['rad', 'm', '1'].indexOf(coordinate)];
}

export interface ParameterDeclaration {
  /** `stiffness`; also the key in a scenario and the end of the slot's name, `reach.stiffness`. */
  readonly name: string;
  readonly unit: Units;
  /** The shapes that may be given. */
  readonly shapes: readonly ParameterShape[];
  /** Allowed values of every entry, both ends included (eigenvalues of a matrix). */
  readonly range: readonly [number, number];
  /** Absent with `optional` absent: must be given. */
  readonly default?: number | readonly number[];
  /** True: may be left out, and then what it does is left out of the generated code. */
  readonly optional?: true;
  /** True, of coordinates: part of the code, not a slot. */
  readonly baked?: true;
  /** One line. */
  readonly meaning: string;
}

/** What the coordinate gives: its value (an extension where it has a target) and the rate of it. */
export interface Reading<S> {
  readonly value: readonly S[];
  readonly rate: readonly S[];
}

/** Parameters by name, as many entries as the given shape has; optional ones that were left out are absent. */
export type Parameters<S> = Readonly<Partial<Record<string, readonly S[]>>>;

export interface Effect<S> {
  /** The tension, conjugate to the coordinate: its power on what the coordinate joins is −force · rate. */
  readonly force: readonly S[];
  /**
   * A positive semidefinite gain G of 1, n (a diagonal) or n² entries: of a spring force = G · value as it is now, of
   * a damper force = G · rate. A spring that rests at a bound or a length gives the slope of its force. Implicit
   * integration and judgements of stability stand on it; hills, which repel, have none.
   */
  readonly secant?: readonly S[];
  /**
   * Inerters: the gain m (1, n or n² entries) of the acceleration. The integration of virtual bodies adds Jᵀ m J and
   * Jᵀ m J̇ v, so `force` is 0.
   */
  readonly inertance?: readonly S[];
  /** Springs and inerters: energy stored, J. */
  readonly energy?: S;
  /** Dampers: power taken out, W, ≥ 0. */
  readonly dissipated?: S;
  /** Sources: power put into the robot, W. */
  readonly supplied?: S;
  /**
   * The force is parallel to the value, by a factor that depends on its length alone: the derivative of an attitude
   * error leaves it as it is, and force, energy and power are the same in whatever axes the value is read.
   */
  readonly radial?: boolean;
}

/** What a law that looks about itself sees of where it is, world axes. */
export interface Surroundings<S> {
  /** Its end `from`, which it moves: with the radius of the sphere about it, 0 without. */
  readonly hand: { readonly position: Vec3<S>; readonly velocity: Vec3<S>; readonly radius: S };
  /** Its end `to`. */
  readonly goal: Vec3<S>;
  /** Turns coordinates in the axes that it names into world coordinates; undefined: those of the world. */
  readonly axes: Mat3<S> | undefined;
  readonly solids: readonly Solid<S>[];
}

/** Numbers that a law carries from step to step, by name. */
export type Memory<S> = Readonly<Record<string, S>>;

export interface MemoryDeclaration {
  readonly name: string;
  readonly unit: Units;
  /** Value before the first step. */
  readonly initial: number;
  readonly meaning: string;
}

/**
 * The part of a law that sees solids and remembers. What is remembered changes between steps only, so that force and
 * power of a step are of one state.
 */
export interface Watchful {
  readonly memory: readonly MemoryDeclaration[];
  readonly law: <S>(
    A: Algebra<S>,
    reading: Reading<S>,
    parameters: Parameters<S>,
    seen: Surroundings<S>,
    memory: Memory<S>,
  ) => Effect<S>;
  /** What is remembered at the next step, `elapsed` seconds on. */
  readonly next: <S>(
    A: Algebra<S>,
    parameters: Parameters<S>,
    seen: Surroundings<S>,
    memory: Memory<S>,
    elapsed: S,
  ) => Memory<S>;
  /** The steepest that its force grows, whatever it sees and remembers; judgements of stability stand on it. */
  readonly steepest?: (parameters: Parameters<number>) => Steepest;
}

/** Gains of a law on its coordinate (as applyGain takes them) that resist its value and its rate. */
export interface Steepest {
  readonly stiffness: readonly number[];
  readonly damping: readonly number[];
  /** What of it is a spring and a damper: a noun phrase each. */
  readonly what: { readonly stiffness: string; readonly damping: string };
  /** The parameter that both grow with. */
  readonly by: string;
}

/** A law that remembers and sees nothing but its coordinate. */
export interface Remembering {
  readonly memory: readonly MemoryDeclaration[];
  readonly law: <S>(
    A: Algebra<S>,
    reading: Reading<S>,
    parameters: Parameters<S>,
    memory: Memory<S>,
  ) => Effect<S>;
  /** What is remembered at the next step, `elapsed` seconds on. */
  readonly next: <S>(
    A: Algebra<S>,
    reading: Reading<S>,
    parameters: Parameters<S>,
    memory: Memory<S>,
    elapsed: S,
  ) => Memory<S>;
}

export interface ElementDeclaration {
  readonly family: Family;
  /** Unique in its family: `linear`. A scenario writes `spring: linear`. */
  readonly kind: string;
  /** A noun phrase: `Spring between two points`. */
  readonly title: string;
  /** Two or three sentences: what it is for. */
  readonly summary: string;
  /** The kind of coordinate that it measures between the points that it joins (see coordinates.ts). */
  readonly coordinate: string;
  /**
   * True: it acts on any coordinate (`of`) and on a joint as well. On a joint the coordinate is `joint`, target − q,
   * where it has a parameter `target`, and else `position`, q itself.
   */
  readonly general?: true;
  /** True: its gains count only where it is reached. Judgements of stability take its secant where it is. */
  readonly reached?: true;
  /** 1: the law is of one number, and the coordinate must be one. */
  readonly entries?: 1;
  /** Of a law that leaves the last entries free: how many of a coordinate's are acted on, the first ones. */
  readonly actsOn?: (entries: number) => number;
  /** The law does nothing on a coordinate of fewer entries. */
  readonly leastEntries?: number;
  readonly parameters: readonly ParameterDeclaration[];
  readonly doc: {
    /** The law in one line: `f = K e`. */
    readonly law: string;
    readonly symbols: readonly {
      readonly symbol: string;
      readonly unit: string;
      readonly meaning: string;
    }[];
    /** Which way it acts. */
    readonly sign: string;
    /** Energy stored or power dissipated: `E = ½ eᵀ K e`. */
    readonly energy: string;
    /** Where the law or its derivative is special, and what it gives there. */
    readonly singular: string;
    /** Where the law is from. */
    readonly source: string;
  };
  /** What is wrong with parameters that are right one by one; one sentence without a full stop. */
  readonly check?: (given: Readonly<Partial<Record<string, readonly number[]>>>) => string | undefined;
  /** Keys of the reference's example as a scenario says them, where the usual ones do not make an element. */
  readonly example?: Readonly<Record<string, string>>;
  /**
   * A peer's law, kept to compare with it; what it is not. Absent for laws of this toolkit.
   */
  readonly peer?: { readonly of: string; readonly mark: string };
  /** An inline SVG, 120 × 48, drawn in `currentColor`. */
  readonly picture: string;
  readonly law: <S>(A: Algebra<S>, reading: Reading<S>, parameters: Parameters<S>) => Effect<S>;
  /** Present: the law depends on solids and on what went before; `law` is then what it does before anything happened. */
  readonly watches?: Watchful;
  /** Present: the law depends on what went before, though on no solids; `law` is then what it does before anything happened. */
  readonly remembers?: Remembering;
}

/** What an element carries from step to step. */
export function memoryOf({
  watches,
  remembers,
}: Pick<ElementDeclaration, 'watches' | 'remembers'>): readonly MemoryDeclaration[] {
  return [...(watches?.memory ?? []), ...(remembers?.memory ?? [])];
}

/** `spring: linear`: how an element's declaration is named in messages and references. */
export function declarationName(declaration: Pick<ElementDeclaration, 'family' | 'kind'>): string {
  return `${declaration.family}: ${declaration.kind}`;
}
