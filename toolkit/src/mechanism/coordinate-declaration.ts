/**
 * How a coordinate is declared: once, as data with its function. The scenario's schema, the reference page and the
 * conformance test derive from it; the law evaluates its function.
 *
 * A leaf reads points (sites with axes) and joints; a composed coordinate reads others. Either gives a value, its rate
 * and the transpose that puts a tension back. The second-order term J̇ v of all of them is worked out from the same
 * function over dual numbers (second-order.ts).
 */
import type { SolidKind } from '../geometry/index.js';
import type { Algebra } from '../math/index.js';
import type { Coordinate, JointState, Site } from './coordinate.js';
import type { End, ParameterDeclaration, Parameters } from './declaration.js';

/** How many entries a coordinate has, and their unit. */
export interface Shape {
  readonly size: number;
  /** `rad`, `m` or `1`. */
  readonly unit: string;
}

/** Why a coordinate cannot be made: one sentence without a full stop, and a code where it has one of its own. */
export type ShapeFault = string | { readonly code: string; readonly message: string };

/** What the shape of a coordinate depends on. */
export interface Made {
  readonly of: readonly Shape[];
  readonly parameters: Readonly<Partial<Record<string, readonly number[]>>>;
  /** The unit of the joint that it reads: `rad` where it turns, `m` where it slides. */
  readonly joint?: string | undefined;
  /** How many joints it reads together. */
  readonly joints?: number | undefined;
  /** The unit that the design says, for coordinates that measure nothing by themselves; `m` by default. */
  readonly unit?: string | undefined;
}

/** Which of a coordinate's ends stand where. */
export interface Ends<S> {
  readonly from?: Site<S> | undefined;
  readonly to?: Site<S> | undefined;
  readonly at?: Site<S> | undefined;
  /** Undefined for the world's axes, which cost nothing. */
  readonly axes?: Site<S> | undefined;
  readonly joint?: JointState<S> | undefined;
  /** Of one that reads several joints together. */
  readonly joints?: readonly JointState<S>[] | undefined;
}

/** What a coordinate is made from; the ends that it needs are there. */
export interface Given<S> {
  readonly name: string;
  readonly ends: Ends<S>;
  readonly of: readonly Coordinate<S>[];
  /** Numbers that may change. */
  readonly parameters: Parameters<S>;
  /** Numbers that are part of the code: parameters declared as `baked`. */
  readonly baked: Readonly<Partial<Record<string, readonly number[]>>>;
  /** Seconds since the start, and how fast they go on; undefined: as all time does. */
  readonly time: () => S;
  readonly pace: () => S | undefined;
}

export interface CoordinateDeclaration {
  /** Unique: `offset`. A scenario writes `coordinate: offset`. */
  readonly kind: string;
  /** A noun phrase: `Difference of two points`. */
  readonly title: string;
  /** Whether it moves by itself, and so puts energy in. */
  readonly moves?: true;
  /** One to three sentences: what it is for. */
  readonly summary: string;
  /** What it joins, and what it may join. */
  readonly ends: readonly End[];
  readonly optional: readonly End[];
  /** True: its joints are several, read together, all turning or all sliding. */
  readonly several?: true;
  /** Ends whose shape must be one of these, or none; other ends may have any. */
  readonly solids?: Readonly<Partial<Record<End, readonly SolidKind[]>>>;
  /** How many coordinates it is composed of, least and most; absent: none. */
  readonly of?: readonly [least: number, most: number];
  /** True: the design says its unit, as nothing that it reads does. */
  readonly ownUnit?: true;
  readonly parameters: readonly ParameterDeclaration[];
  /** What it gives, or why it cannot be made of these. */
  readonly shape: (made: Made) => Shape | ShapeFault;
  /** What an element that reads it shows of its value; absent: nothing. */
  readonly observed?: { readonly name: string; readonly meaning: string };
  /** What its rate is, where that is not the derivative of its value. */
  readonly ownRate?: { readonly unit: string; readonly meaning: string };
  /** How fast the value grows with what its rate adds up to, where the value is 0; 1 unless it is said. */
  readonly slope?: number;
  readonly doc: {
    readonly value: string;
    readonly rate: string;
    /** Which way a positive tension acts. */
    readonly sign: string;
    /** Where value or rate have no derivative, and what they are there: finite. */
    readonly singular: string;
    readonly source: string;
  };
  readonly coordinate: <S>(A: Algebra<S>, given: Given<S>) => Coordinate<S>;
}

/** An end that the declaration says is there. */
export function endOf<S, K extends keyof Ends<S>>(given: Given<S>, end: K): Exclude<Ends<S>[K], undefined> {
  const found = given.ends[end];
  if (found === undefined) throw new Error(`mechanism: the coordinate ${given.name} needs the end ${end}`);
  return found as Exclude<Ends<S>[K], undefined>;
}

/** Whether it is a shape. */
export function isShape(made: Shape | ShapeFault): made is Shape {
  return typeof made === 'object' && 'size' in made;
}

/** The shape of the one coordinate that another is made of. */
export function onlyShape({ of: [shape] }: Made): Shape {
  return shape;
}
