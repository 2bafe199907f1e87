/** Where the robot touches a solid, and how it moves along the normal there. */
import { type Depth, pointDepth, type Solid } from '../geometry/index.js';
import {
  dot3,
  factorDefinite,
  numbers,
  rotationFromQuaternion,
  scale3,
  solveDefinite,
  sub3,
  type Vec3,
} from '../math/index.js';
import {
  forwardKinematics,
  frameJacobian,
  frameOf,
  integrate,
  type Model,
  massMatrixWithRotors,
  pointJacobian,
  pointPosition,
} from '../model/index.js';
import type { ContactPlace, ContactSolid } from '../plant/index.js';

/** The robot as it touches, as one mass along the normal. */
export interface ContactPose {
  /** Of the robot (nq). */
  readonly q: readonly number[];
  /** What touches, and where that is, m. */
  readonly place: string;
  readonly point: ContactPlace;
  readonly at: Vec3<number>;
  /** Out of the solid, unit length, world axes. */
  readonly normal: Vec3<number>;
  /** Way along the normal from the start to the surface, m; 0 where it touches at the start. */
  readonly gap: number;
  /** False: the surface was not reached, and this is the pose at the start. */
  readonly reached: boolean;
  /** Λ = 1/(n J M⁻¹ Jᵀ nᵀ), kg; undefined where nothing moves along the normal. */
  readonly mass: number | undefined;
  /**
   * g = M⁻¹ Jᵀ nᵀ Λ (nv): joint velocities of 1 m/s along the normal as a push along it makes them; n J g = 1. Joint torques τ act
   * along the normal as gᵀ τ, a joint stiffness K as gᵀ K g.
   */
  readonly along: readonly number[];
  /** n J (nv): velocity of the contact along the normal for each entry of v. */
  readonly row: readonly number[];
}

const most = { iterations: 200, step: 0.05, miss: 1e-6 };
/** Of the joint motion to the surface, m: only near singular poses does it matter. */
const damping = 1e-3;
/** Turning by a radian counts as so many metres. */
const length = 0.3;

interface Standing {
  readonly at: Vec3<number>;
  readonly depth: Depth<number>;
  /** Rows vx, vy, vz of what touches, and of its turning. */
  readonly rows: readonly (readonly number[])[];
}

/** The place and the pose on `solid`, moved there from `start` without turning what touches. */
export function poseOn(
  model: Model,
  start: readonly number[],
  places: readonly ContactPlace[],
  solid: ContactSolid,
  rotors: readonly number[] | undefined,
): ContactPose | undefined {
  const wall: Solid<number> = {
    kind: solid.kind,
    size: solid.size,
    position: solid.at ?? [0, 0, 0],
    rotation: rotationFromQuaternion(numbers, solid.attitude ?? [1, 0, 0, 0]),
  };
  const nearest = places
    .map((place) => ({ place, distance: standing(model, start, place, wall).depth.distance }))
    .sort((a, b) => a.distance - b.distance)[0];
  if (nearest === undefined) return undefined;
  const { place } = nearest;
  let q = start;
  for (let i = 0; i < most.iterations; i++) {
    const { depth, rows } = standing(model, q, place, wall);
    // What stands in the solid at the start touches there; a step that went too deep comes back out.
    if (Math.abs(depth.distance) < most.miss || (i === 0 && depth.distance < 0)) break;
    const way = scale3(numbers, -Math.min(depth.distance, most.step), depth.normal);
    q = integrate(numbers, model, q, motion(rows, way), 1);
  }
  const end = standing(model, q, place, wall);
  const reached = end.depth.distance < 1e3 * most.miss;
  return poseAt(
    model,
    reached ? q : start,
    place,
    reached ? end : standing(model, start, place, wall),
    Math.max(0, nearest.distance),
    reached,
    rotors,
  );
}

/** The pose at the start before a wall that stands there, out of which `normal` points. */
export function poseBefore(
  model: Model,
  start: readonly number[],
  place: ContactPlace,
  normal: Vec3<number>,
  rotors: readonly number[] | undefined,
): ContactPose {
  const { at, rows } = pointOf(model, start, place);
  return poseAt(model, start, place, { at, rows, depth: { distance: 0, normal } }, 0, true, rotors);
}

function poseAt(
  model: Model,
  q: readonly number[],
  point: ContactPlace,
  { at, depth: { normal }, rows }: Standing,
  gap: number,
  reached: boolean,
  rotors: readonly number[] | undefined,
): ContactPose {
  const { nv } = model;
  const row = alongRow(rows, normal);
  const solved = solveDefinite(
    numbers,
    factorDefinite(numbers, massMatrixWithRotors(model, q, rotors), nv),
    row,
  );
  const mobility = row.reduce((sum, x, k) => sum + x * solved[k], 0);
  const moves = mobility > 1e-9 && Number.isFinite(mobility);
  return {
    q,
    place: point.name,
    point,
    at,
    normal,
    gap,
    reached,
    mass: moves ? 1 / mobility : undefined,
    along: moves ? solved.map((x) => x / mobility) : new Array<number>(nv).fill(0),
    row,
  };
}

function alongRow(rows: Standing['rows'], normal: Vec3<number>): number[] {
  return rows[0].map((_, k) => dot3(numbers, normal, [rows[0][k], rows[1][k], rows[2][k]]));
}

/** At another q, as the touching point moves along the same normal: how far out, m, and n J there. */
export function outOf(
  model: Model,
  { point, at, normal }: ContactPose,
  q: readonly number[],
): { readonly out: number; readonly row: readonly number[] } {
  const { at: there, rows } = pointOf(model, q, point);
  return { out: dot3(numbers, normal, sub3(numbers, there, at)), row: alongRow(rows, normal) };
}

function pointOf(model: Model, q: readonly number[], place: ContactPlace): Pick<Standing, 'at' | 'rows'> {
  const kinematics = forwardKinematics(numbers, model, q);
  const frame = frameOf(model, place.frame);
  const at = pointPosition(numbers, kinematics, frame, place.at ?? [0, 0, 0]);
  const { nv } = model;
  const linear = pointJacobian(numbers, model, kinematics, frame, at);
  const whole = frameJacobian(numbers, model, kinematics, frame, 'world');
  const rowOf = (matrix: readonly number[], i: number) => matrix.slice(i * nv, (i + 1) * nv);
  return {
    at,
    rows: [...[0, 1, 2].map((i) => rowOf(linear, i)), ...[3, 4, 5].map((i) => rowOf(whole, i))],
  };
}

/** Boxes and capsules of the robot count as the point that they are about, spheres with their radius. */
function standing(model: Model, q: readonly number[], place: ContactPlace, wall: Solid<number>): Standing {
  const { at, rows } = pointOf(model, q, place);
  const { distance, normal } = pointDepth(numbers, at, wall);
  const radius = place.shape?.kind === 'sphere' ? place.shape.size[0] : 0;
  return { at, rows, depth: { distance: distance - radius, normal } };
}

/** Damped least squares: the joint velocities that move the place so far and turn it as little as they can. */
function motion(rows: readonly (readonly number[])[], way: Vec3<number>): number[] {
  const scaled = rows.map((row, i) => (i < 3 ? row : row.map((x) => x * length)));
  const wanted = [...way, 0, 0, 0];
  const square = scaled.flatMap((a, i) =>
    scaled.map((b, j) => a.reduce((sum, x, k) => sum + x * b[k], i === j ? damping * damping : 0)),
  );
  const solved = solveDefinite(numbers, factorDefinite(numbers, square, 6), wanted);
  return rows[0].map((_, k) => scaled.reduce((sum, row, i) => sum + row[k] * solved[i], 0));
}
