/** Points whose motion is data: what of it is a slot, and where such a point is at a time. */
import { type Algebra, numbers, type Quaternion, type Vec3 } from '../math/index.js';
import {
  type MotionDeclaration,
  type MotionDesign,
  type MotionParameter,
  motionAt,
  motionOf,
  type Parameters,
  type WorldMotion,
} from '../mechanism/index.js';
import type { PointDesign } from './design.js';
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

/** Where it is at `time` (s), with velocity and spin. */
export function pointMotion<S>(
  A: Algebra<S>,
  point: MovingPoint,
  { at, attitude, parameters }: MovingNumbers<S>,
  time: S,
): WorldMotion<S> {
  const begin = {
    position: at,
    attitude: worldTurn(A, attitude).quaternion,
    baked: point.at ?? ([0, 0, 0] as const),
  };
  return motionAt(A, declared(point.motion), point.motion, begin, parameters, time);
}

/**
 * Where a point in the world is at a time (s) by the numbers of its design; one that somebody moves or that stands still:
 * where the design puts it.
 */
export function placeAt(point: PointDesign, time: number): Vec3<number> {
  const { at = [0, 0, 0] as const, attitude = [1, 0, 0, 0] as const } = point;
  if (!isMoving(point)) return at;
  const parameters = Object.fromEntries(
    motionSlots(point).map(({ parameter, initial }) => [parameter.name, initial]),
  );
  return pointMotion(numbers, point, { at, attitude, parameters }, time).position;
}

function declared({ along }: MotionDesign): MotionDeclaration {
  const declaration = motionOf(along);
  if (declaration === undefined) throw new Error(`control: there is no motion along a ${along}`);
  return declaration;
}
