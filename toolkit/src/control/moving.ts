/** Points whose motion is data: what of it is a slot, and where such a point is at a time. */
import { type Algebra, numbers, type Quaternion, scale3, type Vec3 } from '../math/index.js';
import {
  coordinateNamed,
  type MotionDeclaration,
  type MotionDesign,
  type MotionParameter,
  motionAt,
  motionOf,
  type Parameters,
  type WorldMotion,
} from '../mechanism/index.js';
import type { Design, PointDesign } from './design.js';
import { worldTurn } from './mount.js';

/** A point that moves by a motion. */
export interface MovingPoint extends PointDesign {
  readonly motion: MotionDesign;
}

export function isMoving(point: PointDesign): point is MovingPoint {
  return point.motion !== undefined;
}

/** A parameter of a motion with its numbers, those of its declaration by default. */
export interface MotionSlot {
  readonly parameter: MotionParameter;
  readonly initial: readonly number[];
}

/** The parameters that are slots: all that are given or have a default, but for places. */
export function motionSlots({ motion }: MovingPoint): MotionSlot[] {
  return declared(motion).parameters.flatMap((parameter) => {
    const { name, shape, default: otherwise } = parameter;
    if (shape === 'places') return [];
    const initial = motion.parameters[name] ?? (typeof otherwise === 'number' ? [otherwise] : otherwise);
    return initial === undefined ? [] : [{ parameter, initial }];
  });
}

/** The numbers of a moving point. */
export interface MovingNumbers<S> {
  readonly at: Vec3<S>;
  /** Of any length but 0. */
  readonly attitude: Quaternion<S>;
  readonly parameters: Parameters<S>;
}

/** The time of what moves by itself. */
export interface Clock<S> {
  /** Seconds since the start. */
  time(): S;
  /** How fast it goes on; undefined: as all time does. */
  pace(): S | undefined;
}

/** Where it is at a time, with velocity and spin. */
export function pointMotion<S>(
  A: Algebra<S>,
  point: MovingPoint,
  { at, attitude, parameters }: MovingNumbers<S>,
  clock: Clock<S>,
): WorldMotion<S> {
  const begin = {
    position: at,
    attitude: worldTurn(A, attitude).quaternion,
    baked: point.at ?? ([0, 0, 0] as const),
  };
  const moved = motionAt(A, declared(point.motion), point.motion, begin, parameters, clock.time());
  const pace = clock.pace();
  if (pace === undefined) return moved;
  return { ...moved, velocity: scale3(A, pace, moved.velocity), spin: scale3(A, pace, moved.spin) };
}

/** Whether something of a design moves by itself: a point with a motion, or a reference. */
export function hasMotions({ points, coordinates = [] }: Pick<Design, 'points' | 'coordinates'>): boolean {
  return points.some(isMoving) || coordinates.some(({ kind }) => coordinateNamed(kind).moves === true);
}

/**
 * Where a point in the world is at a time (s) by the numbers of its design; one that somebody moves or that stands still:
 * where the design puts it.
 */
export function placeAt(point: PointDesign, time: number): Vec3<number> {
  return isMoving(point) ? motionAtTime(point, time).position : (point.at ?? [0, 0, 0]);
}

/** The same with its attitude, velocity and spin. */
export function motionAtTime(
  point: PointDesign,
  time: number,
): Required<Pick<WorldMotion<number>, 'position' | 'quaternion' | 'velocity' | 'spin'>> {
  const { at = [0, 0, 0] as const, attitude = [1, 0, 0, 0] as const } = point;
  if (!isMoving(point)) {
    const { quaternion } = worldTurn(numbers, attitude);
    return { position: at, quaternion, velocity: [0, 0, 0], spin: [0, 0, 0] };
  }
  const parameters = Object.fromEntries(
    motionSlots(point).map(({ parameter, initial }) => [parameter.name, initial]),
  );
  const clock = { time: () => time, pace: () => undefined };
  const own = { at, attitude, parameters };
  const { velocity = [0, 0, 0], spin = [0, 0, 0], ...place } = pointMotion(numbers, point, own, clock);
  return { ...place, velocity, spin };
}

function declared({ along }: MotionDesign): MotionDeclaration {
  const declaration = motionOf(along);
  if (declaration === undefined) throw new Error(`control: there is no motion along a ${along}`);
  return declaration;
}
